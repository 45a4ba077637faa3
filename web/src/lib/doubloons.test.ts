import { describe, expect, it } from 'vitest'
import { story, STORIES } from '../table/fixtures'
import { accountsOf, byCause, sum } from './doubloons'

const DAYS = { original: [6, 6, 6], galecrest: [4, 5, 6] }

describe.each(STORIES)('%s', (name) => {
  it('accounts for every doubloon of every voyage', async () => {
    const { table, news } = await story(name)
    const seats = news.at(-1)!.view.seats
    const accounts = accountsOf(
      table.edition,
      news.map((step) => step.entry),
      seats.length,
    )
    for (const seat of seats) {
      seat.voyage_scores.forEach((score, index) => {
        expect(
          sum(
            accounts.lines.filter((line) => line.voyage === index + 1),
            seat.seat,
          ),
          `voyage ${index + 1}`,
        ).toBe(score)
        expect(accounts.scored[index][seat.seat]).toBe(score)
      })
    }
    const finished = seats[0].voyage_scores.length
    expect(accounts.days.slice(0, finished).map((voyage) => voyage.length)).toEqual(DAYS[table.edition].slice(0, finished))
    if (finished === 3) expect(accounts.days.at(-1)!.at(-1)).toEqual(seats.map((seat) => seat.score))
  })
})

it('sums up by seat and cause, the largest first', () => {
  const line = (seat: number, why: string | null, amount: number) => ({ seat, voyage: 1, source: 'night' as const, why, amount })
  const sums = byCause([line(0, 'barkeep', 1), line(1, 'barkeep', 1), line(0, 'barkeep', 1), line(0, null, 9)])
  expect(sums).toEqual([
    { seat: 0, why: 'barkeep', amount: 2 },
    { seat: 1, why: 'barkeep', amount: 1 },
  ])
})
