/** How strong the bots are that this browser plays against: three wins in a row one level up, three losses one down. */

import { load, save } from './storage'
import { LEVELS, type Level, type TableInfo } from './types'

export interface Ladder {
  level: Level
  /** How many games in a row were won or, below 0, lost. */
  run: number
  /** The tables that were counted last, so that none counts twice. */
  counted: string[]
}

const KEY = 'ladder'
const IN_A_ROW = 3
const REMEMBERED = 20
/** The server lists its bots from the weakest to the strongest. */
const FIRST: Ladder = { level: LEVELS[0], run: 0, counted: [] }

export function ladder(): Ladder {
  const stored = { ...FIRST, ...load<Partial<Ladder>>(KEY, {}) }
  return LEVELS.includes(stored.level) ? stored : FIRST
}

/** Somebody chose the level themselves. */
export function chooseLevel(level: Level) {
  if (level !== ladder().level) save(KEY, { ...ladder(), level, run: 0 })
}

/** Where one stands after another game. */
export function afterGame({ level, run, counted }: Ladder, won: boolean, table: string): Ladder {
  const longer = won ? Math.max(run, 0) + 1 : Math.min(run, 0) - 1
  const step = Math.abs(longer) < IN_A_ROW ? 0 : Math.sign(longer)
  const place = Math.min(LEVELS.length - 1, Math.max(0, LEVELS.indexOf(level) + step))
  return { level: LEVELS[place], run: step ? 0 : longer, counted: [table, ...counted].slice(0, REMEMBERED) }
}

/** Counts a finished game, if it was one against bots only, all of the own level. */
export function countGame(table: TableInfo, seat: number) {
  const now = ladder()
  const others = table.seats.filter((one) => one.seat !== seat)
  const counts = others.length > 0 && others.every((one) => one.kind === 'bot' && one.level === now.level)
  if (!counts || !table.winners || now.counted.includes(table.id)) return
  save(KEY, afterGame(now, table.winners.includes(seat), table.id))
}
