/** Orders of characters, and the findings that headlines tell. */

import type { Estimate, Part, Worth } from './types'

export type Sort = 'worth' | 'rank' | Part

/** Whether it can be told from 0. */
export function clear({ mean, error }: Estimate): boolean {
  return Number.isFinite(error) && Math.abs(mean) > error
}

/** How something is drawn: better, worse, or not told from 0. */
export function tone(estimate: Estimate): 'great' | 'slip' | 'even' {
  if (!clear(estimate)) return 'even'
  return estimate.mean > 0 ? 'great' : 'slip'
}

export function sorted(worths: Worth[], by: Sort): Worth[] {
  const value = (worth: Worth) => (by === 'worth' ? worth.mean : by === 'rank' ? -worth.rank : worth.parts[by])
  return [...worths].sort((a, b) => value(b) - value(a) || a.rank - b.rank)
}

/** How much a row of estimates changes from its first to its last, and how sure that is. */
export function change(row: Estimate[]): Estimate {
  const first = row[0]
  const last = row[row.length - 1]
  return { mean: last.mean - first.mean, error: Math.hypot(first.error, last.error) }
}

/** Who surely gains most, and who surely loses most, from the first to the last; '' for nobody. */
export function movers(rows: Record<string, Estimate[]>): { up: string; down: string } {
  let up = ''
  let down = ''
  let most = 0
  let least = 0
  for (const [slug, row] of Object.entries(rows)) {
    const { mean, error } = change(row)
    if (mean - error > most) [up, most] = [slug, mean - error]
    if (mean + error < least) [down, least] = [slug, mean + error]
  }
  return { up, down }
}

/** Characters from those whose good days are early to those whose good days are late. */
export function earlyToLate(worths: Worth[]): Worth[] {
  const middle = ({ days }: Worth) => {
    const good = days.map(({ mean }) => Math.max(0, mean))
    const weight = good.reduce((sum, one) => sum + one, 0) || 1
    return good.reduce((sum, one, day) => sum + one * day, 0) / weight
  }
  return [...worths].sort((a, b) => middle(a) - middle(b) || a.rank - b.rank)
}

/** The day on which a character is worth most, from 0; -1 where that can't be told. */
export function bestDay({ days }: Worth): number {
  const best = days.reduce((found, day, index) => (day.mean > days[found].mean ? index : found), 0)
  return days.length && days[best].mean > 0 && clear(days[best]) ? best : -1
}

/** Whether so few games were counted that characters must not be ranked: the middle whisker is longer than 1 to each side. */
export function few(worths: Estimate[]): boolean {
  const errors = worths.map(({ error }) => error).sort((a, b) => a - b)
  return errors.length > 0 && !(errors[Math.floor(errors.length / 2)] <= 1)
}
