/** The tables at which this browser has a seat, and the secrets that are those seats. */

import { load, save } from './storage'

export interface MyTable {
  secret: string
  at: number
}

const KEY = 'tables'
const MOST = 50

export function myTables(): Record<string, MyTable> {
  return load<Record<string, MyTable>>(KEY, {})
}

export function secretOf(table: string): string | null {
  return myTables()[table]?.secret ?? null
}

export function keepSecret(table: string, secret: string) {
  const tables = myTables()
  if (tables[table]?.secret === secret) return
  tables[table] = { secret, at: Date.now() }
  const latest = Object.entries(tables).sort(([, a], [, b]) => b.at - a.at)
  save(KEY, Object.fromEntries(latest.slice(0, MOST)))
}

export function forget(table: string) {
  const { [table]: _, ...rest } = myTables()
  save(KEY, rest)
}

/** A private link brings its secret after the #; it is kept, and gone from the address bar before anything else happens. */
export function takeSecret(table: string): string | null {
  const secret = decodeURIComponent(location.hash.slice(1))
  if (secret) {
    keepSecret(table, secret)
    history.replaceState(history.state, '', location.pathname + location.search)
  }
  return secretOf(table)
}
