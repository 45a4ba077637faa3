/** "Keep for offline": the page's files, which the service worker keeps anyway, and the engine. */

import { base } from './base'
import { ENGINES, isKept, keepEngine, listEngine } from './engineFiles'
import { engine } from './site'

class Offline {
  /** False where nothing can be kept: old browsers, private windows, addresses without https. Or where there is no engine. */
  readonly supported = engine !== null && 'serviceWorker' in navigator && 'caches' in globalThis
  state = $state<'offered' | 'loading' | 'kept'>('offered')
  /** Bytes over the wire. */
  loaded = $state(0)
  readonly total = engine?.bytes ?? 0

  /** Finds out whether it is kept. */
  async look(): Promise<void> {
    // An engine that was never fetched has no cache: nothing needs to be asked for.
    if (!this.supported || this.state === 'loading' || !(await caches.has(ENGINES + engine!.version))) return
    const at = addressOfBase()
    this.state = (await isKept(at, await listEngine(at))) ? 'kept' : 'offered'
  }

  /** Fetches what is missing. If it fails, it is offered again, and what has been fetched stays. */
  async keep(): Promise<void> {
    if (this.state !== 'offered') return
    this.state = 'loading'
    this.loaded = 0
    let kept = false
    try {
      const at = addressOfBase()
      await keepEngine(at, await listEngine(at), (loaded) => (this.loaded = loaded))
      await navigator.serviceWorker.ready // then the page's files are kept
      void navigator.storage?.persist?.()
      kept = true
    } finally {
      this.state = kept ? 'kept' : 'offered'
    }
  }

  async remove(): Promise<void> {
    const names = await caches.keys()
    await Promise.all(names.filter((name) => name.startsWith(ENGINES)).map((name) => caches.delete(name)))
    this.state = 'offered'
  }
}

export const offline = new Offline()

const addressOfBase = () => new URL(base, location.origin).href
