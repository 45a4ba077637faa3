/** The words of the voyage of the day, loaded with it. */

import { fill, inLanguage, type Params } from '../../lib/names'
import { lang } from '../../lib/words'
import { en } from './texts.en'
import { fr } from './texts.fr'

const texts = inLanguage({ en, fr })

/** A text of the voyage of the day. A `count` chooses between one and many. */
export function d(key: Exclude<keyof typeof en, 'places' | 'numbers'>, params: Params = {}): string {
  return fill(texts()[key], params)
}

/** A small number as a word. */
export function word(number: number): string {
  return texts().numbers[number - 1] ?? String(number)
}

/** What a place at the table is called. */
export function placeName(place: number, players: number): string {
  const { places } = texts()
  return fill(places[place === players ? places.length - 1 : place - 1], { players: word(players) })
}

/** A date as people say it; a day begins and ends by universal time. */
export function dateText(day: string, options: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat(lang.current === 'fr' ? 'fr' : 'en-GB', { ...options, timeZone: 'UTC' }).format(new Date(day))
}
