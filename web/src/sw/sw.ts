/**
 * The service worker: the page opens without a network.
 *
 * It keeps the files of one version, the one that it was built with, and answers everything from them. So versions never
 * mix: a page, its parts that are loaded later and the list of its engine's files come from the same version. A new
 * version is fetched in the background, with its engine if one was kept. It waits until no page is open, or until
 * `lib/updates.svelte.ts` says "take".
 *
 * Everything else goes to the network as if there were no service worker: the server's API, above all.
 */

import { ENGINES, keepEngine, listEngine, type EngineList } from '../lib/engineFiles'

declare const self: ServiceWorkerGlobalScope
/** The page's version and files, put in when the page is built: `scripts/serviceWorker.ts`. */
declare const PAGE: { version: string; files: string[] }

const base = new URL('./', self.location.href)
/** Pages hold a lock of this name, with their version. Other copies of the page on the same host have caches of their own. */
const PAGES = 'libertalia-page-'
const here = `@${base.pathname}`
const mine = PAGES + PAGE.version + here
const files = new Set(PAGE.files)
const ENGINE_LIST = 'engine/engine.json'
/** The addresses of the page, see `lib/router.svelte.ts`. */
const PLACES = /^$|^index\.html$|^(t|rules|study|crew|learn|today|puzzles)(\/[^.]*)?$/

self.addEventListener('install', (event) => event.waitUntil(keep()))
self.addEventListener('activate', (event) => event.waitUntil(Promise.all([self.clients.claim(), clear()])))
self.addEventListener('message', (event) => {
  if (event.data === 'take') void self.skipWaiting()
})
self.addEventListener('fetch', (event) => {
  const { request } = event
  const url = new URL(request.url)
  if (request.method !== 'GET' || !url.href.startsWith(base.href)) return
  const path = url.pathname.slice(base.pathname.length)
  if (request.mode === 'navigate') {
    if (!PLACES.test(path)) return
    event.respondWith(page(request))
    event.waitUntil(clear())
  } else if (files.has(path) || path.startsWith('assets/') || path.startsWith('engine/')) event.respondWith(file(request))
})

/** Keeps all files of this version, or fails. */
async function keep(): Promise<void> {
  const cache = await caches.open(mine)
  for (const path of PAGE.files) {
    const lasting = path.startsWith('assets/')
    const address = new URL(path, base)
    const known = lasting ? await caches.match(address, { ignoreVary: true }) : undefined
    const answer = known ?? (await fetch(address, { cache: lasting ? 'default' : 'no-cache' }))
    if (!answer.ok) throw new TypeError(`${path}: ${answer.status}`)
    if (path === 'index.html' && !(await answer.clone().text()).includes(PAGE.version))
      throw new TypeError('The files have changed meanwhile; the next version comes.')
    await cache.put(address, answer)
  }
  const playsOffline = (await caches.keys()).some((name) => name.startsWith(ENGINES))
  if (playsOffline && files.has(ENGINE_LIST)) await keepEngine(base.href, await listEngine(base.href))
}

/** The page, for any of its addresses: it names its files from the base, see `lib/base.ts`. */
async function page(request: Request): Promise<Response> {
  const kept = await (await caches.open(mine)).match(new URL('index.html', base), { ignoreVary: true })
  if (!kept) return fetch(request)
  const headers = new Headers(kept.headers)
  headers.delete('Content-Encoding')
  headers.delete('Content-Length')
  return new Response((await kept.text()).replaceAll('"./', `"${base.pathname}`), { headers })
}

/** A file of this version; of another one, for a page that is still open; else from the network. */
async function file(request: Request): Promise<Response> {
  const how = { ignoreVary: true, ignoreSearch: true }
  const kept = (await (await caches.open(mine)).match(request, how)) ?? (await caches.match(request, how))
  return kept ?? fetch(request)
}

/** Removes what no version needs: neither this one, nor one of a page that is open, nor one that is coming. */
async function clear(): Promise<void> {
  if (self.registration.installing || self.registration.waiting) return
  const { held = [] } = await navigator.locks.query()
  const open = new Set([mine, ...held.map((lock) => lock.name + here)])
  const names = await caches.keys()
  const old = names.filter((name) => name.startsWith(PAGES) && name.endsWith(here) && !open.has(name))
  await Promise.all(old.map((name) => caches.delete(name)))
  const pages = names.filter((name) => name.startsWith(PAGES) && !old.includes(name))
  const needed = new Set(await Promise.all(pages.map(engineOf)))
  const engines = names.filter((name) => name.startsWith(ENGINES) && !needed.has(name))
  await Promise.all(engines.map((name) => caches.delete(name)))
}

/** The name of the cache of the engine that a version of the page uses. */
async function engineOf(page: string): Promise<string | null> {
  const kept = (await (await caches.open(page)).keys()).find(({ url }) => url.endsWith(`/${ENGINE_LIST}`))
  const list = kept && (await (await caches.open(page)).match(kept, { ignoreVary: true }))
  return list ? ENGINES + ((await list.json()) as EngineList).version : null
}
