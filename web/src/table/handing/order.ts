/** Pass and play: several people at one device, who hand it on. Whose turn it is to hold it. */

import { isHere } from '../../lib/transport'
import type { PublicView, TableInfo } from '../../lib/types'

/** The seats of those who decide for themselves, in the order in which they sit. */
export function peopleOf(table: TableInfo): number[] {
  return table.seats.filter((seat) => seat.kind === 'person' && !seat.bot).map((seat) => seat.seat)
}

/** Whether several people share this device at a table, so that what each may see is covered in between. */
export function isHanded(table: TableInfo): boolean {
  return isHere(table.id) && table.seats.filter((seat) => seat.kind === 'person').length > 1
}

/**
 * Who holds the device next: the first of the people who has something to decide. Picks are simultaneous, so at sunrise that is
 * one after the other as they sit; later only one seat is asked at a time.
 */
export function nextHolder(table: TableInfo, view: PublicView | null): number | null {
  const waiting = new Set(view?.waiting.map(([seat]) => seat))
  return peopleOf(table).find((seat) => waiting.has(seat)) ?? null
}

/** Whether two views are of the same hour of the same day. */
export function sameHour(one: PublicView, other: PublicView): boolean {
  return one.voyage === other.voyage && one.day === other.day && one.hour === other.hour
}
