/** The log of a game, a line for each event that needs one: a port of `libertalia.words.log`. */

import {
  aToken,
  called,
  callSeat,
  character,
  doubloons,
  hasKey,
  heap,
  hour,
  listed,
  owned,
  say,
  type Params,
  type People,
} from './names'
import type { Edition, GameEvent } from './types'

/** What happened, as a sentence; empty for what needs none. */
export function sentence(edition: Edition, event: GameEvent, people: People): string {
  const { reader } = people
  const why = event.cause === undefined ? '' : say(null, 'why', { why: called(edition, event.cause) })
  const says = (key: string, params: Params = {}) => say(edition, `event.${key}`, params)
  const of = (seat: number, key: string, params: Params = {}) =>
    says(seat === reader ? `${key}.you` : key, { name: callSeat(people, seat), why, ...params })
  const to = (seat: number, other: number, key: string, params: Params) =>
    of(seat, other === reader ? `${key}.to-you` : key, { to: callSeat(people, other), ...params })
  const whose = (seat: number, slug: string) => {
    const key = `character.${slug}`
    return owned('whose', say(edition, seat === reader ? key : `${key}.owned`), people, seat)
  }
  /** What a character did, where the edition has a sentence for it. */
  const saysIfTold = (key: string, seat: number, slug: string) =>
    hasKey(edition, `event.${key}`) ? says(key, { whose: whose(seat, slug) }) : ''
  const kind = event.event
  switch (event.event) {
    case 'acts': // the outcome is told; a few characters are announced as well
      return saysIfTold(`${kind}.${event.cause}`, event.seat, event.cause ?? '')
    case 'came-to-nothing': {
      if (!hasKey(edition, `character.${event.cause}`)) return of(event.seat, `${kind}.token`)
      const own = `${kind}.${event.cause}`
      const told = { whose: whose(event.seat, event.cause ?? ''), doubloons: doubloons(event.doubloons) }
      return says(hasKey(edition, `event.${own}`) ? own : kind, told)
    }
    case 'voyage-begins':
      return says(kind, { voyage: event.voyage })
    case 'loot-laid-out':
      return says(kind, { day: event.day, tokens: heap(edition, event.loot) })
    case 'cards-dealt':
      return says(kind, { cards: listed(event.cards.map((card) => character(edition, card))) })
    case 'purse-filled':
      return event.seat === undefined
        ? says(`${kind}.everyone`, { doubloons: doubloons(event.amount) })
        : of(event.seat, event.extra ? `${kind}.extra` : kind, { doubloons: doubloons(event.amount), extra: event.extra ?? 0 })
    case 'day-begins':
      return says(kind, { day: event.day })
    case 'hour-strikes':
      return says(kind, { hour: hour(edition, event.hour) })
    case 'picked':
      return event.card === undefined
        ? of(event.seat, `${kind}.unseen`)
        : of(event.seat, kind, { card: character(edition, event.card) })
    case 'moved': {
      const { source, target } = event
      if (source === 'crew' && target === 'graveyard' && event.cause === undefined) return '' // at the end of every voyage
      if (source === 'lineup' && target === 'crew') {
        // It happens at every dusk; an ability may tell it.
        return saysIfTold(`${kind}.lineup-crew.${event.cause}`, event.seat, event.card ?? '')
      }
      if (event.card === undefined) return of(event.seat, `${kind}.${source}-${target}.unseen`)
      return says(`${kind}.${source}-${target}`, {
        whose: whose(event.seat, event.card),
        why: event.cause === event.card ? '' : why,
      })
    }
    case 'gained':
    case 'lost':
      return of(event.seat, kind, { doubloons: doubloons(event.amount) })
    case 'paid':
      return to(event.seat, event.to, kind, { doubloons: doubloons(event.amount) })
    case 'handed-over':
      return to(event.seat, event.to, kind, { tokens: heap(edition, event.loot) })
    case 'reputation-moved':
      return of(event.seat, event.target > event.source ? kind : `${kind}.falls`, { source: event.source, target: event.target })
    case 'neutral-stands':
      return says(`${kind}.${event.name}`, { rank: event.rank })
    case 'marked':
    case 'kept':
      return says(kind, { whose: whose(event.seat, event.card), why })
    case 'removed':
      return event.seat === undefined
        ? says(`${kind}.neutral`, { token: aToken(edition, event.token) })
        : of(event.seat, kind, { token: aToken(edition, event.token) })
    case 'swapped':
      return of(event.seat, kind, { today: aToken(edition, event.today), tomorrow: aToken(edition, event.tomorrow) })
    case 'took':
    case 'drew':
      return of(event.seat, kind, { token: aToken(edition, event.token) })
    case 'returned': // without a cause, at the end of every voyage
      return event.cause === undefined ? '' : of(event.seat, kind, { tokens: heap(edition, event.loot) })
    case 'unpicked':
    case 'declined':
      return of(event.seat, kind)
    case 'earned': {
      const cause = event.cause ?? ''
      // A token has no owner's name before it.
      if (!hasKey(edition, `character.${cause}`)) return of(event.seat, 'gained', { doubloons: doubloons(event.amount) })
      const key = event.amount > 0 ? kind : `${kind}.loss`
      return says(key, { whose: whose(event.seat, cause), doubloons: doubloons(Math.abs(event.amount)) })
    }
    case 'scored':
      return of(event.seat, event.unpaid ? `${kind}.unpaid` : kind, {
        points: say(null, 'cli.points', { count: event.score }),
        purse: doubloons(event.purse),
        characters: event.characters,
        loot: event.loot,
        unpaid: doubloons(event.unpaid),
      })
    case 'game-ends': {
      const winners = listed(event.winners.map((seat) => callSeat(people, seat)))
      return says(event.winners.length === 1 ? kind : `${kind}.shared`, { names: winners })
    }
    default:
      return ''
  }
}
