import { describe, expect, it } from 'vitest'
import { eventsOf } from '../lib/types'
import { STORIES, story } from './fixtures'
import { lasts, stepsOf } from './steps'

describe.each(STORIES)('%s', (name) => {
  it('is cut into steps without losing or turning anything', async () => {
    for (const { entry } of (await story(name)).news) {
      const events = eventsOf(entry)
      const steps = stepsOf(events)
      expect(steps.flatMap((step) => step.events)).toEqual(events)
      for (const step of steps) expect(lasts(step)).toBeGreaterThan(0)
    }
  })
})

it('reveals all picks in one step', async () => {
  const { news } = await story('original-4-printed')
  const reveals = news.flatMap(({ entry }) => stepsOf(eventsOf(entry))).filter((step) => step.kind === 'reveal')
  expect(reveals).toHaveLength(18)
  for (const step of reveals) expect(step.events).toHaveLength(5)
})
