/** Things move from where they were to where they will be. Whatever can move has a `data-fly` name; a place that swallows things
 * (a purse, a graveyard, the bag) has one too. Before a step all places are noted, after it the differences are animated. */

import type { GameEvent, PublicView } from '../lib/types'

interface Spot {
  x: number
  y: number
  width: number
  height: number
  node: HTMLElement
}

export type Spots = Map<string, Spot>

export interface Flight {
  from: string
  to: string
  /** Where it goes if that place is nowhere to be seen: another player's hand shows no cards. */
  or?: string
  /** Doubloons fly as coins, at most six. */
  coins?: number
  /** Goes under: tilts and loses its colour. */
  sinks?: boolean
}

const EASE = 'cubic-bezier(.2,.8,.25,1)'

export function still(): boolean {
  return typeof matchMedia === 'undefined' || matchMedia('(prefers-reduced-motion: reduce)').matches
}

/** Where everything is now, by the middle and the size. */
export function spots(root: HTMLElement): Spots {
  const found: Spots = new Map()
  for (const node of root.querySelectorAll<HTMLElement>('[data-fly]')) {
    const box = node.getBoundingClientRect()
    const { x, y, width, height } = box
    if (!width) continue // a small window does not show it
    found.set(node.dataset.fly!, { x: x + width / 2, y: y + height / 2, width, height, node })
  }
  return found
}

/** The flights that an event means. `before` decides which of several equal tokens goes. */
export function flightsOf(event: GameEvent, view: PublicView, before: Spots): Flight[] {
  const card = (seat: number, slug: string | undefined) => `card:${seat}:${slug}`
  const actor = () => {
    if (event.cause === undefined || event.cause_seat === undefined) return 'bag'
    const name = card(event.cause_seat, event.cause)
    return before.has(name) ? name : `token:${event.cause_seat}:${event.cause}`
  }
  const ofDay = (kind: string, day: number) => {
    const same = [...before.keys()].filter((name) => name.startsWith(`loot:${day}:${kind}:`))
    return same.at(-1) ?? `loot:${day}:${kind}:0`
  }
  switch (event.event) {
    case 'picked':
      return [
        {
          from: before.has(card(event.seat, event.card)) ? card(event.seat, event.card) : `hand:${event.seat}`,
          to: `pick:${event.seat}`,
        },
      ]
    case 'unpicked':
      return [{ from: `pick:${event.seat}`, to: `hand:${event.seat}` }]
    case 'moved': {
      const name = card(event.seat, event.card)
      const from = event.source === 'graveyard' ? `grave:${event.seat}` : before.has(name) ? name : `hand:${event.seat}`
      if (event.target === 'graveyard') return [{ from, to: `grave:${event.seat}`, sinks: true }]
      return [{ from, to: name, ...(event.target === 'hand' && { or: `hand:${event.seat}` }) }]
    }
    case 'gained':
      return [{ from: actor(), to: `purse:${event.seat}`, coins: event.amount }]
    case 'earned':
      return [{ from: card(event.seat, event.cause), to: `purse:${event.seat}`, coins: Math.abs(event.amount) }]
    case 'lost':
      return [{ from: `purse:${event.seat}`, to: 'bag', coins: event.amount }]
    case 'paid':
      return [{ from: `purse:${event.seat}`, to: `purse:${event.to}`, coins: event.amount }]
    case 'scored':
      return [{ from: `purse:${event.seat}`, to: `score:${event.seat}`, coins: Math.min(6, event.score) }]
    case 'took':
      return [{ from: ofDay(event.token, view.day), to: `token:${event.seat}:${event.token}` }]
    case 'drew':
      return [{ from: 'bag', to: `token:${event.seat}:${event.token}` }]
    case 'removed':
      return [{ from: ofDay(event.token, view.day), to: 'bag' }]
    case 'returned':
      return event.loot.map((kind) => ({ from: `token:${event.seat}:${kind}`, to: 'bag' }))
    case 'leftovers-returned':
      return event.loot.map((kind) => ({ from: ofDay(kind, event.day), to: 'bag' }))
    case 'handed-over':
      return event.loot.map((kind) => ({ from: `token:${event.seat}:${kind}`, to: `token:${event.to}:${kind}` }))
    case 'swapped':
      return [
        { from: ofDay(event.today, view.day), to: `loot:${view.day + 1}:${event.today}:0` },
        { from: ofDay(event.tomorrow, view.day + 1), to: `loot:${view.day}:${event.tomorrow}:0` },
      ]
    default:
      return []
  }
}

