import { beforeEach, expect, it, vi } from 'vitest'
import { Progress } from './progress.svelte'

const kept = new Map<string, string>()
beforeEach(() => {
  kept.clear()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  })
})

const entries = [1300, 1400, 1500, 1600].map((rating, index) => ({ id: `p${index}`, rating, kind: 'pick', players: 3 }))

it('keeps no rating before it is wanted, but remembers what was tried', () => {
  const progress = new Progress()
  expect(progress.note('original', entries[0], true)).toEqual({ edition: 'original', id: 'p0', right: true })
  expect(progress.rating('original').value).toBe(1500)
  expect(progress.solved(entries)).toBe(1)
  expect(new Progress().tried('p0')).toBe(true)
})

it('counts only the first try, and each edition by itself', () => {
  const progress = new Progress()
  progress.turn(true)
  expect(progress.note('original', entries[2], false)!.change).toBeLessThan(-50)
  const after = progress.rating('original').value
  expect(progress.note('original', entries[2], true)).toBeNull()
  expect(progress.rating('original').value).toBe(after)
  expect(progress.rating('galecrest').value).toBe(1500)
  expect(new Progress().rating('original').value).toBe(after)
  expect(new Progress().on).toBe(true)
})

it('goes from easy to hard, and with a rating to puzzles of that strength', () => {
  const progress = new Progress()
  expect(progress.next('original', entries)!.id).toBe('p0')
  progress.note('original', entries[0], true)
  expect(progress.next('original', entries, 'p0')!.id).toBe('p1')
  progress.turn(true)
  expect(progress.next('original', entries, null, 0)!.id).toBe('p2')
  for (const entry of entries) progress.note('original', entry, true)
  expect(progress.next('original', entries, 'p3', 0)!.id, 'all were tried: once more').toBe('p0')
  expect(progress.next('original', [])).toBeUndefined()
})

it('forgets the rating when asked', () => {
  const progress = new Progress()
  progress.turn(true)
  progress.note('original', entries[0], true)
  progress.forget()
  expect(progress.history).toEqual([])
  expect(new Progress().rating('original').value).toBe(1500)
  expect(new Progress().tried('p0')).toBe(true)
})
