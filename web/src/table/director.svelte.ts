/** Shows what happened, step by step, by a clock of its own.
 *
 * The server never waits for it: what it tells is put behind what is still to be shown. One may skip, pause, step back and see an
 * hour again; that changes only what is shown. What the server said last is in `known`. */

import { flushSync } from 'svelte'
import { lookOf } from '../editions'
import type { People } from '../lib/names'
import { settings, type Speed } from '../lib/settings.svelte'
import { eventsOf, type Entry, type GameEvent, type Mine, type PublicView } from '../lib/types'
import { aim, fade, fly, flightsOf, spots, still, targetsOf, turnOver, type Spots } from './flights'
import { Pause } from './pause'
import { corrected, rested, retraced, type Scene } from './scene'
import { sounds } from './sound'
import { Cutter, timesOf, type Step } from './steps'
import { lettersOf, storyOf } from './story'

export type { Left } from './scene'

/** A line of the log: an event of the game with its day, or an entry beside the game. */
export type LogLine = { id: number; day: number } & ({ event: GameEvent } | { entry: Entry })

const MOST_TOLD = 60
/** Longer than anybody waits. */
const LONGEST = 2 ** 31 - 1

interface Known {
  view: PublicView | null
  mine: Mine | null
}

export class Director {
  #scene = $state.raw<Scene | null>(null)
  /** What the server said last. */
  known = $state.raw<Known>({ view: null, mine: null })
  /** The log so far. It never runs ahead of what is shown, and forgets nothing when one steps back. */
  lines = $state.raw<LogLine[]>([])
  /** Whether all that is known is shown. */
  settled = $state(true)
  paused = $state(false)
  /** The last steps that were told, each once: for those who listen. */
  told = $state.raw<Step[]>([])
  /** The steps since the last pick or reveal, and how many of them are shown, the current one included. */
  #steps = $state.raw<Step[]>([])
  #shown = $state(0)

  root: HTMLElement | null = null
  layer: HTMLElement | null = null
  /** Who sits at the table, and on which seat the reader. */
  people: People
  /** Everything is shown step by step, whatever the speed: somebody learns. */
  unhurried = false
  /** Called before the next voyage is dealt, with the number of the one that is over. The show waits for it. */
  interlude: ((voyage: number) => Promise<void>) | null = null

  #cutter = new Cutter()
  #playing = false
  #pause = new Pause()
  #going: Animation[] = []
  /** Whether the current step is to end now. */
  #hurried = false
  #closed = false
  /** Changes when something else is to be shown than what was being played. */
  #round = 0
  /** Up to which step everything was told: in the log, and to those who listen. */
  #told = 0
  /** Shown once more: a speed of "at once" does not count. */
  #again = $state(false)
  /** While paused: one step is shown, and then it is paused again. */
  #single = false
  #day = 0
  #count = 0

