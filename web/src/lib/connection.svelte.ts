/** One connection to a table that comes back: whatever was not answered is sent again under the same id. */

import { ELSEWHERE, type Line } from './transport'
import type { Command, Hello, Inquiry, ServerMessage } from './types'

export type ConnectionState = 'connecting' | 'online' | 'offline'

/** After so much silence the server is asked whether it is there, and if it is silent for so long again, the line is dead. */
const QUIET = 5_000
const ANSWER_WITHIN = 6_000
/** How long it may take to be let in. */
const WELCOME_WITHIN = 10_000
/** Frames are filled up with spaces to a multiple of this: their length must not tell which card was played. */
const FRAME_STEP = 128

const FIRST_DELAY = 400
const LONGEST_DELAY = 15_000

// After these it makes no sense to try again.
export type Refused = 'secret' | 'table' | 'origin' | 'log' | 'elsewhere'
const FINAL: Record<number, Refused> = { 1008: 'origin', 4001: 'secret', 4004: 'table', 4010: 'log', [ELSEWHERE]: 'elsewhere' }
const NOT_UNDERSTOOD = 4000
const TOO_FAST = 4008
const LOST = 1006

interface Unanswered {
  frame: string
  answer: (done: boolean) => void
}

export class Connection {
  connection = $state<ConnectionState>('connecting')
  retryIn = $state(0)
  refused = $state<Refused | null>(null)
  #unanswered = $state.raw(new Map<string, Unanswered>())
  #line: Line | null = null
  #dialled = 0
  #steal = false
  #welcome = false
  #attempts = 0
  #retryAt = 0
  #timer: ReturnType<typeof setInterval> | undefined
  #heartbeat: ReturnType<typeof setTimeout> | undefined
  #sent = 0
  // Ids are a seat's own, and the same seat may sit in several windows.
  #name = Math.random().toString(36).slice(2, 10)
  #dialTo: (steal: boolean) => Line | Promise<Line>
  #hello: () => Hello
  #hear: (message: ServerMessage) => void

  constructor(dialTo: (steal: boolean) => Line | Promise<Line>, hello: () => Hello, hear: (message: ServerMessage) => void) {
    this.#dialTo = dialTo
    this.#hello = hello
    this.#hear = hear
  }

  get pending(): boolean {
    return this.#unanswered.size > 0
  }

  open() {
    globalThis.window?.addEventListener('online', this.#now)
    globalThis.window?.addEventListener('offline', this.#gone)
    this.#dial()
  }

  close() {
    globalThis.window?.removeEventListener('online', this.#now)
    globalThis.window?.removeEventListener('offline', this.#gone)
    clearInterval(this.#timer)
    this.#hangUp()
  }

  /** Resolves to whether the command was done, however many connections that takes. */
  send(command: Command): Promise<boolean> {
    const id = `${this.#name}-${++this.#sent}`
    const text = JSON.stringify({ ...command, id })
    const frame = text.padEnd(Math.ceil(text.length / FRAME_STEP) * FRAME_STEP)
    return new Promise((answer) => {
      this.#unanswered = new Map(this.#unanswered).set(id, { frame, answer })
      if (this.#welcome) this.#line?.send(frame)
    })
  }

  /** Asks for something on this connection. If it is lost, so is the inquiry. */
  ask(inquiry: Inquiry) {
    this.#line?.send(JSON.stringify(inquiry))
  }

  #dial() {
    clearInterval(this.#timer)
    this.#hangUp()
    if (this.connection !== 'offline') this.connection = 'connecting'
    const dialled = ++this.#dialled
    void Promise.resolve(this.#dialTo(this.#steal)).then((line) => {
      if (dialled === this.#dialled) this.#greet(line)
      else line.close()
    })
  }

  #greet(line: Line) {
    this.#line = line
    if (!line.direct) this.#heartbeat = setTimeout(() => this.#closed(LOST), WELCOME_WITHIN)
    line.onopen = () => line.send(JSON.stringify(this.#hello()))
    line.onmessage = ({ data }) => this.#receive(JSON.parse(data) as ServerMessage)
    line.onclose = ({ code }) => this.#closed(code)
  }

  /** Connects although the table is open in another tab, which loses it. */
  takeHere() {
    this.#steal = true
    this.refused = null
    this.#dial()
  }

  #hangUp() {
    this.#welcome = false
    clearTimeout(this.#heartbeat)
    this.#dialled++
    if (!this.#line) return
    this.#line.onclose = this.#line.onmessage = this.#line.onopen = null
    this.#line.close()
    this.#line = null
  }

  /** Something was heard: the line is alive. Ask when it has been quiet for a while. */
  #alive() {
    clearTimeout(this.#heartbeat)
    if (this.#line?.direct) return
    this.#heartbeat = setTimeout(() => {
      this.ask({ type: 'ping' })
      this.#heartbeat = setTimeout(() => this.#closed(LOST), ANSWER_WITHIN)
    }, QUIET)
  }

  #receive(message: ServerMessage) {
    this.#alive()
    this.#hear(message)
    if (message.type === 'welcome') {
      this.#welcome = true
      this.#steal = false
      this.#attempts = 0
      this.connection = 'online'
      for (const { frame } of this.#unanswered.values()) this.#line?.send(frame)
    } else if (message.type === 'done' || message.type === 'refused') {
      this.#answered(message.id, message.type === 'done')
    }
  }

  #answered(id: string, done: boolean) {
    const rest = new Map(this.#unanswered)
    rest.get(id)?.answer(done)
    rest.delete(id)
    this.#unanswered = rest
  }

  #closed(code: number) {
    this.#hangUp()
    this.connection = 'offline'
    if (code in FINAL) {
      this.refused = FINAL[code]
      return
    }
    // What the server does not understand now it will not understand the next time.
    if (code === NOT_UNDERSTOOD) for (const id of this.#unanswered.keys()) this.#answered(id, false)
    const doubled = Math.min(LONGEST_DELAY, FIRST_DELAY * 2 ** this.#attempts++)
    const jitter = 0.5 + Math.random() / 2 // so that not all pages come back in the same instant
    this.#retryAt = Date.now() + (code === TOO_FAST ? LONGEST_DELAY : doubled) * jitter
    this.#tick()
    this.#timer = setInterval(() => this.#tick(), 250)
  }

  #tick() {
    const left = this.#retryAt - Date.now()
    this.retryIn = Math.max(0, Math.ceil(left / 1000))
    if (left <= 0) this.#dial()
  }

  #now = () => {
    if (this.connection === 'offline' && !this.refused) this.#dial()
  }

  #gone = () => {
    if (this.#line && !this.#line.direct) this.#closed(LOST)
  }
}
