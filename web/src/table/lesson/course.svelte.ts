/** The course of a lesson: at which stop we are, what the coach says there, and what was a slip. */

import type { TableStore } from '../../lib/tableStore.svelte'
import type { Hour } from '../../lib/types'
import { character } from '../../lib/words'
import type { Director } from '../director.svelte'
import { keepLesson } from './left'
import { sayings, type Line, type Stop } from './texts'

/** What lies in full light while the coach speaks. */
export type Place = 'hand' | 'lineup' | 'course' | 'seats' | 'side'

interface Station {
  day: number
  hour: Hour
  /** Without one, it is no stop of the route. */
  stop?: Stop
  line: Line
  place: Place
  /** The show waits until one sails on. */
  waits: boolean
}

const FIRST: Station[] = [
  { day: 5, hour: 'sunrise', stop: 'pick', line: 'pick', place: 'hand', waits: false },
  { day: 5, hour: 'day', stop: 'day', line: 'day', place: 'lineup', waits: true },
  { day: 5, hour: 'dusk', stop: 'dusk', line: 'dusk', place: 'course', waits: true },
  { day: 5, hour: 'night', stop: 'night', line: 'night', place: 'seats', waits: true },
  { day: 6, hour: 'sunrise', line: 'free', place: 'hand', waits: false },
  { day: 6, hour: 'rest', stop: 'rest', line: 'rest', place: 'seats', waits: true },
]
const SECOND: Station[] = [
  { day: 3, hour: 'sunrise', stop: 'ties', line: 'ties', place: 'hand', waits: false },
  { day: 3, hour: 'day', line: 'tied', place: 'lineup', waits: true },
  { day: 4, hour: 'sunrise', stop: 'timing', line: 'timing', place: 'hand', waits: false },
  { day: 5, hour: 'sunrise', stop: 'graveyard', line: 'graveyard', place: 'hand', waits: false },
  { day: 6, hour: 'sunrise', stop: 'reading', line: 'reading', place: 'side', waits: false },
  { day: 6, hour: 'dusk', line: 'escaped', place: 'lineup', waits: true },
]
export const STOPS: Stop[] = [...FIRST, ...SECOND].flatMap(({ stop }) => stop ?? [])
/** How many stops the first lesson has. */
export const FIRST_STOPS = FIRST.filter(({ stop }) => stop).length
/** The card that Joris plays in the lesson about ties. */
const HIGH: Record<string, string> = { original: 'captain', galecrest: 'infantry' }

/** What the coach points to: the first of these that is in sight. */
const TARGETS: Record<Place, string[]> = {
  hand: ['.hand'],
  lineup: ['.stage .now', '.stage .lineup'],
  course: ['.course .today'],
  seats: ['.seats .me'],
  side: ['#manifest'],
}
/** Lines that speak of one card in the hand. */
const CARDS: Partial<Record<Line, string>> = { timing: 'barkeep', graveyard: 'surgeon' }

export class Course {
  /** Where Coco was last. */
  perch: { x: number; y: number } | null = null
  #game: TableStore
  #director: Director
  /** The stations at which one has sailed on, by day and hour. */
  #passed = $state.raw<ReadonlySet<string>>(new Set())
  /** What I picked today, also when it is played. */
  #picked = $state<{ day: number; card: string } | null>(null)

  constructor(game: TableStore, director: Director) {
    this.#game = game
    this.#director = director
    director.unhurried = true
    $effect(() => {
      const { mine, view } = director
      if (mine?.pick && view) this.#picked = { day: view.day, card: mine.pick }
    })
    $effect(() => {
      if (this.waits) director.pause()
    })
    $effect(() => {
      const { id: table, edition } = game.table
      if (director.view) keepLesson({ table, edition, number: this.number, stop: STOPS[this.at] })
    })
  }

  get number(): number {
    return Number(this.#game.table.lesson?.split('-').at(-1))
  }

  get #stations(): Station[] {
    return this.number === 1 ? FIRST : SECOND
  }

