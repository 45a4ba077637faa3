/** Plays what happened, step by step. Its copy of the table lags behind the server's and always catches up with it. */

import { flushSync } from 'svelte'
import { lookOf } from '../editions'
import { settings } from '../lib/settings.svelte'
import { eventsOf, type Entry, type GameEvent, type Mine, type PublicView } from '../lib/types'
import { cardOrder } from '../lib/words'
import { apply, applyMine } from './apply'
import type { Standing } from './lineup'
import { fade, fly, flightsOf, spots, still, turnOver, type Flight } from './flights'
import { sounds } from './sound'
import { lasts, stepsOf, type Step } from './steps'

export interface Left {
  to: 'crew' | 'graveyard'
  token?: string
}

/** A line of the log: an event of the game with its day, or an entry beside the game. */
export type LogLine = { id: number; day: number } & ({ event: GameEvent } | { entry: Entry })

interface Act {
  events: GameEvent[]
  view: PublicView | null
  mine: Mine | null
}

const REORDER = 500
const MANY = 5
/** What changes the lineup. */
const LINEUP_EVENTS = new Set(['hour-strikes', 'neutral-stands', 'neutral-leaves', 'moved'])

export class Director {
  view = $state.raw<PublicView | null>(null)
  mine = $state.raw<Mine | null>(null)
  /** The lineup with the places of those who left it today. */
  lineup = $state.raw<Standing[]>([])
  /** Where those who left went. */
  left = $state.raw<Record<string, Left>>({})
  /** Whose ability works now. */
  now = $state.raw<{ seat: number; slug: string } | null>(null)
  /** Who has acted in this phase, as `seat:slug`. */
  acted = $state.raw<ReadonlySet<string>>(new Set())
  /** What each purse gained or lost since the last step about it. */
  deltas = $state.raw<Record<number, number>>({})
  /** Which character is marked today, for whatever reason the edition has. */
  marked = $state.raw<Extract<GameEvent, { event: 'marked' }> | null>(null)
  /** What is being shown; for the prompt and for those who listen. */
  event = $state.raw<GameEvent | null>(null)
  /** The log so far; it never runs ahead of what is shown. */
  lines = $state.raw<LogLine[]>([])
  /** Whether all that is known is shown. */
  settled = $state(true)
  /** Whether what is being shown leaves my own question as it is: others pick. */
  #aside = $state(false)

  root: HTMLElement | null = null
  layer: HTMLElement | null = null

  #me: number | null
  #queue: Act[] = []
  #busy = false
  #token = ''
  #going: Animation[] = []
  #wake: (() => void) | null = null
  #closed = false
  /** Changes when something else is to be shown than what was being played. */
  #round = 0
  #day = 0
  #count = 0

  constructor(view: PublicView | null, mine: Mine | null, me: number | null, entries: Entry[] = []) {
    this.#me = me
    this.#log(entries.flatMap((entry): (GameEvent | Entry)[] => ('events' in entry ? eventsOf(entry) : [entry])))
    this.#snap(view, mine)
  }

  seat(me: number | null) {
    this.#me = me
  }

  close() {
    this.#closed = true
    this.hurry()
  }

