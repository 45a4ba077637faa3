/** Cards along one axis, none on another: each goes to the floor nearest to the middle where it has room. */

export interface Placed {
  index: number
  x: number
  /** 0 is the middle, 1 the floor above it, -1 the one below. */
  floor: number
}

/** Place cards of a width. The order of the result is that of the values. */
export function placed(values: number[], width: number): Placed[] {
  const floors = new Map<number, number[]>()
  const order = values.map((x, index) => ({ x, index })).sort((a, b) => a.x - b.x || a.index - b.index)
  return order.map(({ x, index }) => {
    let floor = 0
    while (floors.get(floor)?.some((other) => Math.abs(other - x) < width)) floor = floor > 0 ? -floor : 1 - floor
    floors.set(floor, [...(floors.get(floor) ?? []), x])
    return { index, x, floor }
  })
}

/** Which names can be written below their cards: those far out, where the name meets no other card and no other name. */
export function named(cards: Placed[], widths: number[], card: number, most: number): Set<number> {
  const found = new Set<number>()
  const written: Placed[] = []
  const outer = cards.flatMap((_, at) => [cards[at], cards[cards.length - 1 - at]]).slice(0, 2 * most)
  for (const one of outer) {
    if (found.has(one.index)) continue
    const below = cards.filter((other) => other.floor === one.floor - 1)
    const reach = widths[one.index] / 2
    const free =
      below.every((other) => Math.abs(other.x - one.x) > reach + card / 2) &&
      written.every((other) => other.floor !== one.floor || Math.abs(other.x - one.x) > reach + widths[other.index] / 2 + 6)
    if (!free) continue
    found.add(one.index)
    written.push(one)
  }
  return found
}
