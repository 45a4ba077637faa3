/** The HTTP half of the protocol. */

import { request } from './transport'
import type { BotLevel } from './answers/bots'
import type { Puzzle, PuzzleEntry } from './answers/puzzles'
import type { ReviewAsked, ReviewSoFar } from './answers/review'
import type { Today } from './answers/today'
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

async function call<T>(path: string, body?: unknown, more?: Record<string, string>): Promise<T> {
  const answer = await request(body === undefined ? 'GET' : 'POST', path, body, more)
  const data: unknown = parsed(answer.body)
  const ok = answer.status >= 200 && answer.status < 300
  if (ok && (data !== null || answer.status === 204)) return data as T
  const failure = (data as { error?: Failure } | null)?.error
  throw new ApiError(failure ?? { key: 'network', message: '' }, answer.status)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** A key for something that must not be done twice, however often it is asked for. */
export function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

const at = (table: string) => `/tables/${encodeURIComponent(table)}`

export const api = {
  tables: (status: TableInfo['status']) => call<{ tables: TableInfo[] }>(`/tables?status=${status}`).then(({ tables }) => tables),
  table: (table: string) => call<TableInfo>(at(table)),
  bots: () => call<{ bots: BotLevel[] }>('/bots').then(({ bots }) => bots),
  create: (table: NewTable) => call<Taken>('/tables', table),
  /** Asked again with the same key, it is the same seat. */
  sit: (table: string, person: Sitting, key: string) => call<Taken>(`${at(table)}/seats`, person, { 'Idempotency-Key': key }),
  replay: (table: string, seat: number | null) => call<Replay>(`${at(table)}/replay${seat === null ? '' : `?seat=${seat}`}`),
  askForReview: (table: string) => call<ReviewAsked>(`${at(table)}/review`, {}),
  review: (table: string, seat: number | null, after: number) =>
    call<ReviewSoFar>(`${at(table)}/review?after=${after}${seat === null ? '' : `&seat=${seat}`}`),
  /** A review without its judgements; null if nobody has asked for one. */
  reviewed: (table: string) => call<ReviewSoFar | null>(`${at(table)}/review?after=100000`),
  /** A new table from a decision of a finished game on. */
  judgeNext: (table: string, decision: number) => call<void>(`${at(table)}/review/${decision}/next`, {}),
  tryFrom: (table: string, decision: number) => call<Taken>(`${at(table)}/review/${decision}/table`, {}),
  beginLesson: (lesson: string, name: string) => call<Taken>(`/lessons/${lesson}`, { name }),
  /** A new table from the morning of a day of a lesson. */
  playDayAgain: (table: string, day: number) => call<Taken>(`${at(table)}/again/${day}`, {}),
  /** The voyage of the day, and how the person with this secret stands. */
  today: (edition: string, secret: string) => call<Today>(`/today/${edition}`, undefined, { 'Person-Secret': secret }),
  setSail: (edition: string, name: string, secret: string) => call<Taken>(`/today/${edition}`, { name, secret }),
  puzzles: (edition: string) => call<{ puzzles: PuzzleEntry[] }>(`/puzzles/${encodeURIComponent(edition)}`),
  puzzle: (edition: string, id: string) => call<Puzzle>(`/puzzles/${encodeURIComponent(edition)}/${encodeURIComponent(id)}`),
  /** A new table from a puzzle on. */
  playPuzzle: (edition: string, id: string, name: string) => call<Taken>(`/puzzles/${edition}/${id}/table`, { name }),
}
