import { expect, it } from 'vitest'
import { bestDay, change, clear, earlyToLate, few, movers, sorted, tone } from './order'
import type { Estimate, Worth } from './types'

const sure = (mean: number, error = 0.1): Estimate => ({ mean, error })
const worth = (slug: string, rank: number, mean: number, days: Estimate[] = [], night = 0): Worth => ({
  slug,
  rank,
  ...sure(mean),
  parts: { day: 0, night, end: 0, loot: 0, others: 0 },
  days,
})

it('hollow is what can’t be told from the average', () => {
  expect([sure(1), sure(-1), sure(0.05), { mean: 5, error: Infinity }].map(tone)).toEqual(['great', 'slip', 'even', 'even'])
  expect(clear({ mean: 0.1, error: 0.1 })).toBe(false)
})

it('characters are sorted by worth, by rank or by a source', () => {
  const crew = [worth('parrot', 1, -1), worth('barkeep', 7, 0, [], 3), worth('captain', 29, 2)]
  const slugs = (by: 'worth' | 'rank' | 'night') => sorted(crew, by).map(({ slug }) => slug)
  expect(slugs('worth')).toEqual(['captain', 'barkeep', 'parrot'])
  expect(slugs('rank')).toEqual(['parrot', 'barkeep', 'captain'])
  expect(slugs('night')).toEqual(['barkeep', 'parrot', 'captain'])
})

it('a headline names only those that surely move', () => {
  expect(change([sure(1, 0.3), sure(9), sure(2, 0.4)])).toEqual({ mean: 1, error: 0.5 })
  const rows = { up: [sure(0), sure(1)], more: [sure(0), sure(1.2, 5)], down: [sure(0), sure(-1)], still: [sure(0), sure(0.05)] }
  expect(movers(rows)).toEqual({ up: 'up', down: 'down' })
  expect(movers({ still: rows.still })).toEqual({ up: '', down: '' })
})

it('good days go from early to late, and the best is marked only if it is sure', () => {
  const late = worth('preacher', 6, 0, [sure(-1), sure(0), sure(1)])
  const early = worth('waitress', 8, 0, [sure(1), sure(0), sure(-1)])
  const vague = worth('topman', 16, 0, [sure(0.05), sure(0), sure(0)])
  expect(earlyToLate([late, early]).map(({ slug }) => slug)).toEqual(['waitress', 'preacher'])
  expect([late, early, vague].map(bestDay)).toEqual([2, 0, -1])
})

it('few games are those whose lines are longer than 1', () => {
  expect(few([sure(0, 0.2), sure(0, 0.9), sure(0, 3)])).toBe(false)
  expect(few([sure(0, 0.2), sure(0, 1.1), sure(0, 3)])).toBe(true)
  expect(few([{ mean: 0, error: Infinity }])).toBe(true)
})