  constructor(view: PublicView | null, mine: Mine | null, people: People, entries: Entry[] = []) {
    this.people = people
    this.#log(entries.flatMap((entry): (GameEvent | Entry)[] => ('events' in entry ? eventsOf(entry) : [entry])))
    this.#jump(view, mine)
    if (typeof document !== 'undefined') document.addEventListener('visibilitychange', this.#visible)
  }

  // ---- what is shown --------------------------------------------------------------------------------------------------------

  get view(): PublicView | null {
    return this.#scene?.view ?? null
  }
  get mine(): Mine | null {
    return this.#scene?.mine ?? null
  }
  get lineup() {
    return this.#scene?.lineup ?? []
  }
  get left() {
    return this.#scene?.left ?? {}
  }
  get now() {
    return this.#scene?.now ?? null
  }
  get acted(): ReadonlySet<string> {
    return this.#scene?.acted ?? new Set()
  }
  get deltas() {
    return this.#scene?.deltas ?? {}
  }
  get marked() {
    return this.#scene?.marked ?? null
  }

  /** The steps since the last pick or reveal that have been shown. */
  get story(): Step[] {
    return this.#steps.slice(0, this.#shown)
  }

  /** Whether what I am asked is shown, and nothing that I have not seen yet changes it. */
  get asks(): boolean {
    if (this.settled) return true
    const others = this.#steps.slice(Math.max(0, this.#shown - 1)).every((step) => step.kind === 'pick')
    return others && sameQuestion(this.mine, this.known.mine)
  }

  /** Whether more is still to be shown than the current step. */
  get behind(): boolean {
    return this.#shown < this.#steps.length
  }

  /** Whether one can step back, or see an hour again. */
  get canGoBack(): boolean {
    return this.#shown > 1
  }

  // ---- news -----------------------------------------------------------------------------------------------------------------

  close() {
    this.#closed = true
    this.#round++
    this.hurry()
    if (typeof document !== 'undefined') document.removeEventListener('visibilitychange', this.#visible)
  }

  /** What the server told. */
  news(entries: Entry[], view: PublicView | null, mine: Mine | null) {
    const events = entries.flatMap(eventsOf)
    this.#log(entries.filter((entry) => !('events' in entry)))
    const last = this.#steps.at(-1)
    const from = this.behind ? last!.after : this.#scene
    if (!from || !view) {
      this.#log(events)
      this.#jump(view, mine)
      return
    }
    this.known = { view, mine }
    const steps = this.#cutter.steps(from, events, this.people.reader)
    const end = steps.at(-1) ?? last
    if (end) end.after = corrected(end.after, view, mine)
    if (!steps.length) {
      if (!this.behind) this.#scene = corrected(from, view, mine)
      return
    }
    this.#steps = [...this.#steps, ...steps]
    if (this.#speed() === 0 || this.#hidden()) this.catchUp()
    else void this.#play()
  }

  /** Shows a table as it is, at once; told what happened before, the log says that and nothing else. */
  show(view: PublicView | null, mine: Mine | null, before: GameEvent[] = []) {
    if (before.length) {
      this.lines = []
      this.#day = 0
      this.#log(before)
    }
    this.#jump(view, mine)
  }

  // ---- what the reader may do -----------------------------------------------------------------------------------------------

  /** Ends the current step. */
  hurry() {
    this.#hurried = true
    this.#land()
    this.#pause.end()
  }

  /** Whatever still flies is where it belongs. */
  #land() {
    for (const animation of this.#going) animation.finish()
    this.#going = []
  }

  /** Shows the end of all that is known, at once. */
  catchUp() {
    const end = this.#steps.at(-1)
    if (!end || !this.behind) return
    this.#stop()
    const fresh = this.#steps.filter((step) => this.#tell(step))
    this.#forget(this.#steps.findLastIndex((step) => this.#turnsPage(step)))
    this.#to(this.#steps.length)
    this.#rest()
    if (end.events[0]) this.#sound(end.events[0])
    const deal = fresh.find((step) => endsVoyage(step))
    if (deal) void this.interlude?.(deal.after.view.voyage - 1)
  }

  pause() {
    if (this.settled) return
    this.paused = true
    for (const animation of this.#going) animation.pause()
    this.#pause.stop()
  }

  resume() {
    this.paused = false
    this.#single = false
    for (const animation of this.#going) animation.play()
    this.#pause.go()
    void this.#play()
  }

  /** Shows the step before this one, and stays there. */
  back() {
    const to = this.#steps.slice(0, this.#shown - 1).findLastIndex((step) => this.#says(step))
    if (to < 0) return
    this.#stop()
    this.#to(to + 1)
    this.paused = true
  }

  /** Ends this step; when paused, shows the next one and stays there. */
  on() {
    if (!this.paused) return this.hurry()
    this.#single = true
    this.hurry()
    for (const animation of this.#going) animation.play()
    void this.#play()
  }

  /** Shows the last hour again; where everything is shown at once, the whole day. */
  again() {
    const shown = this.#steps.slice(0, this.#shown)
    const last = shown.findLast((step) => step.hour !== 'sunrise' && this.#says(step))
    if (!last) return
    const sameHour = (step: Step) => settings.speed === 0 || (step.hour === last.hour && step.day === last.day)
    this.#stop()
    this.#to(shown.findIndex(sameHour))
    this.#again = true
    void this.#play()
  }

  // ---- playing --------------------------------------------------------------------------------------------------------------

  async #play() {
    if (this.#playing || this.#closed) return
    this.#playing = true
    while (this.behind && !this.#closed) {
      if (this.paused && !this.#single) break
      if (this.#speed() === 0) {
        this.catchUp()
        break
      }
      this.settled = false
      const [round, single, step] = [this.#round, this.#single, this.#steps[this.#shown]]
      await this.#show(step)
      if (round === this.#round && single && this.#says(step)) this.#single = false
    }
    this.#playing = false
    if (this.behind || this.#closed) return
    this.settled = true
    this.paused = false
    this.#again = false
    this.#rest()
  }

  /** Nobody acts when all is shown. */
  #rest() {
    if (this.#scene?.now) this.#scene = rested(this.#scene)
  }

  async #show(step: Step) {
    const round = this.#round
    this.#hurried = false
    this.#land()
    if (this.interlude && endsVoyage(step) && this.#isNew(step)) {
      void this.interlude(step.after.view.voyage - 1).then(() => round === this.#round && this.#pause.end())
      await this.#wait(LONGEST, round)
      if (round !== this.#round) return
      this.#hurried = false
    }
    const shown = this.root !== null && this.layer !== null
    const moving = shown && !still()
    const { move, hold } = timesOf(step, lettersOf(step, this.people), this.people.reader, this.#speed(), !moving)
    const before: Spots = shown ? spots(this.root!) : new Map()
    if (this.#turnsPage(step) && this.#isNew(step)) this.#forget(this.#shown)
    this.#shown++
    this.#scene = step.after
    const fresh = this.#tell(step)
    flushSync()
    if (step.events[0] && fresh) this.#sound(step.events[0])
    if (moving) this.#going = this.#animate(step, before, move)
    else if (shown) this.#going = fade(before, this.root!, this.layer!)
    await this.#wait(move, round)
    await this.#wait(hold, round)
  }

  #animate(step: Step, before: Spots, time: number): Animation[] {
    const [root, layer] = [this.root!, this.layer!]
    if (time <= 0) return []
    if (step.kind === 'reveal') {
      const pairs = this.lineup.map(([seat, slug]): [string, string] => [`pick:${seat}`, `card:${seat}:${slug}`])
      const together = this.#speed() === 2
      const each = together ? time : time / pairs.length
      return turnOver(pairs, before, root, layer, each, together ? 0 : each)
    }
    if (step.kind === 'acts') {
      const next = this.#steps[this.#shown]
      const same = next?.events[0]?.cause === step.events[0].cause
      return same ? aim(step.events[0], targetsOf(next.events), root, layer, time) : []
    }
    const flights = step.events.flatMap((event) => flightsOf(event, step.before.view, before))
    return fly(flights, before, root, layer, time * 0.95)
  }

  /** What was shown of a step is said once: in the log, and to those who listen. Says whether it was new. */
  #tell(step: Step): boolean {
    if (!this.#isNew(step)) return false
    this.#told = this.#steps.indexOf(step) + 1
    this.#log(step.events)
    this.told = [...this.told.slice(-MOST_TOLD), step]
    return true
  }

  #isNew(step: Step): boolean {
    return this.#steps.indexOf(step) >= this.#told
  }

  /** Forgets the first steps: one can't go back to them any more. */
  #forget(count: number) {
    if (count <= 0) return
    this.#steps = this.#steps.slice(count)
    this.#told = Math.max(0, this.#told - count)
    this.#shown = Math.max(0, this.#shown - count)
  }

  /** A new page of the ribbon: my next pick, or the next cards that are turned up. */
  #turnsPage(step: Step): boolean {
    if (step.kind === 'reveal') return true
    const event = step.events[0]
    return step.kind === 'pick' && event?.event === 'picked' && event.seat === this.people.reader
  }

  #says(step: Step): boolean {
    return storyOf(step, this.people).title !== ''
  }

  #speed(): Speed {
    return (this.#again || this.unhurried) && settings.speed === 0 ? 1 : settings.speed
  }

  /** So many steps are shown, without anything moving. */
  #to(shown: number) {
    this.#shown = shown
    this.#scene = shown > 0 ? this.#steps[shown - 1].after : (this.#steps[0]?.before ?? this.#scene)
    this.settled = !this.behind
  }

  #stop() {
    this.#round++
    this.#again = false
    this.#single = false
    this.paused = false
    this.hurry()
  }

  #jump(view: PublicView | null, mine: Mine | null) {
    this.#stop()
    this.known = { view, mine }
    this.#steps = []
    this.#shown = 0
    this.#told = 0
    this.#scene = view ? retraced(view, mine, this.#today()) : null
    this.#day ||= view?.day ?? 0
    this.settled = true
  }

  /** The events of today that are in the log. */
  #today(): GameEvent[] {
    const begins = this.lines.findLastIndex((line) => 'event' in line && line.event.event === 'day-begins')
    return begins < 0 ? [] : this.lines.slice(begins).flatMap((line) => ('event' in line ? [line.event] : []))
  }

  #visible = () => {
    if (this.#hidden()) this.catchUp()
  }

  #hidden(): boolean {
    return typeof document !== 'undefined' && document.hidden
  }

  #sound(event: GameEvent) {
    if (this.view) sounds.of(event, this.people.reader, lookOf(this.view.edition).sounds)
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

  #wait(time: number, round: number): Promise<void> {
    if (time <= 0 || round !== this.#round || this.#hurried || this.#closed) return Promise.resolve()
    return this.#pause.wait(time, this.paused && !this.#single)
  }
}

/** Whether a player is asked the same before and after, or may still change the same pick. */
function sameQuestion(before: Mine | null, after: Mine | null): boolean {
  if (!before || !after || (!before.decision && !before.pick)) return false
  return before.turn === after.turn && before.pick === after.pick && before.decision?.kind === after.decision?.kind
}

/** Whether a step deals the cards of another voyage: then one is over. */
function endsVoyage(step: Step): boolean {
  return step.kind === 'deal' && step.after.view.voyage > 1
}
