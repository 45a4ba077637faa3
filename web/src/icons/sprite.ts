/** Puts the page's icons into the document, once; `<use href="#i-name">` finds them there. */

import address from './sprite.svg?url'

let asked = false

export async function loadSprite() {
  if (asked || typeof document === 'undefined') return
  asked = true
  const answer = await fetch(address)
  const svg = new DOMParser().parseFromString(await answer.text(), 'image/svg+xml').documentElement
  svg.setAttribute('class', 'sprite')
  svg.setAttribute('width', '0')
  svg.setAttribute('height', '0')
  svg.setAttribute('aria-hidden', 'true')
  document.body.prepend(svg)
}
