import type { Source } from '../../lib/doubloons'
import type { Edition } from '../../lib/types'
import { t } from '../../lib/words'

export function sourceName(edition: Edition, source: Source): string {
  return source === 'rest' || source === 'loot' ? t(`end.${source}.${edition}`) : t(`end.${source}`)
}

export function sourceIcon(edition: Edition, source: Source): string {
  const rest = edition === 'original' ? 'palm-tree' : 'anchor'
  return { start: 'two-coins', day: 'sun', dusk: 'sunset', night: 'moon', rest, loot: 'locked-chest', lost: '' }[source]
}
