/** What this browser remembers of its owner's puzzles: which were tried, and a rating for those who want one. */

import { load, save } from '../../lib/storage'
import type { Edition } from '../../lib/types'
import { FIRST, rated, type Rating } from './rating'
import type { Attempt, PuzzleEntry } from '../../lib/answers/puzzles'

interface Stored {
  /** Whether a rating is wanted. */
  on: boolean
  ratings: Record<Edition, Rating>
  /** Of each puzzle that was tried, whether the first try was right. */
  tried: Record<string, boolean>
  history: Attempt[]
}

const KEY = 'puzzles'
const REMEMBERED = 60
/** Among how many puzzles of the right strength the next one is drawn. */
const NEAR = 8

export class Progress {
  #stored = $state<Stored>({ on: false, ratings: {}, tried: {}, history: [], ...load<Partial<Stored>>(KEY, {}) })

  get on(): boolean {
    return this.#stored.on
  }
  get history(): Attempt[] {
    return this.#stored.history
  }

  rating(edition: Edition): Rating {
    return this.#stored.ratings[edition] ?? FIRST
  }

  tried(id: string): boolean {
    return id in this.#stored.tried
  }

  /** How many of these were right at the first try. */
  solved(entries: PuzzleEntry[]): number {
    return entries.filter(({ id }) => this.#stored.tried[id]).length
  }

  turn(on: boolean) {
    this.#stored.on = on
    this.#keep()
  }

  /** Forgets rating and history; what was tried stays tried. */
  forget() {
    this.#stored.ratings = {}
    this.#stored.history = []
    this.#keep()
  }

  /** Notes an attempt. Only the first one at a puzzle counts; returns what it changed. */
  note(edition: Edition, puzzle: { id: string; rating: number }, right: boolean): Attempt | null {
    if (this.tried(puzzle.id)) return null
    const attempt: Attempt = { edition, id: puzzle.id, right }
    if (this.on) {
      const before = this.rating(edition)
      const after = rated(before, puzzle.rating, right)
      this.#stored.ratings[edition] = after
      attempt.change = Math.round(after.value) - Math.round(before.value)
    }
    this.#stored.tried[puzzle.id] = right
    this.#stored.history = [...this.#stored.history, attempt].slice(-REMEMBERED)
    this.#keep()
    return attempt
  }

  /** The next puzzle: with a rating one of my strength, without it from the easiest to the hardest. `luck` is from 0 to 1. */
  next(edition: Edition, entries: PuzzleEntry[], not: string | null = null, luck = Math.random()): PuzzleEntry | undefined {
    const others = entries.filter(({ id }) => id !== not)
    const fresh = others.filter(({ id }) => !this.tried(id))
    const open = fresh.length ? fresh : others
    if (!this.on && fresh.length) return open[0]
    const { value } = this.rating(edition)
    const near = fresh.length ? open.toSorted((a, b) => Math.abs(a.rating - value) - Math.abs(b.rating - value)) : open
    const among = fresh.length ? near.slice(0, NEAR) : near
    return among[Math.min(among.length - 1, Math.floor(luck * among.length))]
  }

  #keep() {
    save(KEY, $state.snapshot(this.#stored))
  }
}
