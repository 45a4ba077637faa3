import figures from './figures.json'
import type { Edition, Hour } from '../lib/types'

/** The icon of a character, of a loot token, or of whatever else may act. */
export function figure(edition: Edition, slug: string): string {
  const characters: Record<string, string> = figures[edition]
  const tokens: Record<string, string> = figures.tokens
  return characters[slug] ?? tokens[slug] ?? 'compass'
}

export function hourIcon(edition: Edition, hour: Hour): string {
  if (hour === 'rest') return edition === 'original' ? 'palm-tree' : 'anchor'
  return { sunrise: 'sunrise', day: 'sun', dusk: 'sunset', night: 'moon' }[hour]
}
