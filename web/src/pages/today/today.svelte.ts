/** The voyage of the day as this browser knows it: what the server tells, and the secret by which it knows us. */

import { api, newKey } from '../../lib/api'
import { go } from '../../lib/router.svelte'
import { load, save } from '../../lib/storage'
import { keepSecret } from '../../lib/tables'
import type { Edition } from '../../lib/types'
import type { Today } from '../../lib/answers/today'

const SECRET = 'today.secret'
const EDITION = 'today.edition'
/** A result is written down a moment after the last move. So often, and after so many milliseconds, it is asked for again. */
const TRIES = 20
const AGAIN = 1000

/** The secret of this browser; it never leaves it but for the server. */
function ownSecret(): string {
  const known = load<string>(SECRET, '')
  if (known) return known
  const secret = newKey()
  save(SECRET, secret)
  return secret
}

export const lastEdition = (otherwise: Edition): Edition => load<Edition>(EDITION, otherwise)

export class DayVoyage {
  readonly edition: Edition
  told = $state.raw<Today | null>(null)
  failed = $state(false)
  /** When the day ends, by the clock of this machine. */
  ends = $state(Infinity)

  constructor(edition: Edition) {
    this.edition = edition
    save(EDITION, edition)
  }

  async fetch() {
    this.failed = false
    try {
      this.told = await api.today(this.edition, ownSecret())
      this.ends = Date.now() + 1000 * this.told.seconds_left
    } catch {
      this.failed = true
    }
  }

  /** Asks until the result of a table is written down, if that is the one that counts. */
  async fetchResult(table: string) {
    for (let tries = 0; tries < TRIES; tries++) {
      await this.fetch()
      if (this.told?.me.table !== table || this.told.me.scores) return
      await new Promise((done) => setTimeout(done, AGAIN))
    }
  }

  /** To the table: a new one, or the one where we have begun. */
  async setSail(name: string) {
    const { table, secret } = await api.setSail(this.edition, name, ownSecret())
    keepSecret(table, secret)
    go(`/t/${table}`)
  }
}
