import { beforeAll, describe, expect, it } from 'vitest'
import { loadWords } from '../lib/words'
import { choicesOf, KEYS } from './choices'
import { EDITIONS } from '../lib/editions'
import { STORIES, story } from './fixtures'

beforeAll(() => loadWords(...EDITIONS))

describe.each(STORIES)('%s', (name) => {
  it('has a place and a key of its own for every legal answer, and nothing else', async () => {
    const { news, seat } = await story(name)
    for (const { view, mine } of news) {
      const choices = choicesOf(view, mine, seat)
      expect(choices.map((choice) => choice.option).toSorted()).toEqual((mine.decision?.options ?? []).toSorted())
      const places = choices.map(({ place, seat, slug, option }) => (place === 'prompt' ? option : `${place} ${seat} ${slug}`))
      expect(new Set(places).size).toBe(choices.length)
      const keys = choices.map((choice) => choice.key).slice(0, KEYS.length)
      expect(new Set(keys).size).toBe(keys.length)
    }
  })
})

it('lights cards where they lie', async () => {
  const { news, seat } = await story('original-4-printed')
  const kinds = news.flatMap(({ view, mine }) => choicesOf(view, mine, seat).map((choice) => [mine.decision!.kind, choice.place]))
  expect(new Set(kinds.filter(([kind]) => kind === 'pick').map(([, place]) => place))).toEqual(new Set(['hand']))
  expect(new Set(kinds.filter(([kind]) => kind === 'saber').map(([, place]) => place))).toEqual(new Set(['crew']))
  expect(new Set(kinds.filter(([kind]) => kind === 'take').map(([, place]) => place))).toEqual(new Set(['prompt']))
})

it('gives nobody a choice who only watches', async () => {
  const { news } = await story('original-4-printed')
  expect(choicesOf(news[0].view, null, null)).toEqual([])
})
