/** What `GET /api/bots` tells of the bots. */

import type { Level } from '../types'

export interface Strength {
  rating: number
  error: number
  /** By the number of players: the share won against a table of the level below, and the error of that. */
  beats: Record<string, [share: number, error: number]>
  ms: number
}

export interface BotLevel {
  level: Level
  face: string
  name: string
  line: string
  strength: Record<string, Strength>
}
