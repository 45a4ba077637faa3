/** A table as this browser sees it: what the server tells, and what is still to be told to the server. */

import { keepAccepted, keepSeat } from './tables'
import { settings } from './settings.svelte'
import { deedsOf, stayOf, type Stay } from './deeds'
import { dial, type Line } from './transport'
import { Connection, type ConnectionState, type Refused } from './connection.svelte'
import type {
  Clock,
  Colour,
  Command,
  Entry,
  Failure,
  HintMessage,
  Level,
  Mine,
  News,
  Patience,
  Presence,
  PublicView,
  ServerMessage,
  TableInfo,
} from './types'

export type { Connection }
export type NewsListener = (entries: Entry[], view: PublicView | null, mine: Mine | null) => void

export interface Refusal extends Failure {
  id: string
}

export class TableStore {
  table: TableInfo
  view = $state.raw<PublicView | null>(null)
  mine = $state.raw<Mine | null>(null)
  seat = $state<number | null>(null)
  host = $state(false)
  presence = $state.raw<Presence>({ seats: [], watchers: 0, away: {} })
  /** After how long somebody counts as away, and what others may do then; told by the server. */
  patience = $state.raw<Patience>({ away: 60, host: 120, stand_in: 180 })
  clock = $state.raw<Clock | null>(null)
  /** How far the server's clock is ahead of this browser's, in milliseconds. */
  skew = $state(0)
  entries = $state.raw<Entry[]>([])
  refusal = $state.raw<Refusal | null>(null)
  /** The last hint that I was given. */
  hint = $state.raw<HintMessage | null>(null)
  /** The time in which a bot stood in for me, until I have seen what it did. */
  returned = $state.raw<Stay | null>(null)
  /** Whether the host has sent me away, before the start: my secret only lets me watch. */
  sentAway = $state(false)
  /** Whether the first news has come. */
  arrived = $state(false)

  /** I have let the bot go on; another connection does not change that. */
  #letGo = false
  /** I have asked for my seat myself, and seen what the bot did. */
  #calledBack = false
  #secret: string | null
  #connection: Connection
  #held: News[] = []
  /** The number of the decision that was answered last from here. */
  #answered = 0
  #listeners = new Set<NewsListener>()

  get secret(): string | null {
    return this.#secret
  }

