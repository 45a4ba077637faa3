/** The table that this browser would make next: as last time, until something else is chosen. */

import { api } from '../../lib/api'
import { EDITIONS } from '../../lib/editions'
import { intend } from '../../lib/intent'
import { chooseLevel, ladder } from '../../lib/ladder'
import { go } from '../../lib/router.svelte'
import { Setup } from '../../lib/setup.svelte'
import { settings } from '../../lib/settings.svelte'
import { load, save } from '../../lib/storage'
import { keepSecret } from '../../lib/tables'
import { COLOURS, type Colour, type Edition, type Level, type NewTable } from '../../lib/types'
import { t } from '../../lib/words'

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
  bots = $state(FIRST.players - 1)
  level = $state<Level>(ladder().level)
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
    this.bots = players - 1
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
    this.bots = this.alone ? 0 : Math.min(this.bots, this.most)
  }

  /** As many bots as there can be. */
  get most(): number {
    return Math.max(0, this.players - (this.watch ? 0 : 1))
  }

  /** How many sit at a table that is not for one alone. */
  get together(): number {
    return Math.max(FEWEST_TOGETHER, this.players)
  }

  // ---- making it ------------------------------------------------------------------------------------------------------------

  /** The table of the form. */
  async asChosen() {
    await this.#make(this.#table(this.players, this.bots, this.watch ? null : this.name.trim(), this.open), {})
    if (!this.watch) settings.set('name', this.name.trim())
  }

  /** Against bots, at once. */
  playNow() {
    return this.#make(this.#table(this.together, this.together - 1, this.name), { start: true })
  }

  /** With bots that were chosen one by one. If there are chairs left, there is a link for others. */
  withCrew(players: number, bots: Level[]) {
    const full = bots.length === players - 1
    return this.#make({ ...this.#table(players, 0, this.name), bots }, full ? { start: true } : { copied: true })
  }

  /** With a link for the others, which is copied. Bots may take the chairs that stay empty. */
  withFriends() {
    return this.#make(this.#table(this.together, 0, this.name), { copied: true })
  }

  /** The edition's game for one, at once, as it is meant to be played first. */
  setOff(edition: Edition) {
    const me = { name: this.name, colour: this.colour }
    return this.#make({ edition, players: 1, options: {}, bots: [], public: false, clock: null, me }, { start: true })
  }

  #table(players: number, bots: number, name: string | null, open = false): NewTable {
    return {
      ...this.wanted(players),
      bots: Array<Level>(bots).fill(this.level),
      public: open,
      ...(name !== null && { me: { name, colour: this.colour } }),
    }
  }

  async #make(wanted: NewTable, intent: { start?: boolean; copied?: boolean }) {
    const { table, secret } = await api.create(wanted)
    this.#remember()
    keepSecret(table, secret)
    const copied = !!intent.copied && (await copyLink(table))
    intend(table, { ...intent, copied })
    go(`/t/${table}`)
  }

  #remember() {
    chooseLevel(this.level)
    const { edition, colour, decision, game } = this
    const stored: Stored = { edition, players: this.together, colour, decision, game, chosen: $state.snapshot(this.chosen) }
    save(KEY, stored)
  }
}

/** Whether the link is in the clipboard now. Without a secure address, or without leave, there is none. */
async function copyLink(table: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(`${location.origin}/t/${table}`)
    return true
  } catch {
    return false
  }
}
