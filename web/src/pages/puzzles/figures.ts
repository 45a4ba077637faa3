/** A whole number with its sign. */
export function signed(value: number): string {
  if (!value) return '±0'
  return `${value < 0 ? '−' : '+'}${Math.abs(value)}`
}
