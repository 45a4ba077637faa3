import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { WebSocket, WebSocketServer, type WebSocket as Peer } from 'ws'
import type { AddressInfo } from 'node:net'
import { TableStore } from './tableStore.svelte'
import type { Line } from './transport'
import type { Entry, TableInfo } from './types'

vi.stubGlobal('WebSocket', WebSocket) // not every Node has its own

const TABLE: TableInfo = {
  id: 'tortuga',
  edition: 'original',
  options: {},
  players: 2,
  status: 'playing',
  public: true,
  created: 0,
  clock: null,
  host: 0,
  commitment: null,
  seed: null,
  scores: null,
  winners: null,
  rematch: null,
  hints: false,
  lesson: null,
  day: null,
  problem: null,
  ended: false,
  ending: [],
  seats: [],
}

/** A server that does what a test tells it. */
class Harbour {
  server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  heard: Record<string, unknown>[] = []
  peers: Peer[] = []

  constructor() {
    this.server.on('connection', (peer) => {
      this.peers.push(peer)
      peer.on('message', (data) => this.heard.push(JSON.parse(String(data)) as Record<string, unknown>))
    })
  }

  get address() {
    return `ws://127.0.0.1:${(this.server.address() as AddressInfo).port}`
  }

  tell(message: object) {
    this.peers.at(-1)!.send(JSON.stringify(message))
  }

  welcome() {
    this.tell({
      type: 'welcome',
      table: TABLE.id,
      seat: 0,
      host: true,
      number: 0,
      patience: { away: 60, host: 120, stand_in: 180 },
    })
  }

  commands(type: string) {
    return this.heard.filter((message) => message.type === type)
  }
}

const chat = (number: number): Entry => ({ number, kind: 'chat', at: 0, seat: 1, text: `line ${number}` })

