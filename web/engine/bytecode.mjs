// Turns Python files into bytecode, by the Python of Pyodide that will run them: node bytecode.mjs PYODIDE FOLDER
import { pathToFileURL } from 'node:url'

const [pyodide, folder] = process.argv.slice(2)
const { loadPyodide } = await import(pathToFileURL(`${pyodide}/pyodide.mjs`).href)
const python = await loadPyodide({ indexURL: pyodide })
python.mountNodeFS('/files', folder)
python.runPython(`
import py_compile
from pathlib import Path
from py_compile import PycInvalidationMode

for file in Path("/files").rglob("*.py"):
    name = str(file.relative_to("/files"))
    py_compile.compile(str(file), str(file) + "c", name, doraise=True, invalidation_mode=PycInvalidationMode.UNCHECKED_HASH)
    file.unlink()
`)
