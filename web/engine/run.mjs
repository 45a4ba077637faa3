// Runs a Python script in an assembled engine, as a tab does: node run.mjs ENGINE SCRIPT ARGUMENTS…
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

const [engine, script, ...words] = process.argv.slice(2)
const { version } = JSON.parse(readFileSync(join(engine, 'engine.json'), 'utf8'))
const folder = resolve(engine, version)
const { loadPyodide } = await import(pathToFileURL(join(folder, 'pyodide.mjs')).href)
const python = await loadPyodide({ indexURL: folder })
const packages = python.runPython('import site, sys; site.getsitepackages()[0]')
python.unpackArchive(new Uint8Array(readFileSync(join(folder, 'packages.zip'))), 'zip', { extractDir: packages })
python.runPython(`sys.argv = ${JSON.stringify([script, ...words])}`)
try {
  python.runPython(readFileSync(script, 'utf8'), { filename: script })
} catch (failed) {
  console.error(failed.message)
  process.exit(1)
}
