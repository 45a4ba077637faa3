/** Begins a lesson: a table of its own, and the way there. */

import { api } from '../../lib/api'
import { go } from '../../lib/router.svelte'
import { settings } from '../../lib/settings.svelte'
import { keepSecret } from '../../lib/tables'
import type { Edition } from '../../lib/types'
import { t } from '../../lib/words'

export async function beginLesson(edition: Edition, number: number) {
  const { table, secret } = await api.beginLesson(`${edition}-${number}`, settings.name || t('make.names').split(',')[0])
  keepSecret(table, secret)
  settings.set('guided', true)
  go(`/t/${table}`)
}
