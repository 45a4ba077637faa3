import { afterEach, expect, it, vi } from 'vitest'

import { baseOf } from './base'

afterEach(() => {
  vi.unstubAllEnvs()
  vi.unstubAllGlobals()
  vi.resetModules()
})

/** As built: this module lies in a folder of the base. */
async function built() {
  vi.stubEnv('PROD', true)
  vi.stubEnv('DEV', false)
  vi.resetModules()
  return { ...(await import('./base')), ...(await import('./router.svelte')) }
}

it.each([
  ['http://127.0.0.1:8000/assets/index-a1.js', '/'],
  ['https://ines.example/pirates/assets/index-a1.js', '/pirates/'],
  ['https://ines.example/a%20b/c/assets/index-a1.js?v=1#x', '/a%20b/c/'],
])('%s is in a page at %s', (script, base) => expect(baseOf(script)).toBe(base))

it('puts the base in front of an address, and takes it away again', async () => {
  const { base, address, pathAt } = await built()
  expect(base).toMatch(/.\/src\/$/)
  expect(address('/')).toBe(base)
  expect(address('/t/here-x')).toBe(`${base}t/here-x`)
  expect(pathAt(address('/rules/original'))).toBe('/rules/original')
  expect(pathAt('/elsewhere')).toBe('/elsewhere')
})

it('goes to places below the base', async () => {
  const { base } = await built()
  vi.resetModules()
  const location = { pathname: `${base}rules/original/`, search: '', hash: '' }
  const pushState = vi.fn((_state, _title, to: string) => (location.pathname = to))
  vi.stubGlobal('location', location)
  vi.stubGlobal('history', { pushState })
  vi.stubGlobal('scrollTo', () => {})
  const { go, router } = await import('./router.svelte')
  expect(router.route).toEqual({ page: 'rules', edition: 'original' })
  go('/crew')
  expect(pushState).toHaveBeenCalledWith(null, '', `${base}crew`)
  expect(router.route).toEqual({ page: 'crew' })
})

it.each([
  ['?at=%2Ft%2Fhere-x', '#1', 't/here-x#1'],
  ['?at=%2Fpuzzles%2Foriginal%2Fab12%3Fa%3D1', '', 'puzzles/original/ab12?a=1'],
])('begins where a 404 page was asked for: %s', async (search, hash, to) => {
  const { base } = await built()
  vi.resetModules()
  const replaceState = vi.fn()
  vi.stubGlobal('location', { pathname: base, search, hash })
  vi.stubGlobal('history', { replaceState })
  await import('./router.svelte')
  expect(replaceState).toHaveBeenCalledWith(null, '', base + to)
})

it('begins at no other host', async () => {
  const replaceState = vi.fn()
  vi.stubGlobal('location', { pathname: '/', search: '?at=%2F%2Felsewhere.example', hash: '' })
  vi.stubGlobal('history', { replaceState })
  vi.resetModules()
  await import('./router.svelte')
  expect(replaceState).not.toHaveBeenCalled()
})
