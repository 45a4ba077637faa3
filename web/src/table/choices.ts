/** What may be answered, and where on the table each answer lies. */

import type { Mine, PublicView } from '../lib/types'
import { rank } from '../lib/words'
import { isInLineup } from './lineup'

export interface Choice {
  option: string
  /** Where it is lit: a card of a hand, a crew or the lineup, another player's token, or, lying nowhere, the prompt. */
  place: 'crew' | 'lineup' | 'token' | 'prompt' | 'hand'
  seat: number
  slug: string
  /** The key that chooses it. */
  key: string
}

/** 1 to 9, then letters, without those that have another meaning. */
export const KEYS = [...'123456789abcdefgijknopqrstuvwxyz']

/** The answers to the open decision, in the order of their keys: other crews, lineup, prompt, own crew, hand. */
export function choicesOf(view: PublicView, mine: Mine | null, me: number | null): Choice[] {
  const decision = mine?.decision
  if (!decision || me === null) return []
  const found = decision.options.map((option): Choice => ({ ...place(view, mine, me, decision.kind, option), option, key: '' }))
  const order = (choice: Choice) =>
    choice.place === 'hand'
      ? 5
      : choice.place === 'crew' && choice.seat === me
        ? 4
        : { crew: 1, token: 1, lineup: 2, prompt: 3 }[choice.place]
  const within = (choice: Choice) => (choice.place === 'prompt' ? 0 : choice.seat * 1000 + rank(view.edition, choice.slug))
  found.sort((a, b) => order(a) - order(b) || within(a) - within(b))
  return found.map((choice, index) => ({ ...choice, key: KEYS[index] ?? '' }))
}

function place(view: PublicView, mine: Mine, me: number, kind: string, option: string): Pick<Choice, 'place' | 'seat' | 'slug'> {
  const elsewhere = option.match(/^(\d+):(.+)$/)
  const seat = elsewhere ? Number(elsewhere[1]) : me
  const slug = elsewhere ? elsewhere[2] : option
  if (kind === 'order') return { place: 'prompt', seat, slug }
  if (elsewhere) {
    if (view.seats[seat].crew.includes(slug)) return { place: 'crew', seat, slug }
    if (isInLineup(view, seat, slug)) return { place: 'lineup', seat, slug }
    if (seat !== me && slug in view.seats[seat].loot) return { place: 'token', seat, slug }
  } else {
    if (mine.hand.includes(slug)) return { place: 'hand', seat, slug }
    if (view.seats[me].crew.includes(slug)) return { place: 'crew', seat, slug }
  }
  return { place: 'prompt', seat, slug }
}

/** The choice that lies at a place, if there is one. */
export function choiceAt(choices: Choice[], place: Choice['place'], seat: number, slug: string): Choice | undefined {
  return choices.find((choice) => choice.place === place && choice.seat === seat && choice.slug === slug)
}
