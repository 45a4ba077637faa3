import { expect, it } from 'vitest'
import { routeOf } from './router.svelte'

it.each([
  ['/', { page: 'home' }],
  ['/t/f3XkQ', { page: 'table', table: 'f3XkQ' }],
  ['/t/f3XkQ/replay', { page: 'replay', table: 'f3XkQ' }],
  ['/rules/galecrest', { page: 'rules', edition: 'galecrest' }],
  ['/rules/third', { page: 'nowhere' }],
  ['/t', { page: 'nowhere' }],
])('%s', (path, route) => expect(routeOf(path)).toEqual(route))
