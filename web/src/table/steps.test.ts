import { beforeAll, describe, expect, it } from 'vitest'
import { EDITIONS } from '../lib/editions'
import type { Speed } from '../lib/settings.svelte'
import { eventsOf } from '../lib/types'
import { loadWords } from '../lib/words'
import { STORIES, story } from '../lib/fixtures'
import { sceneOf } from './scene'
import { Cutter, timesOf, type Kind, type Step } from './steps'
import { chipsOf, lettersOf, storyOf } from './story'

const PEOPLE = { names: ['Ines', 'Jonah', 'Mara', 'Skerry', 'Pepper', 'Théo'], reader: 0 }

beforeAll(() => loadWords(...EDITIONS))

async function stepsOfGame(name: string): Promise<Step[]> {
  const { news, seat } = await story(name)
  const cutter = new Cutter()
  return news.slice(1).flatMap(({ entry }, at) => cutter.steps(sceneOf(news[at].view, news[at].mine), eventsOf(entry), seat))
}

describe.each(STORIES)('%s', (name) => {
  it('is cut into steps without losing or turning anything', async () => {
    const { news } = await story(name)
    const events = news.slice(1).flatMap(({ entry }) => eventsOf(entry))
    expect((await stepsOfGame(name)).flatMap((step) => step.events)).toEqual(events)
  })

  it('is told in sentences, each with time to read it', async () => {
    for (const step of await stepsOfGame(name)) {
      const letters = lettersOf(step, PEOPLE)
      const { move, hold } = timesOf(step, letters, 0, 1, false)
      const { title } = storyOf(step, PEOPLE)
      expect(title).not.toMatch(/[{}]|undefined|null/)
      const silent: Kind[] = ['nod', 'home', 'quiet']
      if (silent.includes(step.kind)) expect(title).toBe('')
      else if (step.kind !== 'scored' && step.kind !== 'effect') expect(title, step.kind).not.toBe('')
      const brief: Kind[] = ['pick', 'hour', 'acts', 'line-up']
      if (title && !brief.includes(step.kind)) expect(move + hold).toBeGreaterThanOrEqual(Math.max(800, 55 * letters))
    }
  })

  it('leaves a chip for whatever changes something', async () => {
    for (const step of await stepsOfGame(name)) {
      const kinds: Kind[] = ['line-up', 'tie', 'nod', 'acts', 'nothing', 'night', 'took', 'earned']
      if (kinds.includes(step.kind)) expect(chipsOf([step], PEOPLE)).toHaveLength(1)
      if (step.kind === 'effect' && step.events[0].event !== 'marked')
        expect(chipsOf([step], PEOPLE), JSON.stringify(step.events)).toHaveLength(1)
    }
  })
})

it('reveals all picks in one step, names them, and lines them up', async () => {
  const steps = await stepsOfGame('original-4-printed')
  const reveals = steps.filter((step) => step.kind === 'reveal')
  expect(reveals).toHaveLength(18)
  for (const step of reveals) {
    expect(step.events).toHaveLength(5)
    expect(step.after.lineup.map(([seat]) => seat)).toEqual([0, 1, 2, 3])
    for (const name of ['your ', 'Jonah', 'Mara', 'Skerry'])
      expect(storyOf(step, PEOPLE).why.toLowerCase()).toContain(name.toLowerCase())
  }
  const ranks = steps.find((step) => step.kind === 'line-up')!.after.lineup.map(([, , rank]) => rank)
  expect(ranks).toEqual(ranks.toSorted((a, b) => a - b))
})

it('has the times of the table in the design', async () => {
  const steps = await stepsOfGame('original-4-printed')
  const of = (kind: Kind, quick = false) => {
    const step = steps.find((one) => one.kind === kind)!
    return timesOf(step, 10, 0, quick ? 2 : 1, false)
  }
  expect(of('reveal')).toEqual({ move: 1600, hold: 600 })
  expect(of('reveal', true).move).toBe(300)
  expect(of('line-up')).toEqual({ move: 800, hold: 0 })
  expect(of('tie')).toEqual({ move: 500, hold: 1900 })
  expect(of('acts').move).toBe(300 + 400 + 500)
  expect(of('nod')).toEqual({ move: 300, hold: 0 })
  expect(of('nod', true)).toEqual({ move: 0, hold: 0 })
  expect(of('hour')).toEqual({ move: 900, hold: 0 })
  expect(of('took')).toEqual({ move: 800, hold: 900 })
  expect(of('night')).toEqual({ move: 500, hold: 400 })
})

it('takes about half as long when quick', async () => {
  const steps = await stepsOfGame('original-4-printed')
  const taken = (speed: Speed) => {
    const times = steps.map((step) => timesOf(step, lettersOf(step, PEOPLE), null, speed, false))
    return times.reduce((sum, { move, hold }) => sum + move + hold, 0)
  }
  expect(taken(2) / taken(1)).toBeCloseTo(0.5, 1)
})

it('holds what hits me longer, and longer for a longer sentence', async () => {
  const steps = await stepsOfGame('original-4-printed')
  const hit = steps.find((step) => step.events.some((event) => event.event === 'paid' && event.seat === 0))
  const other = steps.find((step) => step.events.some((event) => event.event === 'gained' && event.seat !== 0))
  expect(timesOf(hit!, 10, 0, 1, false).hold).toBe(1400)
  expect(timesOf(hit!, 10, 0, 2, false).hold).toBe(900)
  expect(timesOf(other!, 10, 0, 1, false).hold).toBeLessThan(1400)
  expect(timesOf(other!, 60, 0, 1, false).hold).toBeGreaterThanOrEqual(55 * 60 - 500)
})

it('goes line by line where nothing may move', async () => {
  for (const step of await stepsOfGame('original-3-printed')) {
    const letters = lettersOf(step, PEOPLE)
    const { move, hold } = timesOf(step, letters, 0, 1, true)
    expect(move).toBe(0)
    if (letters) expect(hold).toBeGreaterThanOrEqual(900)
    else expect(hold).toBe(0)
  }
})
