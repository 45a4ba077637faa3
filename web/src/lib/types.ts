/** What is said between the page and a table server; docs/protocol.md explains it. What the server defines is in messages.ts. */

import type { Happening, Mine, PublicView, TableInfo, Told } from './messages'

export { COLOURS, LEVELS } from './messages'
export type {
  Clock,
  Colour,
  Command,
  Decision,
  Failure,
  HintMessage,
  Happening,
  Hello,
  Inquiry,
  Level,
  Mine,
  News,
  NewTable,
  Patience,
  PublicView,
  SeatPublic as SeatView,
  SeatInfo as Seat,
  ServerMessage,
  Sitting,
  TableInfo,
  Taken,
} from './messages'

/** The name of an edition. The page knows none: what it has to know comes with the exported data. */
export type Edition = string
export type Hour = 'sunrise' | 'day' | 'dusk' | 'night' | 'rest'
export type Zone = 'hand' | 'lineup' | 'crew' | 'graveyard'

/** What was chosen about an edition: a word, or a side for each kind of token. */
export type Options = Record<string, string | Record<string, string>>

/** What an edition has besides; its rules say in which form. */
export type Extras = Record<string, unknown>

export interface Presence {
  seats: number[]
  watchers: number
  /** Since when the other people of the table are not here, by seat, in the server's milliseconds. */
  away: Record<number, number>
}

/** Something that happened in the game, as this viewer may know it. What is null in Python is left out. */
export type GameEvent = Happening & {
  /** The character or token whose ability brought it about, and the seat it worked for. */
  cause?: string
  cause_seat?: number
}

/** An entry of the log. */
export type Entry = Told & {
  number: number
  at: number
  seat?: number
}

/** The game events of an entry; none for what happened beside the game. */
export function eventsOf(entry: Entry): GameEvent[] {
  return 'events' in entry ? (entry.events ?? []) : []
}

/** The entries that count: without the moves that were taken back. */
export function standing(entries: Entry[]): Entry[] {
  const kept: Entry[] = []
  for (const entry of entries) {
    if (entry.kind === 'take-back')
      kept.splice(
        kept.findLastIndex((one) => one.kind === 'played' && one.seat === entry.seat),
        1,
      )
    kept.push(entry)
  }
  return kept
}

export interface ReplayStep {
  entry: Entry
  view: PublicView | null
  mine: Mine | null
}

export interface Replay {
  table: TableInfo
  steps: ReplayStep[]
}
