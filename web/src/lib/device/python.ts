/** Python in a worker: Pyodide with our package, from the engine's files that the page keeps. */

import type { EngineList } from '../engineFiles'

/** What we use of Pyodide. */
export interface Python {
  pyimport(module: string): any // eslint-disable-line @typescript-eslint/no-explicit-any
  unpackArchive(archive: ArrayBuffer, format: 'zip', options: { extractDir: string }): void
}

interface Pyodide {
  loadPyodide(options: { indexURL: string; stdLibURL: string }): Promise<Python>
}

const PACKAGES = '/lib/python3.14/site-packages'

export async function startPython(base: string, engine: EngineList): Promise<Python> {
  const folder = new URL(`engine/${engine.version}/`, base).href
  keptFirst()
  const packages = fetch(folder + 'packages.zip').then((answer) => answer.arrayBuffer())
  const { loadPyodide } = (await import(/* @vite-ignore */ folder + 'pyodide.mjs')) as Pyodide
  const python = await loadPyodide({ indexURL: folder, stdLibURL: folder + 'python_stdlib.zip' })
  python.unpackArchive(await packages, 'zip', { extractDir: PACKAGES })
  return python
}

/** Files that were kept are not asked for again, whether or not a service worker answers for the page. */
function keptFirst() {
  const network = self.fetch
  self.fetch = async (input, init) => (await caches.match(input as RequestInfo)) ?? network(input, init)
}
