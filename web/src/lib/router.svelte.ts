/** Where the page is: one of a handful of places. */

import { address, base, pathAt } from './base'
import { EDITIONS } from './editions'
import type { Edition } from './types'

export type Route =
  | { page: 'home' }
  | { page: 'table'; table: string }
  | { page: 'replay'; table: string }
  | { page: 'rules'; edition: Edition }
  | { page: 'study'; edition: Edition }
  | { page: 'crew' }
  | { page: 'learn' }
  | { page: 'today'; edition?: Edition }
  | { page: 'puzzles'; edition?: Edition; puzzle?: string }
  | { page: 'nowhere' }

export function routeOf(path: string): Route {
  const parts = path.split('/').filter(Boolean).map(decoded)
  if (parts.length === 0) return { page: 'home' }
  if (parts[0] === 't' && parts.length === 2) return { page: 'table', table: parts[1] }
  if (parts[0] === 't' && parts.length === 3 && parts[2] === 'replay') return { page: 'replay', table: parts[1] }
  if (parts.length === 1 && (parts[0] === 'crew' || parts[0] === 'learn')) return { page: parts[0] }
  if (parts[0] === 'today' && parts.length === 1) return { page: 'today' }
  if (parts[0] === 'today' && EDITIONS.includes(parts[1])) return { page: 'today', edition: parts[1] }
  if (parts[0] === 'puzzles' && parts.length === 1) return { page: 'puzzles' }
  if (parts[0] === 'puzzles' && parts.length === 3 && EDITIONS.includes(parts[1]))
    return { page: 'puzzles', edition: parts[1], puzzle: parts[2] }
  if (parts[0] === 'rules' && EDITIONS.includes(parts[1])) return { page: 'rules', edition: parts[1] }
  if (parts[0] === 'study' && parts.length === 1) return { page: 'study', edition: EDITIONS[0] }
  if (parts[0] === 'study' && parts.length === 2 && EDITIONS.includes(parts[1])) return { page: 'study', edition: parts[1] }
  return { page: 'nowhere' }
}

/** A part of a path as text; what is no text stays as it is, and is nowhere. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

/** The page's own path. A 404.html brings it as `?at=/t/x`: the address that it was asked for, which has no file. */
function here(): string {
  const asked = new URLSearchParams(location.search).get('at')
  if (asked !== null && /^\/(?!\/)/.test(asked)) history.replaceState(null, '', address(asked) + location.hash)
  return pathAt(location.pathname)
}

let moved = false
let wholly = false
let path = $state(globalThis.location ? here() : '/')
const current = $derived(routeOf(path))

export const router = {
  get route(): Route {
    return current
  },
  /** Whether one came here from another place of the page; then the new one takes the focus. */
  get moved(): boolean {
    return moved
  },
}

/** Go to a place of the page, such as `/t/x`. */
export function go(path: string) {
  open(address(path))
}

/** From now on, the next place of the page is loaded from its files: they have changed. */
export function loadNext() {
  wholly = true
}

function open(link: string) {
  if (wholly) {
    location.assign(link)
    return
  }
  history.pushState(null, '', link)
  arrive()
  scrollTo(0, 0)
}

function arrive() {
  moved = true
  path = pathAt(location.pathname)
}

/** Follows the page's own links without loading the page anew. */
export function follow() {
  addEventListener('popstate', arrive)
  addEventListener('hashchange', arrive)
  document.addEventListener('click', (event) => {
    const link = (event.target as Element).closest?.('a')
    const plain =
      !event.defaultPrevented && event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
    if (!link || !plain || link.origin !== location.origin || link.target || link.hasAttribute('download')) return
    if (!link.pathname.startsWith(base) || link.pathname.startsWith(`${base}api/`)) return
    if (link.hash && link.pathname === location.pathname) return
    event.preventDefault()
    open(link.href)
  })
}
