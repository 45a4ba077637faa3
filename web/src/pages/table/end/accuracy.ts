/** How well a seat has played. */

import { api } from '../../../lib/api'

/** Milliseconds between two looks at a review that is being made. */
const BETWEEN = 5000

/** Tells the accuracy of a seat as soon as it is known. It asks for no review, so there is none if nobody has asked for one.
 * Returns what stops it. */
export function followAccuracy(table: string, seat: number, tell: (accuracy: number) => void): () => void {
  let timer = 0
  let stopped = false
  async function look() {
    const review = await api.reviewed(table).catch(() => null)
    if (!review || stopped) return
    if (review.done === review.decisions) tell(Math.round(review.accounts[seat].accuracy))
    else timer = window.setTimeout(look, BETWEEN)
  }
  void look()
  return () => {
    stopped = true
    clearTimeout(timer)
  }
}
