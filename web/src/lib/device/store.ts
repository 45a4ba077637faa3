/**
 * The tables of this device, in IndexedDB. A transaction is on the disk before its promise resolves.
 *
 * Where nothing can be stored, everything is held in memory, and the page says so. It is used from Python
 * (`libertalia/tab/start.py`), so lists go to and fro as JSON.
 */

import type { Storing } from './messages'

const NAME = 'libertalia'
const VERSION = 1
type Stored = 'entries' | 'summaries' | 'judgements'
type Key = string | [table: string, number: number]
const ALL = '\uffff'

export class DeviceStore {
  storing: Storing = 'kept'
  #database: IDBDatabase | null = null
  /** What could not be stored, by store and key. */
  #memory: Record<Stored, Map<string, string>> = { entries: new Map(), summaries: new Map(), judgements: new Map() }
  #changed: (storing: Storing) => void

  constructor(changed: (storing: Storing) => void) {
    this.#changed = changed
  }

  async open(): Promise<void> {
    try {
      const opening = indexedDB.open(NAME, VERSION)
      opening.onupgradeneeded = () => {
        for (const name of ['entries', 'summaries', 'judgements']) opening.result.createObjectStore(name)
      }
      this.#database = await done(opening)
    } catch {
      this.#note('memory')
    }
  }

  async entries(table: string): Promise<string> {
    return JSON.stringify(await this.#list('entries', table))
  }

  /** `entries` is a list as JSON. Nothing is overwritten: another tab may have been quicker. */
  async add(table: string, number: number, entries: string): Promise<void> {
    const rows = (JSON.parse(entries) as string[]).map((entry, index) => [[table, number + index], entry] as [Key, string])
    await this.#write('entries', rows, (store, [key, value]) => store.add(value, key))
  }

  async summarise(table: string, summary: string): Promise<void> {
    await this.#write('summaries', [[table, summary]], (store, [key, value]) => store.put(value, key))
  }

  async summaries(): Promise<string> {
    return JSON.stringify(await this.#list('summaries', null))
  }

  async judgements(table: string): Promise<string> {
    return JSON.stringify(await this.#list('judgements', table))
  }

  async judge(table: string, number: number, judgement: string): Promise<void> {
    await this.#write('judgements', [[[table, number], judgement]], (store, [key, value]) => store.put(value, key))
  }

  /** The values of a store in the order of their keys: those of a table, or all. */
  async #list(name: Stored, table: string | null): Promise<string[]> {
    const range = table === null ? undefined : rangeOf(table)
    const found = new Map<string, string>()
    if (this.#database) {
      const store = this.#database.transaction(name).objectStore(name)
      const [keys, values] = await Promise.all([done(store.getAllKeys(range)), done(store.getAll(range) as IDBRequest<string[]>)])
      keys.forEach((key, index) => found.set(named(key as Key), values[index]))
    }
    for (const [key, value] of this.#memory[name]) if (table === null || key.startsWith(`${table} `)) found.set(key, value)
    return [...found.values()]
  }

  async #write(name: Stored, rows: [Key, string][], each: (store: IDBObjectStore, row: [Key, string]) => void): Promise<void> {
    if (this.#database && this.storing === 'kept') {
      const writing = this.#database.transaction(name, 'readwrite', { durability: 'strict' })
      try {
        for (const row of rows) each(writing.objectStore(name), row)
        return await finished(writing)
      } catch (error) {
        if ((error as DOMException).name === 'ConstraintError') throw error
        this.#note('full')
      }
    }
    for (const [key, value] of rows) this.#memory[name].set(named(key), value)
  }

  #note(storing: Storing) {
    this.storing = storing
    this.#changed(storing)
  }
}

const rangeOf = (table: string) => IDBKeyRange.bound([table, 0], [table, ALL])
const named = (key: Key) => (typeof key === 'string' ? key : `${key[0]} ${key[1]}`)

function done<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error ?? new DOMException('unknown'))
  })
}

function finished(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve()
    transaction.onabort = () => reject(transaction.error ?? new DOMException('aborted', 'AbortError'))
  })
}
