/** The scores of a day as a chart and as a sentence. */

import type { Count } from '../../lib/answers/today'

export interface Bin {
  /** The lowest score in it. */
  from: number
  count: number
}

const BINS = 22

/** Scores in bins of equal width, from 0 on; at most some twenty of them. */
export function binsOf(counts: Count[], least = 10): { bins: Bin[]; width: number } {
  const top = Math.max(least, ...counts.map(([score]) => score))
  const width = Math.max(1, Math.ceil((top + 1) / BINS))
  const bins = Array.from({ length: Math.ceil((top + 1) / width) }, (_, index) => ({ from: index * width, count: 0 }))
  for (const [score, count] of counts) bins[Math.floor(score / width)].count += count
  return { bins, width }
}

/** The score that a share of all is not above; with a half, the score in the middle. */
export function quantile(counts: Count[], share: number): number {
  const all = counts.reduce((sum, [, count]) => sum + count, 0)
  let seen = 0
  for (const [score, count] of counts) {
    seen += count
    if (seen >= all * share) return score
  }
  return 0
}