  get #station(): Station | undefined {
    const { view } = this.#director
    return this.#stations.find(({ day, hour }) => view?.hour === hour && (view.day === day || hour === 'rest'))
  }

  /** Whether the card that I played today was thrown out. */
  get #thrown(): boolean {
    const { view, mine } = this.#director
    const card = this.#picked?.day === view?.day ? this.#picked?.card : undefined
    if (!card || !mine || view?.hour === 'sunrise' || view?.hour === 'rest') return false
    return mine.graveyard.includes(card)
  }

  /** Something that one may do better: the Brute throws itself out, or hits my card on the last day. */
  get slip(): Line | null {
    const { view } = this.#director
    if (!this.#thrown || this.#passed.has(`slip ${view?.day}`)) return null
    if (this.number === 1) return this.#picked?.card === 'brute' ? 'slip' : null
    return view?.day === 6 ? 'caught' : null
  }

  /** Where we are on the route of both lessons. */
  get at(): number {
    const { view } = this.#director
    const order: (Hour | null)[] = ['sunrise', 'day', 'dusk', 'night', 'rest', null]
    const reached = this.#stations.filter(
      ({ stop, day, hour }) =>
        stop && (view!.day > day || (view!.day === day && order.indexOf(view!.hour) >= order.indexOf(hour))),
    ).length
    return (this.number === 1 ? 0 : FIRST_STOPS) + Math.max(0, reached - 1)
  }

  get line(): Line | null {
    if (this.slip) return this.slip
    const station = this.#station
    if (!station || this.#passed.has(key(station))) return null
    if (station.hour === 'day' && !this.#director.now) return null // the cards still line up
    if (station.line === 'tied') return this.#tied ? 'tied' : 'untied'
    if (station.line === 'escaped' && this.#thrown) return null
    if (station.line === 'timing' && !this.#holds('barkeep')) return 'timingLate'
    if (station.line === 'graveyard' && !this.#holds('surgeon')) return 'graveyardLate'
    return station.line
  }

  /** Whatever I have played before, the coach speaks of what I have. */
  #holds(card: string): boolean {
    return this.#director.mine?.hand.includes(card) ?? false
  }

  get #tied(): boolean {
    const cards = this.#director.view?.lineup.map(([, card]) => card) ?? []
    return new Set(cards).size < cards.length
  }

  get says() {
    const { edition } = this.#game.table
    return this.line ? sayings(edition, this.line, { high: character(edition, HIGH[edition] ?? '') }) : null
  }

  get face(): 'talking' | 'startled' | 'glad' {
    if (this.slip) return 'startled'
    return this.line === 'escaped' || this.line === 'rest' ? 'glad' : 'talking'
  }

  get place(): Place | null {
    if (this.slip) return 'lineup'
    return this.line ? (this.#station?.place ?? null) : null
  }

  /** Where that is what the coach speaks of. */
  get target(): DOMRect | null {
    const { line, place } = this
    if (!place) return null
    const box = (selector: string) => this.#director.root?.querySelector(selector)?.getBoundingClientRect()
    const card = line === 'ties' ? HIGH[this.#game.table.edition] : line && CARDS[line]
    const [first, one] = [box('.hand .card'), card ? box(`[data-hand="${card}"]`) : undefined]
    if (first && one && one.top < first.bottom) return one // in the first row: no other card lies between
    const targets = this.slip ? ['.stage li > .place'] : TARGETS[place]
    return targets.map(box).find((found) => found?.width) ?? null
  }

  /** Whether the show waits for me to sail on. */
  get waits(): boolean {
    return this.slip !== null || (this.line !== null && !!this.#station?.waits)
  }

  sailOn() {
    const station = this.#station
    const passed = this.slip ? `slip ${this.#director.view?.day}` : station ? key(station) : ''
    this.#passed = new Set([...this.#passed, passed])
    if (!this.waits) this.#director.resume()
  }
}

function key({ day, hour }: Station): string {
  return `${day} ${hour}`
}
