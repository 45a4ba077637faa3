/** The cards that I held last at a table of this device: they can be read before its engine is there. */

import { load, save } from '../../lib/storage'
import type { Colour, Edition } from '../../lib/types'

export interface LastHand {
  table: string
  edition: Edition
  colour: Colour
  cards: string[]
}

const KEY = 'hand'

export function keepHand(hand: LastHand) {
  save(KEY, hand)
}

export function lastHand(table: string | undefined): LastHand | null {
  const hand = load<LastHand | null>(KEY, null)
  return hand?.table === table ? hand : null
}