describe('a table', () => {
  let harbour: Harbour
  let game: TableStore

  beforeEach(async () => {
    harbour = new Harbour()
    await new Promise((listening) => harbour.server.once('listening', listening))
    game = new TableStore(TABLE, 'open sesame', () => new WebSocket(harbour.address) as Line)
    game.connect()
    await vi.waitFor(() => expect(harbour.commands('hello')).toHaveLength(1))
  })

  afterEach(() => {
    game.close()
    harbour.server.close()
    for (const peer of harbour.peers) peer.terminate()
  })

  const online = () => vi.waitFor(() => expect(game.connection).toBe('online'))
  const returned = (times: number) => vi.waitFor(() => expect(harbour.commands('hello')).toHaveLength(times), 5000)

  it('names the last entry it knows, and does not come back once the log has gone back', async () => {
    harbour.welcome()
    harbour.tell({ type: 'news', entries: [{ ...chat(1), at: 7 }] })
    await vi.waitFor(() => expect(game.last).toBe(1))
    harbour.peers.at(-1)!.close(1012)
    await returned(2)
    expect(harbour.heard.at(-1)).toMatchObject({ since: 1, since_at: 7 })
    harbour.peers.at(-1)!.close(4010)
    await vi.waitFor(() => expect(game.closed).toBe('log'))
  })

  it('is greeted with the secret, and greets back', async () => {
    expect(harbour.heard[0]).toMatchObject({ type: 'hello', secret: 'open sesame', since: 0 })
    harbour.welcome()
    await online()
    expect([game.seat, game.host]).toEqual([0, true])
  })

  it('tells news in order and each entry once', async () => {
    const told: number[] = []
    game.onNews((entries) => told.push(...entries.map((entry) => entry.number)))
    harbour.welcome()
    harbour.tell({ type: 'news', entries: [chat(1), chat(2)] })
    harbour.tell({ type: 'news', entries: [chat(2), chat(3)] })
    await vi.waitFor(() => expect(told).toEqual([1, 2, 3]))
    expect(game.entries.map((entry) => entry.number)).toEqual([1, 2, 3])
  })

  it('asks for what is missing of a long history before it tells anything', async () => {
    const told: number[] = []
    game.onNews((entries) => told.push(...entries.map((entry) => entry.number)))
    harbour.welcome()
    harbour.tell({ type: 'news', entries: [chat(5), chat(6)] })
    await vi.waitFor(() => expect(harbour.heard.at(-1)).toEqual({ type: 'history', before: 5 }))
    harbour.tell({ type: 'news', entries: [chat(7)] })
    harbour.tell({ type: 'history', entries: [chat(3), chat(4)] })
    await vi.waitFor(() => expect(harbour.heard.at(-1)).toEqual({ type: 'history', before: 3 }))
    expect([told, game.arrived]).toEqual([[], false])
    harbour.tell({ type: 'history', entries: [chat(1), chat(2)] })
    await vi.waitFor(() => expect(told).toEqual([1, 2, 3, 4, 5, 6, 7]))
  })

  it('knows that the host sent me away, but not the one who sat here before me', async () => {
    const joined = (number: number): Entry => ({ number, kind: 'joined', at: 0, seat: 0, name: 'Joris', colour: 'black' })
    const kicked = (number: number): Entry => ({ number, kind: 'kicked', at: 0, seat: 0 })
    harbour.welcome()
    harbour.tell({ type: 'news', entries: [joined(1), kicked(2), joined(3)] })
    await vi.waitFor(() => expect(game.last).toBe(3))
    expect(game.sentAway).toBe(false)
    harbour.tell({ type: 'news', entries: [kicked(4)] })
    await vi.waitFor(() => expect(game.sentAway).toBe(true))
  })

  it('comes back by itself and asks for what it missed', async () => {
    harbour.welcome()
    harbour.tell({ type: 'news', entries: [chat(1), chat(2)] })
    await vi.waitFor(() => expect(game.last).toBe(2))
    harbour.peers[0].close(1012)
    await vi.waitFor(() => expect(game.connection).toBe('offline'))
    await returned(2)
    expect(harbour.heard.at(-1)).toMatchObject({ type: 'hello', since: 2 })
  })

  it('sends an unanswered command again under the same id', async () => {
    harbour.welcome()
    await online()
    const done = game.play('brute')
    await vi.waitFor(() => expect(harbour.commands('play')).toHaveLength(1))
    expect(game.pending).toBe(true)
    harbour.peers[0].terminate()
    await returned(2)
    harbour.welcome()
    await vi.waitFor(() => expect(harbour.commands('play')).toHaveLength(2))
    const [first, second] = harbour.commands('play')
    expect(second).toEqual(first)
    harbour.tell({ type: 'done', id: first.id, number: 9 })
    expect(await done).toBe(true)
    expect(game.pending).toBe(false)
  })

  it('keeps a command that was given while offline', async () => {
    harbour.welcome()
    await online()
    harbour.peers[0].terminate()
    await vi.waitFor(() => expect(game.connection).toBe('offline'))
    void game.chat('ahoy')
    await returned(2)
    expect(harbour.commands('chat')).toHaveLength(0)
    harbour.welcome()
    await vi.waitFor(() => expect(harbour.commands('chat')).toHaveLength(1))
  })

  it('says why something was refused', async () => {
    harbour.welcome()
    await online()
    const done = game.play('kraken')
    await vi.waitFor(() => expect(harbour.commands('play')).toHaveLength(1))
    const { id } = harbour.commands('play')[0]
    harbour.tell({ type: 'refused', id, error: { key: 'illegal.answer', message: 'No kraken here.' } })
    expect(await done).toBe(false)
    expect(game.refusal).toEqual({ id, key: 'illegal.answer', message: 'No kraken here.' })
  })

  it('says nothing of a decision that was made on another device: the news have told of it', async () => {
    harbour.welcome()
    await online()
    const done = game.play('kraken')
    await vi.waitFor(() => expect(harbour.commands('play')).toHaveLength(1))
    const { id } = harbour.commands('play')[0]
    harbour.tell({ type: 'news', entries: [], mine: { turn: 1, hand: [], graveyard: [], pick: 'gunner', decision: null } })
    harbour.tell({ type: 'refused', id, error: { key: 'move.late', message: 'That has been decided already.' } })
    expect(await done).toBe(false)
    expect(game.refusal).toBeNull()
  })

  it('notices within fifteen seconds that the line is dead', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    harbour.welcome()
    await online()
    await vi.advanceTimersByTimeAsync(5_000)
    await vi.waitFor(() => expect(harbour.commands('ping')).toHaveLength(1))
    harbour.tell({ type: 'pong' })
    await vi.advanceTimersByTimeAsync(3_000)
    expect(game.connection).toBe('online')
    await vi.advanceTimersByTimeAsync(12_000) // from now on nothing is heard
    expect(game.connection).not.toBe('online')
    vi.useRealTimers()
    await returned(2)
  })

  it('tells nobody on the way by the length of a frame which card it is', async () => {
    const lengths = new Set<number>()
    harbour.peers[0].on('message', (data) => lengths.add(String(data).length))
    harbour.welcome()
    await online()
    for (const card of ['cook', 'governors-daughter', 'preacher']) void game.play(card)
    await vi.waitFor(() => expect(harbour.commands('play')).toHaveLength(3))
    expect(lengths.size).toBe(1)
  })

  it('does not come back to a table that is not there', async () => {
    harbour.peers[0].close(4004)
    await vi.waitFor(() => expect(game.closed).toBe('table'))
  })

  it('does not repeat what the server could not read', async () => {
    harbour.welcome()
    await online()
    const done = game.chat('…')
    await vi.waitFor(() => expect(harbour.commands('chat')).toHaveLength(1))
    harbour.peers[0].close(4000)
    expect(await done).toBe(false)
    await returned(2)
    harbour.welcome()
    await online()
    expect(harbour.commands('chat')).toHaveLength(1)
  })
})
