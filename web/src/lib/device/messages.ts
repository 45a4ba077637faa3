/** What the page and the host in its worker say to each other. */

import type { EngineList } from '../engineFiles'

/** How tables are stored: in the browser; in memory only, because it stores nothing; or in memory because it is full. */
export type Storing = 'kept' | 'memory' | 'full'

export type ToHost =
  | { type: 'start'; base: string; engine: EngineList }
  | { type: 'request'; id: number; request: string; table: string | null }
  | { type: 'connect'; line: number; table: string; hello: string; steal: boolean }
  | { type: 'frame'; line: number; text: string }
  | { type: 'close'; line: number }

export type FromHost =
  | { type: 'ready'; compiled: boolean; storing: Storing }
  | { type: 'failed'; reason: string }
  | { type: 'answer'; id: number; status: number; body: string }
  | { type: 'message'; line: number; text: string }
  | { type: 'closed'; line: number; code: number }
  | { type: 'storing'; storing: Storing }
