/** Thinks beside the tables: bots, hints and reviews. So a click is answered at once, whatever a bot thinks about. */

import type { EngineList } from '../engineFiles'
import { startPython } from './python'

export type ToThinker = { type: 'start'; base: string; engine: EngineList } | { type: 'job'; id: number; job: Uint8Array }
export type FromThinker = { type: 'done'; id: number; answer: Uint8Array } | { type: 'failed'; id: number; reason: string }

let starting: Promise<(job: Uint8Array) => Uint8Array>

async function start(base: string, engine: EngineList) {
  const python = await startPython(base, engine)
  const { think } = python.pyimport('libertalia.tab.start')
  return (job: Uint8Array) => {
    const answer = think(job)
    const bytes = answer.toJs() as Uint8Array
    answer.destroy()
    return bytes
  }
}

self.onmessage = async ({ data }: MessageEvent<ToThinker>) => {
  if (data.type === 'start') {
    starting = start(data.base, data.engine)
    return
  }
  try {
    const answer = (await starting)(data.job)
    self.postMessage({ type: 'done', id: data.id, answer } satisfies FromThinker)
  } catch (error) {
    self.postMessage({ type: 'failed', id: data.id, reason: String(error) } satisfies FromThinker)
  }
}
