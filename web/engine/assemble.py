"""Put together what a browser loads to play without a server: ``python web/engine/assemble.py [FOLDER]``.

Writes `engine.json` and the files that it names into the folder, otherwise into the package, where the server serves them:
Pyodide, its standard library, and `packages.zip` with everything of ours. Python files become bytecode, which starts faster.
Where something cannot be downloaded, a sentence says so, and there is no engine: the page then plays with a server only.
"""

from __future__ import annotations

import argparse
import gzip
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterable
from fnmatch import fnmatch
from hashlib import sha256
from pathlib import Path
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from places import BUILD, MODULES, ROOT, SOURCE, is_compiled
from unused import UNUSED_LIBRARY, UNUSED_PACKAGES

PYODIDE = ROOT / "web" / "node_modules" / "pyodide"
ENGINE = SOURCE / "server" / "engine"
WHEELS = BUILD / "wheels"
LOCK = ROOT / "requirements" / "tab.txt"
PLATFORM = ("--platform", "pyemscripten_2026_0_wasm32", "--python-version", "3.14", "--implementation", "cp", "--abi", "cp314")
AS_THEY_ARE = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm")
NEEDED = {".py", ".so", ".po", ".json", ".npz", ".gz"}
"""The endings of files that run or are read; stubs and licences are neither."""
WORTH_IT = 0.95
"""A compressed twin must be smaller than this part of its file."""


def download_wheels() -> None:
    """The wheels that are named in `requirements/tab.txt`."""
    wanted = sha256(LOCK.read_bytes()).hexdigest()
    done = WHEELS / "downloaded.txt"
    if done.exists() and done.read_text() == wanted:
        return
    shutil.rmtree(WHEELS, ignore_errors=True)
    options = ["-q", "--disable-pip-version-check", "--only-binary=:all:", "--no-deps", "--require-hashes", *PLATFORM]
    subprocess.run([sys.executable, "-m", "pip", "download", *options, "-d", WHEELS, "-r", LOCK], check=True)
    done.write_text(wanted)


def is_needed(file: Path, unused: Iterable[str]) -> bool:
    """Whether a file is run or read, and matches none of the patterns, in which a star stands for folders, too."""
    return file.suffix in NEEDED and not any(fnmatch(file.as_posix(), pattern) for pattern in unused)


def unpack(archive: Path, folder: Path, unused: Iterable[str] = ()) -> None:
    with ZipFile(archive) as packed:
        packed.extractall(folder, [name for name in packed.namelist() if is_needed(Path(name), unused)])


def collect_packages(folder: Path, compiled: bool) -> None:
    """Everything that goes to `site-packages`."""
    for wheel in sorted(WHEELS.glob("*.whl")):
        unpack(wheel, folder, UNUSED_PACKAGES)
    for file in SOURCE.rglob("*"):
        name = file.relative_to(SOURCE.parent)
        if file.suffix != ".so" and is_needed(name, UNUSED_PACKAGES):
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(file, folder / name)
    if compiled:
        shutil.copytree(MODULES, folder, dirs_exist_ok=True, ignore=shutil.ignore_patterns("*.txt"))
        for module in MODULES.glob("libertalia/**/*.so"):
            (folder / module.relative_to(MODULES)).with_name(f"{module.name.split('.')[0]}.py").unlink()


def pack(folder: Path, archive: Path) -> None:
    """Make a zip file of a folder: the same bytes from the same files."""
    with ZipFile(archive, "w", ZIP_DEFLATED, compresslevel=9) as packed:
        for file in sorted(path for path in folder.rglob("*") if path.is_file()):
            packed.writestr(ZipInfo(file.relative_to(folder).as_posix()), file.read_bytes(), ZIP_DEFLATED, 9)


def write_files(folder: Path, compiled: bool) -> None:
    """The engine's files, without their twins."""
    with tempfile.TemporaryDirectory() as name:
        sources = Path(name)
        unpack(PYODIDE / "python_stdlib.zip", sources / "library", UNUSED_LIBRARY)
        collect_packages(sources / "packages", compiled)
        path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"  # where Node is, if pip has brought it
        command: list[str | Path] = ["node", ROOT / "web" / "engine" / "bytecode.mjs", PYODIDE, sources]
        subprocess.run(command, check=True, env=os.environ | {"PATH": path})
        pack(sources / "library", folder / "python_stdlib.zip")
        pack(sources / "packages", folder / "packages.zip")
    for file in AS_THEY_ARE:
        shutil.copy(PYODIDE / file, folder / file)
    lock = json.loads((PYODIDE / "pyodide-lock.json").read_text())
    (folder / "pyodide-lock.json").write_text(json.dumps({"info": lock["info"], "packages": {}}))


def describe(folder: Path, compiled: bool) -> dict[str, object]:
    """What `engine.json` says of the files; writes a compressed twin beside each that gets smaller by it."""
    files: list[dict[str, Any]] = []
    for file in sorted(folder.iterdir()):
        plain = file.read_bytes()
        packed = gzip.compress(plain, mtime=0)
        sent = packed if len(packed) < WORTH_IT * len(plain) else plain
        if sent is packed:
            file.with_name(f"{file.name}.gz").write_bytes(packed)
        files.append({"name": file.name, "bytes": len(sent), "size": len(plain), "sha256": sha256(plain).hexdigest()})
    version = sha256(json.dumps(files).encode()).hexdigest()[:12]
    return {"version": version, "compiled": compiled, "bytes": sum(file["bytes"] for file in files), "files": files}


def assemble(target: Path, compiled: bool) -> None:
    """Write the engine into a folder, in place of what is there."""
    download_wheels()
    with tempfile.TemporaryDirectory() as name:
        files = Path(name) / "files"
        files.mkdir()
        write_files(files, compiled)
        engine = describe(files, compiled)
        files.rename(Path(name) / str(engine["version"]))
        (Path(name) / "engine.json").write_text(json.dumps(engine, indent=1))
        shutil.rmtree(target, ignore_errors=True)
        shutil.copytree(name, target)


def main() -> None:
    parser = argparse.ArgumentParser(description="Put together what a browser loads to play without a server.")
    parser.add_argument("folder", type=Path, nargs="?", default=ENGINE, help="where to write it")
    parser.add_argument("--interpreted", action="store_true", help="leave the compiled modules out")
    arguments = parser.parse_args()
    try:
        assemble(arguments.folder, is_compiled() and not arguments.interpreted)
    except subprocess.CalledProcessError as failed:
        sys.exit(f"The page will play with a server only, as its engine could not be put together: {failed}")


if __name__ == "__main__":
    main()
