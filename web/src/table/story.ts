/** What a step says: one sentence and why it is so, and a chip that stays on the ribbon. */

import { figureOf, hourIcon } from '../editions'
import type { Edition, GameEvent, Hour, PublicView } from '../lib/types'
import {
  abilities,
  called,
  callSeat,
  capital,
  character,
  hasKey,
  hour,
  hours,
  listed,
  mark,
  owned,
  rank,
  rulesOf,
  say,
  sentence,
  sideOf,
  t,
  term,
  tokenEffect,
  type People,
} from '../lib/words'
import type { Step } from './steps'

export interface Story {
  title: string
  why: string
  icon: string
}

export type Part =
  { seat: number } | { rank: number | string } | { text: string } | { amount: number } | { token: string } | { arrow: true }

export interface Chip {
  id: string
  hour: Hour | null
  parts: Part[]
}

// ---- the sentence -----------------------------------------------------------------------------------------------------------

/** The sentence of a step; without a title for what needs none. */
export function storyOf(step: Step, people: People): Story {
  const { edition } = step.after.view
  const first = step.events[0] as GameEvent | undefined
  const icon = first?.cause ? figureOf(edition, first.cause) : step.hour ? hourIcon(edition, step.hour) : 'compass'
  const said = step.events.map((event) => sentence(edition, event, people)).find(Boolean) ?? ''
  const tell = (title: string, why = '', picture = icon): Story => ({ title, why, icon: picture })
  switch (step.kind) {
    case 'reveal':
      return tell(t('table.story.reveal'), revealed(edition, step.events, people), 'card-play')
    case 'line-up':
      return tell(
        t('table.story.lineUp', { rank: term(edition, 'rank') }),
        t('table.story.lineUpWhy', { ranks: ranksOf(step) }),
        'card-play',
      )
    case 'tie':
      return { ...tie(step, people), icon: figureOf(edition, step.tie!.right[1]) }
    case 'acts':
      return tell(said || begins(edition, first!, people), ability(step, first!))
    case 'night':
    case 'earned':
      return tell(sum(edition, step.events, people), step.kind === 'night' ? ability(step, first!) : '')
    case 'hour':
      return first?.event === 'hour-strikes' ? tell(hour(edition, first.hour as Hour), course(edition, first.hour)) : tell(said)
    case 'scored': {
      const scores = step.events.flatMap((event) =>
        event.event === 'scored' ? [t('table.story.score', { name: callSeat(people, event.seat), score: event.score })] : [],
      )
      if (!scores.length) return tell('')
      return tell(say(edition, 'voyage-over', { voyage: step.before.view.voyage }), `${listed(scores)}.`, 'laurel-crown')
    }
    case 'deal': {
      const dealt = step.events.find((event) => event.event === 'cards-dealt')
      return tell(said, dealt ? sentence(edition, dealt, people) : '')
    }
    case 'took':
      return tell(said, first?.event === 'took' ? effectOf(step.after.view, first.token) : '')
    case 'home':
    case 'nod':
    case 'quiet':
      return tell('')
    default:
      return tell(said, first ? ability(step, first) : '')
  }
}

/** Steps whose title says nothing without what stands below it. */
const TOLD_BELOW = new Set<Step['kind']>(['reveal', 'line-up', 'tie', 'scored'])

/** What is said of a step to those who listen. */
export function aloud(step: Step, people: People): string {
  const { title, why } = storyOf(step, people)
  return TOLD_BELOW.has(step.kind) && why ? `${title}. ${why}` : title
}

/** The letters that must be read while a step is held. */
export function lettersOf(step: Step, people: People): number {
  const { title, why } = storyOf(step, people)
  // Whose ability begins is a name; few characters have a sentence of their own for it.
  if (step.kind === 'acts') return sentence(step.after.view.edition, step.events[0], people).length
  return step.kind === 'reveal' || step.kind === 'scored' ? why.length : title.length
}

/** Every card that is turned up, with its owner. */
function revealed(edition: Edition, events: GameEvent[], people: People): string {
  const cards = events.flatMap((event) => {
    if (event.event === 'moved') return [inside(edition, event.seat, event.card ?? '', people)]
    return event.event === 'neutral-stands' ? [called(edition, event.name)] : []
  })
  return `${capital(listed(cards))}.`
}

