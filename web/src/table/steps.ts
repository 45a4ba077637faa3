/** The events of a move, cut into steps that one can follow, and how long each is shown.
 *
 * One thing moves, then comes a hold in which nothing moves and one sentence says what happened. */

import type { Speed } from '../lib/settings.svelte'
import type { GameEvent, Hour } from '../lib/types'
import type { Standing } from './lineup'
import { after, nodded, passedOver, type Scene } from './scene'

export type Kind =
  /** A card is put down, or taken back. */
  | 'pick'
  /** The picks are turned up, step into the order of their ranks, and equal ranks are explained. */
  | 'reveal'
  | 'line-up'
  | 'tie'
  /** A card without an ability at this hour. */
  | 'nod'
  /** An ability begins; what it does; that it does nothing. */
  | 'acts'
  | 'effect'
  | 'nothing'
  /** An ability at night that brings or costs doubloons. */
  | 'night'
  /** The sky turns. */
  | 'hour'
  | 'took'
  | 'home'
  /** The end of a voyage, and the next one. */
  | 'earned'
  | 'scored'
  | 'deal'
  | 'over'
  /** What nobody has to watch. */
  | 'quiet'

interface Part {
  kind: Kind
  events: GameEvent[]
}

export interface Tie {
  left: Standing
  right: Standing
  /** Whether it is the first one of the voyage, which takes longer to explain. */
  first: boolean
}

export interface Step extends Part {
  id: number
  before: Scene
  after: Scene
  /** The day and the hour that it belongs to. */
  day: number
  hour: Hour | null
  tie?: Tie
  /** A card that only nods. */
  nods?: Standing
}

const DEAL = new Set(['loot-laid-out', 'cards-dealt', 'purse-filled', 'day-begins', 'cleared'])
/** What belongs to the step before it. */
const QUIET = new Set(['asked', 'extras-changed', 'deck-gathered', 'turned-up', 'neutral-leaves'])

/** Cuts events into parts, in their order and without losing any. It is told at which hour they begin. */
export function cut(events: GameEvent[], hour: Hour | null): Part[] {
  const parts: Part[] = []
  for (let at = 0; at < events.length;) {
    const first = events[at]
    if (first.event === 'hour-strikes') hour = first.hour as Hour
    const kind = kindOf(first, events[at + 1], hour)
    let end = at + 1
    while (end < events.length && (QUIET.has(events[end].event) || belongs(kind, events[end], first, end - at))) end++
    parts.push({ kind, events: events.slice(at, end) })
    at = end
  }
  return parts
}

function kindOf(event: GameEvent, next: GameEvent | undefined, hour: Hour | null): Kind {
  switch (event.event) {
    case 'picked':
    case 'unpicked':
      return 'pick'
    case 'hour-strikes':
      return event.hour === 'day' ? 'reveal' : 'hour'
    case 'day-begins':
      return 'hour'
    case 'voyage-begins':
      return 'deal'
    case 'acts':
      return hour === 'night' && next && isPurse(next) && next.cause === event.cause ? 'night' : 'acts'
    case 'came-to-nothing':
      return 'nothing'
    case 'took':
      return 'took'
    case 'earned':
      return 'earned'
    case 'scored':
      return 'scored'
    case 'game-ends':
      return 'over'
    case 'moved':
      return event.source === 'lineup' && event.target === 'crew' ? 'home' : sweeps(event) ? 'scored' : 'effect'
    default:
      return QUIET.has(event.event) ? 'quiet' : sweeps(event) ? 'scored' : 'effect'
  }
}

function belongs(kind: Kind, event: GameEvent, first: GameEvent, length: number): boolean {
  switch (kind) {
    case 'reveal':
      return reveals(event)
    case 'deal':
      return DEAL.has(event.event)
    case 'scored':
      return event.event === 'scored' || sweeps(event)
    case 'night':
      return length === 1
    case 'earned':
      return event.event === 'earned' && 'seat' in first && event.seat === first.seat
    default:
      return false
  }
}

function isPurse(event: GameEvent): boolean {
  return event.event === 'gained' || event.event === 'lost'
}

/** Cards out of the hand, turned up at sunrise. */
function reveals(event: GameEvent): boolean {
  if (event.event === 'neutral-stands' || event.event === 'marked') return true
  return event.event === 'moved' && event.cause === undefined && event.source === 'hand' && event.target === 'lineup'
}

/** At the end of a voyage crews and loot leave together. */
function sweeps(event: GameEvent): boolean {
  if (event.event === 'cleared' || event.event === 'leftovers-returned') return true
  if (event.event === 'returned' && event.cause === undefined) return true
  return event.event === 'moved' && event.cause === undefined && event.source === 'crew' && event.target === 'graveyard'
}

