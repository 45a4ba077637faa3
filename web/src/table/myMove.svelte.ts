/** My move: what may be chosen, what I have chosen so far, and the answer. */

import type { TableStore } from '../lib/tableStore.svelte'
import { settings } from '../lib/settings.svelte'
import { choicesOf, KEYS, type Choice } from './choices'
import type { Director } from './director.svelte'

export class MyMove {
  selected = $state<string | null>(null)
  /** The answer that the server did not take. */
  refused = $state.raw<{ option: string } | null>(null)
  #game: TableStore
  #director: Director

  constructor(game: TableStore, director: Director) {
    this.#game = game
    this.#director = director
  }

  /** Nothing is lit while the table still moves towards my question, while the line is dead, or while a bot sits in my place. */
  get open(): boolean {
    const { seat, table, connection, pending } = this.#game
    if (seat === null || !this.#director.asks || connection !== 'online' || pending) return false
    return !table.seats[seat]?.bot
  }

  choices: Choice[] = $derived.by(() => {
    const { view, mine } = this.#director
    const { seat } = this.#game
    if (!view || !mine || seat === null || !this.open) return []
    if (mine.pick === null) return choicesOf(view, mine, seat)
    if (view.hour !== 'sunrise') return []
    const others = mine.hand.filter((card) => card !== mine.pick)
    return others.map((card, at) => ({ option: card, place: 'hand', seat, slug: card, key: KEYS[at] ?? '' }))
  })

  get chosen(): Choice | undefined {
    return this.choices.find((choice) => choice.option === this.selected)
  }

  /** Everyone else has picked: mine will be revealed at once and can't be taken back. */
  get last(): boolean {
    return this.#director.mine?.decision?.kind === 'pick' && this.#game.view?.waiting.length === 1
  }

  choose(option: string) {
    const mine = this.#director.mine
    if (!this.choices.some((choice) => choice.option === option)) return
    if (mine?.pick) return void this.#change(option)
    const kind = mine?.decision?.kind
    const atOnce = (kind === 'pick' && !this.last) || (kind === 'take' && settings.oneClick) || this.selected === option
    if (atOnce) void this.answer(option)
    else this.selected = option
  }

  confirm() {
    if (this.chosen) void this.answer(this.chosen.option)
  }

  again() {
    this.selected = null
  }

  async answer(option: string) {
    this.selected = null
    this.refused = null
    if (!(await this.#game.play(option))) this.refused = { option }
  }

  takeBack() {
    void this.#game.unpick()
  }

  async #change(card: string) {
    if (await this.#game.unpick()) await this.answer(card)
  }
}