/** A card and its owner within a sentence. */
function inside(edition: Edition, seat: number, slug: string, people: People): string {
  if (seat === people.reader) return say(null, 'of.you', { card: character(edition, slug) })
  const text = owned('whose', say(edition, `character.${slug}.owned`), people, seat)
  return text.startsWith(people.names[seat]) ? text : text.slice(0, 1).toLowerCase() + text.slice(1)
}

function begins(edition: Edition, event: GameEvent, people: People): string {
  const { cause = '', cause_seat = 0 } = event
  if (hasKey(edition, `character.${cause}`)) return capital(inside(edition, cause_seat, cause, people))
  return t('table.story.uses', { name: callSeat(people, cause_seat), card: called(edition, cause) })
}

/** What the card or token says whose ability is at work. */
function ability(step: Step, event: GameEvent): string {
  const { cause } = event
  const { view } = step.after
  if (!cause) return ''
  const parts = abilities(view.edition, cause)
  if (parts.length) return (parts.find(([at]) => at === step.hour) ?? parts[0])[1]
  return effectOf(view, cause)
}

function effectOf(view: PublicView, kind: string): string {
  if (!(kind in (rulesOf(view.edition)?.tokens ?? {}))) return ''
  return tokenEffect(view.edition, kind, sideOf(view.edition, view.options, kind))
}

/** Which cards bring how much to one player. */
function sum(edition: Edition, events: GameEvent[], people: People): string {
  let seat = 0
  const amounts = events.flatMap((event) => {
    if (event.event !== 'gained' && event.event !== 'lost' && event.event !== 'earned') return []
    seat = event.seat
    const amount = event.event === 'lost' ? -event.amount : event.amount
    return [`${called(edition, event.cause ?? '')} ${signed(amount)}`]
  })
  return t('table.story.sum', { name: callSeat(people, seat), amounts: listed(amounts) })
}

export function signed(amount: number): string {
  return amount < 0 ? t('table.loss', { amount: -amount }) : t('table.gain', { amount })
}

/** What happens at an hour, in a few words. */
function course(edition: Edition, at: string): string {
  const key = at === 'dusk' || at === 'night' || at === 'rest' ? at : null
  return key ? t(`table.story.${key}`, { loot: term(edition, 'loot'), crew: term(edition, 'crew') }) : ''
}

function ranksOf(step: Step): string {
  return step.after.lineup.map(([, , value]) => value).join(', ')
}

/** Who stands farther right of two equal ranks, and by what. */
function tie(step: Step, people: People): Omit<Story, 'icon'> {
  const { left, right } = step.tie!
  const { view } = step.after
  const [lower, higher] = [left[0]!, right[0]!]
  const rank = term(view.edition, 'rank')
  const who =
    higher === people.reader
      ? t('table.story.tieYours', { rank, other: people.names[lower] })
      : lower === people.reader
        ? t('table.story.tieTheirs', { rank, name: people.names[higher] })
        : t('table.story.tie', { rank, name: people.names[higher], other: people.names[lower] })
  const [less, more] = [valueOf(view, left), valueOf(view, right)]
  const track = Object.entries(rulesOf(view.edition)?.extras ?? {}).find(([, form]) => form.breaks_ties)?.[0]
  if (more !== null && less !== null)
    return { title: who, why: t('table.story.tieMarks', { mark: capital(term(view.edition, 'mark')), more, less }) }
  return { title: who, why: track ? t('table.story.tieTrack', { track: capital(term(view.edition, track)) }) : '' }
}

function valueOf(view: PublicView, [seat, slug]: [number | null, string, number]): number | null {
  return mark(view.edition, slug, view.seats[seat!].colour, view.options)
}

// ---- the ribbon -------------------------------------------------------------------------------------------------------------

/** The chips of some steps, oldest first. What one ability did is one chip. */
export function chipsOf(steps: Step[], people: People): Chip[] {
  const chips: Chip[] = []
  for (const step of steps) {
    const parts = partsOf(step, people)
    if (!parts.length && step.kind !== 'acts') continue
    const cause = step.events[0]?.cause
    const same = cause ? `${step.day} ${step.hour} ${step.events[0].cause_seat} ${cause}` : ''
    const last = chips.at(-1)
    if (same && last?.id.startsWith(`${same} `)) last.parts = [...last.parts, ...parts]
    else chips.push({ id: `${same} ${step.id}`, hour: step.hour, parts: [...actor(step), ...parts] })
  }
  return chips
}

