import { beforeEach, expect, it, vi } from 'vitest'
import { keepSecret, myTables, secretOf, takeSecret } from './tables'

beforeEach(() => {
  const stored = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  })
})

it('takes the secret out of the address bar', () => {
  const replaceState = vi.fn()
  vi.stubGlobal('location', { hash: '#open-sesame', pathname: '/t/cave', search: '' })
  vi.stubGlobal('history', { state: null, replaceState })
  expect(takeSecret('cave')).toBe('open-sesame')
  expect(replaceState).toHaveBeenCalledWith(null, '', '/t/cave')
  vi.stubGlobal('location', { hash: '', pathname: '/t/cave', search: '' })
  expect(takeSecret('cave')).toBe('open-sesame')
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
