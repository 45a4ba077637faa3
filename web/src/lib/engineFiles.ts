/** The files of the engine that runs in a browser, and where they are kept. The service worker uses this, too. */

export interface EngineFile {
  name: string
  /** Over the wire, compressed. */
  bytes: number
  /** As it is. */
  size: number
  sha256: string
}

export interface EngineList {
  version: string
  compiled: boolean
  bytes: number
  files: EngineFile[]
}

/** Caches with this prefix and a version hold an engine. */
export const ENGINES = 'libertalia-engine-'

/** Fetches the list of the engine's files. `base` is the address of the page's base. */
export async function listEngine(base: string): Promise<EngineList> {
  const answer = await fetch(new URL('engine/engine.json', base))
  if (!answer.ok) throw new TypeError(`engine.json: ${answer.status}`)
  return (await answer.json()) as EngineList
}

/** Whether all of an engine's files are kept. */
export async function isKept(base: string, list: EngineList): Promise<boolean> {
  const cache = await caches.open(ENGINES + list.version)
  const found = await Promise.all(list.files.map((file) => cache.match(addressOf(base, list, file))))
  return !found.includes(undefined)
}

/** Fetches and keeps what is missing of an engine, whole and right; `told` gets the number of bytes that are there. */
export async function keepEngine(base: string, list: EngineList, told: (loaded: number) => void = () => {}): Promise<void> {
  const cache = await caches.open(ENGINES + list.version)
  let before = 0
  for (const file of list.files) {
    const address = addressOf(base, list, file)
    if (!(await cache.match(address))) {
      const start = before
      await cache.put(address, await fetched(address, file, (share) => told(Math.round(start + share * file.bytes))))
    }
    before += file.bytes
    told(before)
  }
}

function addressOf(base: string, list: EngineList, file: EngineFile): string {
  return new URL(`engine/${list.version}/${file.name}`, base).href
}

async function fetched(address: string, file: EngineFile, told: (share: number) => void): Promise<Response> {
  const answer = await fetch(address)
  if (!answer.ok || !answer.body) throw new TypeError(`${file.name}: ${answer.status}`)
  let read = 0
  const counted = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, on) {
      read += chunk.length
      told(read / file.size)
      on.enqueue(chunk)
    },
  })
  const content = await new Response(answer.body.pipeThrough(counted)).arrayBuffer()
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', content))
  const sha256 = Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('')
  if (sha256 !== file.sha256) throw new TypeError(`${file.name} is not what engine.json says`)
  return new Response(content, { headers: { 'Content-Type': answer.headers.get('Content-Type') ?? '' } })
}
