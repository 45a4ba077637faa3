import { beforeAll, describe, expect, it } from 'vitest'
import { EDITIONS } from './editions'
import { STORIES, story } from './fixtures'
import { accountsOf, byCause, sum } from './doubloons'
import { loadWords, rulesOf } from './words'

beforeAll(() => loadWords(...EDITIONS))

describe.each(STORIES)('%s', (name) => {
  it('accounts for every doubloon of every voyage', async () => {
    const { table, news } = await story(name)
    const seats = news.at(-1)!.view.seats
    const entries = news.map((step) => step.entry)
    const accounts = accountsOf(entries, seats.length)
    for (const { seat, voyage_scores } of seats) {
      for (const [index, score] of voyage_scores.entries()) {
        const voyage = accounts.lines.filter((line) => line.voyage === index + 1)
        expect(sum(voyage, seat), `voyage ${index + 1}`).toBe(score)
        expect(accounts.scored[index][seat]).toBe(score)
      }
    }
    expect(accounts.days.map((voyage) => voyage.length)).toEqual(rulesOf(table.edition)!.days)
    expect(accounts.days.at(-1)!.at(-1)).toEqual(seats.map((seat) => seat.score))
  })
})

it('sums up by seat and cause, the largest first', () => {
  const line = (seat: number, cause: string | null, amount: number) => {
    return { seat, voyage: 1, source: 'night' as const, cause, amount }
  }
  const sums = byCause([line(0, 'barkeep', 1), line(1, 'barkeep', 1), line(0, 'barkeep', 1), line(0, null, 9)])
  expect(sums).toEqual([
    { seat: 0, cause: 'barkeep', amount: 2 },
    { seat: 1, cause: 'barkeep', amount: 1 },
  ])
})
