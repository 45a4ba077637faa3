// What the built page weighs: all its JavaScript together, compressed, must not be more than 150 kB.
import { readdirSync, readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'

const MOST = 150_000
const folder = new URL('../../src/libertalia/server/page/assets/', import.meta.url)
const scripts = readdirSync(folder).filter((name) => name.endsWith('.js'))
const weight = scripts.reduce((sum, name) => sum + gzipSync(readFileSync(new URL(name, folder))).length, 0)
console.log(`${scripts.length} scripts, ${Math.round(weight / 1000)} kB compressed, of which one visit loads a part`)
process.exit(weight > MOST ? 1 : 0)
