/** Where the page is: one of a handful of places. */

import { EDITIONS } from './editions'
import type { Edition } from './types'

export type Route =
  | { page: 'home' }
  | { page: 'table'; table: string }
  | { page: 'replay'; table: string }
  | { page: 'rules'; edition: Edition }
  | { page: 'nowhere' }

export function routeOf(path: string): Route {
  const parts = path.split('/').filter(Boolean).map(decodeURIComponent)
  if (parts.length === 0) return { page: 'home' }
  if (parts[0] === 't' && parts.length === 2) return { page: 'table', table: parts[1] }
  if (parts[0] === 't' && parts.length === 3 && parts[2] === 'replay') return { page: 'replay', table: parts[1] }
  if (parts[0] === 'rules' && EDITIONS.includes(parts[1])) return { page: 'rules', edition: parts[1] }
  return { page: 'nowhere' }
}

let moved = false
let path = $state(globalThis.location?.pathname ?? '/')
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

export function go(address: string) {
  history.pushState(null, '', address)
  arrive()
  scrollTo(0, 0)
}

function arrive() {
  moved = true
  path = location.pathname
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
    if (link.pathname.startsWith('/api/') || (link.hash && link.pathname === location.pathname)) return
    event.preventDefault()
    go(link.href)
  })
}