/** The steps of a move that begins at a scene. */
export class Cutter {
  #count = 0
  /** The voyage in which a tie was explained last. */
  #explained = 0

  steps(scene: Scene, events: GameEvent[], me: number | null): Step[] {
    const steps: Step[] = []
    let last = scene
    const add = (kind: Kind, happened: GameEvent[], next: Scene, more: Partial<Step> = {}) => {
      const { day, hour } = next.view
      steps.push({ id: this.#count++, kind, events: happened, before: last, after: next, day, hour, ...more })
      last = next
    }
    for (const part of cut(events, scene.view.hour)) {
      for (const place of passedOver(last, part.events[0])) add('nod', [], nodded(last, place), { nods: place })
      const next = part.events.reduce((then, event) => after(then, event, me), last)
      if (part.kind !== 'reveal') {
        add(part.kind, part.events, next)
        continue
      }
      add('reveal', part.events, { ...next, lineup: next.lineup.toSorted(([a], [b]) => (a ?? 99) - (b ?? 99)) })
      add('line-up', [], next)
      for (const [left, right] of ties(next.lineup)) {
        add('tie', [], next, { tie: { left, right, first: this.#explained !== next.view.voyage } })
        this.#explained = next.view.voyage
      }
    }
    return steps
  }
}

/** Neighbours of equal rank. */
function ties(lineup: Standing[]): [Standing, Standing][] {
  return lineup.flatMap((right, at): [Standing, Standing][] => {
    const left = lineup[at - 1]
    return left && left[0] !== null && right[0] !== null && left[2] === right[2] ? [[left, right]] : []
  })
}

// ---- time -------------------------------------------------------------------------------------------------------------------

export interface Times {
  move: number
  hold: number
}

/** Milliseconds at 1×: how long something moves, and how long it is held at least. */
const NORMAL: Record<Kind, [move: number, hold: number]> = {
  pick: [380, 0],
  reveal: [400, 600],
  'line-up': [800, 0],
  tie: [500, 800],
  nod: [300, 0],
  acts: [1200, 0],
  effect: [800, 800],
  nothing: [0, 800],
  night: [500, 400],
  hour: [900, 0],
  took: [800, 900],
  home: [500, 0],
  earned: [500, 800],
  scored: [900, 1400],
  deal: [900, 800],
  over: [0, 1000],
  quiet: [0, 0],
}
/** Steps whose sentence needs no more time than they have: it is short, or stands on in the next step. */
const FIXED = new Set<Kind>(['pick', 'line-up', 'nod', 'hour', 'home', 'quiet'])
/** Steps whose sentence is there from the start, while something moves. */
const FROM_THE_START = new Set<Kind>(['reveal', 'acts', 'night'])
const FIRST_TIE = 1900
const HITS_ME = 1400
const HITS_ME_QUICK = 900
const LETTER = 55
const QUICK = { move: 0.55, hold: 0.45 }
const LINE_BY_LINE = 900

/** How long a step is shown. `letters` is the length of its sentence; `still` is for people who want nothing to move. */
export function timesOf(step: Step, letters: number, me: number | null, speed: Speed, still: boolean): Times {
  const quick = speed === 2
  let [move, hold] = NORMAL[step.kind]
  if (step.kind === 'reveal') move = quick ? 300 : move * turned(step)
  else if (quick && step.kind === 'nod') move = 0
  else if (quick) move *= QUICK.move
  if (!FIXED.has(step.kind)) {
    if (step.tie?.first) hold = FIRST_TIE
    const hit = me !== null && step.events.some((event) => hits(event, me))
    if (hit) hold = HITS_ME
    const head = FROM_THE_START.has(step.kind) ? move : 0
    hold = Math.max(hold, LETTER * letters - head)
    if (quick) hold = Math.max(hold * QUICK.hold, hit ? HITS_ME_QUICK : 0)
  }
  if (!still) return { move, hold }
  return { move: 0, hold: letters && step.kind !== 'nod' ? Math.max(LINE_BY_LINE, hold) : 0 }
}

function turned(step: Step): number {
  return step.events.filter((event) => event.event === 'moved').length
}

/** Whether an event takes something from a player. */
function hits(event: GameEvent, me: number): boolean {
  switch (event.event) {
    case 'lost':
    case 'paid':
    case 'handed-over':
      return event.seat === me
    case 'moved':
      return event.seat === me && event.target === 'graveyard' && event.cause !== event.card
    case 'reputation-moved':
      return event.seat === me && event.target < event.source
    default:
      return false
  }
}
