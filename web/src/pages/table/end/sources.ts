import { hourIcon } from '../../../editions'
import type { Source } from '../../../lib/doubloons'
import type { Edition } from '../../../lib/types'
import { hour, t, term } from '../../../lib/words'

export function sourceName(edition: Edition, source: Source): string {
  if (source === 'rest') return hour(edition, 'rest')
  return source === 'loot' ? term(edition, 'loot') : t(`end.${source}`)
}

export function sourceIcon(edition: Edition, source: Source): string {
  if (source === 'start') return 'two-coins'
  if (source === 'loot') return 'locked-chest'
  return source === 'lost' || source === 'unpaid' ? '' : hourIcon(edition, source)
}
