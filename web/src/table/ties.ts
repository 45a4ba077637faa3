/** What happens if somebody else plays the card that I look at: who of us stands farther right. */

import type { Colour, PublicView } from '../lib/types'
import { mark, rulesOf, t, term } from '../lib/words'
import { tieTrack } from './tracks'

export interface Tie {
  seat: number
  colour: Colour
  /** What decides: the influence of their card, or the space of their token on the track. */
  value: number
  /** Where I would stand: right or left of them; `never` if they can't play this card. */
  stands: 'right' | 'left' | 'never' | 'me'
}

/** Every seat, from the one that would stand farthest left to the one farthest right. */
export function tiesOf(view: PublicView, card: string | null, me: number | null): Tie[] {
  if (card === null || me === null) return []
  const value = decides(view, card)
  if (!value) return []
  const own = value(view.seats[me].colour)
  const ties = view.seats.map(({ seat, colour, may_hold }): Tie => {
    const theirs = value(colour)
    const stands = seat === me ? 'me' : !may_hold.includes(card) ? 'never' : theirs < own ? 'right' : 'left'
    return { seat, colour, value: theirs, stands }
  })
  return ties.toSorted((a, b) => a.value - b.value)
}

/** What each colour puts on the scales: its space on the track that decides, or else the mark of its card. */
function decides(view: PublicView, card: string): ((colour: Colour) => number) | null {
  const track = tieTrack(view)
  if (track) return (colour) => track.colours.indexOf(colour) + 1
  return rulesOf(view.edition)?.marked_by ? (colour) => mark(view.edition, card, colour, view.options) ?? 0 : null
}

/** What decides a tie, in a word: the influence of a card, or the place on a track. */
export function tieWord(view: PublicView): string {
  return term(view.edition, tieTrack(view)?.name ?? 'mark')
}

/** A sentence for each player who may play the card too: "If Ines plays it too, you stand right of them: influence 3 over 1." */
export function tieSentences(view: PublicView, ties: Tie[], name: (seat: number) => string): string {
  const own = ties.find(({ stands }) => stands === 'me')?.value ?? 0
  const what = tieWord(view)
  return ties
    .flatMap(({ seat, stands, value }) =>
      stands === 'right' || stands === 'left' ? [t(`table.tie.${stands}`, { name: name(seat), what, own, value })] : [],
    )
    .join(' ')
}
