/** The looks of all editions: a folder for each, by the name of the edition. */

import type { Edition, Hour } from '../lib/types'
import type { EditionLook } from './look'
import plain from './plain'

const LOOKS = import.meta.glob<EditionLook>('./*/index.ts', { eager: true, import: 'default' })

export function lookOf(edition: Edition): EditionLook {
  return LOOKS[`./${edition}/index.ts`] ?? plain
}

/** The icon of a character, of a loot token, or of whatever else may act. */
export function figureOf(edition: Edition, slug: string): string {
  const { characters, tokens } = lookOf(edition).figures
  return characters[slug] ?? tokens[slug]?.icon ?? 'compass'
}

export function hourIcon(edition: Edition, hour: Hour): string {
  return { sunrise: 'sunrise', day: 'sun', dusk: 'sunset', night: 'moon', rest: lookOf(edition).restIcon }[hour]
}
