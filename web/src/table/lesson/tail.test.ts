import { expect, test } from 'vitest'
import { tailOf } from './tail'

const box = (left: number, top: number, width: number, height: number) => ({
  left,
  top,
  right: left + width,
  bottom: top + height,
})
const bubble = box(300, 500, 600, 80)

test('the tail points to what is above, below or beside the bubble', () => {
  expect(tailOf(bubble, box(400, 100, 100, 150))).toEqual({ to: 'up', at: 150 })
  expect(tailOf(bubble, box(650, 590, 100, 150))).toEqual({ to: 'down', at: 400 })
  expect(tailOf(bubble, box(0, 480, 280, 120))).toEqual({ to: 'left', at: 40 })
  expect(tailOf(bubble, box(920, 100, 280, 600))).toEqual({ to: 'right', at: 28 })
})

test('it stays at the bubble, wherever that is which it points to', () => {
  expect(tailOf(bubble, box(0, 600, 100, 150))).toEqual({ to: 'down', at: 28 })
  expect(tailOf(bubble, box(1100, 600, 100, 150))).toEqual({ to: 'down', at: 572 })
})

test('what is not in sight is not pointed to', () => {
  expect(tailOf(bubble, null).to).toBe('nowhere')
})
