/** The table after an event, as everyone sees it, and as one player does: a plain fold that knows no rule of the game.
 *
 * It is the twin of `tests/game/fold.py`. `order` is all that it is told about an edition: the characters as they are listed.
 */

import type { GameEvent, Mine, PublicView, SeatView } from '../lib/types'

type TokenCounts = Record<string, number>
type Order = readonly string[]

export function apply(view: PublicView, event: GameEvent, order: Order): PublicView {
  const next = changed(view, event, order)
  return 'extras' in event ? { ...next, extras: { ...next.extras, ...event.extras } } : next
}

function changed(view: PublicView, event: GameEvent, order: Order): PublicView {
  switch (event.event) {
    case 'voyage-begins':
      return { ...view, voyage: event.voyage, loot: [] }
    case 'loot-laid-out':
      return { ...view, loot: [...view.loot, event.loot], bag: removeTokens(view.bag, event.loot) }
    case 'cards-dealt': {
      const dealt = (seat: SeatView) => ({
        ...seat,
        hand_size: seat.hand_size + event.cards.length,
        may_hold: addCards(seat.may_hold, event.cards, order),
        holds: addCards(seat.holds, event.cards, order),
      })
      return { ...view, deck: removeCards(view.deck, event.cards), seats: view.seats.map(dealt) }
    }
    case 'deck-gathered':
      return { ...view, deck: event.cards }
    case 'turned-up':
      return { ...view, deck: removeCards(view.deck, [event.card]) }
    case 'purse-filled':
      return event.seat === undefined
        ? { ...view, seats: view.seats.map((seat) => ({ ...seat, doubloons: event.amount })) }
        : changeSeat(view, event.seat, () => ({ doubloons: event.amount }))
    case 'day-begins':
      return { ...view, day: event.day, hour: 'sunrise', waiting: event.picking.map((seat) => [seat, 'pick']) }
    case 'hour-strikes': {
      const seats = view.seats.map((seat) => ({ ...seat, picked: false }))
      return { ...view, hour: event.hour, day: event.day, waiting: [], seats }
    }
    case 'asked':
      return { ...view, waiting: [[event.seat, event.decision]] }
    case 'picked': {
      const waiting = view.waiting.filter(([seat]) => seat !== event.seat)
      return changeSeat({ ...view, waiting }, event.seat, () => ({ picked: true }))
    }
    case 'unpicked': {
      const waiting = [...view.waiting, [event.seat, 'pick'] as [number, string]].sort(([a], [b]) => a - b)
      return changeSeat({ ...view, waiting }, event.seat, () => ({ picked: false }))
    }
    case 'moved':
      return moved(view, event, order)
    case 'neutral-stands':
      return { ...view, lineup: view.lineup.toSpliced(event.place, 0, [null, event.name, event.rank]) }
    case 'neutral-leaves':
      return { ...view, lineup: view.lineup.filter(([seat]) => seat !== null) }
    case 'gained':
      return addDoubloons(view, event.seat, event.amount)
    case 'lost':
      return addDoubloons(view, event.seat, -event.amount)
    case 'paid':
      return addDoubloons(addDoubloons(view, event.seat, -event.amount), event.to, event.amount)
    case 'took':
      return gainLoot(swapInLoot(view, view.day, event.token, []), event.seat, [event.token])
    case 'drew':
      return gainLoot({ ...view, bag: removeTokens(view.bag, [event.token]) }, event.seat, [event.token])
    case 'returned':
      return loseLoot({ ...view, bag: addTokens(view.bag, event.loot) }, event.seat, event.loot)
    case 'leftovers-returned':
      return { ...view, loot: view.loot.with(event.day - 1, []), bag: addTokens(view.bag, event.loot) }
    case 'handed-over':
      return gainLoot(loseLoot(view, event.seat, event.loot), event.to, event.loot)
    case 'removed':
      return { ...swapInLoot(view, view.day, event.token, []), bag: addTokens(view.bag, [event.token]) }
    case 'swapped': {
      const today = swapInLoot(view, view.day, event.today, [event.tomorrow])
      return swapInLoot(today, view.day + 1, event.tomorrow, [event.today])
    }
    case 'scored':
      return changeSeat(view, event.seat, (seat) => ({
        doubloons: 0,
        score: seat.score + event.score,
        voyage_scores: [...seat.voyage_scores, event.score],
      }))
    case 'cleared':
      return changeSeat(view, event.seat, () => ({ [event.zone]: [], ...(event.zone === 'graveyard' && { unseen: 0 }) }))
    case 'game-ends':
      return { ...view, hour: null, winners: event.winners, waiting: [] }
    default: // it says who acts or why, and changes nothing by itself
      return view
  }
}

