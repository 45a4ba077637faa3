/** Where the tail of Coco's bubble is, so that it points to what Coco speaks of. */

export interface Tail {
  to: 'up' | 'down' | 'left' | 'right' | 'nowhere'
  /** How far from the left edge of the bubble or, sideways, from its top. */
  at: number
}

type Box = Pick<DOMRect, 'left' | 'right' | 'top' | 'bottom'>

/** From its round corners, the tail keeps away. */
const CORNER = 28

export const middle = ({ left, right }: Box): number => (left + right) / 2

export function tailOf(bubble: Box, target: Box | null): Tail {
  if (!target) return { to: 'nowhere', at: 0 }
  const along = (from: number, to: number, point: number) => Math.max(CORNER, Math.min(to - from - CORNER, point - from))
  const above = target.bottom <= bubble.top
  if (above || target.top >= bubble.bottom)
    return { to: above ? 'up' : 'down', at: along(bubble.left, bubble.right, middle(target)) }
  const height = (target.top + target.bottom) / 2
  return { to: middle(target) < middle(bubble) ? 'left' : 'right', at: along(bubble.top, bubble.bottom, height) }
}
