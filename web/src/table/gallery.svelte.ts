/** A table without a server. */

import type { Clock, Entry, Mine, Presence, PublicView, TableInfo } from '../lib/types'

export class FakeGame {
  table: TableInfo = $state.raw({} as TableInfo)
  view = $state.raw<PublicView | null>(null)
  mine = $state.raw<Mine | null>(null)
  seat = $state<number | null>(null)
  host = false
  presence = $state.raw<Presence>({ seats: [0, 1, 2], watchers: 0, away: {} })
  clock = $state.raw<Clock | null>(null)
  skew = 0
  patience = { away: 60, stand_in: 120, host: 120 }
  entries = $state.raw<Entry[]>([])
  refusal = $state.raw<{ id: string; key: string; message: string } | null>(null)
  connection = $state<'connecting' | 'online' | 'offline'>('online')
  retryIn = $state(3)
  pending = $state(false)
  #listeners = new Set<(entries: Entry[], view: PublicView | null, mine: Mine | null) => void>()

  constructor(table: TableInfo, seat: number | null, view: PublicView, mine: Mine | null, entries: Entry[], clock: Clock) {
    Object.assign(this, { table: { ...table, ending: [] }, seat, view, mine, entries, clock })
  }

  get watching() {
    return this.seat === null
  }

  onNews(listener: (entries: Entry[], view: PublicView | null, mine: Mine | null) => void) {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  hear(entry: Entry, view: PublicView, mine: Mine | null) {
    this.view = view
    this.mine = mine
    this.entries = [...this.entries, entry]
    for (const listener of this.#listeners) listener([entry], view, mine)
  }

  async play(answer: string) {
    if (this.mine?.decision?.kind !== 'pick' || !this.view) return true
    const seats = this.view.seats.map((seat) => (seat.seat === this.seat ? { ...seat, picked: true } : seat))
    const waiting = this.view.waiting.filter(([seat]) => seat !== this.seat)
    const number = this.entries.length + 1
    const entry: Entry = {
      kind: 'played',
      number,
      at: 0,
      seat: this.seat ?? 0,
      turn: 0,
      bot: false,
      events: [{ event: 'picked', seat: this.seat ?? 0, card: answer }],
    }
    this.hear(entry, { ...this.view, seats, waiting }, { ...this.mine, pick: answer, decision: null })
    return true
  }

  async unpick() {
    return true
  }
  async chat() {
    return true
  }
  async back() {
    return true
  }
  async leave() {
    return true
  }
}
