/** Who is away, since when, and what follows from it. */

import type { TableStore } from '../../lib/tableStore.svelte'
import { LEVELS } from '../../lib/types'

/** A third of the time after which something can be done about it, one sees already that somebody is away. */
const SIGN = 1 / 3
/** Who wants to wait is asked again after so long, by the time after which they were asked first. */
const ASK_AGAIN = 2

export interface Absent {
  seat: number
  /** How long they have been away, in seconds. */
  seconds: number
}

export class Absence {
  #game: TableStore
  #now = $state(Date.now())
  /** Until when I want to wait. */
  #waitUntil = $state(0)

  constructor(game: TableStore) {
    this.#game = game
    $effect(() => {
      const timer = setInterval(() => (this.#now = Date.now()), 1000)
      return () => clearInterval(timer)
    })
  }

  #since(seat: number): number | undefined {
    const { table, presence } = this.#game
    const here = table.seats[seat]
    return here?.kind === 'person' && !here.bot && seat !== this.#game.seat ? presence.away[seat] : undefined
  }

  /** For how many seconds somebody has been away; 0 for those who are here, or have just gone. */
  of(seat: number): number {
    const since = this.#since(seat)
    if (since === undefined || this.#game.table.status !== 'playing') return 0
    const seconds = (this.#now + this.#game.skew - since) / 1000
    return seconds < this.#game.patience.away * SIGN ? 0 : Math.max(1, Math.floor(seconds))
  }

  /** The one whom everybody waits for, if they are away long enough for something to be done about it. */
  get awaited(): Absent | null {
    const waiting = this.#game.view?.waiting ?? []
    for (const [seat] of waiting) {
      const seconds = this.of(seat)
      if (seconds >= this.#game.patience.away) return { seat, seconds }
    }
    return null
  }

  /** The same, unless I want to wait a little longer, or have something to decide myself. */
  get offered(): Absent | null {
    const mine = this.#game.mine
    const busy = mine?.decision && mine.pick === null
    return this.#game.seat === null || busy || this.#now < this.#waitUntil ? null : this.awaited
  }

  wait() {
    this.#waitUntil = Date.now() + ASK_AGAIN * this.#game.patience.away * 1000
  }

  /** Whether anyone may let a bot stand in by now, not only the host. */
  anyone(absent: Absent): boolean {
    return this.#game.table.clock === null && absent.seconds >= this.#game.patience.stand_in
  }
}

/** Lets a bot play for somebody until they are back. The server chooses which. */
export function standIn(game: TableStore, { seat }: Absent) {
  void game.bot(seat, LEVELS[0])
}

/** Minutes and seconds. */
export function minutes(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(Math.floor(seconds) % 60).padStart(2, '0')}`
}
