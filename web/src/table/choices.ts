/** What may be answered, and where on the table each answer lies. */

import type { Mine, PublicView } from '../lib/types'
import { rank } from '../lib/words'
import { isInLineup } from './lineup'

export interface Choice {
  option: string
  /** Where it is lit: a card of a hand, a crew or the lineup, a player's token, the loot of today or tomorrow or, lying nowhere,
   * the prompt. */
  place: 'crew' | 'lineup' | 'token' | 'prompt' | 'hand' | 'today' | 'tomorrow'
  seat: number
  slug: string
  /** The key that chooses it. */
  key: string
}

/** 1 to 9, then letters, without those that have another meaning: h, l, m and r. */
export const KEYS = [...'123456789abcdefgijknopqstuvwxyz']

const LETTERS = KEYS.filter((key) => /[a-z]/.test(key))

/** The answers to the open decision, in the order of their keys: other crews, lineup, prompt, own crew, hand.
 *
 * An answer of two parts is chosen part by part. "relic/chest", a swap: "relic/" today and "/chest" tomorrow, in either order.
 * "2*map", a sale: first "*map" among my tokens; once that is selected, how many of them. */
export function choicesOf(view: PublicView, mine: Mine | null, me: number | null, selected: string | null = null): Choice[] {
  const decision = mine?.decision
  if (!decision || me === null) return []
  if (decision.options.every((option) => option.includes('/'))) return swapParts(decision.options, me)
  const options = [...new Set(decision.options.map((option) => option.replace(/^\d\*/, '*')))]
  const found = options.map((option): Choice => ({ ...place(view, mine, me, decision.kind, option), option, key: '' }))
  const order = (choice: Choice) =>
    choice.place === 'hand'
      ? 5
      : choice.place === 'crew' && choice.seat === me
        ? 4
        : { crew: 1, token: 1, lineup: 2, prompt: 3, today: 3, tomorrow: 3 }[choice.place]
  const within = (choice: Choice) => (choice.place === 'prompt' ? 0 : choice.seat * 1000 + rank(view.edition, choice.slug))
  found.sort((a, b) => order(a) - order(b) || within(a) - within(b))
  const counts = decision.options.filter((option) => soldKind(option) !== '' && soldKind(option) === soldKind(selected))
  return [
    ...found.map((choice, index) => ({ ...choice, key: KEYS[index] ?? '' })),
    ...counts.map((option, index): Choice => ({ option, place: 'prompt', seat: me, slug: option, key: LETTERS[index] })),
  ]
}

/** The kind of token that is sold by an answer, or by the first part of one. */
function soldKind(option: string | null): string {
  return option?.split('*')[1] ?? ''
}

function swapParts(options: string[], seat: number): Choice[] {
  const kinds = (part: 0 | 1) => [...new Set(options.map((option) => option.split('/')[part]))]
  const choice = (place: 'today' | 'tomorrow', slug: string, key: string): Choice => ({
    option: place === 'today' ? `${slug}/` : `/${slug}`,
    place,
    seat,
    slug,
    key,
  })
  return [
    ...kinds(0).map((kind, at) => choice('today', kind, KEYS[at])),
    ...kinds(1).map((kind, at) => choice('tomorrow', kind, LETTERS[at])),
  ]
}

/** Whether something else has to be chosen as well. */
export function isPart(option: string): boolean {
  return /^[*/]|\/$/.test(option)
}

/** What is chosen after another part. Of a swap, a part replaces the one of the same day; of a sale, the only number that can be
 * sold is chosen with its kind. */
export function withPart(selected: string | null, part: string, options: string[]): string {
  if (part.startsWith('*')) {
    const [first, second] = options.filter((option) => option.endsWith(part))
    return second === undefined ? first : part
  }
  const [today, tomorrow] = (selected ?? '/').split('/')
  const [newToday, newTomorrow] = part.split('/')
  return `${newToday || today}/${newTomorrow || tomorrow}`
}

/** Whether a part, or the whole answer, is chosen. */
export function isSelected(selected: string | null, option: string): boolean {
  if (option.startsWith('*')) return soldKind(selected) === soldKind(option)
  if (!selected?.includes('/') || selected === option) return selected === option
  const [today, tomorrow] = option.split('/')
  return (!today || selected.startsWith(`${today}/`)) && (!tomorrow || selected.endsWith(`/${tomorrow}`))
}

function place(view: PublicView, mine: Mine, me: number, kind: string, option: string): Pick<Choice, 'place' | 'seat' | 'slug'> {
  const elsewhere = option.match(/^(\d+):(.+)$/)
  const seat = elsewhere ? Number(elsewhere[1]) : me
  const slug = elsewhere ? elsewhere[2] : option
  if (kind === 'order') return { place: 'prompt', seat, slug }
  if (option.startsWith('*')) return { place: 'token', seat: me, slug: soldKind(option) }
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
