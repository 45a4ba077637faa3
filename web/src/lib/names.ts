/** The things of the game by name: a port of `libertalia.words.words`. */

import { catalogue, type Texts } from './catalogue.svelte'
import { hours, rulesOf } from './rules.svelte'
import type { Lang } from './settings.svelte'
import type { Colour, Edition, Hour } from './types'
import type { Leaves, Ui } from './texts/all.en'

export type Params = Record<string, string | number>

/** Who sits at a table, and on which seat the reader sits; a spectator sits on none. */
export interface People {
  names: string[]
  reader: number | null
}

/** A text of the page itself. A `count` chooses between one and many. */
export function t(key: Leaves<Ui>, params: Params = {}): string {
  let found: unknown = catalogue().ui
  for (const part of key.split('.')) found = (found as Record<string, unknown> | null)?.[part]
  return found === undefined || found === null ? '' : fill(found as string | string[], params)
}

/** A text of the game in the words of an edition or, without one, a text that all editions have in common. */
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

/** Texts of both languages: those of the reader's. */
export function inLanguage<T>(texts: Record<Lang, T>): () => T {
  return () => texts[catalogue().lang]
}

export function fill(text: string | readonly string[], params: Params): string {
  const form = typeof text === 'string' ? text : text[many(Number(params.count)) ? 1 : 0]
  return form.replace(/\{(\w+)\}/g, (hole, name: string) => String(params[name] ?? hole))
}

function many(count: number): boolean {
  return catalogue().lang === 'fr' ? count >= 2 : count !== 1
}

/** "1 doubloon", "2 doubloons". */
export function doubloons(count: number): string {
  return say(null, 'cli.doubloons', { count })
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

/** A player where nothing else is said of them; the reader is "you". */
export function callSeat({ names, reader }: People, seat: number): string {
  return seat === reader ? say(null, 'cli.you') : names[seat]
}

export function character(edition: Edition, slug: string): string {
  return say(edition, `character.${slug}`)
}

/** What a character does, by the hours at which it does something. */
export function abilities(edition: Edition, slug: string): [Hour, string][] {
  return hours(edition, slug).map((one) => [one, say(edition, `ability.${slug}.${one}`)])
}

/** What a character does, in one text. */
export function ability(edition: Edition, slug: string): string {
  const parts = abilities(edition, slug)
  return parts.map(([one, text]) => say(null, 'at-hour', { hour: abilityHour(edition, one), text })).join(' ')
}

/** The few words on a card, by hour. */
export function faces(edition: Edition, slug: string): [Hour, string][] {
  return hours(edition, slug).map((one) => [one, say(edition, `face.${slug}.${one}`)])
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

/** What a token does and is worth, on one side where it has sides. */
export function tokenEffect(edition: Edition, kind: string, side = ''): string {
  const rules = rulesOf(edition)?.tokens[kind]
  const when = rules?.sides?.[side]?.hours ?? rules?.hours ?? []
  const parts = when.map((one) => ({ hour: hour(edition, one), text: say(edition, `${ofSide(kind, side)}.${one}`) }))
  return parts.map((part) => say(null, 'at-hour', part)).join(' ')
}

/** The few words beside a token. */
export function tokenFace(edition: Edition, kind: string, side = ''): string {
  return say(edition, `${ofSide(kind, side)}.face`)
}

/** A word or a number for a side of a token on the board. */
export function tokenTag(edition: Edition, kind: string, side: string): string {
  return say(edition, `${ofSide(kind, side)}.tag`)
}

function ofSide(kind: string, side: string): string {
  return side ? `token.${kind}.${side}` : `token.${kind}`
}

/** The name of whatever may act: a character or a token. */
export function called(edition: Edition, slug: string): string {
  const card = `character.${slug}`
  return say(edition, hasKey(edition, card) ? card : `token.${slug}`)
}

/** What an edition calls something: crew, lineup, voyage, … */
export function term(edition: Edition, word: string): string {
  return say(edition, `term.${word}`)
}

export function hour(edition: Edition, name: Hour): string {
  return say(edition, `hour.${name}`)
}

/** The name of the abilities of an hour, where it is not the name of the hour itself. */
export function abilityHour(edition: Edition, name: Hour): string {
  const own = `hour.${name}.ability`
  return say(edition, hasKey(edition, own) ? own : `hour.${name}`)
}

export function hourRules(edition: Edition, name: Hour): string {
  return say(edition, `hour.${name}.rules`)
}

export function colourName(colour: Colour): string {
  return say(null, `colour.${colour}`)
}

/** The question that a decision asks, without the name of who asks it. */
export function prompt(edition: Edition, kind: string): string {
  return capital(say(edition, `prompt.${kind}`))
}

/** An answer to a decision of a kind. */
export function option(edition: Edition, kind: string, text: string, people: People): string {
  const own = `option.${kind}.${text}`
  if (hasKey(edition, own)) return say(edition, own)
  if (/^\d+$/.test(text)) return callSeat(people, Number(text))
  const [seat, slug] = text.split(':')
  if (slug !== undefined) return owned('of', called(edition, slug), people, Number(seat))
  const [today, tomorrow] = text.split('/')
  if (tomorrow !== undefined) {
    return capital(say(edition, `option.${kind}`, { today: token(edition, today), tomorrow: token(edition, tomorrow) }))
  }
  const [count, sold] = text.split('*')
  if (sold !== undefined) return say(edition, `option.${kind}.${count}`, { tokens: tokens(edition, sold, Number(count)) })
  return called(edition, text)
}

/** The same in the middle of a sentence. */
export function optionInside(edition: Edition, kind: string, text: string, people: People): string {
  const [seat, slug] = text.split(':')
  const mine = slug !== undefined && Number(seat) === people.reader
  return mine ? say(null, 'of.you', { card: called(edition, slug) }) : option(edition, kind, text, people)
}

/** A card and its owner, as a line begins with it. */
export function owned(form: 'of' | 'whose', card: string, { names, reader }: People, seat: number): string {
  if (seat === reader) return capital(say(null, `${form}.you`, { card }))
  const name = names[seat]
  return say(null, elides(name) ? `${form}.elided` : form, { card: capital(card), name })
}

/** Whether "de" becomes "d'" before a name. */
function elides(name: string): boolean {
  const [first = '', second = ''] = name.normalize('NFD').toLowerCase()
  return 'aeiouhæœ'.includes(first) ? first !== '' : first === 'y' && !(second && 'aeiou'.includes(second))
}
