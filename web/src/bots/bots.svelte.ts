/** The bots of this server, fetched once for each language. */

import { api } from '../lib/api'
import type { BotLevel } from '../lib/answers/bots'

export class Bots {
  found = $state.raw<BotLevel[] | null>(null)
  failed = $state(false)

  async fetch() {
    this.failed = false
    try {
      this.found = await api.bots()
    } catch {
      this.failed = true
    }
  }
}
