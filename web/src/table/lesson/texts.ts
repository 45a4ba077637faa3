/** What Coco the parrot says, and the other words of the lessons. Loaded with them. */

import type { Edition } from '../../lib/types'
import { fill, inLanguage, type Params } from '../../lib/names'
import { term } from '../../lib/words'
import { en } from './texts.en'
import { fr } from './texts.fr'

const texts = inLanguage({ en, fr })

interface Said {
  title: string
  text: string
}

export type Stop = keyof typeof en.stops
export type Line = keyof typeof en.says
type Word = { [Key in keyof typeof en]: (typeof en)[Key] extends string ? Key : never }[keyof typeof en]

const terms = (edition: Edition) => ({
  loot: term(edition, 'loot'),
  crew: term(edition, 'crew'),
  graveyard: term(edition, 'graveyard'),
  rule: texts().rules[edition] ?? '',
})

export function l(key: Word, params: Params = {}): string {
  return fill(texts()[key], params)
}

export function stopWords(edition: Edition, stop: Stop) {
  const { name, line } = texts().stops[stop]
  return { name, line: fill(line, terms(edition)) }
}

export function sayings(edition: Edition, line: Line, params: Record<string, string> = {}): Said {
  const { title, text } = texts().says[line]
  return { title, text: fill(text, { ...terms(edition), ...params }) }
}
