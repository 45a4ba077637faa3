/** What the reader looks at: any card or token that they point at, focus, tap, or hold under a finger. */

import { settings } from '../lib/settings.svelte'
import type { Colour } from '../lib/types'

export interface Subject {
  /** The character, or else the kind of token. */
  slug?: string
  kind?: string
  colour: Colour | null
  /** Whether it is in my hand. */
  mine: boolean
}

const HOVER = 120
const HOLD = 380

export class Reading {
  subject = $state.raw<Subject | null>(null)
  #timer = 0
  #node: Element | null = null
  /** A finger was held on a card to read it: lifting it doesn't choose the card. */
  #held = false

  /** Shows what was pointed at; what can't be read leaves everything as it is. */
  open(target: EventTarget | null) {
    const node = (target as Element | null)?.closest?.<HTMLElement>('[data-face],[data-token-face]')
    if (!node || node === this.#node) return
    this.#node = node
    const colour = (node.closest<HTMLElement>('[data-c]')?.dataset.c ?? null) as Colour | null
    this.subject = { slug: node.dataset.face, kind: node.dataset.tokenFace, colour, mine: node.dataset.hand !== undefined }
  }

  #hold() {
    this.#held = true
    settings.set('holdExplained', true)
  }

  close() {
    clearTimeout(this.#timer)
    this.#node = null
    this.subject = null
  }

  /** Follows pointer, finger and focus. Returns what ends it. */
  listen(root: HTMLElement): () => void {
    const end = new AbortController()
    const on = <Name extends keyof HTMLElementEventMap>(name: Name, does: (event: HTMLElementEventMap[Name]) => void) =>
      root.addEventListener(name, does, { signal: end.signal, passive: true })
    const later = (target: EventTarget | null, wait: number, then = () => {}) => {
      clearTimeout(this.#timer)
      this.#timer = window.setTimeout(() => {
        this.open(target)
        then()
      }, wait)
    }
    on('pointerover', ({ pointerType, target }) => pointerType === 'mouse' && later(target, HOVER))
    on('pointerdown', ({ pointerType, target }) => {
      this.#held = false
      if (pointerType !== 'mouse') later(target, HOLD, () => this.#hold())
    })
    on('pointerup', ({ pointerType }) => pointerType !== 'mouse' && clearTimeout(this.#timer))
    on('pointercancel', () => clearTimeout(this.#timer))
    on('focusin', ({ target }) => (target as Element).matches(':focus-visible') && this.open(target))
    on('keydown', ({ key }) => key === 'Escape' && this.close())
    // A tap is read when it clicks, not before: the close-up moves what lies around it, and the click would miss.
    const click = (event: Event) => {
      if (this.#held) event.stopPropagation()
      else this.open(event.target)
      this.#held = false
    }
    root.addEventListener('click', click, { capture: true, signal: end.signal })
    return () => {
      clearTimeout(this.#timer)
      end.abort()
    }
  }
}
