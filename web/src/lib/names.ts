/** The things of the game by name: a port of `libertalia.words.words`. */

import { catalogue, type Texts } from './catalogue.svelte'
import type { Colour, Edition, Hour, Side, TableInfo } from './types'
import type { Leaves, Ui } from './ui.en'

export type Params = Record<string, string | number>

/** The name of a seat that is the reader's own. Nobody else can have it: a name is never empty. */
export const YOU = ''

/** The names at a table, as sentences want them: the reader's own seat is spoken to. */
export function namesOf(table: TableInfo, seat: number | null): string[] {
  return table.seats.map((one) => (one.seat === seat ? YOU : (one.name ?? t('seat.nobody', { number: one.seat + 1 }))))
}

/** A text of the page itself. A `count` chooses between one and many. */
export function t(key: Leaves<Ui>, params: Params = {}): string {
  let found: unknown = catalogue().ui
  for (const part of key.split('.')) found = (found as Record<string, unknown> | null)?.[part]
  return found === undefined || found === null ? '' : fill(found as string | string[], params)
}

/** A text of the game, of one edition or, without, of both. */
export function say(edition: Edition | null, key: string, params: Params = {}): string {
  const found = texts(edition)[key]
  return found === undefined ? key : fill(found, params)
}

export function hasKey(edition: Edition | null, key: string): boolean {
  return key in texts(edition)
}

function texts(edition: Edition | null): Texts {
  return edition === null ? catalogue().common : (catalogue().editions[edition] ?? {})
}

function fill(text: string | readonly string[], params: Params): string {
  const form = typeof text === 'string' ? text : text[many(Number(params.count)) ? 1 : 0]
  return form.replace(/\{(\w+)\}/g, (hole, name: string) => String(params[name] ?? hole))
}

function many(count: number): boolean {
  return catalogue().lang === 'fr' ? count > 1 : count !== 1
}

export function listed(items: string[]): string {
  const last = items.at(-1) ?? say(null, 'list.nothing')
  if (items.length < 2) return last
  const first = items.slice(0, -1).reduce((first, last) => say(null, 'list.comma', { first, last }))
  return say(null, 'list.and', { first, last })
}

export function capital(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1)
}

export function you(): string {
  return say(null, 'cli.you')
}

/** A player's name where nothing else is said of him. */
export function plain(name: string): string {
  return name === YOU ? you() : name
}

export function character(edition: Edition, slug: string): string {
  return say(edition, `character.${slug}`)
}

/** What a character does, each part after the name of its hour. */
export function ability(edition: Edition, slug: string): string {
  return say(edition, `ability.${slug}`)
}

export function token(edition: Edition, kind: string): string {
  return say(edition, `token.${kind}`)
}

export function aToken(edition: Edition, kind: string): string {
  return say(edition, `token.${kind}.a`)
}

export function tokens(edition: Edition, kind: string, count: number): string {
  return say(edition, `token.${kind}.count`, { count })
}

/** Tokens of several kinds in a sentence. */
export function heap(edition: Edition, kinds: string[]): string {
  const counted = new Map<string, number>()
  for (const kind of kinds) counted.set(kind, (counted.get(kind) ?? 0) + 1)
  return listed([...counted].map(([kind, count]) => tokens(edition, kind, count)))
}

/** What a token does and is worth, on one side of its tile where it has two. */
export function tokenEffect(edition: Edition, kind: string, side: Side = 'calm'): string {
  return say(edition, `token.${kind}.${side === 'calm' ? 'effect' : side}`)
}

/** The name of whatever may act: a character, a token, or one that is nobody's. */
export function called(edition: Edition, slug: string): string {
  for (const key of [`character.${slug}`, `token.${slug}`]) if (hasKey(edition, key)) return say(edition, key)
  return say(edition, slug)
}

/** What an edition calls something: crew, lineup, voyage, … */
export function term(edition: Edition, word: string): string {
  return say(edition, `term.${word}`)
}

export function hour(edition: Edition, name: Hour): string {
  return say(edition, `hour.${name}`)
}

export function hourRules(edition: Edition, name: Hour): string {
  return say(edition, `hour.${name}.rules`)
}

export function colourName(colour: Colour): string {
  return say(null, `colour.${colour}`)
}

/** The question that a decision asks. */
export function prompt(edition: Edition, kind: string): string {
  return say(edition, `prompt.${kind}`)
}

/** An answer to a decision of a kind. */
export function option(edition: Edition, kind: string, text: string, names: string[]): string {
  const own = `option.${kind}.${text}`
  if (hasKey(edition, own)) return say(edition, own)
  if (/^\d+$/.test(text)) return plain(names[Number(text)])
  const [seat, slug] = text.split(':')
  if (slug !== undefined) return owned('of', called(edition, slug), names[Number(seat)])
  const [today, tomorrow] = text.split('/')
  if (tomorrow !== undefined) {
    return capital(say(edition, `option.${kind}`, { today: token(edition, today), tomorrow: token(edition, tomorrow) }))
  }
  const [count, sold] = text.split('*')
  if (sold !== undefined) return say(edition, `option.${kind}.${count}`, { tokens: tokens(edition, sold, Number(count)) })
  return called(edition, text)
}

// The names before which "de" becomes "d'".
const ELIDES = /^(?:[aeiouhæœ]|y(?![aeiou]))/i

/** A card and its owner, as a line begins with it. */
export function owned(form: 'of' | 'whose', card: string, name: string): string {
  if (name === YOU) return capital(say(null, `${form}.you`, { card }))
  const elided = ELIDES.test(name.normalize('NFD'))
  return say(null, elided ? `${form}.elided` : form, { card: capital(card), name })
}
