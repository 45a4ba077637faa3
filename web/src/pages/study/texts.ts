/** The words of the page "Study", loaded with it. */

import { fill, inLanguage, type Params } from '../../lib/names'
import { lang } from '../../lib/words'
import { en } from './texts.en'
import { fr } from './texts.fr'

const texts = inLanguage({ en, fr })

export type Key = keyof typeof en

export function s(key: Key, params: Params = {}): string {
  const text = fill(texts()[key], params)
  return lang.current === 'fr' ? text.replace(/ (?=[;:?!»])|(?<=«) /g, '\u00a0') : text
}

/** A count with the language's thousands. */
export function count(number: number): string {
  return number.toLocaleString(lang.current)
}
