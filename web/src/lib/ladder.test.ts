import { beforeEach, describe, expect, it, vi } from 'vitest'
import { afterGame, chooseLevel, countGame, ladder } from './ladder'
import { LEVELS, type Level, type TableInfo } from './types'

const kept = new Map<string, string>()
vi.stubGlobal('localStorage', {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, value: string) => kept.set(key, value),
})

function finished(id: string, won: boolean, level: Level, kind: 'bot' | 'person' = 'bot'): TableInfo {
  const bots = [1, 2].map((seat) => ({ seat, kind, name: `${seat}`, colour: null, level, bot: true }))
  const me = { seat: 0, kind: 'person', name: 'Mara', colour: null, level: null, bot: false }
  return { id, seats: [me, ...bots], winners: [won ? 0 : 1] } as unknown as TableInfo
}

describe('the level of the bots', () => {
  beforeEach(() => kept.clear())

  it('is the easiest at first', () => {
    expect(ladder().level).toBe(LEVELS[0])
  })

  it('goes up after three wins in a row, and not after two and a loss', () => {
    let now = ladder()
    for (const won of [true, true, false, true, true]) now = afterGame(now, won, 'table')
    expect(now).toMatchObject({ level: LEVELS[0], run: 2 })
    expect(afterGame(now, true, 'table')).toMatchObject({ level: LEVELS[1], run: 0 })
  })

  it('goes down after three losses, but never off the ladder', () => {
    let now = { ...ladder(), level: LEVELS[1] as Level }
    for (let game = 0; game < 6; game++) now = afterGame(now, false, 'table')
    expect(now.level).toBe(LEVELS[0])
    now = { ...now, level: LEVELS.at(-1)! }
    for (let game = 0; game < 3; game++) now = afterGame(now, true, 'table')
    expect(now.level).toBe(LEVELS.at(-1))
  })

  it('counts a game once, and only against bots of that level', () => {
    for (const table of ['a', 'a', 'a']) countGame(finished(table, true, LEVELS[0]), 0)
    expect(ladder()).toMatchObject({ level: LEVELS[0], run: 1 })
    countGame(finished('b', true, LEVELS[1]), 0)
    countGame(finished('c', true, LEVELS[0], 'person'), 0)
    expect(ladder().run).toBe(1)
    for (const table of ['d', 'e']) countGame(finished(table, true, LEVELS[0]), 0)
    expect(ladder().level).toBe(LEVELS[1])
  })

  it('can be chosen', () => {
    countGame(finished('a', true, LEVELS[0]), 0)
    chooseLevel(LEVELS[1])
    expect(ladder()).toMatchObject({ level: LEVELS[1], run: 0 })
  })

  it('starts over where the server has no such bots any more', () => {
    kept.set('libertalia.ladder', JSON.stringify({ level: 'kraken', run: 2 }))
    expect(ladder()).toMatchObject({ level: LEVELS[0], run: 0 })
  })
})
