/** The texts of the reader's language, loaded as they are needed. */

import { untrack } from 'svelte'
import type { Edition } from './types'
import { settings, type Lang } from './settings.svelte'
import type { Ui } from './texts/all.en'
import { loadRules } from './rules.svelte'

/** Texts by key; what has plural forms is a list of them. */
export type Texts = Record<string, string | string[]>

interface Catalogue {
  lang: Lang
  ui: Ui | null
  common: Texts
  editions: Partial<Record<Edition, Texts>>
}

const FILES = import.meta.glob<Texts>('../data/{en,fr}/*.json', { import: 'default' })
const UI: Record<Lang, () => Promise<Ui>> = {
  en: () => import('./texts/all.en').then((module) => module.en),
  fr: () => import('./texts/all.fr').then((module) => module.fr),
}

let current = $state.raw<Catalogue>({ lang: settings.lang, ui: null, common: {}, editions: {} })

/** The language of all that is shown. */
export const lang = {
  get current(): Lang {
    return current.lang
  },
}

export function catalogue(): Catalogue {
  return current
}

/** Whether there is anything to say yet, also about an edition. */
export function ready(edition?: Edition): boolean {
  return current.ui !== null && (edition === undefined || edition in current.editions)
}

/** Loads what a page needs; cheap where it is already there. */
export async function loadWords(...editions: Edition[]) {
  await Promise.all([fill(settings.lang, editions), ...editions.map(loadRules)])
}

/** Another language from now on. What is on the screen stays until all its texts are there. */
export async function setLang(wanted: Lang) {
  settings.set('lang', wanted)
  await fill(wanted, Object.keys(current.editions) as Edition[])
}

async function fill(wanted: Lang, editions: Edition[]) {
  const had = untrack(() => current) // an effect that loads words must not run again because they came
  const same = had.lang === wanted && had.ui !== null
  const missing = editions.filter((edition) => !same || !(edition in had.editions))
  if (same && missing.length === 0) return
  const [ui, common, ...texts] = await Promise.all([
    same && had.ui ? had.ui : UI[wanted](),
    same ? had.common : file(wanted, 'common'),
    ...missing.map((edition) => file(wanted, edition)),
  ])
  if (settings.lang !== wanted) return // another language was chosen in the meantime
  // Where both have a key, the edition's text is used.
  const loaded = Object.fromEntries(missing.map((edition, index) => [edition, { ...common, ...texts[index] }]))
  // Another call may have brought another edition while this one was waiting.
  const kept = current.lang === wanted ? current.editions : {}
  current = { lang: wanted, ui, common, editions: { ...kept, ...loaded } }
  if (typeof document !== 'undefined') document.documentElement.lang = wanted
}

function file(wanted: Lang, name: string): Promise<Texts> {
  return FILES[`../data/${wanted}/${name}.json`]()
}
