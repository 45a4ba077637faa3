/** The table after an event, as far as everyone can see it. What the page shows between two pieces of news is made by this; the
 * server's own view has the last word. */

import { influence, rank } from '../lib/words'
import type { GameEvent, Mine, Options, PublicView, SeatView, Side } from '../lib/types'

type Loot = Record<string, number>

export function apply(view: PublicView, event: GameEvent): PublicView {
  switch (event.event) {
    case 'voyage-begins':
      return { ...swept(view), voyage: event.voyage, day: 1, hour: 'sunrise', loot: [] }
    case 'loot-laid-out': {
      const loot = [...view.loot]
      loot[event.day - 1] = event.loot
      return { ...view, loot, bag: without(view.bag, event.loot) }
    }
    case 'cards-dealt': {
      const dealt = (seat: SeatView) => ({
        ...seat,
        hand_size: seat.hand_size + event.cards.length,
        may_hold: inOrder(view, [...seat.may_hold, ...event.cards]),
        holds: inOrder(view, [...seat.holds, ...event.cards]),
      })
      return { ...view, deck: view.deck.filter((card) => !event.cards.includes(card)), seats: view.seats.map(dealt) }
    }
    case 'purse-filled':
      return seats(view, event.seat, (seat) => ({ ...seat, doubloons: event.amount }))
    case 'day-begins':
      return { ...view, day: event.day, hour: 'sunrise', lineup: [] }
    case 'picked':
      return seats(view, event.seat, (seat) => ({ ...seat, picked: true }))
    case 'unpicked':
      return seats(view, event.seat, (seat) => ({ ...seat, picked: false }))
    case 'hour-strikes':
      if (event.hour === 'dusk') return homeward({ ...view, hour: 'dusk' })
      if (event.hour === 'rest') return { ...view, hour: 'rest', day: view.day + 1 }
      return { ...(event.hour === 'night' ? leftover(view) : view), hour: event.hour }
    case 'moved':
      return moved(view, event)
    case 'gained':
      if (view.hour === 'rest') return view // counted with the score
      return seats(view, event.seat, (seat) => ({ ...seat, doubloons: seat.doubloons + event.amount }))
    case 'lost':
      return seats(view, event.seat, (seat) => ({ ...seat, doubloons: Math.max(0, seat.doubloons - event.amount) }))
    case 'paid':
      return seats(
        seats(view, event.seat, (seat) => ({ ...seat, doubloons: seat.doubloons - event.amount })),
        event.to,
        (seat) => ({ ...seat, doubloons: seat.doubloons + event.amount }),
      )
    case 'took':
      return seats(fromDay(view, event.token), event.seat, (seat) => ({ ...seat, loot: plus(seat.loot, [event.token]) }))
    case 'drew': {
      const drawn = { ...view, bag: without(view.bag, [event.token]) }
      return seats(drawn, event.seat, (seat) => ({ ...seat, loot: plus(seat.loot, [event.token]) }))
    }
    case 'returned': {
      const bagged = { ...view, bag: plus(view.bag, event.loot) }
      return seats(bagged, event.seat, (seat) => ({ ...seat, loot: without(seat.loot, event.loot) }))
    }
    case 'handed-over':
      return seats(
        seats(view, event.seat, (seat) => ({ ...seat, loot: without(seat.loot, event.loot) })),
        event.to,
        (seat) => ({ ...seat, loot: plus(seat.loot, event.loot) }),
      )
    case 'scored':
      return seats(unloaded(view, event.seat), event.seat, (seat) => ({
        ...seat,
        doubloons: 0,
        score: seat.score + event.score,
        voyage_scores: [...seat.voyage_scores, event.score],
      }))
    case 'cleared':
      return seats(view, event.seat, (seat) =>
        event.zone === 'crew' ? { ...seat, crew: [] } : event.zone === 'graveyard' ? { ...seat, graveyard: [], unseen: 0 } : seat,
      )
    case 'reputation-moved': {
      const reputation = [...(view.extras.reputation ?? [])]
      reputation.splice(event.target - 1, 0, ...reputation.splice(event.source - 1, 1))
      return { ...view, extras: { ...view.extras, reputation } }
    }
    case 'removed': {
      const left = fromDay(view, event.token)
      const lineup = event.seat === undefined ? left.lineup.filter(([seat]) => seat !== null) : left.lineup
      return { ...left, lineup, bag: plus(left.bag, [event.token]) }
    }
    case 'swapped': {
      const loot = [...view.loot]
      loot[view.day - 1] = [...drop(loot[view.day - 1], event.today), event.tomorrow].sort()
      loot[view.day] = [...drop(loot[view.day], event.tomorrow), event.today].sort()
      return { ...view, loot }
    }
    case 'neutral-stands': {
      // Left of equal ranks; the Midshipman's 20 means twenty and a half.
      const left = (slug: string) => rank(view.edition, slug) < event.rank + (event.name === 'midshipman' ? 0.5 : 0)
      const before = view.lineup.filter(([, slug]) => left(slug))
      const after = view.lineup.filter(([, slug]) => !left(slug))
      return { ...view, lineup: [...before, [null, event.name], ...after], extras: { ...view.extras, neutral: event.rank } }
    }
    case 'game-ends':
      return { ...swept(view), hour: null, winners: event.winners }
    case 'earned': // counted with the score
    case 'acts':
    case 'declined':
    case 'marked':
    case 'kept':
      return view
  }
}

