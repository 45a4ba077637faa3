/** Figures of the review as text. */

import { lang } from '../lib/words'
import type { Verdict } from '../lib/answers/review'

export const SIGN: Record<Verdict, string> = { great: '!', mistake: '?', blunder: '??', '': '' }

export function percent(share: number): number {
  return Math.round(100 * share)
}

/** Points of chance with their sign: −20. */
export function points(chance: number): string {
  return `${chance < 0 ? '−' : '+'}${Math.abs(percent(chance))}`
}

/** Doubloons with one decimal. */
export function decimal(value: number): string {
  return value.toLocaleString(lang.current, { minimumFractionDigits: 1, maximumFractionDigits: 1 })
}

/** The same with the sign: +4.0. */
export function signed(value: number): string {
  return `${value < 0 ? '−' : '+'}${decimal(Math.abs(value))}`
}
