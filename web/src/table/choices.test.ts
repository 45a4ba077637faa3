import { beforeAll, describe, expect, it } from 'vitest'
import { loadWords } from '../lib/words'
import type { Mine, PublicView } from '../lib/types'
import { choicesOf, isPart, isSelected, KEYS, withPart } from './choices'
import { EDITIONS } from '../lib/editions'
import { STORIES, story } from '../lib/fixtures'

beforeAll(() => loadWords(...EDITIONS))

/** What can be answered: by one choice or, where an answer has two parts, by two. */
function answersOf(view: PublicView, mine: Mine, seat: number): string[] {
  const choices = choicesOf(view, mine, seat)
  const options = mine.decision?.options ?? []
  const [first, second] = ['today', 'tomorrow'].map((part) => choices.filter(({ place }) => place === part))
  if (first.length) return first.flatMap((today) => second.map((tomorrow) => withPart(today.option, tomorrow.option, options)))
  return choices.flatMap(({ option }) => {
    if (!isPart(option)) return [option]
    const selected = withPart(null, option, options)
    const counts = choicesOf(view, mine, seat, selected).filter((choice) => /^\d\*/.test(choice.option))
    expect(isPart(selected)).toBe(counts.length > 1)
    return counts.map((choice) => choice.option)
  })
}

describe.each(STORIES)('%s', (name) => {
  it('has a place and a key of its own for every legal answer, and nothing else', async () => {
    const { news, seat } = await story(name)
    for (const { view, mine } of news) {
      const choices = choicesOf(view, mine, seat)
      expect(answersOf(view, mine, seat).toSorted()).toEqual((mine.decision?.options ?? []).toSorted())
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

it('puts a swap together part by part, in either order', () => {
  expect(withPart(null, '/chest', [])).toBe('/chest')
  expect(withPart('/chest', 'relic/', [])).toBe('relic/chest')
  expect(withPart('relic/chest', 'map/', [])).toBe('map/chest')
  expect(isSelected('relic/', '/chest')).toBe(false)
  expect(isSelected('relic/chest', '/chest')).toBe(true)
  expect(isSelected('relic/chest', 'map/')).toBe(false)
})

it('asks how many of a kind are sold, unless there is only one number', () => {
  const options = ['1*map', '2*map', '1*hook', 'pass']
  expect(withPart(null, '*map', options)).toBe('*map')
  expect(withPart('2*map', '*hook', options)).toBe('1*hook')
  expect(isSelected('2*map', '*map')).toBe(true)
  expect(isSelected('1*hook', '*map')).toBe(false)
})
