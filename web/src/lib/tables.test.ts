import { beforeEach, expect, it, vi } from 'vitest'
import { keepAccepted, keepSecret, myTables, secretOf, takeLinkSecret } from './tables'

beforeEach(() => {
  const stored = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  })
})

it('takes the secret out of the address bar, and keeps nothing yet', () => {
  const replaceState = vi.fn()
  vi.stubGlobal('location', { hash: '#open-sesame', pathname: '/t/cave', search: '' })
  vi.stubGlobal('history', { state: null, replaceState })
  expect(takeLinkSecret()).toBe('open-sesame')
  expect(replaceState).toHaveBeenCalledWith(null, '', '/t/cave')
  expect(secretOf('cave')).toBe(null)
})

it.each(['', '#', '#%', '#%F0%9F%A6%9C', '#open sesame', `#${'x'.repeat(101)}`])('%s is no secret', (hash) => {
  vi.stubGlobal('location', { hash, pathname: '/t/cave', search: '' })
  vi.stubGlobal('history', { state: null, replaceState: vi.fn() })
  expect(takeLinkSecret()).toBe(null)
})

it('never loses the secret of a seat for that of another', () => {
  keepAccepted('cave', 'mine')
  keepAccepted('cave', 'of-a-stranger')
  expect(secretOf('cave')).toBe('mine')
})

it('remembers the latest fifty tables', () => {
  vi.useFakeTimers()
  for (let number = 0; number < 60; number++) {
    vi.setSystemTime(1000 * number)
    keepSecret(`table-${number}`, 'secret')
  }
  vi.useRealTimers()
  expect(Object.keys(myTables())).toHaveLength(50)
  expect([secretOf('table-9'), secretOf('table-10')]).toEqual([null, 'secret'])
})
