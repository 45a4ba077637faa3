import type { Edition } from '../lib/types'
import { ability, called, hours, rank, t } from '../lib/words'

/** A card as it is spoken: "Granny Wata, rank 27: Night — …, Ines". */
export function cardLabel(edition: Edition, slug: string, owner = ''): string {
  const number = rank(edition, slug)
  const name = called(edition, slug)
  const title = number ? t('table.rankName', { name, rank: number }) : name
  const words = hours(edition, slug).length ? `: ${ability(edition, slug)}` : ''
  return title + words + (owner ? `, ${owner}` : '')
}