/** What an ability aims at: cards, purses and tokens of others. */
export function targetsOf(events: GameEvent[]): string[] {
  return events.flatMap((event) => {
    switch (event.event) {
      case 'moved':
        return event.card === undefined || event.card === event.cause ? [] : [`card:${event.seat}:${event.card}`]
      case 'paid':
        return [event.seat === event.cause_seat ? `purse:${event.to}` : `purse:${event.seat}`]
      case 'lost':
        return event.seat === event.cause_seat ? [] : [`purse:${event.seat}`]
      case 'handed-over':
        return event.loot.map((kind) => `token:${event.seat}:${kind}`)
      default:
        return []
    }
  })
}

/** A dashed line from whoever acts to what they aim at, and a ring around it; in the last part of the time. */
export function aim(event: GameEvent, targets: string[], root: HTMLElement, layer: HTMLElement, time: number): Animation[] {
  const places = spots(root)
  const { cause, cause_seat: seat } = event
  const from = places.get(`card:${seat}:${cause}`) ?? places.get(`token:${seat}:${cause}`)
  const timing = { duration: time, fill: 'backwards' as const }
  const appears = { opacity: [0, 0, 1, 1], offset: [0, 0.55, 0.7, 1] }
  return targets.flatMap((name) => {
    const to = places.get(name)
    if (!to || !from) return []
    const line = mark(layer, 'aim-line', Math.hypot(to.x - from.x, to.y - from.y), 0)
    line.style.transform = `translate(${from.x}px,${from.y}px) rotate(${Math.atan2(to.y - from.y, to.x - from.x)}rad)`
    const ring = mark(layer, 'aim-ring', to.width + 8, to.height + 8)
    ring.style.transform = `translate(${to.x - to.width / 2 - 4}px,${to.y - to.height / 2 - 4}px)`
    return [line, ring].map((node) => {
      const animation = node.animate(appears, timing)
      animation.finished.catch(() => undefined).finally(() => node.remove())
      return animation
    })
  })
}

function mark(layer: HTMLElement, name: string, width: number, height: number): HTMLElement {
  const node = document.createElement('i')
  node.className = name
  node.style.width = `${width}px`
  if (height) node.style.height = `${height}px`
  layer.append(node)
  return node
}

/** Sends them off. What merely made room slides. Returns the animations, so that an impatient reader can end them. */
export function fly(flights: Flight[], before: Spots, root: HTMLElement, layer: HTMLElement, duration: number): Animation[] {
  const after = spots(root)
  const going: Animation[] = []
  const busy = new Set<string>()
  for (const flight of flights) {
    // A place may be there only before (a card that leaves) or only after (one that comes).
    const from = before.get(flight.from) ?? after.get(flight.from) ?? after.get(chipOf(flight.from))
    const other = flight.or ?? (before.has(flight.to) ? flight.to : chipOf(flight.to))
    const goal = after.has(flight.to) ? flight.to : other
    const to = after.get(goal) ?? before.get(goal)
    if (!from || !to || from === to) continue
    if (flight.coins) going.push(...coins(flight.coins, from, to, layer, duration))
    else {
      busy.add(goal)
      going.push(...travel({ ...flight, to: goal }, from, to, layer, duration))
    }
  }
  for (const [name, spot] of after) {
    const old = before.get(name)
    if (!old || busy.has(name) || old.node !== spot.node) continue
    const [dx, dy] = [old.x - spot.x, old.y - spot.y]
    if (Math.abs(dx) + Math.abs(dy) < 2) continue
    going.push(spot.node.animate({ transform: [`translate(${dx}px,${dy}px)`, 'none'] }, { duration, easing: EASE }))
  }
  return going
}

/** The panel of a player; where it is a chip, it stands for all that it does not show. */
function chipOf(place: string): string {
  return `seat:${place.split(':')[1]}`
}

/** For those who don't want things to move: what is new fades in where it is, what is gone fades out where it was. */
export function fade(before: Spots, root: HTMLElement, layer: HTMLElement): Animation[] {
  const duration = 120
  const after = spots(root)
  const going: Animation[] = []
  for (const [name, spot] of after) {
    if (before.get(name)?.node !== spot.node) going.push(spot.node.animate({ opacity: [0, 1] }, { duration }))
  }
  for (const spot of before.values()) {
    if (!spot.node.isConnected) going.push(ghost(spot.node, spot, spot, spot, layer, duration, 'out'))
  }
  return going
}

function travel(flight: Flight, from: Spot, to: Spot, layer: HTMLElement, duration: number): Animation[] {
  const kind = (name: string) => name.split(':')[0]
  const arrives = !['grave', 'hand', 'bag', 'purse', 'seat'].includes(kind(flight.to))
  const changes =
    arrives && kind(flight.from) === 'card' && (from.width / from.height).toFixed(1) !== (to.width / to.height).toFixed(1)
  const going: Animation[] = []
  // On the way one sees what arrives or, where nothing does, what left. Between two sizes of card one fades into the other.
  if (!arrives || changes)
    going.push(ghost(from.node, from, from, to, layer, duration, flight.sinks ? 'sinks' : changes ? 'out' : 'shrinks'))
  if (arrives) {
    going.push(ghost(to.node, to, from, to, layer, duration, changes ? 'in' : 'plain'))
    // The real one waits until its image has landed.
    going.push(to.node.animate({ opacity: [0, 0] }, { duration }))
  }
  return going
}

