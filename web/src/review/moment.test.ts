import { expect, test } from 'vitest'
import type { ReplayStep } from '../lib/types'
import { movesAfter } from './moment'

test('what was taken back does not count as a move', () => {
  const steps = ['started', 'played', 'unpicked', 'played', 'played', 'take-back', 'chat'].map((kind) => ({ entry: { kind } }))
  expect(movesAfter(steps as ReplayStep[])).toEqual([0, 1, 0, 1, 2, 1, 1])
})