  /** What the server told. */
  news(entries: Entry[], view: PublicView | null, mine: Mine | null) {
    const events = entries.flatMap(eventsOf)
    const first = this.view === null
    this.#log(entries.filter((entry) => !('events' in entry)))
    if (first || !events.length || settings.speed === 0 || this.#hidden()) {
      if (this.#busy) this.#queue.push({ events, view, mine })
      else {
        this.#log(events)
        this.#snap(view, mine)
      }
      if (!first) for (const event of events.slice(-1)) this.#sound(event)
      return
    }
    this.#queue.push({ events, view, mine })
    if (!this.#busy) void this.#play()
  }

  /** Shows a table as it is, at once; told what happened before, the log says that and nothing else. */
  show(view: PublicView | null, mine: Mine | null, before: GameEvent[] = []) {
    this.#queue = []
    this.#round++
    this.hurry()
    if (before.length) {
      this.lines = []
      this.#day = 0
      this.#log(before)
    }
    this.#snap(view, mine)
  }

  /** Whether what I am asked is shown, and nothing that I have not seen yet changes it. */
  get asks(): boolean {
    return this.settled || this.#aside
  }

  /** Ends the current step. */
  hurry() {
    for (const animation of this.#going) animation.finish()
    this.#going = []
    this.#wake?.()
  }

  async #play() {
    this.#busy = true
    this.settled = false
    for (let act = this.#queue.shift(); act && !this.#closed; act = this.#queue.shift()) {
      this.#aside = sameQuestion(this.mine, act.mine)
      if (this.#pace() > 0) await this.#perform(act)
      else {
        // Far behind, or nobody looks: straight to where it ends.
        this.#log(act.events)
        this.#snap(act.view, act.mine)
      }
    }
    this.#busy = false
    this.#done()
    this.event = null
    this.settled = true
  }

  async #perform(act: Act) {
    const round = this.#round
    for (const step of stepsOf(act.events)) {
      await this.#show(step)
      if (this.#closed || round !== this.#round) return
    }
    this.#end(act)
  }

  /** The server has the last word on every move. */
  #end({ view, mine }: Act) {
    if (view) this.view = view
    this.mine = mine
    if (view && !fits(this.lineup, view)) this.lineup = view.lineup
  }

  #snap(view: PublicView | null, mine: Mine | null) {
    this.view = view
    this.mine = mine
    this.lineup = view?.lineup ?? []
    this.left = {}
    this.now = null
    this.acted = new Set()
    this.deltas = {}
    this.event = null
    this.settled = !this.#busy
    if (view) this.#retrace(view)
  }

  /** Who comes in the middle of a day sees who has acted, and the places of those who have left. */
  #retrace(view: PublicView) {
    const begins = this.lines.findLastIndex((line) => 'event' in line && line.event.event === 'day-begins')
    if (begins < 0 || view.hour === null || view.hour === 'sunrise') return
    const today = this.lines.slice(begins).flatMap((line) => ('event' in line ? [line.event] : []))
    const order = cardOrder(view.edition)
    let then: PublicView = { ...view, hour: 'sunrise', lineup: [] }
    for (const event of today) {
      if (LINEUP_EVENTS.has(event.event)) then = apply(then, event, order)
      this.#note(event, then)
    }
    this.#done()
    this.deltas = {}
    if (fits(this.lineup, view)) return
    this.lineup = view.lineup
    this.left = {}
  }

  #sound(event: GameEvent) {
    if (this.view) sounds.of(event, this.#me, lookOf(this.view.edition).sounds)
  }

