/** Puzzles as the server tells them; docs/puzzles.md explains them. */

import type { Edition, Level, Mine, PublicView, TableInfo } from '../types'
import type { ReviewOption } from './review'

export interface PuzzleEntry {
  id: string
  rating: number
  kind: string
  players: number
}

export type PuzzleOption = Omit<ReviewOption, 'share'> & { why: string[] }

export interface Puzzle {
  id: string
  rating: number
  seat: number
  kind: string
  /** What somebody would answer who looks no further than the next sunrise. */
  obvious: string
  worlds: number
  table: TableInfo
  view: PublicView
  mine: Mine
  /** The best first. */
  options: PuzzleOption[]
  others: Record<string, Record<string, number>>
  /** How many of `tries` each level of bots has solved. */
  solved: Record<Level, number>
  tries: number
}

/** An attempt at a puzzle, the latest last. */
export interface Attempt {
  edition: Edition
  id: string
  right: boolean
  /** By how much my rating has changed; nothing where it did not count. */
  change?: number
}