function ghost(
  node: HTMLElement,
  size: Spot,
  from: Spot,
  to: Spot,
  layer: HTMLElement,
  duration: number,
  how: 'plain' | 'in' | 'out' | 'sinks' | 'shrinks',
): Animation {
  const copy = node.cloneNode(true) as HTMLElement
  copy.removeAttribute('data-fly')
  copy.removeAttribute('data-option')
  copy.removeAttribute('tabindex')
  copy.classList.remove('lit', 'sel', 'now')
  copy.classList.add('ghost')
  sizeLike(copy, size)
  layer.append(copy)
  const at = (spot: Spot, scale: number, turn = 0) =>
    `translate(${spot.x - size.width / 2}px,${spot.y - size.height / 2}px) scale(${scale}) rotate(${turn}deg)`
  const end = how === 'sinks' || how === 'shrinks' ? 0.22 : to.width / size.width
  const frames: Keyframe[] = [
    { transform: at(from, from.width / size.width), opacity: how === 'in' ? 0 : 1 },
    {
      transform: at(to, end, how === 'sinks' ? 24 : 0),
      opacity: how === 'plain' || how === 'in' ? 1 : how === 'out' ? 0 : 0.3,
      ...(how === 'sinks' && { filter: 'grayscale(1)' }),
    },
  ]
  const animation = copy.animate(frames, { duration, easing: EASE, fill: 'backwards' })
  animation.finished.catch(() => undefined).finally(() => copy.remove())
  return animation
}

function sizeLike(copy: HTMLElement, { width, height }: Spot) {
  for (const [name, value] of Object.entries({ '--mw': width, '--ts': width, width, height }))
    copy.style.setProperty(name, `${value}px`)
}

function coins(amount: number, from: Spot, to: Spot, layer: HTMLElement, duration: number): Animation[] {
  const count = Math.min(6, amount)
  const gap = duration * 0.08
  return Array.from({ length: count }, (_, index) => {
    const coin = document.createElement('i')
    coin.className = 'coin-flies'
    layer.append(coin)
    const wide = (index - (count - 1) / 2) * 9
    const high = Math.min(from.y, to.y) - 46 - index * 4
    const at = (x: number, y: number, scale: number) => `translate(${x - 11}px,${y - 11}px) scale(${scale})`
    const animation = coin.animate(
      [
        { transform: at(from.x + wide, from.y, 0.6), opacity: 0, easing: 'cubic-bezier(.2,.6,.4,1)' },
        { transform: at((from.x + to.x) / 2 + wide, high, 1.1), opacity: 1, offset: 0.45, easing: 'cubic-bezier(.5,0,.8,.5)' },
        { transform: at(to.x, to.y, 0.7), opacity: 1 },
      ],
      { duration: duration * 0.8, delay: gap * index, fill: 'backwards' },
    )
    animation.finished.catch(() => undefined).finally(() => coin.remove())
    return animation
  })
}

/** Backs turn over, one after the other. The card is already there; its back is an image of what was. */
export function turnOver(
  pairs: [string, string][],
  before: Spots,
  root: HTMLElement,
  layer: HTMLElement,
  each: number,
  gap: number,
): Animation[] {
  const after = spots(root)
  const going: Animation[] = []
  pairs.forEach(([back, front], index) => {
    const [was, is] = [before.get(back), after.get(front)]
    if (!is) return
    const delay = index * gap
    if (was) {
      const copy = was.node.cloneNode(true) as HTMLElement
      copy.classList.add('ghost')
      sizeLike(copy, was)
      layer.append(copy)
      const place = `translate(${is.x - was.width / 2}px,${is.y - was.height / 2}px) perspective(700px)`
      const turn = copy.animate(
        { transform: [`${place} rotateY(0)`, `${place} rotateY(90deg)`] },
        { duration: each / 2, delay, fill: 'both', easing: 'ease-in' },
      )
      turn.finished.catch(() => undefined).finally(() => copy.remove())
      going.push(turn)
    }
    going.push(
      is.node.animate(
        { transform: ['perspective(700px) rotateY(-90deg)', 'perspective(700px) rotateY(0)'] },
        { duration: each / 2, delay: delay + each / 2, fill: 'backwards', easing: 'ease-out' },
      ),
    )
  })
  return going
}
