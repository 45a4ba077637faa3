/** Who holds the device at a table that people share, and what may be shown meanwhile. */

import { TableStore } from '../../lib/tableStore.svelte'
import { eventsOf, type Entry, type PublicView } from '../../lib/types'
import { nextHolder, sameHour } from './order'

/** What happens unseen: it is no reason to show everyone the table. */
const UNSEEN = new Set(['picked', 'unpicked'])

export class Hands {
  /** What everyone may see. It is not connected while somebody has the device to themselves, and catches up afterwards. */
  readonly open: TableStore
  /** The table of the one who holds the device. */
  own = $state.raw<TableStore | null>(null)
  /** Somebody has lifted the curtain to look at what everyone may see. */
  #looking = $state(false)
  /** Something has happened that everyone has yet to be shown. */
  #behind = $state(false)
  /** Up to which entry. */
  #until = 0
  #view = $state.raw<PublicView | null>(null)
  #stop: () => void

  constructor(open: TableStore) {
    this.open = open
    this.#view = open.view
    this.#stop = open.onNews((_, view) => (this.#view = view))
  }

  close() {
    this.#stop()
    this.own?.close()
  }

  /** The seat of the one who decides next; null if no person does. */
  get next(): number | null {
    return nextHolder(this.open.table, this.#view)
  }

  /** Whether the curtain covers everything until the next one says who they are. */
  get covered(): boolean {
    return this.own === null && this.next !== null && !this.#behind && !this.#looking
  }

  get hour(): PublicView['hour'] | undefined {
    return this.#view?.hour
  }

  /** The seats that have something to decide. */
  get waiting(): Set<number> {
    return new Set(this.#view?.waiting.map(([seat]) => seat))
  }

  /** The next one holds the device now. */
  take() {
    const { next } = this
    if (next === null || this.own) return
    this.open.close()
    const own = new TableStore(this.open.table, String(next))
    let from: PublicView | null = null
    own.onNews((entries, view) => {
      if (from) this.#hear(own, entries, from, view!)
      else from = view
      this.#view = view
    })
    this.own = own
    own.connect()
  }

  /** Nobody holds the device any more. */
  cover() {
    if (!this.own) return
    this.#until = this.own.last
    this.own.close()
    this.own = null
    this.open.connect()
  }

  get looking(): boolean {
    return this.#looking
  }

  look() {
    this.#looking = true
  }

  handOn() {
    this.#looking = false
    this.cover()
  }

  /** The table that everyone sees has come to rest. */
  rested() {
    if (this.#behind && this.open.last >= this.#until) this.#behind = false
  }

  /** What came while somebody held the device. As soon as they have decided, everyone sees what comes of it. */
  #hear(own: TableStore, entries: Entry[], from: PublicView, view: PublicView) {
    this.#behind ||= entries.flatMap(eventsOf).some(({ event }) => !UNSEEN.has(event))
    const decides = view.waiting.some(([seat]) => seat === own.seat)
    const holds = this.#behind ? decides && sameHour(from, view) : decides || nextHolder(own.table, view) !== null
    if (!holds) this.cover()
  }
}
