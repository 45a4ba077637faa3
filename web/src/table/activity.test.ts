import { beforeAll, expect, it } from 'vitest'
import type { PublicView } from '../lib/types'
import { loadWords } from '../lib/words'
import { activityOf } from './activity'
import type { Director } from './director.svelte'

beforeAll(() => loadWords())

const view = { hour: 'day', waiting: [], lineup: [[1, 'brute', 8]], seats: [{}, {}] } as unknown as PublicView
const shows = (now: Director['now']) => ({ settled: false, now, acted: new Set(), lineup: view.lineup }) as unknown as Director

it('shows “card at work” while an ability runs, and “decides” while its owner is asked', () => {
  expect(activityOf(view, shows({ seat: 1, slug: 'brute' }), 1, 0).text).toBe('card at work')
  const asked: PublicView = { ...view, waiting: [[1, 'brute']] }
  expect(activityOf(asked, { ...shows(null), settled: true } as Director, 1, 0).text).toBe('decides')
})
