import { expect, it } from 'vitest'
import { routeOf } from './router.svelte'

it.each([
  ['/', { page: 'home' }],
  ['/t/f3XkQ', { page: 'table', table: 'f3XkQ' }],
  ['/t/f3XkQ/replay', { page: 'replay', table: 'f3XkQ' }],
  ['/today', { page: 'today' }],
  ['/today/galecrest', { page: 'today', edition: 'galecrest' }],
  ['/today/chess', { page: 'nowhere' }],
  ['/rules/galecrest', { page: 'rules', edition: 'galecrest' }],
  ['/puzzles', { page: 'puzzles' }],
  ['/puzzles/galecrest/443e24ce4e', { page: 'puzzles', edition: 'galecrest', puzzle: '443e24ce4e' }],
  ['/puzzles/third/443e24ce4e', { page: 'nowhere' }],
  ['/study', { page: 'study', edition: 'original' }],
  ['/study/galecrest', { page: 'study', edition: 'galecrest' }],
  ['/study/third', { page: 'nowhere' }],
  ['/rules/third', { page: 'nowhere' }],
  ['/%', { page: 'nowhere' }],
  ['/t/%', { page: 'table', table: '%' }],
  ['/t', { page: 'nowhere' }],
])('%s', (path, route) => expect(routeOf(path)).toEqual(route))
