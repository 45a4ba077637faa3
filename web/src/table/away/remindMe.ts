/** The host has rung for me: a bell, and in another tab a notice where that is allowed. */

import type { TableStore } from '../../lib/tableStore.svelte'
import { t } from '../../lib/words'
import { nameOf } from '../seatNames'
import { sounds } from '../sound'

const TITLE_FOR = 8000

export function remindMe(game: TableStore) {
  sounds.bell()
  const names = game.table.host === null ? '' : nameOf(game.table, game.table.host)
  const before = document.title
  document.title = `⏰ ${t('away.waits', { names })}`
  setTimeout(() => document.title.startsWith('⏰') && (document.title = before), TITLE_FOR)
  if (!document.hidden || typeof Notification === 'undefined' || Notification.permission !== 'granted') return
  const notice = new Notification(t('away.waits', { names }), { tag: game.table.id })
  notice.onclick = () => window.focus()
}
