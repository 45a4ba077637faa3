/** What the table shows at one moment. A scene never changes: each event makes the next one. */

import type { GameEvent, Mine, PublicView } from '../lib/types'
import { cardOrder, hours } from '../lib/words'
import { apply, applyMine } from './apply'
import { isInLineup, type Standing } from './lineup'

export interface Left {
  to: 'crew' | 'graveyard'
  token?: string
}

export interface Scene {
  view: PublicView
  mine: Mine | null
  /** The lineup with the places of those who left it today. */
  lineup: Standing[]
  /** Where those who left went, by `seat:slug`. */
  left: Record<string, Left>
  /** Whose ability works now. */
  now: { seat: number; slug: string } | null
  /** Who has acted in this hour, as `seat:slug`. */
  acted: ReadonlySet<string>
  /** What each purse gained or lost today. It stays until the next cards are turned up. */
  deltas: Record<number, number>
  /** Which character is marked today, for whatever reason the edition has. */
  marked: Extract<GameEvent, { event: 'marked' }> | null
  /** The token taken last: its taker brings it home. */
  token: string
}

/** A table as it is, without anything that happened before. */
export function sceneOf(view: PublicView, mine: Mine | null): Scene {
  const nothing = { left: {}, now: null, acted: new Set<string>(), deltas: {}, marked: null, token: '' }
  return { view, mine, lineup: view.lineup, ...nothing }
}

/** The scene after an event, as the player of seat `me` or a spectator sees it. */
export function after(scene: Scene, event: GameEvent, me: number | null): Scene {
  const order = cardOrder(scene.view.edition)
  const view = apply(scene.view, event, order)
  const mine = scene.mine && me !== null ? applyMine(scene.mine, event, me, order) : scene.mine
  return noted({ ...scene, view, mine }, event)
}

/** The scene with what the server says of the table after a move: it has the last word. */
export function corrected(scene: Scene, view: PublicView, mine: Mine | null): Scene {
  return fits(scene.lineup, view) ? { ...scene, view, mine } : { ...scene, view, mine, lineup: view.lineup, left: {} }
}

/** What changes the lineup. */
const LINEUP_EVENTS = new Set(['hour-strikes', 'neutral-stands', 'neutral-leaves', 'moved'])

/** The scene of somebody who comes in the middle of a day: who has acted, and the places of those who left. */
export function retraced(view: PublicView, mine: Mine | null, today: GameEvent[]): Scene {
  const scene = sceneOf(view, mine)
  if (!today.length || view.hour === null || view.hour === 'sunrise') return scene
  const order = cardOrder(view.edition)
  let then = sceneOf({ ...view, hour: 'sunrise', lineup: [] }, mine)
  for (const event of today) {
    const seen = LINEUP_EVENTS.has(event.event) ? apply(then.view, event, order) : then.view
    then = noted({ ...then, view: seen }, event)
  }
  return corrected({ ...rested(then) }, view, mine)
}

/** What an event changes beside the table itself: who acts, who has left, what a purse gained. */
function noted(scene: Scene, event: GameEvent): Scene {
  const { view } = scene
  switch (event.event) {
    case 'acts':
      return {
        ...passedOver(scene, event).reduce(nodded, rested(scene)),
        now: { seat: event.seat, slug: event.cause ?? '' },
      }
    case 'hour-strikes': {
      const next = { ...scene, now: null, acted: new Set<string>() }
      if (event.hour === 'day') return { ...next, lineup: view.lineup, left: {}, deltas: {}, marked: null, token: '' }
      return event.hour === 'rest' ? { ...next, lineup: [], left: {} } : next
    }
    case 'day-begins':
      return { ...scene, lineup: [], left: {}, now: null, acted: new Set(), marked: null, token: '' }
    case 'took':
      return { ...scene, token: event.token }
    case 'neutral-stands':
    case 'neutral-leaves':
      return { ...scene, lineup: places(scene) }
    case 'marked':
      return { ...scene, marked: event }
    case 'moved':
      return stepped(scene, event)
    case 'gained':
      return purse(scene, event.seat, event.amount)
    case 'lost':
      return purse(scene, event.seat, -event.amount)
    case 'earned':
      return { ...purse(scene, event.seat, event.amount), now: { seat: event.seat, slug: event.cause ?? '' } }
    case 'paid':
      return purse(purse(scene, event.seat, -event.amount), event.to, event.amount)
    case 'scored':
      return { ...rested(scene), deltas: {} }
    default:
      return scene
  }
}

/** Who is passed over before an event by day, because they do nothing at this hour. */
export function passedOver(scene: Scene, event: GameEvent): Standing[] {
  const { view } = scene
  if (view.hour !== 'day') return []
  const passed = (place: Standing) =>
    place[0] !== null && !scene.acted.has(id(place)) && !hours(view.edition, place[1]).includes('day')
  if (event.event === 'hour-strikes') return view.lineup.filter(passed)
  if (event.event !== 'acts') return []
  const at = view.lineup.findIndex((place) => place[0] === event.seat && place[1] === event.cause)
  return at < 0 ? [] : view.lineup.slice(0, at).filter(passed)
}

/** A card that does nothing at this hour has had its turn. */
export function nodded(scene: Scene, place: Standing): Scene {
  const calm = rested(scene)
  return { ...calm, acted: new Set([...calm.acted, id(place)]) }
}

const id = ([seat, slug]: Standing) => `${seat}:${slug}`

/** Whoever was acting has acted. */
export function rested(scene: Scene): Scene {
  if (!scene.now) return scene
  return { ...scene, now: null, acted: new Set([...scene.acted, `${scene.now.seat}:${scene.now.slug}`]) }
}

function stepped(scene: Scene, event: Extract<GameEvent, { event: 'moved' }>): Scene {
  if (event.target === 'lineup') return { ...scene, lineup: places(scene) }
  if (event.source !== 'lineup' || (event.target !== 'crew' && event.target !== 'graveyard')) return scene
  const token = event.target === 'crew' && scene.token ? { token: scene.token } : {}
  const left = { ...scene.left, [`${event.seat}:${event.card}`]: { to: event.target, ...token } }
  return { ...scene, left, token: '' }
}

/** Who stands in the lineup, and the places of those who left it, unless another card of the same owner came. */
function places({ view, lineup, left }: Scene): Standing[] {
  const gone = lineup.filter(([seat, slug]) => !isInLineup(view, seat, slug) && left[`${seat}:${slug}`])
  const all = [...view.lineup]
  for (const place of gone) {
    if (view.lineup.some(([seat]) => seat === place[0])) continue
    const at = all.findIndex(([, , rank]) => rank > place[2])
    all.splice(at < 0 ? all.length : at, 0, place)
  }
  return all
}

function purse(scene: Scene, seat: number, amount: number): Scene {
  return { ...scene, deltas: { ...scene.deltas, [seat]: (scene.deltas[seat] ?? 0) + amount } }
}

/** Whether the places still hold everyone who stands in the lineup, in that order. */
function fits(lineup: Standing[], view: PublicView): boolean {
  const standing = lineup.filter((place) => isInLineup(view, place[0], place[1]))
  return (
    standing.length === view.lineup.length &&
    standing.every((place, at) => place[0] === view.lineup[at][0] && place[1] === view.lineup[at][1])
  )
}