/** Whose ability it is, at the start of its chip. */
function actor(step: Step): Part[] {
  const event = step.events[0] as GameEvent | undefined
  if (!event?.cause || step.kind === 'earned' || step.kind === 'took') return []
  const { edition } = step.after.view
  const whose: Part[] = event.cause_seat === undefined ? [] : [{ seat: event.cause_seat }]
  if (!hasKey(edition, `character.${event.cause}`)) return [...whose, { token: event.cause }]
  return [...whose, { rank: rank(edition, event.cause) }, { text: character(edition, event.cause) }]
}

function partsOf(step: Step, people: People): Part[] {
  const { edition } = step.after.view
  switch (step.kind) {
    case 'line-up':
      return [
        { text: t('table.ribbon.line') },
        ...step.after.lineup.flatMap(([seat, , value]): Part[] => [...(seat === null ? [] : [{ seat }]), { rank: value }]),
      ]
    case 'tie': {
      const { left, right } = step.tie!
      const own = (place: typeof left): Part[] => {
        const value = valueOf(step.after.view, place)
        return [{ seat: place[0]! }, ...(value === null ? [] : [{ rank: value }])]
      }
      const equal = { text: t('table.ribbon.equal', { rank: left[2] }) }
      return [equal, ...own(right), { text: t('table.ribbon.over') }, ...own(left)]
    }
    case 'nod': {
      const [seat, slug, value] = step.nods!
      const next = hours(edition, slug)[0]
      return [{ seat: seat! }, { rank: value }, { text: next ? t(`table.ribbon.at.${next}`) : '' }]
    }
    case 'nothing':
      return [{ text: t('table.ribbon.nothing') }]
    default:
      return step.events.flatMap((event) => eventParts(step, event, people))
  }
}

function eventParts(step: Step, event: GameEvent, people: People): Part[] {
  const { edition, lineup } = step.before.view
  const to = (seat: number): Part[] => (seat === event.cause_seat ? [] : [{ arrow: true }, { seat }])
  switch (event.event) {
    case 'gained':
      return [...to(event.seat), { amount: event.amount }]
    case 'lost':
      return [...to(event.seat), { amount: -event.amount }]
    case 'paid':
      return [{ arrow: true }, { seat: event.seat }, { amount: -event.amount }, { seat: event.to }, { amount: event.amount }]
    case 'took': {
      const card = lineup.findLast(([seat]) => seat === event.seat)
      return [
        { seat: event.seat },
        ...(card ? [{ rank: card[2] }] : []),
        { text: t('table.ribbon.takes') },
        { token: event.token },
      ]
    }
    case 'drew':
      return [...to(event.seat), { text: '+' }, { token: event.token }]
    case 'returned':
      return event.cause ? [...to(event.seat), { text: '−' }, ...event.loot.map((token) => ({ token }))] : []
    case 'removed':
      return [{ text: '−' }, { token: event.token }]
    case 'handed-over':
      return [{ seat: event.seat }, { arrow: true }, { seat: event.to }, ...event.loot.map((token) => ({ token }))]
    case 'swapped':
      return [{ token: event.today }, { arrow: true }, { token: event.tomorrow }]
    case 'reputation-moved':
      return [...to(event.seat), { rank: `${event.source}→${event.target}` }]
    case 'earned':
      return [
        ...(event === step.events[0] ? [{ seat: event.seat }] : []),
        { text: called(edition, event.cause ?? '') },
        { amount: event.amount },
      ]
    case 'scored':
      return [{ seat: event.seat }, { rank: event.score }]
    case 'moved': {
      if (event.cause === undefined || (event.source === 'lineup' && event.target === 'crew')) return []
      const where = event.target === 'graveyard' ? t('table.gone.graveyard') : term(edition, event.target)
      const what: Part = event.card === undefined ? { text: '?' } : { rank: rank(edition, event.card) }
      const own = event.seat === event.cause_seat && event.card === event.cause
      return [{ arrow: true }, ...(own ? [] : [{ seat: event.seat }, what]), { text: where }]
    }
    case 'declined':
      return [{ text: t('table.ribbon.declined') }]
    case 'kept':
      return [{ seat: event.seat }, { rank: rank(edition, event.card) }, { text: sentence(edition, event, people) }]
    default:
      return []
  }
}
