import { describe, expect, it } from 'vitest'
import { eventsOf, standing, type Entry } from '../../lib/types'
import { deedsOf, stayOf } from '../../lib/deeds'

let number = 0
const entry = (kind: string, more: object = {}) => ({ number: ++number, at: number * 1000, kind, ...more }) as unknown as Entry
const played = (seat: number, ...events: object[]) => entry('played', { seat, events })

const log = [
  entry('started', {
    events: [
      { event: 'voyage-begins', voyage: 1 },
      { event: 'day-begins', day: 1, picking: [0, 1] },
    ],
  }),
  entry('away', { seat: 1, reason: 'host' }),
  played(1, { event: 'moved', seat: 1, card: 'gunner', source: 'hand', target: 'lineup' }),
  played(0, { event: 'moved', seat: 0, card: 'brute', source: 'hand', target: 'lineup' }),
  played(1, { event: 'took', seat: 1, token: 'goods' }, { event: 'day-begins', day: 2, picking: [0, 1] }),
  played(1, { event: 'gained', seat: 1, amount: 3 }),
  entry('back', { seat: 1 }),
]

describe('what a bot did', () => {
  it('is told day by day, and only of my own cards', () => {
    const stay = stayOf(log, 1)!
    expect(stay).toMatchObject({ voyage: 1, day: 1, seconds: 5 })
    const days = deedsOf(stay, 1)
    expect(days.map(({ day, tokens }) => [day, tokens])).toEqual([
      [1, ['goods']],
      [2, []],
    ])
    expect(days[0].events.map((event) => event.event)).toEqual(['moved', 'took'])
  })

  it('is nothing where no bot stood in', () => {
    expect(stayOf(log, 0)).toBeNull()
    expect(stayOf(log.slice(0, 3), 1)).toBeNull()
  })
})

it('does not count what was taken back', () => {
  const took = played(0, { event: 'took', seat: 0, token: 'saber' })
  const all = [...log, took, entry('chat', { seat: 1, text: 'Hm.' }), entry('take-back', { seat: 0, turn: 3 })]
  expect(standing(all)).not.toContain(took)
  expect(standing(all).flatMap(eventsOf)).toEqual(log.flatMap(eventsOf))
})
