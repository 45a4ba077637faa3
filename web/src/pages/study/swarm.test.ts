import { expect, it } from 'vitest'
import { named, placed } from './swarm'

it('no card lies on another', () => {
  const values = Array.from({ length: 40 }, (_, index) => 300 + 90 * Math.sin(7 * index))
  const cards = placed(values, 42)
  for (const one of cards)
    for (const other of cards)
      if (one !== other && one.floor === other.floor) expect(Math.abs(one.x - other.x)).toBeGreaterThanOrEqual(42)
  expect(cards.map(({ index }) => index).sort((a, b) => a - b)).toEqual(values.map((_, index) => index))
  expect(cards.every(({ index, x }) => x === values[index])).toBe(true)
})

it('cards with room stay in the middle, others go to the nearest floor', () => {
  expect(placed([0, 100, 200], 42).map(({ floor }) => floor)).toEqual([0, 0, 0])
  expect(placed([0, 0, 0, 0, 0], 42).map(({ floor }) => floor)).toEqual([0, 1, -1, 2, -2])
})

it('names are written only where they meet no card and no other name', () => {
  const apart = placed([0, 200, 400], 42)
  expect(named(apart, [60, 60, 60], 42, 2)).toEqual(new Set([0, 1, 2]))
  const stack = placed([0, 0, 0], 42)
  expect(named(stack, [60, 60, 60], 42, 2)).toEqual(new Set([2])) // only the lowest has nothing below it
  const near = placed([0, 50], 42)
  expect(named(near, [90, 90], 42, 2).size).toBe(1)
})