/** What only the player of a seat knows, after an event. */
export function applyMine(mine: Mine, event: GameEvent, me: number, order: Order): Mine {
  if (event.event === 'cards-dealt') return { ...mine, hand: addCards(mine.hand, event.cards, order) }
  if (!('seat' in event) || event.seat !== me) return mine
  switch (event.event) {
    case 'picked':
      return { ...mine, pick: event.card ?? null, decision: null }
    case 'unpicked':
      return { ...mine, pick: null }
    case 'cleared':
      return event.zone in mine ? { ...mine, [event.zone]: [] } : mine
    case 'moved': {
      if (event.card === undefined) return mine
      const cards = [event.card]
      let { hand, graveyard } = mine
      if (event.source === 'hand') hand = removeCards(hand, cards)
      if (event.source === 'graveyard') graveyard = removeCards(graveyard, cards)
      if (event.target === 'hand') hand = addCards(hand, cards, order)
      if (event.target === 'graveyard') graveyard = addCards(graveyard, cards, order)
      return { ...mine, hand, graveyard, pick: mine.pick !== null && hand.includes(mine.pick) ? mine.pick : null }
    }
    default:
      return mine
  }
}

function moved(view: PublicView, event: Extract<GameEvent, { event: 'moved' }>, order: Order): PublicView {
  const { seat, card, source, target } = event
  const cards = card === undefined ? [] : [card]
  let { lineup } = view
  if (source === 'lineup') lineup = lineup.filter(([owner, standing]) => owner !== seat || standing !== card)
  if (target === 'lineup') lineup = lineup.toSpliced(event.place!, 0, [seat, card!, event.rank!])
  return changeSeat({ ...view, lineup }, seat, (before) => {
    const after = { ...before }
    if (source === 'hand') {
      after.hand_size -= 1
      after.may_hold = removeCards(after.may_hold, cards)
      after.holds = removeCards(after.holds, cards)
    } else if (source !== 'lineup') after[source] = removeCards(after[source], cards)
    if (target === 'hand') {
      after.hand_size += 1
      after.may_hold = addCards(after.may_hold, cards, order)
      after.holds = addCards(after.holds, cards, order)
    } else if (target !== 'lineup') after[target] = addCards(after[target], cards, order)
    return { ...after, ...event.known }
  })
}

function changeSeat(view: PublicView, number: number, change: (seat: SeatView) => Partial<SeatView>): PublicView {
  return { ...view, seats: view.seats.map((seat) => (seat.seat === number ? { ...seat, ...change(seat) } : seat)) }
}

function addDoubloons(view: PublicView, number: number, amount: number): PublicView {
  return changeSeat(view, number, (seat) => ({ doubloons: seat.doubloons + amount }))
}

function gainLoot(view: PublicView, number: number, kinds: string[]): PublicView {
  return changeSeat(view, number, (seat) => ({ loot: addTokens(seat.loot, kinds) }))
}

function loseLoot(view: PublicView, number: number, kinds: string[]): PublicView {
  return changeSeat(view, number, (seat) => ({ loot: removeTokens(seat.loot, kinds) }))
}

/** One token leaves the loot of a day, and others come there. */
function swapInLoot(view: PublicView, day: number, leaving: string, coming: string[]): PublicView {
  const tokens = view.loot[day - 1]
  return { ...view, loot: view.loot.with(day - 1, [...tokens.toSpliced(tokens.indexOf(leaving), 1), ...coming].sort()) }
}

function addCards(cards: string[], coming: string[], order: Order): string[] {
  return [...new Set([...cards, ...coming])].sort((a, b) => order.indexOf(a) - order.indexOf(b))
}

function removeCards(cards: string[], leaving: string[]): string[] {
  return cards.filter((card) => !leaving.includes(card))
}

function addTokens(counts: TokenCounts, kinds: string[]): TokenCounts {
  const sum = { ...counts }
  for (const kind of kinds) sum[kind] = (sum[kind] ?? 0) + 1
  return sum
}

function removeTokens(counts: TokenCounts, kinds: string[]): TokenCounts {
  const rest = { ...counts }
  for (const kind of kinds) {
    rest[kind] -= 1
    if (!rest[kind]) delete rest[kind]
  }
  return rest
}
