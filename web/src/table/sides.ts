import type { Options, Side } from '../lib/types'

/** The side of a loot tile that is up. */
export function sideOf(options: Options, kind: string): Side {
  const { board = 'calm' } = options
  return typeof board === 'object' ? (board[kind] ?? 'calm') : board === 'stormy' ? 'stormy' : 'calm'
}
