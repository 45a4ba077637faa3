/** A hint at my decision: asked for, thought of by the server, shown, and hidden again. */

import { getContext, setContext } from 'svelte'
import type { TableStore } from '../../lib/tableStore.svelte'
import type { Director } from '../director.svelte'
import type { MyMove } from '../myMove.svelte'

/** After so long nothing comes any more, in milliseconds. */
const PATIENCE = 60_000
const KEY = Symbol('hints')

export class Hints {
  /** The turn that a hint was asked for, and whether it has been in vain. */
  #asked = $state.raw<{ turn: number; failed: boolean } | null>(null)
  #hidden = $state(false)
  #game: TableStore
  #director: Director
  #moves: MyMove

  constructor(game: TableStore, director: Director, moves: MyMove) {
    this.#game = game
    this.#director = director
    this.#moves = moves
    setContext(KEY, this)
  }

  get #turn(): number | null {
    const { mine } = this.#director
    return this.#director.asks && mine?.decision && !mine.pick ? mine.turn : null
  }

  /** Whether I may ask now. */
  get offered(): boolean {
    const { table, connection } = this.#game
    const open = this.#director.asks && connection === 'online' && this.#moves.choices.length > 1
    // in a lesson there is a coach, and a voyage of the day is the same for everyone
    const played = !table.lesson && !table.day
    const allowed = played && (table.hints || table.seats.filter((seat) => seat.kind === 'person').length === 1)
    return allowed && open && this.#turn !== null && !this.shown && !this.thinking
  }

  /** The hint for the decision that I look at. */
  get shown() {
    const { hint } = this.#game
    return hint && hint.turn === this.#turn && !this.#hidden ? hint : null
  }

  get thinking(): boolean {
    const asked = this.#asked
    return asked !== null && asked.turn === this.#turn && !asked.failed && this.#game.hint?.turn !== asked.turn
  }

  /** Whether no hint came although I have asked. */
  get failed(): boolean {
    return this.#asked !== null && this.#asked.turn === this.#turn && this.#asked.failed && !this.#hidden
  }

  /** Asks for a hint, or shows again the one that is there. */
  async ask() {
    const turn = this.#turn
    if (!this.offered || turn === null) return
    this.#hidden = false
    if (this.#game.hint?.turn === turn && this.#game.hint.options.length) return
    this.#game.hint = null
    this.#asked = { turn, failed: false }
    const giveUp = () => {
      if (this.#asked?.turn === turn) this.#asked = { turn, failed: true }
    }
    setTimeout(giveUp, PATIENCE)
    if (!(await this.#game.askHint(turn))) this.#asked = null
  }

  hide() {
    this.#hidden = true
  }

  /** How often a strong player gives an answer, from 0 to 1; of a part of an answer, the answers that have it. */
  share(option: string): number | null {
    const hint = this.shown
    if (!hint || hint.alike || !hint.options.length) return null
    const part = option.startsWith('/') || option.endsWith('/')
    const has = (answer: string) =>
      part ? (option.startsWith('/') ? answer.endsWith(option) : answer.startsWith(option)) : answer === option
    return hint.options.reduce((sum, { answer, share }) => sum + (has(answer) ? share : 0), 0)
  }

  get leader(): string | null {
    return this.shown?.options[0]?.answer ?? null
  }
}

/** The hints of the table; none where nobody plays. */
export const hintsHere = (): Hints | undefined => getContext<Hints | undefined>(KEY)
