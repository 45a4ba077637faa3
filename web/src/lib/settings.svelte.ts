import { load, save } from './storage'

export type Lang = 'en' | 'fr'
export type Theme = 'system' | 'light' | 'dark'
export type Speed = 1 | 2 | 0

interface Stored {
  lang: Lang | null
  theme: Theme
  /** Volume from 0 to 1. */
  sound: number
  muted: boolean
  /** How fast the table moves: once, twice, or 0 for at once. */
  speed: Speed
  /** Whether loot is taken with the first click. */
  oneClick: boolean
  name: string
  guided: boolean
  /** Whether it was explained that a card can be read by holding a finger on it. */
  holdExplained: boolean
}

const KEY = 'settings'
const FIRST: Stored = {
  lang: null,
  theme: 'system',
  sound: 0.6,
  muted: true,
  speed: 1,
  oneClick: false,
  name: '',
  guided: false,
  holdExplained: false,
}

/** What this browser remembers of how its owner likes the page. */
class Settings {
  #stored = $state<Stored>({ ...FIRST, ...load<Partial<Stored>>(KEY, {}) })

  get lang(): Lang {
    return this.#stored.lang ?? (/^fr/i.test(globalThis.navigator?.language ?? '') ? 'fr' : 'en')
  }
  get theme() {
    return this.#stored.theme
  }
  get sound() {
    return this.#stored.sound
  }
  get muted() {
    return this.#stored.muted
  }
  get speed() {
    return this.#stored.speed
  }
  get oneClick() {
    return this.#stored.oneClick
  }
  get name() {
    return this.#stored.name
  }
  get guided() {
    return this.#stored.guided
  }
  get holdExplained() {
    return this.#stored.holdExplained
  }

  set<Name extends keyof Stored>(name: Name, value: Stored[Name]) {
    this.#stored[name] = value
    save(KEY, $state.snapshot(this.#stored))
    if (name === 'theme') this.applyTheme()
  }

  applyTheme() {
    if (typeof document === 'undefined') return
    const dark = matchMedia('(prefers-color-scheme: dark)').matches
    document.documentElement.dataset.theme = this.theme === 'system' ? (dark ? 'dark' : 'light') : this.theme
  }
}

export const settings = new Settings()
