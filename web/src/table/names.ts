import type { TableInfo } from '../lib/types'
import { say, t } from '../lib/names'

/** The name of a seat, also of the one where the Automa sits. */
export function nameOf(table: TableInfo, seat: number): string {
  const found = table.seats.find((one) => one.seat === seat)
  if (!found && table.edition === 'galecrest') return say('galecrest', 'automa')
  return found?.name ?? t('seat.nobody', { number: seat + 1 })
}

/** All names as sentences want them: one's own is empty, and one is spoken to. */
export function namesFor(table: TableInfo, me: number | null): string[] {
  const seats = Math.max(table.seats.length, 2) // the Automa has no seat at the table, but in the game
  return Array.from({ length: seats }, (_, seat) => (seat === me ? '' : nameOf(table, seat)))
}
