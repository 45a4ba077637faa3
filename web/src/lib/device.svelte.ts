/** Playing on this device: the page's side of the worker that hosts tables here. Loaded when somebody plays here. */

import { base } from './base'
import type { FromHost, Storing, ToHost } from './device/messages'
import { keepEngine, listEngine } from './engineFiles'
import type { Line } from './transport'

/** What is wrong if tables can't be hosted here. */
export type DeviceProblem = '' | 'old-browser' | 'network' | 'broken'

interface Asked {
  answered: (answer: { status: number; body: string }) => void
}

class Device {
  state = $state<'none' | 'loading' | 'ready' | 'failed'>('none')
  /** Bytes over the wire. */
  loaded = $state(0)
  total = $state(0)
  compiled = $state(true)
  storage = $state<Storing>('kept')
  problem = $state<DeviceProblem>('')
  #worker: Worker | null = null
  #starting: Promise<void> | null = null
  #asked = new Map<number, Asked>()
  #lines = new Map<number, DeviceLine>()
  #numbers = 0

  /** Loads the engine, once. What was loaded stays for the next time. */
  start(): Promise<void> {
    this.#starting ??= this.#start().catch((error: unknown) => {
      this.#starting = null
      this.state = 'failed'
      throw error
    })
    return this.#starting
  }

  async #start(): Promise<void> {
    this.problem = ''
    this.state = 'loading'
    if (!('WebAssembly' in globalThis && 'locks' in navigator && 'caches' in globalThis)) {
      this.problem = 'old-browser'
      throw new Error(this.problem)
    }
    const at = new URL(base, location.origin).href
    const engine = await listEngine(at).catch(this.#fail('network'))
    this.total = engine.bytes
    await keepEngine(at, engine, (loaded) => (this.loaded = loaded)).catch(this.#fail('network'))
    await this.#run(at, engine).catch(this.#fail('broken'))
    this.state = 'ready'
  }

  #fail(problem: DeviceProblem) {
    return (error: unknown): never => {
      console.error(error)
      this.problem = problem
      throw error
    }
  }

  #run(at: string, engine: Extract<ToHost, { type: 'start' }>['engine']): Promise<void> {
    this.#worker?.terminate()
    const worker = new Worker(new URL('./device/host.worker.ts', import.meta.url), { type: 'module' })
    this.#worker = worker
    return new Promise((ready, failed) => {
      worker.onerror = (event) => failed(new Error(event.message))
      worker.onmessage = ({ data }: MessageEvent<FromHost>) => {
        if (data.type === 'ready') {
          this.compiled = data.compiled
          this.storage = data.storing
          ready()
        } else if (data.type === 'failed') failed(new Error(data.reason))
        else this.#hear(data)
      }
      this.#tell({ type: 'start', base: at, engine })
    })
  }

  #hear(message: Exclude<FromHost, { type: 'ready' | 'failed' }>) {
    switch (message.type) {
      case 'answer':
        this.#asked.get(message.id)?.answered(message)
        this.#asked.delete(message.id)
        break
      case 'storing':
        this.storage = message.storing
        break
      case 'message':
        this.#lines.get(message.line)?.onmessage?.({ data: message.text })
        break
      case 'closed': {
        const line = this.#lines.get(message.line)
        this.#lines.delete(message.line)
        line?.onclose?.({ code: message.code })
        break
      }
    }
  }

  #tell(message: ToHost) {
    this.#worker?.postMessage(message)
  }

  /** Asks what a server would be asked by HTTP. */
  async request(method: string, path: string, language: string, body: unknown): Promise<{ status: number; body: string }> {
    await this.start()
    const id = ++this.#numbers
    const table = /^\/tables\/(here-[\w-]+)/.exec(path)?.[1] ?? null
    this.#tell({ type: 'request', id, request: JSON.stringify({ method, path, language, body: body ?? null }), table })
    return new Promise((answered) => this.#asked.set(id, { answered }))
  }

  /** Connects to a table. */
  dial(table: string, steal: boolean): Line {
    const line = new DeviceLine(
      table,
      steal,
      ++this.#numbers,
      (message) => this.#tell(message),
      () => this.#lines.delete(line.number),
    )
    this.#lines.set(line.number, line)
    // Later, as with a websocket: who has asked for the line listens to it by then.
    const opened = () => setTimeout(() => line.onopen?.())
    const failed = () => setTimeout(() => line.onclose?.({ code: 1006 }))
    void this.start().then(opened, failed)
    return line
  }
}

/** A connection to a table on this device. The first text is the greeting. */
class DeviceLine implements Line {
  onopen: (() => void) | null = null
  onmessage: ((event: { data: string }) => void) | null = null
  onclose: ((event: { code: number }) => void) | null = null
  readonly direct = true
  #open = false

  constructor(
    private table: string,
    private steal: boolean,
    readonly number: number,
    private tell: (message: ToHost) => void,
    private gone: () => void,
  ) {}

  send(text: string) {
    const line = this.number
    this.tell(
      this.#open ? { type: 'frame', line, text } : { type: 'connect', line, table: this.table, hello: text, steal: this.steal },
    )
    this.#open = true
  }

  close() {
    if (this.#open) this.tell({ type: 'close', line: this.number })
    this.gone()
  }
}

export const device = new Device()