  constructor(table: TableInfo, secret: string | null, dialTo = (steal: boolean): Line | Promise<Line> => dial(table.id, steal)) {
    this.table = $state.raw(table)
    this.#secret = secret
    const hello = () => {
      const last = this.entries.at(-1)
      const known = { since: this.last, ...(last && { since_at: last.at }) }
      return { type: 'hello' as const, ...(secret && { secret }), ...known, lang: settings.lang, back: !this.#letGo }
    }
    this.#connection = new Connection(dialTo, hello, (message) => this.#hear(message))
  }

  connect() {
    this.#connection.open()
  }

  close() {
    this.#connection.close()
  }

  get connection(): ConnectionState {
    return this.#connection.connection
  }

  /** Seconds until the next attempt, while offline. */
  get retryIn(): number {
    return this.#connection.retryIn
  }

  /** Goes on here, although the table is open in another tab of this browser. */
  takeHere() {
    this.#connection.takeHere()
  }

  /** Why it makes no sense to try again: no such table, no such secret, or a log that is shorter than what this browser knows. */
  get closed(): Refused | null {
    return this.#connection.refused
  }

  /** Whether a command is still unanswered. */
  get pending(): boolean {
    return this.#connection.pending
  }

  get watching(): boolean {
    return this.seat === null
  }

  /** The number of the last entry heard of. */
  get last(): number {
    return this.entries.at(-1)?.number ?? 0
  }

  /** Calls back with every piece of news, in order. Returns what stops it. */
  onNews(listener: NewsListener): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  // ---- commands -------------------------------------------------------------------------------------------------------------
  // Each resolves to whether it was done; a refusal is in `refusal`.

  play(answer: string) {
    return this.#send({ type: 'play', turn: this.mine?.turn ?? 0, answer })
  }

  /** Takes back the loot that was just taken. */
  takeBack() {
    return this.#send({ type: 'take-back', turn: this.mine?.turn ?? 0 })
  }

  unpick() {
    return this.#send({ type: 'unpick', turn: this.mine?.turn ?? 0 })
  }

  /** Asks what a strong player would do; the answer comes later. */
  askHint(turn: number) {
    return this.#send({ type: 'hint', turn })
  }

  chat(text: string) {
    return this.#send({ type: 'chat', text })
  }

  back() {
    this.#letGo = false
    this.#calledBack = true
    return this.#send({ type: 'back' })
  }

  leave() {
    this.#letGo = true
    return this.#send({ type: 'leave' })
  }

  /** Sends a guest away, before the start. */
  kick(seat: number) {
    return this.#send({ type: 'kick', seat })
  }

  remind(seat: number) {
    return this.#send({ type: 'remind', seat })
  }

  /** Says whether I want to end the game. */
  end(yes: boolean) {
    return this.#send({ type: 'end', yes })
  }

  /** Changes what is played, before the start. */
  setUp(wish: Omit<Extract<Command, { type: 'setup' }>, 'type' | 'id'>) {
    return this.#send({ type: 'setup', ...wish })
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
    if ('turn' in command) this.#answered = command.turn
    return this.#connection.send(command)
  }

  // ---- what the server says -------------------------------------------------------------------------------------------------

  #hear(message: ServerMessage) {
    switch (message.type) {
      case 'welcome':
        this.#held = []
        this.seat = message.seat
        this.host = message.host
        this.patience = message.patience
        this.sentAway = message.sent_away ?? false
        if (this.#secret) keepAccepted(this.table.id, this.#secret)
        if (this.seat !== null) keepSeat(this.table.id, this.seat)
        break
      case 'news':
        this.#held.push(message)
        this.#tellHeld()
        break
      case 'history':
        this.#held[0]?.entries.unshift(...message.entries)
        this.#tellHeld()
        break
      case 'presence':
        this.presence = { seats: message.seats, watchers: message.watchers, away: message.away ?? {} }
        break
      case 'hint':
        this.hint = message
        break
      case 'refused':
        // What was decided meanwhile, maybe on another device, is known from the news.
        if (message.error.key !== 'move.late' || this.#answered === this.mine?.turn)
          this.refusal = { id: message.id, ...message.error }
        break
    }
  }

  /** The time in which a bot stood in for me, if it did anything. */
  #stay(): Stay | null {
    const stay = stayOf(this.entries, this.seat!)
    return stay && deedsOf(stay, this.seat!).length ? stay : null
  }

  /** Of a long history the server tells only the end. What is missing is asked for first; the news wait until it is there. */
  #tellHeld() {
    while (this.#held.length) {
      const first = this.#held[0].entries.at(0)?.number
      if (first && first > this.last + 1) return this.#connection.ask({ type: 'history', before: first })
      this.#news(this.#held.shift()!)
    }
  }

  #news(news: News) {
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
    const seated = fresh.findLast((entry) => (entry.kind === 'joined' || entry.kind === 'kicked') && entry.seat === this.seat)
    if (seated?.kind === 'kicked') {
      this.sentAway = true
      this.seat = null
    }
    const back = this.arrived && fresh.some((entry) => entry.kind === 'back' && entry.seat === this.seat)
    if (back && !this.#calledBack) this.returned = this.#stay()
    if (back) this.#calledBack = false
    this.arrived = true
    // The next game has the same seats and the same secrets.
    if (this.table.rematch && this.#secret) keepAccepted(this.table.rematch, this.#secret)
    for (const listener of this.#listeners) listener(fresh, this.view, this.mine)
  }
}
