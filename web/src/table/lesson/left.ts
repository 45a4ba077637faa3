/** The lesson that was left in the middle, so that it can be taken up again. Kept in the browser. */

import { load, save } from '../../lib/storage'
import type { Edition } from '../../lib/types'
import type { Stop } from './texts'

export interface Left {
  table: string
  edition: Edition
  number: number
  stop: Stop
}

const KEY = 'lesson'

export function leftLesson(): Left | null {
  return load<Left | null>(KEY, null)
}

export function keepLesson(left: Left | null) {
  save(KEY, left)
}