/** What only this seat knows, after an event. */
export function applyMine(mine: Mine, event: GameEvent, edition: PublicView['edition'], me: number): Mine {
  const sorted = (cards: string[]) => cards.toSorted((a, b) => rank(edition, a) - rank(edition, b))
  if (event.event === 'cards-dealt') return { ...mine, hand: sorted([...mine.hand, ...event.cards]) }
  if (!('seat' in event) || event.seat !== me) return mine
  if (event.event === 'picked') return { ...mine, pick: event.card ?? null, decision: null }
  if (event.event === 'unpicked') return { ...mine, pick: null }
  if (event.event === 'cleared' && event.zone === 'graveyard') return { ...mine, graveyard: [] }
  if (event.event !== 'moved' || event.card === undefined) return mine
  const { card, source, target } = event
  let { hand, graveyard, pick } = mine
  if (source === 'hand') hand = hand.filter((one) => one !== card)
  if (source === 'graveyard') graveyard = graveyard.filter((one) => one !== card)
  if (target === 'hand') hand = sorted([...hand, card])
  if (target === 'graveyard') graveyard = sorted([...graveyard, card])
  if (source === 'hand' && card === pick) pick = null
  return { ...mine, hand, graveyard, pick }
}

function moved(view: PublicView, event: Extract<GameEvent, { event: 'moved' }>): PublicView {
  const { seat: number, card, source, target } = event
  const away = (cards: string[]) => cards.filter((one) => one !== card)
  const there = (cards: string[]) => (card === undefined || cards.includes(card) ? cards : inOrder(view, [...cards, card]))
  const after = seats(view, number, (seat) => {
    const next = { ...seat }
    if (source === 'hand')
      Object.assign(next, { hand_size: seat.hand_size - 1, may_hold: away(seat.may_hold), holds: away(seat.holds) })
    if (source === 'crew') next.crew = away(seat.crew)
    if (source === 'graveyard')
      Object.assign(next, card === undefined ? { unseen: seat.unseen + 1 } : { graveyard: away(seat.graveyard) })
    if (target === 'hand') {
      next.hand_size += 1
      next.may_hold =
        card === undefined ? inOrder(view, [...new Set([...next.may_hold, ...seat.graveyard])]) : there(next.may_hold)
      next.holds = there(next.holds)
    }
    if (target === 'crew') next.crew = there(next.crew)
    if (target === 'graveyard') next.graveyard = there(next.graveyard)
    if (target === 'lineup') Object.assign(next, { standing: card ?? null, picked: false })
    if (source === 'lineup' && seat.standing === card) next.standing = null
    return next
  })
  if (card === undefined) return after
  if (source === 'lineup')
    return homeward({ ...after, lineup: after.lineup.filter(([seat, slug]) => seat !== number || slug !== card) })
  return target === 'lineup' ? { ...after, lineup: stand(after, number, card) } : after
}

