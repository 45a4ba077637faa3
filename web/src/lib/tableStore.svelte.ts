/** A table as this browser sees it: what the server tells, and what is still to be told to the server. */

import { keepSecret } from './tables'
import { settings } from './settings.svelte'
import { Wire, type Connection, type Refused } from './wire.svelte'
import type { Clock, Colour, Command, Entry, Failure, Level, Mine, Presence, PublicView, ServerMessage, TableInfo } from './types'

export type { Connection }
export type News = (entries: Entry[], view: PublicView | null, mine: Mine | null) => void

export interface Refusal extends Failure {
  id: string
}

export class TableStore {
  table: TableInfo
  view = $state.raw<PublicView | null>(null)
  mine = $state.raw<Mine | null>(null)
  seat = $state<number | null>(null)
  host = $state(false)
  presence = $state.raw<Presence>({ seats: [], watchers: 0 })
  clock = $state.raw<Clock | null>(null)
  /** How far the server's clock is ahead of this browser's, in milliseconds. */
  skew = $state(0)
  entries = $state.raw<Entry[]>([])
  refusal = $state.raw<Refusal | null>(null)
  /** Whether the first news has come. */
  arrived = $state(false)

  #secret: string | null
  #wire: Wire
  #listeners = new Set<News>()

  constructor(table: TableInfo, secret: string | null, address = socketOf(table.id)) {
    this.table = $state.raw(table)
    this.#secret = secret
    const hello = () => {
      const last = this.entries.at(-1)
      const known = { since: this.last, ...(last && { since_at: last.at }) }
      return { type: 'hello' as const, ...(secret && { secret }), ...known, lang: settings.lang }
    }
    this.#wire = new Wire(address, hello, (message) => this.#hear(message))
  }

  connect() {
    this.#wire.open()
  }

  close() {
    this.#wire.close()
  }

  get connection(): Connection {
    return this.#wire.connection
  }

  /** Seconds until the next attempt, while offline. */
  get retryIn(): number {
    return this.#wire.retryIn
  }

  /** Why it makes no sense to try again: no such table, no such secret, or a log that is shorter than what this browser knows. */
  get closed(): Refused | null {
    return this.#wire.refused
  }

  /** Whether a command is still unanswered. */
  get pending(): boolean {
    return this.#wire.pending
  }

  get watching(): boolean {
    return this.seat === null
  }

  /** The number of the last entry heard of. */
  get last(): number {
    return this.entries.at(-1)?.number ?? 0
  }

  /** Calls back with every piece of news, in order. Returns what stops it. */
  onNews(listener: News): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  // ---- commands -------------------------------------------------------------------------------------------------------------
  // Each resolves to whether it was done; a refusal is in `refusal`.

  play(answer: string) {
    return this.#send({ type: 'play', turn: this.mine?.turn ?? 0, answer })
  }

  unpick() {
    return this.#send({ type: 'unpick', turn: this.mine?.turn ?? 0 })
  }

  chat(text: string) {
    return this.#send({ type: 'chat', text })
  }

  back() {
    return this.#send({ type: 'back' })
  }

  leave() {
    return this.#send({ type: 'leave' })
  }

  bot(seat: number, level: Level) {
    return this.#send({ type: 'bot', seat, level })
  }

  clear(seat: number) {
    return this.#send({ type: 'clear', seat })
  }

  rematch() {
    return this.#send({ type: 'rematch' })
  }

  start() {
    return this.#send({ type: 'start' })
  }

  change(name: string, colour: Colour) {
    return this.#send({ type: 'change', name, colour })
  }

  archive() {
    return this.#send({ type: 'archive' })
  }

  #send(command: Command): Promise<boolean> {
    this.refusal = null
    return this.#wire.send(command)
  }

  // ---- what the server says -------------------------------------------------------------------------------------------------

  #hear(message: ServerMessage) {
    switch (message.type) {
      case 'welcome':
        this.seat = message.seat
        this.host = message.host
        break
      case 'news':
        this.#news(message)
        break
      case 'presence':
        this.presence = { seats: message.seats, watchers: message.watchers }
        break
      case 'refused':
        this.refusal = { id: message.id, ...message.error }
        break
    }
  }

  #news(news: Extract<ServerMessage, { type: 'news' }>) {
    const fresh = news.entries.filter((entry) => entry.number > this.last)
    if (news.table) this.table = news.table
    if (news.view) this.view = news.view
    if (news.mine !== undefined) {
      if (news.mine?.turn !== this.mine?.turn) this.refusal = null // it was about the last decision
      this.mine = news.mine
    }
    if (news.clock !== undefined) {
      this.clock = news.clock
      if (news.clock) this.skew = news.clock.now - Date.now()
    }
    if (this.seat !== null) this.host = this.table.host === this.seat
    if (fresh.length) this.entries = [...this.entries, ...fresh]
    this.arrived = true
    // The next game has the same seats and the same secrets.
    if (this.table.rematch && this.#secret) keepSecret(this.table.rematch, this.#secret)
    for (const listener of this.#listeners) listener(fresh, this.view, this.mine)
  }
}

function socketOf(table: string): string {
  return `${location.origin.replace(/^http/, 'ws')}/api/tables/${encodeURIComponent(table)}/socket`
}
