/** The games of this device, as its storage lists them: the engine is not needed for that. */

import type { TableInfo } from './types'

export interface Game extends TableInfo {
  /** I have something to decide; where several share the device, one of them. */
  waits: boolean
}

export async function gamesHere(): Promise<Game[]> {
  const { DeviceStore } = await import('./device/store')
  const store = new DeviceStore(() => {})
  await store.open()
  return (JSON.parse(await store.summaries()) as string[]).map((summary) => JSON.parse(summary) as Game)
}
