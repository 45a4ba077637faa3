/** What can be chosen about a table: the edition and its options, how many play, the clock, and whether it is public. */

import { EDITIONS } from './editions'
import type { OptionRules } from './rules.svelte'
import type { Edition, Options, TableInfo } from './types'
import { ready, rulesOf } from './words'

export class Setup {
  edition = $state<Edition>(EDITIONS[0])
  players = $state(4)
  /** Seconds for a decision and for a game; 0 for no clock. */
  decision = $state(0)
  game = $state(0)
  open = $state(false)
  /** Whether people may ask for hints although others play, too. */
  hints = $state(false)
  /** What was chosen about the editions, by edition and option; nothing where it is the default. */
  protected chosen = $state<Record<string, string>>({})

  get rules() {
    return ready(this.edition) ? rulesOf(this.edition) : undefined
  }

  /** What can be chosen about the edition, for so many players. */
  options(players = this.players): OptionRules[] {
    return (this.rules?.options ?? []).filter((option) => players === 1 || !option.alone)
  }

  valueOf(option: OptionRules): string {
    const value = this.chosen[`${this.edition} ${option.name}`]
    return option.values.includes(value) ? value : option.default
  }

  choose(option: OptionRules, value: string) {
    this.chosen[`${this.edition} ${option.name}`] = value
  }

  /** What no longer fits the edition is put right rather than refused. */
  fit() {
    if (!this.rules) return
    const [fewest, most] = this.rules.players
    this.players = Math.min(most, Math.max(fewest, this.players))
  }

  /** As the server wants it, for so many players. */
  wanted(players = this.players) {
    const clock = { ...(this.decision && { decision: this.decision }), ...(this.game && { game: this.game }) }
    return {
      edition: this.edition,
      players,
      options: Object.fromEntries(this.options(players).map((option) => [option.name, this.valueOf(option)])) as Options,
      clock: Object.keys(clock).length ? clock : null,
      hints: this.hints,
    }
  }
}

/** The set-up of a table that is there already. */
export class TableSetup extends Setup {
  constructor(table: TableInfo) {
    super()
    this.edition = table.edition
    this.players = table.players
    this.decision = table.clock?.decision ?? 0
    this.game = table.clock?.game ?? 0
    this.open = table.public
    this.hints = table.hints
    for (const [name, value] of Object.entries(table.options))
      if (typeof value === 'string') this.chosen[`${table.edition} ${name}`] = value
  }
}
