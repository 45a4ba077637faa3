/** The HTTP half of the protocol. */

import { settings } from './settings.svelte'
import type { Failure, NewTable, Replay, Sitting, TableInfo, Taken } from './types'

/** What the server refused, or with the key `network` that it could not be asked. */
export class ApiError extends Error {
  key: string
  status: number

  constructor(failure: Failure, status: number) {
    super(failure.message)
    this.key = failure.key
    this.status = status
  }
}

async function call<T>(path: string, body?: unknown): Promise<T> {
  const headers: Record<string, string> = { 'Accept-Language': settings.lang }
  if (body !== undefined) headers['Content-Type'] = 'application/json'
  let response: Response
  try {
    response = await fetch(`/api${path}`, { method: body === undefined ? 'GET' : 'POST', headers, body: JSON.stringify(body) })
  } catch {
    throw new ApiError({ key: 'network', message: '' }, 0)
  }
  const data: unknown = await response.json().catch(() => null)
  if (response.ok && data !== null) return data as T
  const failure = (data as { error?: Failure } | null)?.error
  throw new ApiError(failure ?? { key: 'network', message: '' }, response.status)
}

const at = (table: string) => `/tables/${encodeURIComponent(table)}`

export const api = {
  tables: (status: TableInfo['status']) => call<{ tables: TableInfo[] }>(`/tables?status=${status}`).then(({ tables }) => tables),
  table: (table: string) => call<TableInfo>(at(table)),
  create: (table: NewTable) => call<Taken>('/tables', table),
  sit: (table: string, person: Sitting) => call<Taken>(`${at(table)}/seats`, person),
  replay: (table: string, seat: number | null) => call<Replay>(`${at(table)}/replay${seat === null ? '' : `?seat=${seat}`}`),
  recordOf: (table: string) => `/api${at(table)}/record`,
}
