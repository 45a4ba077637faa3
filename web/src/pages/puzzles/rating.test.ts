import { expect, it } from 'vitest'
import { error, expectation, FIRST, rated } from './rating'

it('rises with what is solved, and falls with what is not', () => {
  expect(rated(FIRST, 1500, true).value).toBeGreaterThan(1550)
  expect(rated(FIRST, 1500, false).value).toBeLessThan(1450)
})

it('moves more for a surprise, and less the better one is known', () => {
  const surprise = rated(FIRST, 1900, true).value - FIRST.value
  const routine = rated(FIRST, 1100, true).value - FIRST.value
  expect(surprise).toBeGreaterThan(3 * routine)
  const known = { value: 1500, deviation: 60 }
  expect(rated(known, 1500, true).value - 1500).toBeLessThan(20)
  expect(error(rated(FIRST, 1500, true))).toBeLessThan(error(FIRST))
  expect(rated(known, 1500, true).deviation).toBe(60)
})

it('comes to the strength of a solver', () => {
  // somebody of 1700 against puzzles of all strengths, who solves each as often as can be expected
  let mine = FIRST
  let owed = 0
  for (let round = 0; round < 400; round++) {
    const puzzle = 1200 + (round % 9) * 100
    owed += expectation(1700, puzzle)
    const right = owed >= 0.5
    if (right) owed -= 1
    mine = rated(mine, puzzle, right)
  }
  expect(Math.abs(mine.value - 1700)).toBeLessThan(60)
})
