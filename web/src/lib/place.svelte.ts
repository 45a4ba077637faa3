/** Where new tables are made: on the server, or on this device. */

import { engine, hasServer } from './site'
import { load, save } from './storage'

class Place {
  /** Whether the server answers; `none` where the site has none. */
  server = $state<'unknown' | 'here' | 'away' | 'none'>(hasServer ? 'unknown' : 'none')
  /** What the person has chosen where there is a server. */
  chosen = $state(load<'server' | 'device'>('place', 'server'))

  /** Whether no server is in sight, so that there is nothing to choose. */
  get alone(): boolean {
    return this.server === 'none' || this.server === 'away'
  }

  /** Whether the next table is made on this device. */
  get here(): boolean {
    return this.alone || (engine !== null && this.chosen === 'device')
  }

  choose(chosen: 'server' | 'device') {
    this.chosen = chosen
    save('place', chosen)
  }
}

export const place = new Place()
