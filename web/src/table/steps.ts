/** The events of a move, cut into steps that one can follow. */

import type { GameEvent } from '../lib/types'

export interface Step {
  kind: 'reveal' | 'deal' | 'event' | 'sweep'
  events: GameEvent[]
}

const DEAL = new Set(['voyage-begins', 'loot-laid-out', 'cards-dealt', 'purse-filled', 'day-begins'])
/** What nobody has to watch: it belongs to the step before it. */
const QUIET = new Set(['asked', 'extras-changed', 'deck-gathered', 'turned-up'])

export function stepsOf(events: GameEvent[]): Step[] {
  const steps: Step[] = []
  for (let at = 0; at < events.length;) {
    const kind = kindAt(events, at)
    let end = at + 1
    while (end < events.length && (QUIET.has(events[end].event) || belongs(kind, events[end]))) end++
    steps.push({ kind, events: events.slice(at, end) })
    at = end
  }
  return steps
}

function belongs(kind: Step['kind'], event: GameEvent): boolean {
  if (kind === 'reveal') return reveals(event)
  if (kind === 'deal') return DEAL.has(event.event)
  return kind === 'sweep' && sweeps(event)
}

function kindAt(events: GameEvent[], at: number): Step['kind'] {
  const event = events[at]
  if (event.event === 'hour-strikes' && event.hour === 'day') return 'reveal'
  if (event.event === 'voyage-begins') return 'deal'
  return sweeps(event) ? 'sweep' : 'event'
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

/** How long a step is shown, in milliseconds at normal speed. */
export function lasts(step: Step): number {
  if (step.kind === 'reveal') return 300 + 90 * (step.events.length - 1)
  if (step.kind === 'deal') return 900
  if (step.kind === 'sweep') return 420
  switch (step.events[0].event) {
    case 'gained':
    case 'lost':
    case 'paid':
    case 'earned':
      return 620
    case 'hour-strikes':
      return 700
    case 'scored':
      return 900
    case 'moved':
    case 'handed-over':
    case 'swapped':
      return 460
    case 'took':
    case 'drew':
    case 'returned':
    case 'removed':
    case 'reputation-moved':
    case 'picked':
    case 'unpicked':
    case 'declined':
      return 400
    case 'acts':
      return 420
    case 'game-ends':
      return 1000
    default:
      return 250
  }
}
