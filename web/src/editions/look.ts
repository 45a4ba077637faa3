import type { Component } from 'svelte'
import type { Colour, Hour } from '../lib/types'

/** How an edition looks and sounds. An edition without a folder here gets the plain look. */
export interface EditionLook {
  /** What lies behind every page. */
  Backdrop: Component<{ phase?: Hour }>
  /** What carries the lineup: drawn once behind the cards and once before them. */
  Vessel: Component<{ layer: 'back' | 'front'; phase?: Hour }> | null
  /** The icons of characters, of those that are nobody's, and of loot. A kind of loot without one shows its first letter. */
  figures: { characters: Record<string, string>; tokens: Record<string, { icon: string }> }
  /** The icon of the day that is played, and of starting a game. */
  vesselIcon: string
  /** The icon of the end of a voyage. */
  restIcon: string
  /** How it is shown on the first page: at which hour, and with which cards. */
  showcase: { phase: Hour; cards: [slug: string, colour: Colour][] }
  /** What the button says that confirms an answer to one of these, instead of the answer alone. */
  confirm: Record<string, 'fire' | 'strike' | 'steal'>
  /** What is heard when one of these sends a card to the graveyard, or is taken. */
  sounds: Record<string, 'cannon' | 'blades'>
}
