import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { build } from 'vite'

/** What only other programs ask for. */
const FOR_OTHERS = /^(icons|preview|screens)\/|\.gz$/

interface Built {
  version: string
  bytes: number
}

/** Builds the service worker into the page's folder. Page and engine get one version, which index.html and the worker know. */
export async function buildServiceWorker(page: string, engine: string): Promise<void> {
  const entries = readdirSync(page, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  const names = entries.map((entry) => relative(page, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
  const files = names.filter((name) => !FOR_OTHERS.test(name)).sort()
  const hash = createHash('sha256')
  for (const name of files) hash.update(name).update(readFileSync(join(page, name)))
  const list = join(engine, 'engine.json')
  const built = existsSync(list) ? (JSON.parse(readFileSync(list, 'utf8')) as Built) : null
  if (built) {
    files.push('engine/engine.json')
    hash.update(built.version)
  }
  const version = hash.digest('hex').slice(0, 12)
  note(join(page, 'index.html'), { version, ...(built && { engine: `${built.version} ${built.bytes}` }) })
  await build({
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    build: {
      outDir: page,
      emptyOutDir: false,
      target: 'es2022',
      rollupOptions: { input: 'src/sw/sw.ts', output: { format: 'iife', entryFileNames: 'sw.js' } },
    },
  })
  const worker = join(page, 'sw.js')
  writeFileSync(worker, `const PAGE = ${JSON.stringify({ version, files })};\n${readFileSync(worker, 'utf8')}`)
}

/** Writes tags into the head of the page; `src/lib/site.ts` reads them. */
function note(index: string, tags: Record<string, string>): void {
  const lines = Object.entries(tags).map(([name, content]) => `    <meta name="libertalia-${name}" content="${content}" />\n`)
  writeFileSync(index, readFileSync(index, 'utf8').replace('  </head>', `${lines.join('')}  </head>`))
}