  #hidden(): boolean {
    return typeof document !== 'undefined' && document.hidden
  }

  /** How much time there is for a millisecond of the script: less at double speed, and with much left to show. */
  #pace(): number {
    if (settings.speed === 0 || this.#hidden() || this.#queue.length > MANY) return 0
    return 1 / settings.speed / (1 + this.#queue.length)
  }

  async #show(step: Step) {
    const pace = this.#pace()
    const shown = pace > 0 && this.root !== null && this.layer !== null
    const moving = shown && !still()
    const before = shown ? spots(this.root!) : new Map()
    const flights: Flight[] =
      moving && step.kind !== 'reveal' ? step.events.flatMap((event) => flightsOf(event, this.view!, before)) : []
    for (const event of step.events) this.#apply(event)
    this.#log(step.events)
    if (step.kind === 'reveal') this.lineup = this.#bySeat()
    this.event = step.events[0]
    flushSync()
    if (pace > 0) this.#sound(step.events[0])
    const time = lasts(step) * pace
    if (moving && step.kind === 'reveal') {
      const pairs = this.lineup.map(([seat, slug]): [string, string] => [`pick:${seat}`, `card:${seat}:${slug}`])
      this.#going = turnOver(pairs, before, this.root!, this.layer!, 300 * pace, 90 * pace)
    } else if (moving) {
      this.#going = fly(flights, before, this.root!, this.layer!, time * 0.92)
    } else if (shown) {
      this.#going = fade(before, this.root!, this.layer!)
    }
    const round = this.#round
    await this.#wait(time)
    if (step.kind === 'reveal' && round === this.#round) await this.#lineUp(pace, moving)
  }

  /** Turned up in the order of the seats, they step into the order of their ranks. */
  async #lineUp(pace: number, moving: boolean) {
    const before = moving ? spots(this.root!) : new Map()
    this.lineup = this.view!.lineup
    flushSync()
    if (moving) this.#going = fly([], before, this.root!, this.layer!, REORDER * pace)
    await this.#wait(REORDER * pace)
  }

  #bySeat(): Standing[] {
    return this.view!.lineup.toSorted(([a], [b]) => (a ?? 99) - (b ?? 99))
  }

  #apply(event: GameEvent) {
    const was = this.view!
    const order = cardOrder(was.edition)
    this.view = apply(was, event, order)
    if (this.mine && this.#me !== null) this.mine = applyMine(this.mine, event, this.#me, order)
    this.#note(event, this.view)
  }

  /** What an event changes beside the table itself: who acts, who has left, what a purse gained. */
  #note(event: GameEvent, view: PublicView) {
    switch (event.event) {
      case 'acts':
        this.#done()
        this.now = { seat: event.seat, slug: event.cause ?? '' }
        this.deltas = {}
        break
      case 'hour-strikes':
        this.now = null
        this.acted = new Set()
        this.deltas = {}
        this.left = {}
        this.lineup = view.lineup
        break
      case 'day-begins':
        this.lineup = []
        this.marked = null
        this.deltas = {}
        this.left = {}
        this.acted = new Set()
        this.now = null
        break
      case 'took':
        this.#token = event.token
        break
      case 'neutral-stands':
        this.lineup = view.lineup
        break
      case 'marked':
        this.marked = event
        break
      case 'moved':
        this.#step(event, view)
        break
      case 'gained':
        this.#purse(event.seat, event.amount)
        break
      case 'lost':
        this.#purse(event.seat, -event.amount)
        break
      case 'earned':
        this.now = { seat: event.seat, slug: event.cause ?? '' }
        this.#purse(event.seat, event.amount)
        break
      case 'paid':
        this.#purse(event.seat, -event.amount)
        this.#purse(event.to, event.amount)
        break
    }
  }

  /** Whose ability worked has acted. */
  #done() {
    if (this.now) this.acted = new Set([...this.acted, `${this.now.seat}:${this.now.slug}`])
    this.now = null
  }

  #step(event: Extract<GameEvent, { event: 'moved' }>, view: PublicView) {
    if (event.target === 'lineup') this.lineup = view.lineup
    if (event.source !== 'lineup' || (event.target !== 'crew' && event.target !== 'graveyard')) return
    const token = event.target === 'crew' && this.#token ? { token: this.#token } : {}
    this.left = { ...this.left, [`${event.seat}:${event.card}`]: { to: event.target, ...token } }
    this.#token = ''
  }

  #log(happened: (GameEvent | Entry)[]) {
    if (!happened.length) return
    const lines = happened.map((one): LogLine => {
      if (!('event' in one)) return { id: this.#count++, day: this.#day, entry: one }
      if (one.event === 'day-begins') this.#day = one.day
      return { id: this.#count++, day: this.#day, event: one }
    })
    this.lines = [...this.lines, ...lines]
  }

  #purse(seat: number, amount: number) {
    this.deltas = { ...this.deltas, [seat]: (this.deltas[seat] ?? 0) + amount }
  }

  #wait(time: number): Promise<void> {
    if (time <= 0) return Promise.resolve()
    return new Promise((done) => {
      const timer = setTimeout(end, time)
      const wake = () => end()
      this.#wake = wake
      function end() {
        clearTimeout(timer)
        done()
      }
    })
  }
}

/** Whether a player is asked the same before and after, or may still change the same pick. */
function sameQuestion(before: Mine | null, after: Mine | null): boolean {
  if (!before || !after || (!before.decision && !before.pick)) return false
  return before.turn === after.turn && before.pick === after.pick && before.decision?.kind === after.decision?.kind
}

/** Whether the places still hold everyone who stands in the lineup, in that order. */
function fits(places: Standing[], view: PublicView): boolean {
  const standing = places.filter((place) => view.lineup.some((one) => one[0] === place[0] && one[1] === place[1]))
  return (
    standing.length === view.lineup.length &&
    standing.every((place, at) => place[0] === view.lineup[at][0] && place[1] === view.lineup[at][1])
  )
}
