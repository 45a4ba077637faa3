import { expect, it } from 'vitest'
import { lineOf, placesOf } from './line'
import { cellsOf, gapBefore, monthBefore } from './month'
import { binsOf, quantile } from './scores'
import type { Count } from '../../lib/answers/today'

it('a line tells the scores in the shapes of the seats, the best first', () => {
  const places = placesOf([31, 22, 27, 19], ['yellow', 'red', 'blue', 'green'], true)
  expect(lineOf('Libertalia no. 128', places, '7 days running')).toBe('Libertalia no. 128 · ★ 31 ◆ 27 ▲ 22 ■ 19 · 7 days running')
  const equal = placesOf([20, 20, 25, 3], ['yellow', 'red', 'blue', 'green'], false)
  expect(equal.map(({ seat, place }) => [seat, place])).toEqual([
    [2, 1],
    [0, 2],
    [1, 2],
    [3, 4],
  ])
  const lost = placesOf([20, 20, 5, 3], ['yellow', 'red', 'blue', 'green'], false)
  expect(lost[1]).toMatchObject({ seat: 0, place: 2 })
})

it('a month knows what was won, sailed and missed, and nothing was missed before the first day', () => {
  const calendar = [
    { day: '2026-05-02', won: true },
    { day: '2026-05-04', won: false },
  ]
  const states = cellsOf('2026-05', '2026-05-06', calendar).map(({ state }) => state)
  expect(states.slice(0, 7)).toEqual(['none', 'won', 'missed', 'sailed', 'missed', 'today', 'none'])
  expect(states).toHaveLength(31)
  expect(cellsOf('2026-05', '2026-05-06', [...calendar, { day: '2026-05-06', won: true }])[5]).toMatchObject({
    state: 'won',
    now: true,
  })
  expect(cellsOf('2026-05', '2026-05-06', []).some(({ state }) => state === 'missed')).toBe(false)
  expect(gapBefore('2026-05')).toBe(4)
  expect(monthBefore('2026-01')).toBe('2025-12')
  expect(cellsOf('2028-02', '2028-02-01', [])).toHaveLength(29)
})

it('scores fall into bins, and the middle one is found', () => {
  const counts: Count[] = [
    [0, 1],
    [12, 3],
    [19, 4],
    [43, 1],
  ]
  const { bins, width } = binsOf(counts)
  expect(width).toBe(2)
  expect(bins).toHaveLength(22)
  expect(bins[9]).toEqual({ from: 18, count: 4 })
  expect(bins.reduce((sum, { count }) => sum + count, 0)).toBe(9)
  expect(quantile(counts, 0.5)).toBe(19)
  expect(quantile(counts, 0.25)).toBe(12)
  expect(quantile([], 0.5)).toBe(0)
})
