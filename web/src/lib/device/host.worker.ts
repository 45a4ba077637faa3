/** The host of this device's tables: `libertalia.tab` in Python, between the page, the storage and the thinker. */

import type { FromHost, ToHost } from './messages'
import { startPython } from './python'
import { DeviceStore } from './store'
import type { FromThinker, ToThinker } from './thinker.worker'

/** As in `transport.ts`. */
const ELSEWHERE = 4012

type Closing = [code: number, reason: string]

/** `libertalia.tab.start`, as JavaScript sees it. Lists come as proxies. */
interface List<T> {
  toJs(): T
}
interface Connection {
  receive(frame: string): Promise<List<Closing> | undefined>
  close(): void
}
interface Host {
  request(request: string): Promise<List<[status: number, body: string]>>
  connect(table: string, hello: string, send: (message: string) => void): Promise<Connection | List<Closing>>
  drop(table: string): void
}

const tell = (message: FromHost) => self.postMessage(message)
const store = new DeviceStore((storing) => tell({ type: 'storing', storing }))
/** The connections of the page, by number. */
const lines = new Map<number, { table: string; connection: Promise<Connection | null> }>()
/** The tables that this tab holds, and what lets go of them. Other tabs must not write to them. */
const held = new Map<string, () => void>()
let host: Promise<Host>

// ---- thinking ---------------------------------------------------------------------------------------------------------------

const thoughts = new Map<number, { done: (answer: Uint8Array) => void; failed: (error: Error) => void }>()
let thinker: Worker
let jobs = 0

function think(job: { toJs(): Uint8Array }): Promise<Uint8Array> {
  const id = ++jobs
  thinker.postMessage({ type: 'job', id, job: job.toJs() } satisfies ToThinker)
  return new Promise((done, failed) => thoughts.set(id, { done, failed }))
}

function heard({ data }: MessageEvent<FromThinker>) {
  const thought = thoughts.get(data.id)
  thoughts.delete(data.id)
  if (data.type === 'done') thought?.done(data.answer)
  else thought?.failed(new Error(data.reason))
}

// ---- tables -----------------------------------------------------------------------------------------------------------------

/** Takes a table for this tab; false if another tab has it. With `steal`, it is taken from there. */
function take(table: string, steal: boolean): Promise<boolean> {
  if (held.has(table)) return Promise.resolve(true)
  return new Promise((taken) => {
    const holding = navigator.locks.request(`libertalia ${table}`, steal ? { steal } : { ifAvailable: true }, (lock) => {
      if (!lock) return taken(false)
      return new Promise<void>((release) => {
        held.set(table, release)
        taken(true)
      })
    })
    holding.catch(() => void lose(table)) // another tab has taken it
  })
}

async function lose(table: string) {
  held.delete(table)
  ;(await host).drop(table)
  for (const [line, { table: open }] of lines) {
    if (open !== table) continue
    lines.delete(line)
    tell({ type: 'closed', line, code: ELSEWHERE })
  }
}

function letGo(table: string) {
  if ([...lines.values()].some((line) => line.table === table)) return
  void host.then((host) => host.drop(table))
  held.get(table)?.()
  held.delete(table)
}

// ---- the page ---------------------------------------------------------------------------------------------------------------

async function start({ base, engine }: Extract<ToHost, { type: 'start' }>): Promise<Host> {
  thinker = new Worker(new URL('./thinker.worker.ts', import.meta.url), { type: 'module' })
  thinker.onmessage = heard
  thinker.postMessage({ type: 'start', base, engine } satisfies ToThinker)
  const [python] = await Promise.all([startPython(base, engine), store.open()])
  const { TabHost, is_compiled } = python.pyimport('libertalia.tab.start')
  const made = TabHost(store, think) as Host
  tell({ type: 'ready', compiled: is_compiled() as boolean, storing: store.storing })
  return made
}

async function request(id: number, request: string, table: string | null) {
  const there = await host
  // What another tab plays is read from the storage each time.
  if (table !== null && !held.has(table)) there.drop(table)
  const [status, body] = (await there.request(request)).toJs()
  if (status === 201) await take((JSON.parse(body) as { table: string }).table, false)
  tell({ type: 'answer', id, status, body })
}

async function connect({ line, table, hello, steal }: Extract<ToHost, { type: 'connect' }>): Promise<Connection | null> {
  const there = await host
  if (!held.has(table)) {
    if (!(await take(table, steal))) return closed(line, ELSEWHERE)
    there.drop(table) // what this tab remembers may be old
  }
  const found = await there.connect(table, hello, (text) => tell({ type: 'message', line, text }))
  return 'toJs' in found && !('receive' in found) ? closed(line, found.toJs()[0]) : (found as Connection)
}

function closed(line: number, code: number): null {
  lines.delete(line)
  tell({ type: 'closed', line, code })
  return null
}

async function frame(line: number, text: string) {
  const connection = await lines.get(line)?.connection
  const closing = await connection?.receive(text)
  if (closing) {
    connection?.close()
    closed(line, closing.toJs()[0])
  }
}

async function close(line: number) {
  const open = lines.get(line)
  lines.delete(line)
  ;(await open?.connection)?.close()
  if (open) letGo(open.table)
}

self.onmessage = ({ data }: MessageEvent<ToHost>) => {
  switch (data.type) {
    case 'start':
      host = start(data)
      host.catch((error: unknown) => tell({ type: 'failed', reason: String(error) }))
      break
    case 'request':
      request(data.id, data.request, data.table).catch((error: unknown) => {
        console.error(error)
        tell({ type: 'answer', id: data.id, status: 500, body: '' })
      })
      break
    case 'connect': {
      const connection = connect(data).catch((error: unknown) => {
        console.error(error)
        return closed(data.line, 1011)
      })
      lines.set(data.line, { table: data.table, connection })
      break
    }
    case 'frame':
      frame(data.line, data.text).catch((error: unknown) => {
        console.error(error)
        closed(data.line, 1011) // the page connects again and asks again
      })
      break
    case 'close':
      void close(data.line)
      break
  }
}
