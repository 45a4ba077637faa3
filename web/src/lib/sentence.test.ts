import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, it } from 'vitest'
import { loadWords, option, sentence, setLang, t } from './words'
import { en } from './texts/all.en'
import { fr } from './texts/all.fr'
import type { Edition, GameEvent } from './types'

type Line = [edition: Edition, players: number, viewer: number | null, event: GameEvent, en: string, fr: string]

const NAMES = ['Anne', 'Bart', 'Yves', 'Élise', 'Hugo', 'Zoé']
const lines = JSON.parse(readFileSync(new URL('../../fixtures/sentences.json', import.meta.url), 'utf8')) as Line[]

beforeAll(() => loadWords('original', 'galecrest'))

describe.each(['en', 'fr'] as const)('in %s', (language) => {
  beforeAll(() => setLang(language))

  it('says of whole games what Python says', () => {
    for (const [edition, players, viewer, event, english, french] of lines) {
      const people = { names: NAMES.slice(0, players), reader: viewer }
      expect(sentence(edition, event, people), JSON.stringify(event)).toBe(language === 'en' ? english : french)
    }
  })
})

describe('answers', () => {
  beforeAll(() => setLang('fr'))

  it.each([
    ['original', 'gunner', '1:captain', "Capitaine d'Anne"],
    ['original', 'gunner', '0:captain', 'Votre Capitaine'],
    ['galecrest', 'barrel', '1', 'Anne'],
    ['galecrest', 'amulet', 'pass', "Garder l'amulette"],
  ] as const)('of %s, %s %s', (edition, kind, text, said) => {
    expect(option(edition, kind, text, { names: ['Bart', 'Anne'], reader: 0 })).toBe(said)
  })
})

describe('the texts of the page', () => {
  const leaves = (tree: object, path = ''): [string, string | string[]][] =>
    Object.entries(tree).flatMap(([key, value]) =>
      typeof value === 'string' || Array.isArray(value)
        ? [[path + key, value] as [string, string | string[]]]
        : leaves(value as object, `${path}${key}.`),
    )
  const holes = (text: string | string[]) => [...new Set(String(text).match(/\{\w+\}/g))].sort()

  it('have the same holes in both languages', () => {
    const french = new Map(leaves(fr))
    for (const [key, text] of leaves(en)) expect(holes(french.get(key)!), key).toEqual(holes(text))
  })

  it('are filled in', async () => {
    await setLang('en')
    expect(t('seat.nobody', { number: 3 })).toBe('Seat 3')
  })
})
