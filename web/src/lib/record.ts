/** The record of a finished game as a file. */

import { address } from './base'
import { isHere, request } from './transport'

/** Its address on the server. */
export const recordOf = (table: string) => address(`/api/tables/${encodeURIComponent(table)}/record`)

/** A click on a link to a record. That of a game on this device is made here: nobody else has it. */
export async function saveRecord(event: MouseEvent, table: string) {
  if (!isHere(table)) return
  event.preventDefault()
  const { status, body } = await request('GET', `/tables/${table}/record`)
  if (status !== 200) return
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([body], { type: 'application/json' }))
  link.download = `libertalia-${table}.json`
  link.click()
  URL.revokeObjectURL(link.href)
}
