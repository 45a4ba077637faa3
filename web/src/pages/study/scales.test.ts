import { expect, it } from 'vitest'
import { percent, plain, share, signed, span, stacked, ticks } from './scales'

it('a span has whole steps around its values, and 0', () => {
  expect(span([-1.2, 2.1])).toEqual({ low: -2, high: 3 })
  expect(span([1.2, 2.1], 0.5)).toEqual({ low: -0.5, high: 2.5 })
  expect(span([])).toEqual({ low: -1, high: 1 })
  expect(span([Infinity, 0.3])).toEqual({ low: -1, high: 1 })
})

it('a value has its place within a span, and stays at the edge beyond it', () => {
  const within = { low: -2, high: 2 }
  expect([-2, 0, 1, 2].map((value) => share(within, value))).toEqual([0, 0.5, 0.75, 1])
  expect([-9, 9].map((value) => percent(within, value))).toEqual(['0%', '100%'])
})

it('ticks are round, and not too many', () => {
  expect(ticks({ low: -2, high: 3 })).toEqual([-2, -1, 0, 1, 2, 3])
  expect(ticks({ low: -12, high: 7 })).toEqual([-10, -5, 0, 5])
  expect(ticks({ low: -3.5, high: 4 }, 5)).toEqual([-2, 0, 2, 4])
})

it('numbers have their sign, and the comma of the language', () => {
  expect([1.04, -0.26, 0.01, -0.04].map((value) => signed(value))).toEqual(['+1.0', '−0.3', '0.0', '0.0'])
  expect(signed(-1.5, 'fr')).toBe('−1,5')
  expect(plain(24.6, 'fr')).toBe('24,6')
})

it('the parts of a bar lie end to end, gains to the right and losses to the left', () => {
  expect(stacked([2, -1, 3, -0.5])).toEqual([
    { from: 0, to: 2 },
    { from: -1, to: 0 },
    { from: 2, to: 5 },
    { from: -1.5, to: -1 },
  ])
})
