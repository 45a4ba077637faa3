import { afterAll, beforeAll, expect, it } from 'vitest'
import { EDITIONS } from '../lib/editions'
import { loadWords, rulesOf, setLang, term } from '../lib/words'
import { cardLabel, tokenLabel } from './labels'

beforeAll(async () => {
  await loadWords(...EDITIONS)
  await setLang('fr')
})
afterAll(() => setLang('en'))

it.each(EDITIONS)('%s: French has a space before a colon, and one word for the rank of a card', (edition) => {
  const { characters, tokens } = rulesOf(edition)!
  for (const slug of Object.keys(characters)) {
    const label = cardLabel(edition, slug, 'Inès')
    expect(label).not.toMatch(/\S: /)
    expect(label).toContain(`, ${term(edition, 'rank')} `)
  }
  for (const kind of Object.keys(tokens)) expect(tokenLabel(edition, kind, 2, {})).toMatch(/^2 × [^:]+\u00a0: /)
})
