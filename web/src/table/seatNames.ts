import { say, t, type People } from '../lib/names'
import type { Seat, TableInfo } from '../lib/types'

/** The name of a seat; in a game for one, the other seat is the edition's own opponent. */
export function nameOf(table: TableInfo, seat: number): string {
  const found = table.seats.find((one) => one.seat === seat)
  if (!found && table.players === 1) return say(table.edition, 'solo-opponent')
  return found?.name ?? t('seat.nobody', { number: seat + 1 })
}

/** What a bot is besides its name: its level. Nothing for people, and where the name says it already. */
export function levelOf(seat: Seat | undefined): string {
  if (seat && seat.kind !== 'bot') return ''
  const level = seat?.level ? t(`make.${seat.level}`) : t('table.bot')
  return level === seat?.name ? '' : level
}

/** Everyone at a table, as sentences want them. */
export function peopleAt(table: TableInfo, reader: number | null): People {
  const seats = Math.max(table.seats.length, 2) // the opponent of a game for one has no seat at the table, but in the game
  return { names: Array.from({ length: seats }, (_, seat) => nameOf(table, seat)), reader }
}
