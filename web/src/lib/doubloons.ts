/** Where every doubloon came from, and how the scores stood after each day: read from the events of a game. */

import { eventsOf, standing, type Entry, type GameEvent } from './types'

export const SOURCES = ['start', 'day', 'dusk', 'night', 'rest', 'loot', 'lost', 'unpaid'] as const
export type Source = (typeof SOURCES)[number]

/** One line in a book of accounts. What was paid or lost is negative. */
export interface AccountLine {
  seat: number
  voyage: number
  source: Source
  /** The character or token that brought it; none for purses and for the loot as a whole. */
  cause: string | null
  amount: number
}

export interface Accounts {
  lines: AccountLine[]
  /** Of each voyage, after each of its days, what each seat would have: score so far and purse. */
  days: number[][][]
  /** What each finished voyage scored, by seat. */
  scored: number[][]
}

export function accountsOf(entries: Entry[], players: number): Accounts {
  const book = new Book(players)
  for (const entry of standing(entries)) for (const event of eventsOf(entry)) book.write(event)
  return book
}

/** The sum of all lines of a seat from a source. */
export function sum(lines: AccountLine[], seat: number, source?: Source): number {
  return lines.reduce(
    (total, line) => (line.seat === seat && (!source || line.source === source) ? total + line.amount : total),
    0,
  )
}

/** The sums by seat and by what brought them, the largest first. */
export function byCause(lines: AccountLine[]): { seat: number; cause: string; amount: number }[] {
  const sums = new Map<string, { seat: number; cause: string; amount: number }>()
  for (const { seat, cause, amount } of lines) {
    if (cause === null) continue
    const key = `${seat} ${cause}`
    const sum = sums.get(key) ?? { seat, cause, amount: 0 }
    sum.amount += amount
    sums.set(key, sum)
  }
  return [...sums.values()].sort((a, b) => b.amount - a.amount)
}

class Book implements Accounts {
  lines: AccountLine[] = []
  days: number[][][] = []
  scored: number[][] = []
  #voyage = 0
  #hour: Source = 'day'
  #purse: number[]
  #score: number[]

  constructor(players: number) {
    this.#purse = Array<number>(players).fill(0)
    this.#score = Array<number>(players).fill(0)
  }

  write(event: GameEvent) {
    switch (event.event) {
      case 'voyage-begins':
        this.#voyage = event.voyage
        this.days.push([])
        this.#purse.fill(0)
        break
      case 'purse-filled':
        for (const seat of event.seat === undefined ? this.#purse.keys() : [event.seat])
          this.#line(seat, 'start', null, event.amount)
        break
      case 'day-begins':
        this.#hour = 'day'
        if (event.day > 1) this.#dayEnds()
        break
      case 'hour-strikes':
        if (event.hour === 'dusk' || event.hour === 'night' || event.hour === 'rest') this.#hour = event.hour
        else this.#hour = 'day'
        break
      case 'gained':
        this.#line(event.seat, this.#hour, event.cause ?? null, event.amount)
        break
      case 'lost':
        this.#line(event.seat, 'lost', event.cause ?? null, -event.amount)
        break
      case 'paid':
        this.#line(event.seat, 'lost', event.cause ?? null, -event.amount)
        this.#line(event.to, this.#hour, event.cause ?? null, event.amount)
        break
      case 'earned':
        this.#line(event.seat, event.amount < 0 ? 'lost' : 'rest', event.cause ?? null, event.amount)
        break
      case 'scored':
        this.#scored(event)
        break
    }
  }

  #line(seat: number, source: Source, cause: string | null, amount: number) {
    this.lines.push({ seat, voyage: this.#voyage, source, cause, amount })
    this.#purse[seat] += amount
  }

  /** The purse is in the account already, and so is whatever was `earned`; the rest is the value of the loot. */
  #scored({ seat, score, purse, characters, loot, unpaid }: Extract<GameEvent, { event: 'scored' }>) {
    const value = purse + characters + loot - this.#purse[seat]
    if (value) this.#line(seat, 'loot', null, value)
    if (unpaid) this.#line(seat, 'unpaid', null, unpaid) // nobody ends a voyage below 0
    this.#score[seat] += score
    this.#purse[seat] = 0
    ;(this.scored[this.#voyage - 1] ??= [])[seat] = score
    if (seat === this.#purse.length - 1) this.#dayEnds()
  }

  #dayEnds() {
    this.days.at(-1)?.push(this.#score.map((score, seat) => score + this.#purse[seat]))
  }
}
