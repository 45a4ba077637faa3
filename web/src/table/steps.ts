/** The events of a move, cut into steps that one can follow. */

import type { GameEvent } from '../lib/types'

export interface Step {
  kind: 'reveal' | 'deal' | 'event' | 'sweep'
  events: GameEvent[]
}

const DEAL = new Set(['voyage-begins', 'loot-laid-out', 'cards-dealt', 'purse-filled', 'day-begins'])

export function stepsOf(events: GameEvent[]): Step[] {
  const steps: Step[] = []
  for (let at = 0; at < events.length;) {
    const kind = kindAt(events, at)
    let end = at + 1
    if (kind === 'reveal') while (end < events.length && reveals(events[end])) end++
    if (kind === 'deal') while (end < events.length && DEAL.has(events[end].event)) end++
    if (kind === 'sweep') while (end < events.length && sweeps(events[end])) end++
    steps.push({ kind, events: events.slice(at, end) })
    at = end
  }
  return steps
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
  return event.event === 'moved' && event.why === undefined && event.source === 'hand' && event.target === 'lineup'
}

/** Crews leave together at the end of a voyage. */
function sweeps(event: GameEvent): boolean {
  if (event.event === 'cleared') return true
  return event.event === 'moved' && event.why === undefined && event.source === 'crew' && event.target === 'graveyard'
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
