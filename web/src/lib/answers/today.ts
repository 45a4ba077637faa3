/** What `GET /api/today/{edition}` tells; `libertalia.server.web.day_bodies` says what each means. */

import type { Colour, Edition, Level } from '../types'

export interface DayBot {
  seat: number
  level: Level
  name: string
  colour: Colour
}

/** Somebody on a board. The name may be forgotten. */
export interface Sailed {
  name: string
  score: number
}

export interface PastDay {
  day: string
  number: number
  edition: Edition
  commitment: string
  seed: string
  sailed: number
  best: (Sailed & { table: string | null })[]
}

export interface CalendarDay {
  day: string
  won: boolean
}

export interface MyDays {
  table: string | null
  at: number | null
  scores: number[] | null
  won: boolean
  place: number | null
  better: number | null
  running: number
  longest: number
  calendar: CalendarDay[]
  yesterday: { table: string; score: number } | null
}

/** How often a score was reached. */
export type Count = [score: number, count: number]

export interface Today {
  day: string
  number: number
  edition: Edition
  seconds_left: number
  commitment: string
  next_commitment: string
  colour: Colour
  bots: DayBot[]
  crew: string[]
  loot: string[][]
  sailed: number
  counts: Count[]
  /** One of them may be mine. */
  best: (Sailed & { mine: boolean })[]
  yesterday: PastDay
  me: MyDays
}
