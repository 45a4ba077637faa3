/** The tables at which this browser has a seat, and the secrets that are those seats. */

import { address } from './base'
import { load, save } from './storage'

export interface MyTable {
  secret: string
  at: number
  /** Which seat it is, once the server has said so. */
  seat?: number
  /** The host has sent me away: the secret only lets me watch. */
  sentAway?: boolean
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

/** Keeps which seat I have: whoever looks back at the game later looks at their own decisions first. */
export function keepSeat(table: string, seat: number) {
  const tables = myTables()
  if (table in tables && tables[table].seat !== seat) save(KEY, { ...tables, [table]: { ...tables[table], seat } })
}

export function seatAt(table: string): number | null {
  return myTables()[table]?.seat ?? null
}

export function forget(table: string) {
  const { [table]: _, ...rest } = myTables()
  save(KEY, rest)
}

/** The host has sent this browser's guest away. The secret is kept: by it the server knows them. */
export function keepSentAway(table: string) {
  const tables = myTables()
  if (table in tables) save(KEY, { ...tables, [table]: { ...tables[table], sentAway: true } })
}

/**
 * The secret that a private link brings after the #. It is gone from the address bar before anything else happens.
 * Anybody can write such a link, so nothing is kept before the server has accepted it.
 */
export function takeLinkSecret(): string | null {
  const hash = location.hash.slice(1)
  if (hash) history.replaceState(history.state, '', location.pathname + location.search)
  return /^[\w-]{1,100}$/.test(hash) ? hash : null
}

/** Puts a link's secret back into the address bar of its table: the server could not be asked, so the next try needs it. */
export function returnLinkSecret(table: string, secret: string) {
  if (location.pathname === address(`/t/${table}`))
    history.replaceState(history.state, '', `${location.pathname}${location.search}#${secret}`)
}

/** Keeps a secret that the server has accepted, unless this browser has another seat at the table: that one is never lost. */
export function keepAccepted(table: string, secret: string) {
  if (secretOf(table) === null) keepSecret(table, secret)
}
