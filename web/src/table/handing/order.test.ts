import { describe, expect, it } from 'vitest'
import type { PublicView, Seat, TableInfo } from '../../lib/types'
import { isHanded, nextHolder, sameHour } from './order'

const person = (seat: number, bot = false) => ({ seat, kind: 'person', name: 'ABCDEF'[seat], bot }) as Seat
const robot = (seat: number) => ({ seat, kind: 'bot', name: 'Bilge', bot: true }) as Seat
const table = (...seats: Seat[]) => ({ id: 'here-0123456789ab', seats }) as TableInfo
const asked = (...waiting: [number, string][]) => ({ waiting }) as PublicView

describe('the next one to hold the device', () => {
  const three = table(person(0), person(1), person(2), robot(3))

  it('goes round as people sit, while all pick', () => {
    expect(nextHolder(three, asked([0, 'pick'], [1, 'pick'], [2, 'pick'], [3, 'pick']))).toBe(0)
    expect(nextHolder(three, asked([1, 'pick'], [2, 'pick'], [3, 'pick']))).toBe(1)
    expect(nextHolder(three, asked([2, 'pick']))).toBe(2)
  })

  it('is as they sit, in whatever order the table names them', () => {
    expect(nextHolder(three, asked([2, 'pick'], [3, 'pick'], [1, 'pick']))).toBe(1)
  })

  it('is the first once more, if they took their pick back', () => {
    expect(nextHolder(three, asked([0, 'pick'], [2, 'pick']))).toBe(0)
  })

  it('is the one who is asked by day and at dusk', () => {
    expect(nextHolder(three, asked([2, 'gunner']))).toBe(2)
    expect(nextHolder(three, asked([1, 'take']))).toBe(1)
  })

  it('is nobody while only bots decide, or the game is over, or nothing is known yet', () => {
    expect(nextHolder(three, asked([3, 'take']))).toBeNull()
    expect(nextHolder(three, asked())).toBeNull()
    expect(nextHolder(three, null)).toBeNull()
  })

  it('is nobody for whom a bot stands in', () => {
    expect(nextHolder(table(person(0, true), person(1)), asked([0, 'pick'], [1, 'pick']))).toBe(1)
  })
})

describe('a table whose people share the device', () => {
  it('is on this device and has several of them', () => {
    expect(isHanded(table(person(0), person(1)))).toBe(true)
    expect(isHanded(table(person(0), robot(1)))).toBe(false)
    expect(isHanded({ ...table(person(0), person(1)), id: '0123456789ab' })).toBe(false)
  })

  it('stays one while a bot stands in for somebody', () => {
    expect(isHanded(table(person(0), person(1, true)))).toBe(true)
  })
})

it('tells hours of different days and voyages apart', () => {
  const dusk = { voyage: 1, day: 2, hour: 'dusk' } as PublicView
  expect(sameHour(dusk, { ...dusk })).toBe(true)
  for (const other of [{ voyage: 2 }, { day: 3 }, { hour: 'night' }])
    expect(sameHour(dusk, { ...dusk, ...other } as PublicView)).toBe(false)
})
