/** From values to places on the screen. */

export interface Span {
  low: number
  high: number
}

/** Whole steps around some values, 0 included; at least one step to each side. */
export function span(values: number[], step = 1): Span {
  const known = values.filter(Number.isFinite)
  return {
    low: Math.min(-1, Math.floor(Math.min(0, ...known) / step)) * step,
    high: Math.max(1, Math.ceil(Math.max(0, ...known) / step)) * step,
  }
}

/** Where a value lies in a span, from 0 to 1; what lies outside stays at the edge. */
export function share({ low, high }: Span, value: number): number {
  return Math.min(1, Math.max(0, (value - low) / (high - low || 1)))
}

/** The same in percent, as a length of the style sheet. */
export function percent(within: Span, value: number): string {
  return `${+(100 * share(within, value)).toFixed(2)}%`
}

/** Round numbers within a span, at most so many. */
export function ticks({ low, high }: Span, most = 8): number[] {
  const step = [0.5, 1, 2, 5, 10, 20, 50, 100].find((one) => (high - low) / one < most) ?? 1000
  const first = Math.ceil(low / step)
  return Array.from({ length: Math.floor(high / step) - first + 1 }, (_, index) => (first + index) * step)
}

/** A number with its sign, rounded to a tenth; a minus that is as wide as a plus. */
export function signed(value: number, lang = 'en', digits = 1): string {
  const text = Math.abs(value).toFixed(digits)
  if (Number(text) === 0) return lang === 'fr' ? text.replace('.', ',') : text
  return (value < 0 ? '−' : '+') + (lang === 'fr' ? text.replace('.', ',') : text)
}

/** A number without a sign. */
export function plain(value: number, lang = 'en', digits = 1): string {
  const text = value.toFixed(digits).replace('-', '−')
  return lang === 'fr' ? text.replace('.', ',') : text
}

/** The parts of a bar, stacked away from 0 on both sides. */
export function stacked(values: number[]): { from: number; to: number }[] {
  let below = 0
  let above = 0
  return values.map((value) => {
    const from = value < 0 ? below : above
    if (value < 0) below += value
    else above += value
    return { from: Math.min(from, from + value), to: Math.max(from, from + value) }
  })
}
