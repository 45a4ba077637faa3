import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { settings } from '../lib/settings.svelte'
import { loadWords } from '../lib/words'
import { Director } from './director.svelte'
import { EDITIONS } from '../lib/editions'
import { STORIES, story } from '../lib/fixtures'

const people = (reader: number) => ({ names: ['Ines', 'Jonah', 'Mara', 'Skerry', 'Pepper', 'Théo'], reader })

beforeAll(() => loadWords(...EDITIONS))
beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it.each(STORIES)('shows %s to the end, and ends where the server is', async (name) => {
  const { news, seat } = await story(name)
  settings.set('speed', 2)
  const director = new Director(news[0].view, news[0].mine, people(seat))
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
  const director = new Director(news[0].view, news[0].mine, people(seat))
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
  const director = new Director(news[0].view, news[0].mine, people(seat))
  director.news([news[1].entry], news[1].view, news[1].mine)
  expect(director.settled).toBe(true)
  expect(director.view).toBe(news[1].view)
})

it('takes as long however fast the moves come', async () => {
  const { news, seat } = await story('original-4-printed')
  settings.set('speed', 1)
  const time = async (atOnce: boolean) => {
    const director = new Director(news[0].view, news[0].mine, people(seat))
    const started = Date.now()
    for (const { entry, view, mine } of news.slice(1, 30)) {
      director.news([entry], view, mine)
      if (!atOnce) await vi.runAllTimersAsync()
    }
    await vi.runAllTimersAsync()
    expect(director.view).toBe(news[29].view)
    return Date.now() - started
  }
  expect(await time(true)).toBe(await time(false))
})

it('ends a step when told so, and shows the end of all at once', async () => {
  const { news, seat } = await story('original-4-printed')
  settings.set('speed', 1)
  const director = new Director(news[29].view, news[29].mine, people(seat))
  director.news([news[30].entry], news[30].view, news[30].mine)
  for (let clicks = 0; clicks < 60 && !director.settled; clicks++) {
    director.hurry()
    await vi.advanceTimersByTimeAsync(0)
  }
  expect(director.settled).toBe(true)
  for (const { entry, view, mine } of news.slice(31, 60)) director.news([entry], view, mine)
  expect(director.behind).toBe(true)
  director.catchUp()
  expect(director.settled).toBe(true)
  expect(director.view).toBe(news[59].view)
  expect(director.mine).toBe(news[59].mine)
})

/** A director in the middle of a day that bots have played at once. */
async function midday() {
  const { news, seat } = await story('original-4-printed')
  settings.set('speed', 1)
  const director = new Director(news[0].view, news[0].mine, people(seat))
  const evening = news.findIndex(({ view }) => view.day === 2)
  for (const { entry, view, mine } of news.slice(1, evening + 1)) director.news([entry], view, mine)
  await vi.advanceTimersByTimeAsync(15_000)
  expect(director.behind).toBe(true)
  return { director, last: news[evening] }
}

it('pauses for as long as one likes, and goes on', async () => {
  const { director, last } = await midday()
  director.pause()
  const shown = director.story.length
  await vi.advanceTimersByTimeAsync(600_000)
  expect(director.story).toHaveLength(shown)
  director.resume()
  await vi.runAllTimersAsync()
  expect(director.view).toBe(last.view)
})

it('steps back and on, takes nothing back, and says nothing twice', async () => {
  const { director, last } = await midday()
  director.pause()
  const [lines, told, step] = [director.lines.length, director.told.length, director.story.at(-1)!]
  director.back()
  await vi.runAllTimersAsync()
  expect(director.story.at(-1)!.id).toBeLessThan(step.id)
  expect(director.view).toBe(director.story.at(-1)!.after.view)
  expect(director.known.view).toBe(last.view)
  director.on()
  await vi.runAllTimersAsync()
  expect(director.story.at(-1)!.id).toBe(step.id)
  expect(director.lines).toHaveLength(lines)
  expect(director.told).toHaveLength(told)
  director.resume()
  await vi.advanceTimersByTimeAsync(100)
  director.pause()
  const current = director.story.at(-1)!.id
  director.on()
  await vi.runAllTimersAsync()
  expect(director.story.at(-1)!.id).toBeGreaterThan(current)
  expect(director.paused).toBe(true)
  director.resume()
  await vi.runAllTimersAsync()
  expect(new Set(director.told.map((one) => one.id)).size).toBe(director.told.length)
  expect(director.view).toBe(last.view)
})

it('shows an hour again', async () => {
  const { director, last } = await midday()
  await vi.runAllTimersAsync()
  const [lines, story] = [director.lines.length, director.story]
  const hour = story.findLast((step) => step.hour !== 'sunrise' && step.kind !== 'quiet')!.hour
  director.again()
  await vi.advanceTimersByTimeAsync(100)
  expect(director.view!.hour).toBe(hour)
  expect(director.settled).toBe(false)
  await vi.runAllTimersAsync()
  expect(director.view).toBe(last.view)
  expect(director.story).toEqual(story)
  expect(director.lines).toHaveLength(lines)
})

it('waits for the account of a voyage before the next one is dealt', async () => {
  const { news, seat } = await story('original-3-printed')
  settings.set('speed', 2)
  const deal = news.findIndex(({ view }) => view.voyage === 2)
  const director = new Director(news[deal - 1].view, news[deal - 1].mine, people(seat))
  const asked: number[] = []
  let onward = () => undefined as void
  director.interlude = (voyage) => {
    asked.push(voyage)
    return new Promise((done) => (onward = done))
  }
  director.news([news[deal].entry], news[deal].view, news[deal].mine)
  await vi.advanceTimersByTimeAsync(120_000)
  expect(asked).toEqual([1])
  expect(director.view!.voyage).toBe(1)
  onward()
  await vi.runAllTimersAsync()
  expect(director.view!.voyage).toBe(2)
  expect(director.settled).toBe(true)
})

it('keeps the log in step with what is shown', async () => {
  const { news, seat } = await story('original-3-printed')
  settings.set('speed', 1)
  const director = new Director(news[0].view, news[0].mine, people(seat), [news[0].entry])
  const known = director.lines.length
  director.news([news[1].entry], news[1].view, news[1].mine)
  expect(director.lines.length).toBeGreaterThan(known)
  director.news([{ kind: 'chat', number: 3, at: 0, seat: 1, text: 'Ahoy' }], news[1].view, news[1].mine)
  expect(director.lines.at(-1)).toMatchObject({ entry: { text: 'Ahoy' } })
})

it('shows something else in the middle of a step, and stays there', async () => {
  const { news, seat } = await story('original-4-printed')
  settings.set('speed', 1)
  const director = new Director(news[3].view, news[3].mine, people(seat))
  director.news([news[4].entry], news[4].view, news[4].mine)
  director.show(news[0].view, news[0].mine)
  await vi.runAllTimersAsync()
  expect(director.view).toBe(news[0].view)
  expect(director.settled).toBe(true)
})

it.each(STORIES)('shows who comes in the middle of a day of %s what the others see', async (name) => {
  const { news, seat } = await story(name)
  settings.set('speed', 2)
  const director = new Director(news[0].view, news[0].mine, people(seat))
  let gone = 0
  for (const [at, { entry, view, mine }] of news.entries()) {
    if (at === 0 || at > 60) continue
    director.news([entry], view, mine)
    await vi.runAllTimersAsync()
    const late = new Director(
      view,
      mine,
      people(seat),
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
