/** What a bot did while it stood in for somebody. */

import { eventsOf, standing, type Entry, type GameEvent } from './types'

/** A time in which a bot stood in for me: all entries of it. */
export interface Stay {
  seconds: number
  entries: Entry[]
  /** The day at its start. */
  voyage: number
  day: number
}

/** What is told of my own, besides cards that move. */
const TOLD = new Set(['took', 'drew', 'gained', 'lost', 'paid', 'handed-over', 'reputation-moved', 'scored'])

export interface Deeds {
  voyage: number
  day: number
  events: GameEvent[]
  tokens: string[]
}

/** The latest time in which a bot stood in for a seat, if it has just ended with the last entries. */
export function stayOf(entries: Entry[], seat: number): Stay | null {
  const back = entries.findLastIndex((entry) => entry.kind === 'back' && entry.seat === seat)
  const gone = entries
    .slice(0, Math.max(back, 0))
    .findLastIndex((entry) => (entry.kind === 'away' || entry.kind === 'left') && entry.seat === seat)
  if (gone < 0) return null
  let [voyage, day] = [1, 1]
  for (const event of entries.slice(0, gone).flatMap(eventsOf)) {
    if (event.event === 'voyage-begins') voyage = event.voyage
    if (event.event === 'day-begins') day = event.day
  }
  const seconds = (entries[back].at - entries[gone].at) / 1000
  return { seconds, entries: entries.slice(gone, back), voyage, day }
}

/** What is worth telling of a seat's own cards, day by day. */
export function deedsOf(stay: Stay, seat: number): Deeds[] {
  let { voyage, day } = stay
  const days: Deeds[] = []
  for (const event of standing(stay.entries).flatMap(eventsOf)) {
    if (event.event === 'voyage-begins') voyage = event.voyage
    if (event.event === 'day-begins') day = event.day
    if (!ownDeed(event, seat)) continue
    let today = days.at(-1)
    if (today?.day !== day || today.voyage !== voyage) days.push((today = { voyage, day, events: [], tokens: [] }))
    today.events.push(event)
    if (event.event === 'took') today.tokens.push(event.token)
  }
  return days
}

function ownDeed(event: GameEvent, seat: number): boolean {
  const own = 'seat' in event && event.seat === seat
  if (event.event === 'moved') return own ? event.source === 'hand' || event.target === 'graveyard' : event.cause_seat === seat
  return own && TOLD.has(event.event)
}
