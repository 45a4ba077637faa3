/** What was known when the page was built or written, in tags of its head: so nobody has to ask for what is not there. */

function tag(name: string): string | undefined {
  return globalThis.document?.querySelector<HTMLMetaElement>(`meta[name="libertalia-${name}"]`)?.content
}

/** False in the pages that `libertalia site` writes. */
export const hasServer = tag('server') !== 'none'

/** Of the page's files, with those of the engine that they were built for. */
export const version = tag('version') ?? ''

const [built, bytes] = tag('engine')?.split(' ') ?? []

/** The engine for this browser that was built with the page, and its bytes over the wire; null if there is none. */
export const engine = built ? { version: built, bytes: Number(bytes) } : null
