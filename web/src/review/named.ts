/** Names of cards in a sentence. */

import type { Edition } from '../lib/types'
import { cardOrder, character } from '../lib/words'

export interface Part {
  text: string
  /** The card that the text names, if it does. */
  slug?: string
}

/** A sentence in parts: plain text, and names of characters. */
export function partsOf(edition: Edition, sentence: string): Part[] {
  const names = cardOrder(edition).map((slug) => ({ slug, name: character(edition, slug) }))
  return parted(sentence, names)
}

/** The longest name counts where one begins like another. */
export function parted(sentence: string, names: { slug: string; name: string }[]): Part[] {
  const longest = [...names].sort((a, b) => b.name.length - a.name.length)
  const parts: Part[] = []
  let plain = ''
  for (let at = 0; at < sentence.length;) {
    const free = at === 0 || !/\p{L}/u.test(sentence[at - 1])
    const found = free ? longest.find(({ name }) => sentence.startsWith(name, at) && ends(sentence, at + name.length)) : undefined
    if (!found) {
      plain += sentence[at++]
      continue
    }
    const opening = /[“«(]\s?$/.exec(plain)?.[0] ?? '' // a name keeps the marks round it, so that no line ends between them
    const closing = /^\s?[”»)]/.exec(sentence.slice(at + found.name.length))?.[0] ?? ''
    plain = plain.slice(0, plain.length - opening.length)
    if (plain) parts.push({ text: plain })
    plain = ''
    parts.push({ text: opening + found.name + closing, slug: found.slug })
    at += found.name.length + closing.length
  }
  return plain ? [...parts, { text: plain }] : parts
}

function ends(sentence: string, at: number): boolean {
  return !/\p{L}/u.test(sentence[at] ?? '')
}