/** Takes its place by rank; equal ranks by influence, or by the reputation of the moment. */
function stand(view: PublicView, number: number, card: string): PublicView['lineup'] {
  const own = rank(view.edition, card)
  const weight = (seat: number, slug: string) =>
    influence(view.edition, slug, view.seats[seat].colour, view.options) ??
    (view.extras.reputation ?? []).indexOf(view.seats[seat].colour)
  const before = ([seat, slug]: [number | null, string]) => {
    const other = rankIn(view, slug)
    return other < own || (other === own && (seat === null || weight(seat, slug) < weight(number, card)))
  }
  // Whoever stands there keeps his place; the newcomer goes right of the last one that ranks below him.
  const at = view.lineup.findLastIndex(before) + 1
  return view.lineup.toSpliced(at, 0, [number, card])
}

/** At dusk the Midshipman leaves in his turn, from the right, without a word. So does the Pilferer when there is nothing to take. */
function homeward(view: PublicView): PublicView {
  const [seat, slug] = view.lineup.at(-1) ?? [0, '']
  const leaves = view.hour === 'dusk' && seat === null && (slug === 'midshipman' || !view.loot[view.day - 1]?.length)
  return leaves ? { ...view, lineup: view.lineup.slice(0, -1) } : view
}

/** A rank in the lineup, also of those that are nobody's. */
function rankIn(view: PublicView, slug: string): number {
  const known = rank(view.edition, slug)
  if (known) return known
  return slug === 'midshipman' ? 20.5 : Number(view.extras.neutral ?? 0)
}

/** What nobody took goes into the bag at nightfall in Galecrest; in the original it lies there until the campaign is over. */
function leftover(view: PublicView): PublicView {
  const left = view.loot[view.day - 1] ?? []
  if (view.edition === 'original' || !left.length) return { ...view, lineup: [] }
  return { ...view, lineup: [], loot: view.loot.with(view.day - 1, []), bag: plus(view.bag, left) }
}

/** The end of a voyage: what lies on the days goes into the bag. */
function swept(view: PublicView): PublicView {
  return { ...view, lineup: [], loot: view.loot.map(() => []), bag: plus(view.bag, view.loot.flat()) }
}

/** Whose score is counted gives the loot back, but stormy maps stay. */
function unloaded(view: PublicView, number: number): PublicView {
  const kinds = Object.entries(view.seats[number].loot).flatMap(([kind, count]) => Array<string>(count).fill(kind))
  const back = kinds.filter((kind) => kind !== 'map' || sideOf(view.options, 'map') === 'calm')
  return seats({ ...view, bag: plus(view.bag, back) }, number, (seat) => ({ ...seat, loot: without(seat.loot, back) }))
}

/** The side of a loot tile that is up. */
export function sideOf(options: Options, kind: string): Side {
  const { board = 'calm' } = options
  return typeof board === 'object' ? (board[kind] ?? 'calm') : board === 'stormy' ? 'stormy' : 'calm'
}

function seats(view: PublicView, number: number | undefined, change: (seat: SeatView) => SeatView): PublicView {
  return { ...view, seats: view.seats.map((seat) => (number === undefined || seat.seat === number ? change(seat) : seat)) }
}

function fromDay(view: PublicView, token: string): PublicView {
  return { ...view, loot: view.loot.with(view.day - 1, drop(view.loot[view.day - 1] ?? [], token)) }
}

function drop(tokens: string[], token: string): string[] {
  const at = tokens.indexOf(token)
  return at < 0 ? tokens : tokens.toSpliced(at, 1)
}

function inOrder(view: PublicView, cards: string[]): string[] {
  return cards.toSorted((a, b) => rank(view.edition, a) - rank(view.edition, b))
}

function plus(loot: Loot, kinds: string[]): Loot {
  const sum = { ...loot }
  for (const kind of kinds) sum[kind] = (sum[kind] ?? 0) + 1
  return sum
}

function without(loot: Loot, kinds: string[]): Loot {
  const rest = { ...loot }
  for (const kind of kinds) {
    if ((rest[kind] ?? 0) > 1) rest[kind] -= 1
    else delete rest[kind]
  }
  return rest
}
