import { hourIcon } from '../../editions'
import type { Source } from '../../lib/doubloons'
import type { Edition } from '../../lib/types'
import { t } from '../../lib/words'

export function sourceName(edition: Edition, source: Source): string {
  return source === 'rest' || source === 'loot' ? t(`end.${source}.${edition}`) : t(`end.${source}`)
}

export function sourceIcon(edition: Edition, source: Source): string {
  if (source === 'start') return 'two-coins'
  if (source === 'loot') return 'locked-chest'
  return source === 'lost' ? '' : hourIcon(edition, source)
}
