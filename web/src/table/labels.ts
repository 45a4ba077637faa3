import type { Edition, Options } from '../lib/types'
import { ability, called, hours, rank, sideOf, t, term, token, tokenFace } from '../lib/words'

/** A card as it is spoken: "Granny Wata, rank 27: Night — …, Ines". */
export function cardLabel(edition: Edition, slug: string, owner = ''): string {
  const number = rank(edition, slug)
  const name = called(edition, slug)
  const title = number ? t('table.rankName', { name, term: term(edition, 'rank'), rank: number }) : name
  const words = hours(edition, slug).length ? t('colon') + ability(edition, slug) : ''
  return title + words + (owner ? `, ${owner}` : '')
}

/** A token as it is spoken; with the options of the game also what it does: "2 × chest: 5 doubloons". */
export function tokenLabel(edition: Edition, kind: string, count: number, options?: Options): string {
  const name = (count > 1 ? `${count} × ` : '') + token(edition, kind)
  return options ? name + t('colon') + tokenFace(edition, kind, sideOf(edition, options, kind)) : name
}
