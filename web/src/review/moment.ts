/** The table at a decision of a finished game. */

import { eventsOf, type GameEvent, type PublicView, type ReplayStep } from '../lib/types'
import { cardOrder } from '../lib/words'
import { apply } from '../table/apply'
import type { Question } from '../lib/answers/review'

export interface Moment {
  view: PublicView | null
  /** All that has happened up to it. */
  before: GameEvent[]
}

/** How many moves there were after each step of a replay, without those that were taken back. */
export function movesAfter(steps: ReplayStep[]): number[] {
  let moves = 0
  return steps.map(({ entry }) => {
    if (entry.kind === 'played') moves += 1
    else if (entry.kind === 'unpicked' || entry.kind === 'take-back') moves -= 1
    return moves
  })
}

/** At a pick: when all picks are shown, before anybody acts. Otherwise: when the question was asked. */
export function momentOf(steps: ReplayStep[], counts: number[], question: Question, picking: number): Moment {
  const pick = question.kind === 'pick'
  const found = counts.findIndex((count) => count >= question.move + (pick ? picking : 0))
  const at = found < 0 ? steps.length - 1 : found
  const before = steps.slice(0, at + 1).flatMap(({ entry }) => eventsOf(entry))
  if (!pick) return { view: steps[at].view, before }
  const last = eventsOf(steps[at].entry)
  const shown = last.slice(0, last.findLastIndex(linesUp) + 1)
  const sunrise = steps[at - 1]?.view
  if (!sunrise || !shown.length) return { view: steps[at].view, before }
  const order = cardOrder(sunrise.edition)
  return {
    view: shown.reduce((view, event) => apply(view, event, order), sunrise),
    before: [...before.slice(0, before.length - last.length), ...shown],
  }
}

function linesUp(event: GameEvent): boolean {
  if (event.event === 'neutral-stands') return true
  return event.event === 'moved' && event.source === 'hand' && event.target === 'lineup' && event.cause === undefined
}
