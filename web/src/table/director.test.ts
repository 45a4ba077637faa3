import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { settings } from '../lib/settings.svelte'
import { loadWords } from '../lib/words'
import { Director } from './director.svelte'
import { EDITIONS } from '../lib/editions'
import { STORIES, story } from './fixtures'

beforeAll(() => loadWords(...EDITIONS))
beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it.each(STORIES)('shows %s to the end, and ends where the server is', async (name) => {
  const { news, seat } = await story(name)
  settings.set('speed', 2)
  const director = new Director(news[0].view, news[0].mine, seat)
  for (const { entry, view, mine } of news.slice(1, 40)) {
    director.news([entry], view, mine)
    expect(director.settled).toBe(false)
    await vi.runAllTimersAsync()
    expect(director.settled).toBe(true)
    expect(director.view).toBe(view)
    expect(director.mine).toBe(mine)
    expect(director.now).toBeNull()
  }
})

it('asks on while others pick, and no longer when something comes of it', async () => {
  const { news, seat } = await story('original-4-printed')
  settings.set('speed', 1)
  const seen = new Set<string>()
  const director = new Director(news[0].view, news[0].mine, seat)
  for (const { entry, view, mine } of news.slice(1, 60)) {
    const before = director.mine
    director.news([entry], view, mine)
    const same = before!.pick === mine!.pick && before!.decision?.kind === mine!.decision?.kind
    if (entry.seat !== seat && (before!.decision || before!.pick)) {
      expect(director.asks).toBe(same)
      seen.add(same ? 'aside' : 'changed')
    }
    await vi.runAllTimersAsync()
    expect(director.asks).toBe(true)
  }
  expect([...seen].sort()).toEqual(['aside', 'changed'])
})

it('shows everything at once if told so', async () => {
  const { news, seat } = await story('original-4-printed')
  settings.set('speed', 0)
  const director = new Director(news[0].view, news[0].mine, seat)
  director.news([news[1].entry], news[1].view, news[1].mine)
  expect(director.settled).toBe(true)
  expect(director.view).toBe(news[1].view)
})

it('hurries when much has happened, and a click ends a step', async () => {
  const { news, seat } = await story('original-4-printed')
  settings.set('speed', 1)
  const director = new Director(news[0].view, news[0].mine, seat)
  for (const { entry, view, mine } of news.slice(1, 30)) director.news([entry], view, mine)
  const started = Date.now()
  await vi.runAllTimersAsync()
  expect(director.view).toBe(news[29].view)
  const hurried = Date.now() - started

  const patient = new Director(news[0].view, news[0].mine, seat)
  const again = Date.now()
  for (const { entry, view, mine } of news.slice(1, 30)) {
    patient.news([entry], view, mine)
    await vi.runAllTimersAsync()
  }
  expect(hurried).toBeLessThan((Date.now() - again) / 2)

  const impatient = new Director(news[29].view, news[29].mine, seat)
  impatient.news([news[30].entry], news[30].view, news[30].mine)
  for (let clicks = 0; clicks < 60 && !impatient.settled; clicks++) {
    impatient.hurry()
    await vi.advanceTimersByTimeAsync(0)
  }
  expect(impatient.settled).toBe(true)
})

it('keeps the log in step with what is shown', async () => {
  const { news, seat } = await story('original-3-printed')
  settings.set('speed', 1)
  const director = new Director(news[0].view, news[0].mine, seat, [news[0].entry])
  const known = director.lines.length
  director.news([news[1].entry], news[1].view, news[1].mine)
  expect(director.lines.length).toBeGreaterThan(known)
  director.news([{ kind: 'chat', number: 3, at: 0, seat: 1, text: 'Ahoy' }], news[1].view, news[1].mine)
  expect(director.lines.at(-1)).toMatchObject({ entry: { text: 'Ahoy' } })
})

it('shows something else in the middle of a step, and stays there', async () => {
  const { news, seat } = await story('original-4-printed')
  settings.set('speed', 1)
  const director = new Director(news[3].view, news[3].mine, seat)
  director.news([news[4].entry], news[4].view, news[4].mine)
  director.show(news[0].view, news[0].mine)
  await vi.runAllTimersAsync()
  expect(director.view).toBe(news[0].view)
  expect(director.settled).toBe(true)
})

it.each(STORIES)('shows who comes in the middle of a day of %s what the others see', async (name) => {
  const { news, seat } = await story(name)
  settings.set('speed', 2)
  const director = new Director(news[0].view, news[0].mine, seat)
  let gone = 0
  for (const [at, { entry, view, mine }] of news.entries()) {
    if (at === 0 || at > 60) continue
    director.news([entry], view, mine)
    await vi.runAllTimersAsync()
    const late = new Director(
      view,
      mine,
      seat,
      news.slice(0, at + 1).map((one) => one.entry),
    )
    expect(late.lineup).toEqual(director.lineup)
    if (view?.hour === 'day') expect(late.acted).toEqual(director.acted)
    for (const [who, slug] of late.lineup) {
      if (who === null || view!.lineup.some((one) => one[0] === who && one[1] === slug)) continue
      gone++
      expect(late.left[`${who}:${slug}`]).toEqual(director.left[`${who}:${slug}`])
    }
  }
  expect(gone).toBeGreaterThan(0)
})
