import type { Colour, PublicView, TableInfo } from '../../../lib/types'
import { t } from '../../../lib/words'
import { nameOf } from '../../../table/seatNames'

/** Where a seat ended. */
export interface Ranked {
  seat: number
  name: string
  colour: Colour
  score: number
  rank: number
}

/** All seats from the winner down. Equal scores share a rank, but for those whom a tie-break set apart. */
export function ranking(table: TableInfo, view: PublicView | null): Ranked[] {
  const winners = view?.winners.length ? view.winners : (table.winners ?? [])
  const places = (view?.seats ?? []).map((seat) => ({
    seat: seat.seat,
    name: nameOf(table, seat.seat),
    colour: seat.colour,
    score: seat.score,
    rank: 0,
  }))
  const won = (seat: number) => (winners.includes(seat) ? 1 : 0)
  places.sort((a, b) => won(b.seat) - won(a.seat) || b.score - a.score)
  places.forEach((place, index) => {
    const above = places[index - 1]
    const equal = above && above.score === place.score && won(above.seat) === won(place.seat)
    place.rank = equal ? above.rank : index + 1
  })
  return places
}

/** How somebody came out, in words: "You came third of four". */
export function ownResult(places: Ranked[], me: number): string {
  const { rank } = places.find(({ seat }) => seat === me)!
  const shared = places.filter((place) => place.rank === rank).length > 1
  if (rank === 1) return t(shared ? 'end.own.wonShared' : 'end.own.won')
  const words = { place: t('end.places').split(',')[rank - 1], all: t('end.numbers').split(',')[places.length - 1] }
  return t(shared ? 'end.own.shared' : 'end.own.came', words)
}
