import { describe, expect, it } from 'vitest'
import { en as reviewEn } from './texts.en'
import { fr as reviewFr } from './texts.fr'
import { loadWords, setLang } from '../lib/catalogue.svelte'
import { fill } from '../lib/names'
import { en } from '../lib/texts/all.en'
import { fr } from '../lib/texts/all.fr'

type Tree = { [key: string]: string | string[] | Tree }

/** All texts without plural forms. */
function plain(tree: Tree, path = ''): [string, string][] {
  return Object.entries(tree).flatMap(([key, found]): [string, string][] => {
    if (typeof found === 'string') return [[path + key, found]]
    return Array.isArray(found) ? [] : plain(found, `${path}${key}.`)
  })
}

describe.each([
  ['English', en, reviewEn],
  ['French', fr, reviewFr],
])('%s', (_, page, reviewed) => {
  it('has two forms of whatever is counted', () => {
    const counted = /\{(count|amount|doubloons|seconds|loss|done)\} (?!dans)\p{L}{2,}s\b/u
    expect(plain({ ...page, reviewed }).filter(([, text]) => counted.test(text))).toEqual([])
  })
})

it('chooses the form by the number and the language', async () => {
  const forms = ['{count} mistake', '{count} mistakes']
  await loadWords()
  await setLang('en')
  expect([0, 1, 2].map((count) => fill(forms, { count }))).toEqual(['0 mistakes', '1 mistake', '2 mistakes'])
  await setLang('fr')
  const french = ['{count} erreur', '{count} erreurs']
  expect([0, 1, 1.5, 2].map((count) => fill(french, { count }))).toEqual(['0 erreur', '1 erreur', '1.5 erreur', '2 erreurs'])
  await setLang('en')
})
