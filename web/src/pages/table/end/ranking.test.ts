import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { loadWords, setLang } from '../../../lib/words'
import { ownResult, type Ranked } from './ranking'

beforeAll(() => loadWords())
afterAll(() => setLang('en'))

/** Seats 0, 1, … with these ranks. */
const places = (...ranks: number[]): Ranked[] => ranks.map((rank, seat) => ({ seat, name: '', colour: 'blue', score: 0, rank }))

describe.each([
  ['en', 'You won', 'You share the victory', 'You came third of four', 'You share second place of five'],
  [
    'fr',
    'Vous avez gagné',
    'Vous partagez la victoire',
    'Vous finissez troisième sur quatre',
    'Vous finissez deuxième ex æquo sur cinq',
  ],
] as const)('%s', (lang, won, wonShared, third, second) => {
  beforeAll(() => setLang(lang))

  it('says how I came out', () => {
    expect(ownResult(places(2, 1), 1)).toBe(won)
    expect(ownResult(places(1, 3, 1), 2)).toBe(wonShared)
    expect(ownResult(places(1, 2, 4, 3), 3)).toBe(third)
    expect(ownResult(places(2, 1, 2, 4, 5), 0)).toBe(second)
  })
})
