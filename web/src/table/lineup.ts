import type { PublicView } from '../lib/types'

/** A character in the lineup: whose it is (nobody's is `null`), which, and its rank. */
export type Standing = PublicView['lineup'][number]

/** The character that a seat has in the lineup; of two, the one whose turn comes first at dusk. */
export function cardInLineup(view: PublicView, seat: number): string | null {
  return view.lineup.findLast(([owner]) => owner === seat)?.[1] ?? null
}

export function isInLineup(view: PublicView, seat: number | null, card: string): boolean {
  return view.lineup.some((one) => one[0] === seat && one[1] === card)
}
