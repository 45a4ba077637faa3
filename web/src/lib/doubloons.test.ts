import { beforeAll, describe, expect, it } from 'vitest'
import { EDITIONS } from './editions'
import { STORIES, story } from './fixtures'
import { accountsOf, byCause, sum } from './doubloons'
import type { GameEvent } from './types'
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

it('shows the balance of the loot with its sign, and apart from it what could not be paid', () => {
  const scored = { event: 'scored' as const, seat: 0, purse: 3, characters: 0 }
  const lines = (loot: number, unpaid: number) => {
    const events: GameEvent[] = [
      { event: 'voyage-begins', voyage: 1 },
      { event: 'purse-filled', seat: 0, amount: 3 },
      { ...scored, loot, unpaid, score: 3 + loot + unpaid },
    ]
    return accountsOf([{ kind: 'played', number: 1, at: 0, turn: 1, events }], 1).lines
  }
  expect([sum(lines(-1, 0), 0, 'loot'), sum(lines(-1, 0), 0, 'lost')]).toEqual([-1, 0])
  expect([sum(lines(-9, 6), 0, 'loot'), sum(lines(-9, 6), 0, 'unpaid'), sum(lines(-9, 6), 0)]).toEqual([-9, 6, 0])
})
