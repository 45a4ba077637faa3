import { svelte } from '@sveltejs/vite-plugin-svelte'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Plugin } from 'vite'
import { defineConfig } from 'vitest/config'
import { buildServiceWorker } from './scripts/serviceWorker.ts'

const server = process.env.LIBERTALIA_SERVER ?? 'http://127.0.0.1:8000'
const page = '../src/libertalia/server/page'

/** Writes a compressed copy beside each file that gets smaller by it. The server sends that, and compresses nothing itself. */
function compress(folder: string): void {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const file = join(entry.parentPath, entry.name)
    const plain = readFileSync(file)
    const packed = gzipSync(plain, { level: 9 })
    if (packed.length < 0.95 * plain.length) writeFileSync(file + '.gz', packed)
  }
}

/** What is made of the built files. */
const afterwards: Plugin = {
  name: 'afterwards',
  apply: 'build',
  async closeBundle() {
    await buildServiceWorker(page, '../src/libertalia/server/engine')
    compress(page)
  },
}

export default defineConfig({
  base: './', // see src/lib/base.ts
  plugins: [svelte(), afterwards],
  // Tests run what the browser runs, not Svelte's version for servers.
  resolve: process.env.VITEST ? { conditions: ['browser'] } : {},
  build: {
    outDir: page,
    emptyOutDir: true,
    target: 'es2022',
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0, // the page's own policy forbids data: addresses
  },
  json: { stringify: true },
  worker: { format: 'es' },
  server: { proxy: { '/api': { target: server, ws: true } } },
  test: { include: ['src/**/*.test.ts'], environment: 'node' },
})
