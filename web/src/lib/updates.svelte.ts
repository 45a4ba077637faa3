/**
 * The service worker that keeps the page for later (`src/sw`), and new versions of the page.
 *
 * A new version waits. It is taken when a page is opened while no table is open in any tab, or when the person says so. Pages of
 * the version before then load themselves again; those at a table go on, and do so with the next place that they go to.
 */

import { base } from './base'
import { loadNext, router } from './router.svelte'
import { version } from './site'

const PAGE = 'libertalia-page-'
const TABLE = 'libertalia-table'

class Updates {
  /** A new version of the page is here, and waits. */
  waiting = $state(false)
  #registration: ServiceWorkerRegistration | undefined
  #asked = false

  /** Takes the version that waits: the page is loaded again. A game goes on where it was. */
  take() {
    this.#asked = true
    this.#registration?.waiting?.postMessage('take')
  }

  /** Looks after versions from now on. The files are fetched for later when the page itself has come to rest. */
  start() {
    const workers = import.meta.env.PROD ? navigator.serviceWorker : undefined
    if (!workers || !version) return
    held(PAGE + version)
    $effect.root(() => {
      $effect(() => (atTable() ? held(TABLE) : undefined))
    })
    let controlled = workers.controller !== null
    workers.addEventListener('controllerchange', () => {
      if (controlled) this.#changed()
      controlled = true
    })
    if (controlled) void this.#register(workers)
    else addEventListener('load', () => whenIdle(() => void this.#register(workers)), { once: true })
  }

  async #register(workers: ServiceWorkerContainer) {
    const registration = await workers.register(`${base}sw.js`, { updateViaCache: 'none' }).catch(() => undefined)
    if (!registration) return // storage may be forbidden; the page works without
    this.#registration = registration
    if (registration.waiting && workers.controller) {
      if (await anyTable()) this.waiting = true
      else registration.waiting.postMessage('take')
    }
    registration.addEventListener('updatefound', () => {
      const next = registration.installing
      next?.addEventListener('statechange', () => {
        if (next.state === 'installed' && workers.controller) this.waiting = true
      })
    })
  }

  /** Another version answers from now on. */
  #changed() {
    this.waiting = false
    if (this.#asked || !atTable()) location.reload()
    else loadNext()
  }
}

export const updates = new Updates()

const atTable = () => router.route.page === 'table'

async function anyTable(): Promise<boolean> {
  const { held = [] } = await navigator.locks.query()
  return atTable() || held.some((lock) => lock.name === TABLE)
}

/** Holds a lock that others see, until the page is closed or the returned function is called. */
function held(name: string): () => void {
  let release = () => {}
  const until = new Promise<void>((done) => (release = done))
  void navigator.locks.request(name, { mode: 'shared' }, () => until)
  return release
}

function whenIdle(then: () => void) {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(then, { timeout: 5000 })
  else setTimeout(then, 1000)
}
