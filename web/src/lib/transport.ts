/** The one place that chooses between the server and this device. Both are asked the same, and say the same. */

import { address } from './base'
import { ENGINES } from './engineFiles'
import { place } from './place.svelte'
import { settings } from './settings.svelte'
import { engine, hasServer } from './site'

/** What a connection to a table needs of a websocket. */
export interface Line {
  onopen: (() => void) | null
  onmessage: ((event: { data: string }) => void) | null
  onclose: ((event: { code: number }) => void) | null
  send(text: string): void
  close(): void
  /** It leads to this device: it is not lost without a word, so nobody has to ask whether the other end is there. */
  direct?: boolean
}

/** The close code of a table that is open in another tab, or has been opened there. */
export const ELSEWHERE = 4012

/** How the ids of tables on this device begin. A server's are shorter. */
const HERE = 'here-'

/** Whether a table is on this device. */
export const isHere = (table: string) => table.startsWith(HERE)

/** What only a server has: lists of open tables, and the voyage of the day. */
const SERVERS = /^\/(tables\?|today\/|days\/)/

/** Whether this device answers: what is about its tables, and what makes one where the next table is to be made. */
async function isForDevice(method: string, path: string): Promise<boolean> {
  const table = /^\/tables\/([\w-]+)/.exec(path)?.[1]
  if (table) return isHere(table)
  if (!engine || SERVERS.test(path)) return false
  if (method !== 'GET') return place.here
  // Who only reads does not load an engine because the server is away.
  return place.server === 'none' || (place.server === 'away' && (await caches.has(ENGINES + engine.version)))
}

/** Asks the server, or this device. The status is 0 if the server could not be asked. */
export async function request(
  method: string,
  path: string,
  body?: unknown,
  more: Record<string, string> = {},
): Promise<{ status: number; body: string }> {
  if (await isForDevice(method, path)) {
    const { device } = await import('./device.svelte')
    return device.request(method, path, settings.lang, body)
  }
  if (!hasServer) return { status: 0, body: '' }
  const headers: Record<string, string> = { 'Accept-Language': settings.lang, ...more }
  if (body !== undefined) headers['Content-Type'] = 'application/json'
  try {
    const answer = await fetch(address(`/api${path}`), { method, headers, body: JSON.stringify(body) })
    place.server = 'here'
    return { status: answer.status, body: await answer.text() }
  } catch {
    place.server = 'away'
    return { status: 0, body: '' }
  }
}

/** Connects to a table. `steal`: also if it is open in another tab of this browser. */
export async function dial(table: string, steal = false): Promise<Line> {
  if (isHere(table)) return (await import('./device.svelte')).device.dial(table, steal)
  return new WebSocket(
    `${location.origin.replace(/^http/, 'ws')}${address(`/api/tables/${encodeURIComponent(table)}/socket`)}`,
  ) as Line
}
