/** My move: what may be chosen, what I have chosen so far, and the answer. */

import { flushSync } from 'svelte'
import type { TableStore } from '../lib/tableStore.svelte'
import { settings } from '../lib/settings.svelte'
import { choicesOf, isPart, KEYS, withPart, type Choice } from './choices'
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
    return this.#director.asks && this.#present
  }

  /** Whether the server asks me already, while the table still shows what happened before. I may answer, but not in a lesson. */
  get early(): boolean {
    return !this.#director.asks && !this.#director.unhurried && this.#present && !!this.#director.known.mine?.decision
  }

  get #present(): boolean {
    const { seat, table, connection, pending } = this.#game
    return seat !== null && connection === 'online' && !pending && !table.seats[seat]?.bot
  }

  choices: Choice[] = $derived.by(() => {
    const { view, mine } = this.#director
    const { seat } = this.#game
    if (!view || !mine || seat === null) return []
    if (this.early) return this.#earlyPicks(mine.hand, seat)
    if (!this.open) return []
    if (mine.pick === null) return choicesOf(view, mine, seat, this.selected)
    if (view.hour !== 'sunrise') return []
    const others = mine.hand.filter((card) => card !== mine.pick)
    return others.map((card, at) => ({ option: card, place: 'hand', seat, slug: card, key: KEYS[at] ?? '' }))
  })

  /** The answer that is selected, when it is a whole one. */
  get chosen(): Choice | undefined {
    const { selected } = this
    if (selected === null || isPart(selected)) return undefined
    if (selected.includes('/') && this.#director.mine?.decision?.options.includes(selected))
      return { option: selected, place: 'today', seat: this.#game.seat!, slug: selected, key: '' }
    return this.choices.find((choice) => choice.option === selected)
  }

  /** Everyone else has picked: mine will be revealed at once and can't be taken back. */
  get last(): boolean {
    return this.#director.mine?.decision?.kind === 'pick' && this.#game.view?.waiting.length === 1
  }

  choose(option: string) {
    if (!this.choices.some((choice) => choice.option === option)) return
    if (this.early) {
      this.#director.catchUp()
      flushSync()
    }
    const mine = this.#director.mine
    if (mine?.pick) return void this.#change(option)
    if (isPart(option)) return void (this.selected = withPart(this.selected, option, mine?.decision?.options ?? []))
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

  /** A key chooses, Enter confirms, Escape aims again. Whether it was such a key. */
  press(event: KeyboardEvent): boolean {
    const choice = this.choices.find((one) => one.key === event.key.toLowerCase())
    if (choice) {
      this.choose(choice.option)
      document.querySelector<HTMLElement>(`.table button[data-option="${CSS.escape(choice.option)}"]`)?.focus()
    } else if (event.key === 'Enter' && this.chosen && !(event.target as Element).closest('button, a, summary')) this.confirm()
    else if (event.key === 'Escape') this.again()
    else return false
    event.preventDefault()
    return true
  }

  async answer(option: string) {
    this.selected = null
    this.refused = null
    if (!(await this.#game.play(option))) this.refused = { option }
  }

  takeBack() {
    void this.#game.unpick()
  }

  /** My next pick, if all the cards are in sight that I may pick. */
  #earlyPicks(shown: string[], seat: number): Choice[] {
    const { view, mine } = this.#director.known
    if (!view || mine?.decision?.kind !== 'pick' || !mine.decision.options.every((card) => shown.includes(card))) return []
    return choicesOf(view, mine, seat)
  }

  async #change(card: string) {
    if (await this.#game.unpick()) await this.answer(card)
  }
}
