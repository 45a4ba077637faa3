/** What the engine knows of an edition and no language changes. */

import { untrack } from 'svelte'
import type { Colour, Edition, Hour, Options } from './types'

export interface CharacterRules {
  rank: number
  hours: Hour[]
  influence?: Record<'printed' | 'fair', Record<Colour, number>>
}

export interface Rules {
  characters: Record<string, CharacterRules>
  tokens: Record<string, number>
  reconstructed: string[]
  options: Record<string, string[]>
  players: [number, number]
  days: number[]
  colours: Colour[]
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

/** The hours at which a character works. */
export function hours(edition: Edition, slug: string): Hour[] {
  return loaded[edition]?.characters[slug]?.hours ?? []
}

/** The silver mark of a card, by which equal ranks are told apart; only the original edition has one. */
export function influence(edition: Edition, slug: string, colour: Colour, options: Options): number | null {
  return loaded[edition]?.characters[slug]?.influence?.[options.influence ?? 'printed'][colour] ?? null
}
