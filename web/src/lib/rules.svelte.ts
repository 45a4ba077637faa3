/** What an edition says about itself and no language changes, as `libertalia.words.export` writes it. */

import { untrack } from 'svelte'
import type { Colour, Edition, Hour, Options } from './types'

export interface CharacterRules {
  rank: number
  hours: Hour[]
  /** What the card shows besides its rank: by the value of the option `marked_by`, a number for each colour. */
  marks?: Record<string, Record<Colour, number>>
}

/** One side of a token. */
export interface SideRules {
  hours: Hour[]
  /** Whether its text is our own, because no public source has it. */
  reconstructed: boolean
}

/** A token has its hours, or sides that have them. */
export interface TokenRules {
  count: number
  hours?: Hour[]
  sides?: Record<string, SideRules>
}

/** Something that can be chosen before a game. */
export interface OptionRules {
  name: string
  values: string[]
  default: string
  /** Only in a game for one. */
  alone: boolean
  /** Where tokens have sides, an object from kind to side may be given instead of a value. */
  sides: string[]
  /** The value for which chance chooses the sides. */
  drawn: string
}

/** How to show something that an edition has besides: see `Edition.extras_forms`. */
export interface ExtraForm {
  form: 'track' | 'card' | 'word'
  key?: string
  grants?: number[]
  breaks_ties?: boolean
}

export interface Rules {
  /** Of the rules, as games of today are dealt. */
  version: number
  characters: Record<string, CharacterRules>
  marked_by: string
  neutrals: Record<string, { hours: Hour[] }>
  tokens: Record<string, TokenRules>
  options: OptionRules[]
  players: [fewest: number, most: number]
  /** The days of each voyage. */
  days: number[]
  colours: Colour[]
  extras: Record<string, ExtraForm>
}

const FILES = import.meta.glob<Rules>('../data/rules/*.json', { import: 'default' })

let loaded = $state.raw<Partial<Record<Edition, Rules>>>({})

export async function loadRules(edition: Edition) {
  if (edition in untrack(() => loaded)) return
  const rules = await FILES[`../data/rules/${edition}.json`]()
  loaded = { ...loaded, [edition]: rules }
}

export function rulesOf(edition: Edition): Rules | undefined {
  return loaded[edition]
}

/** The characters of an edition as they are listed: by rank. */
export function cardOrder(edition: Edition): string[] {
  return Object.keys(loaded[edition]?.characters ?? {})
}

export function rank(edition: Edition, slug: string): number {
  return loaded[edition]?.characters[slug]?.rank ?? 0
}

/** The hours at which a character does something, also one that is nobody's. */
export function hours(edition: Edition, slug: string): Hour[] {
  const rules = loaded[edition]
  return (rules?.characters[slug] ?? rules?.neutrals[slug])?.hours ?? []
}

/** The number that a card shows for a colour besides its rank, where cards of the edition have one. */
export function mark(edition: Edition, slug: string, colour: Colour, options: Options): number | null {
  const rules = loaded[edition]
  const marks = rules?.characters[slug]?.marks
  if (!rules || !marks) return null
  const value = valueOf(rules, rules.marked_by, options)
  return marks[value as string]?.[colour] ?? null
}

/** Which side of a token is up; empty where tokens have no sides. */
export function sideOf(edition: Edition, options: Options, kind: string): string {
  const rules = loaded[edition]
  const option = rules?.options.find((one) => one.sides.length)
  if (!rules || !option) return ''
  const value = valueOf(rules, option.name, options)
  return typeof value === 'string' ? value : (value?.[kind] ?? option.sides[0])
}

/** The rules of one side of a token. */
export function sideRules(edition: Edition, kind: string, side: string): SideRules | undefined {
  return loaded[edition]?.tokens[kind]?.sides?.[side]
}

function valueOf(rules: Rules, name: string, options: Options): string | Record<string, string> | undefined {
  return options[name] ?? rules.options.find((one) => one.name === name)?.default
}
