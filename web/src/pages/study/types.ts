/** The figures of a study, as `libertalia.lab.page_figures` writes them. Lists go by rank and by kind. */

import type { Colour, Edition } from '../../lib/types'

/** A mean and its error: the truth lies within it 19 times in 20. Nothing is known where both are null. */
export type Pair = [mean: number, error: number] | [null, null]

export const PARTS = ['day', 'night', 'end', 'loot', 'others'] as const
export type Part = (typeof PARTS)[number]

export interface CharacterFigures {
  worth: Pair
  parts?: number[]
  days?: Pair[]
}

export interface SettingFigures {
  players: number
  level: string
  options: Record<string, string>
  deals: number
  characters: CharacterFigures[]
  tokens: Pair[]
  /** By the value of the option that splits ties, how many of a hundred voyages each colour wins. */
  wins?: Record<string, Partial<Record<Colour, Pair>>>
  /** How many of a hundred voyages are won from each place in ties at the start, from who loses them all. */
  places?: Pair[]
}

export interface StudyFigures {
  edition: Edition
  options: Record<string, string>
  level: string
  players: number
  /** The version of the rules that it was counted under. */
  rules: number
  command: string
  characters: string[]
  tokens: string[]
  parts: Part[]
  settings: SettingFigures[]
}

/** What is measured, or not. */
export interface Estimate {
  mean: number
  error: number
}

/** What a character is worth in a setting. */
export interface Worth extends Estimate {
  slug: string
  rank: number
  parts: Record<Part, number>
  days: Estimate[]
}
