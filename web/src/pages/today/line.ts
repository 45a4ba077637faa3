/** The line to share: how it went, and nothing of the deal. */

import type { Colour } from '../../lib/types'

const SHAPES: Record<Colour, string> = { yellow: '★', red: '▲', blue: '◆', green: '■', black: '⬢', white: '●' }

export interface Place {
  seat: number
  colour: Colour
  score: number
  /** Equal scores share a place. */
  place: number
}

/** All seats from the best down. Of equals the person on the first seat comes first, unless a tie-break was against them. */
export function placesOf(scores: number[], colours: Colour[], won: boolean): Place[] {
  const best = Math.max(...scores)
  const worth = (seat: number) => scores[seat] - (seat === 0 && !won && scores[0] === best ? 0.5 : 0)
  const sorted = scores.map((score, seat) => ({ seat, colour: colours[seat], score }))
  sorted.sort((one, other) => worth(other.seat) - worth(one.seat) || one.seat - other.seat)
  return sorted.map((one) => ({ ...one, place: 1 + sorted.filter(({ seat }) => worth(seat) > worth(one.seat)).length }))
}

/** Such as "Libertalia no. 128 · ★ 31 ◆ 27 ▲ 22 ■ 19 · 7 days running". */
export function lineOf(title: string, places: Place[], running: string): string {
  const scores = places.map(({ colour, score }) => `${SHAPES[colour]} ${score}`).join(' ')
  return [title, scores, running].join(' · ')
}
