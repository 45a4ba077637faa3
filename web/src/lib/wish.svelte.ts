/** The table that this browser would make next: as last time, until something else is chosen. */

import { address } from './base'
import { api } from './api'
import { EDITIONS } from './editions'
import { intend } from './intent'
import { chooseLevel, ladder } from './ladder'
import { go } from './router.svelte'
import { Setup } from './setup.svelte'
import { settings } from './settings.svelte'
import { load, save } from './storage'
import { keepSecret } from './tables'
import { COLOURS, type Colour, type Edition, type Level, type NewTable } from './types'
import { t } from './words'

interface Stored {
  edition: Edition
  players: number
  colour: Colour
  decision: number
  game: number
  /** What was chosen about the editions, by edition and option; nothing where it is the default. */
  chosen: Record<string, string>
}

const KEY = 'wish'
const FIRST: Stored = { edition: EDITIONS[0], players: 4, colour: 'blue', decision: 0, game: 0, chosen: {} }
const FEWEST_TOGETHER = 2

function someone(): string {
  const names = t('make.names').split(',')
  return names[Math.floor(Math.random() * names.length)]
}

export class Wish extends Setup {
  /** The bots that were chosen, by their faces. Chairs that stay free are for people, or for bots of the own level. */
  crew = $state<Level[]>([])
  readonly level = ladder().level
  colour = $state(FIRST.colour)
  /** Without a name of one's own, anybody's. One is asked for it only when others come. */
  name = $state(settings.name || someone())
  watch = $state(false)
  /** Whether there is a last time. */
  readonly known: boolean

  constructor() {
    super()
    const stored = load<Partial<Stored> | null>(KEY, null)
    this.known = stored !== null
    const { edition, players, colour, decision, game, chosen } = { ...FIRST, ...stored }
    this.edition = EDITIONS.includes(edition) ? edition : EDITIONS[0]
    this.players = players
    this.colour = COLOURS.includes(colour) ? colour : FIRST.colour
    this.decision = decision
    this.game = game
    this.chosen = chosen
  }

  get alone(): boolean {
    return this.players === 1
  }

  override fit() {
    super.fit()
    if (this.alone) this.watch = false
  }

  /** How many chairs there are for others. */
  get chairs(): number {
    return this.players - (this.watch ? 0 : 1)
  }

  /** The bots that were chosen and have a chair, with the colours that they will play. */
  get seated(): { level: Level; colour: Colour }[] {
    const colours = COLOURS.filter((one) => this.watch || one !== this.colour)
    return this.crew.slice(0, this.chairs).map((level, index) => ({ level, colour: colours[index] }))
  }

  get free(): number {
    return this.chairs - this.seated.length
  }

  /** With no chair left free. */
  get opponents(): Level[] {
    return Array.from({ length: this.together - 1 }, (_, index) => this.crew[index] ?? this.level)
  }

  invite(level: Level) {
    this.crew = [...this.crew.slice(0, this.chairs), level]
  }

  sendAway(level: Level) {
    this.crew = this.crew.toSpliced(this.crew.lastIndexOf(level), 1)
  }

  /** How many sit at a table that is not for one alone. */
  get together(): number {
    return Math.max(FEWEST_TOGETHER, this.players)
  }

  // ---- making it ------------------------------------------------------------------------------------------------------------

  /** The table of the form. */
  async asChosen() {
    await this.#make(this.#table(this.players, this.#bots, this.watch ? null : this.name.trim(), this.open), {})
    if (!this.watch) settings.set('name', this.name.trim())
  }

  /** Against bots, at once. */
  playNow() {
    return this.#make(this.#table(this.together, this.opponents, this.name), { start: true })
  }

  /** With the crew, at once; or, if a chair is free, with a link for others. */
  withCrew() {
    return this.#make(this.#table(this.players, this.#bots, this.name), this.free ? { copied: true } : { start: true })
  }

  /** With a link for the others, which is copied. Bots may take the chairs that stay empty. */
  withFriends() {
    return this.#make(this.#table(this.together, [], this.name), { copied: true })
  }

  /** Round this device: the people by name, and so many bots of the own level. */
  atOneDevice(names: string[], bots: number) {
    const people = names.map((name, index) => ({ name, colour: COLOURS[index] }))
    const crew = Array.from({ length: bots }, () => this.level)
    return this.#make({ ...this.#table(people.length + bots, crew, null), people }, { start: true })
  }

  /** The edition's game for one, at once, as it is meant to be played first. */
  setOff(edition: Edition) {
    const me = { name: this.name, colour: this.colour }
    return this.#make({ edition, players: 1, options: {}, bots: [], public: false, clock: null, me }, { start: true })
  }

  get #bots(): Level[] {
    return this.seated.map(({ level }) => level)
  }

  #table(players: number, bots: Level[], name: string | null, open = false): NewTable {
    return {
      ...this.wanted(players),
      bots,
      public: open,
      ...(name !== null && { me: { name, colour: this.colour } }),
    }
  }

  async #make(wanted: NewTable & { people?: { name: string; colour: Colour }[] }, intent: { start?: boolean; copied?: boolean }) {
    const { table, secret } = await api.create(wanted)
    this.#remember(wanted)
    keepSecret(table, secret)
    const copied = !!intent.copied && (await copyLink(table))
    intend(table, { ...intent, copied })
    go(`/t/${table}`)
  }

  #remember({ players, bots = [] }: NewTable) {
    if (bots.length === players - 1 && new Set(bots).size === 1) chooseLevel(bots[0])
    const { edition, colour, decision, game } = this
    const stored: Stored = { edition, players: this.together, colour, decision, game, chosen: $state.snapshot(this.chosen) }
    save(KEY, stored)
  }
}

/** Whether the link is in the clipboard now. Without a secure address, or without leave, there is none. */
async function copyLink(table: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(location.origin + address(`/t/${table}`))
    return true
  } catch {
    return false
  }
}
