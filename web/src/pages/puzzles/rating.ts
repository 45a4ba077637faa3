/** The solver's rating: Glicko, with the puzzle as the opponent. A new solver moves fast, a known one slowly. */

export interface Rating {
  value: number
  /** The standard deviation: how little is known about the solver. */
  deviation: number
}

export const FIRST: Rating = { value: 1500, deviation: 250 }
/** How well the rating of a puzzle is known. */
const OF_PUZZLE = 80
/** People change, so nobody is ever known better than that. */
const LEAST = 60
const Q = Math.LN10 / 400

/** How often a solver finds the answer, by both ratings. */
export function expectation(rating: number, puzzle: number): number {
  return 1 / (1 + 10 ** ((certainty() * (puzzle - rating)) / 400))
}

export function rated(before: Rating, puzzle: number, right: boolean): Rating {
  const hope = expectation(before.value, puzzle)
  const known = Q ** 2 * certainty() ** 2 * hope * (1 - hope)
  const precision = 1 / before.deviation ** 2 + known
  return {
    value: before.value + (Q / precision) * certainty() * (Number(right) - hope),
    deviation: Math.max(LEAST, Math.sqrt(1 / precision)),
  }
}

/** Half the width of what holds the true rating 19 times in 20. */
export function error(rating: Rating): number {
  return 1.96 * rating.deviation
}

function certainty(): number {
  return 1 / Math.sqrt(1 + (3 * Q ** 2 * OF_PUZZLE ** 2) / Math.PI ** 2)
}
