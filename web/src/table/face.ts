import type { Edition, Side } from '../lib/types'
import type { Leaves, Ui } from '../lib/ui.en'
import { ability, t } from '../lib/words'

/** The few words on the face of a card, one for each hour at which it works. */
export function face(edition: Edition, slug: string): string[] {
  const short = t(`table.face.${edition}.${slug}` as Leaves<Ui>)
  return (short || ability(edition, slug)).split('|')
}

/** What a token does, in a few words. */
export function lootWords(edition: Edition, kind: string, side: Side): string {
  return t(`table.loot.${edition === 'original' ? edition : side}.${kind}` as Leaves<Ui>)
}
