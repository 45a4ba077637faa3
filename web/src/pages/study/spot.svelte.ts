/** The character that is looked at: lit in every chart. Pointing lights one, a click holds it, Esc lets go. */

export class Spot {
  pointed = $state('')
  pinned = $state('')
  lit = $derived(this.pinned || this.pointed)

  pin(slug: string) {
    this.pinned = this.pinned === slug ? '' : slug
  }

  letGo() {
    this.pinned = ''
    this.pointed = ''
  }

  /** Follows pointer and clicks in an element: whatever has `data-who` stands for a character. */
  follow = (root: HTMLElement) => {
    const who = (event: Event) => (event.target as Element).closest<HTMLElement>('[data-who]')?.dataset.who ?? ''
    const point = (event: Event) => (this.pointed = who(event))
    const leave = () => (this.pointed = '')
    const click = (event: Event) => {
      const slug = who(event)
      if (slug && !(event.target as Element).closest('a, summary')) this.pin(slug)
    }
    const events: [string, (event: Event) => void][] = [
      ['pointerover', point],
      ['focusin', point],
      ['pointerleave', leave],
      ['click', click],
    ]
    for (const [name, listener] of events) root.addEventListener(name, listener)
    return () => {
      for (const [name, listener] of events) root.removeEventListener(name, listener)
    }
  }
}
