/** A month as a sheet of days, the first of the week being Monday. */

import type { CalendarDay } from '../../lib/answers/today'

export type State = 'won' | 'sailed' | 'missed' | 'today' | 'none'

export interface Cell {
  /** The date, such as 2026-05-11. */
  day: string
  number: number
  state: State
  /** Whether it is today, sailed or not. */
  now: boolean
}

const pad = (number: number) => String(number).padStart(2, '0')

/** The month of a date, such as 2026-05. */
export const monthOf = (day: string) => day.slice(0, 7)

export function monthBefore(month: string, back = 1): string {
  const [year, number] = month.split('-').map(Number)
  const date = new Date(Date.UTC(year, number - 1 - back, 1))
  return `${date.getUTCFullYear()}-${pad(date.getUTCMonth() + 1)}`
}

/** How many empty places there are before the first of a month. */
export function gapBefore(month: string): number {
  return (new Date(`${month}-01`).getUTCDay() + 6) % 7
}

/** The days of a month. Before the first day that somebody sailed, nothing was missed. */
export function cellsOf(month: string, today: string, calendar: CalendarDay[]): Cell[] {
  const [year, number] = month.split('-').map(Number)
  const length = new Date(Date.UTC(year, number, 0)).getUTCDate()
  const won = new Map(calendar.map((one) => [one.day, one.won]))
  const first = calendar[0]?.day ?? today
  return Array.from({ length }, (_, index) => {
    const day = `${month}-${pad(index + 1)}`
    return { day, number: index + 1, now: day === today, state: stateOf(day, today, first, won.get(day)) }
  })
}

function stateOf(day: string, today: string, first: string, won: boolean | undefined): State {
  if (won !== undefined) return won ? 'won' : 'sailed'
  if (day === today) return 'today'
  return day > first && day < today ? 'missed' : 'none'
}
