/** A table where one decision is made, and nobody is connected to: the answer is known already. */

import { settings } from '../../lib/settings.svelte'
import { TableStore } from '../../lib/tableStore.svelte'
import type { PublicView, TableInfo } from '../../lib/types'
import { Hints } from '../../table/hint/hints.svelte'
import type { Puzzle } from '../../lib/answers/puzzles'

export class PuzzleStore extends TableStore {
  /** What the solver has answered. */
  answered = $state<string | null>(null)

  constructor(puzzle: Puzzle) {
    super(withMyName(puzzle), null)
    this.seat = puzzle.seat
    this.view = withOthersReady(puzzle)
    this.mine = puzzle.mine
  }

  override get connection() {
    return 'online' as const
  }

  /** After the answer nothing more can be chosen. */
  override get pending(): boolean {
    return this.answered !== null
  }

  override play(answer: string): Promise<boolean> {
    this.answered = answer
    return Promise.resolve(true)
  }

  override unpick(): Promise<boolean> {
    return Promise.resolve(false)
  }
}

/** There are no hints at a puzzle. */
export class NoHints extends Hints {
  override get offered(): boolean {
    return false
  }
}

function withMyName({ table, seat }: Puzzle): TableInfo {
  const name = settings.name
  if (!name || table.seats.some((one) => one.name === name)) return table
  return { ...table, seats: table.seats.map((one) => (one.seat === seat ? { ...one, name } : one)) }
}

/** At sunrise all others have picked: what I pick can't be taken back. */
function withOthersReady({ view, kind, seat }: Puzzle): PublicView {
  if (kind !== 'pick') return view
  const picking = new Set(view.waiting.map(([one]) => one))
  const seats = view.seats.map((one) => (one.seat !== seat && picking.has(one.seat) ? { ...one, picked: true } : one))
  return { ...view, seats, waiting: [[seat, 'pick']] }
}
