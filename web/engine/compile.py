"""Compile the engine to WebAssembly, for a browser: ``python web/engine/compile.py [WHEEL]``.

The same modules as in `setup.py` become modules for Pyodide, in `build/wasm/modules/`. Where no tools can be had, a sentence
says so, and the browser gets the interpreted engine: the same moves, much slower. A wheel of today's engine that cibuildwheel has
built for Pyodide is taken instead, if it is given.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
from functools import partial
from pathlib import Path
from zipfile import ZipFile

from places import BUILD, COMPILED_FROM, MODULES, ROOT, engine_digest, is_compiled
from setuptools import Extension  # type: ignore[import-untyped]
from toolchain import ToolsMissing, find_toolchain

SUFFIX = ".cpython-314-wasm32-emscripten.so"


def extensions(clang: str) -> list[Extension]:
    """The extensions of `setup.py`; mypyc writes their C files, for integers of 32 bits, into the build folder."""
    sysconfig.get_config_vars().update(SIZEOF_SIZE_T=4, EXT_SUFFIX=SUFFIX)  # mypyc reads them when it is imported
    from mypyc import build

    build.mypycify = partial(build.mypycify, target_dir=str(BUILD / "c"))
    from distutils.core import run_setup

    os.environ["CC"] = clang
    return list(run_setup("setup.py", ["build_ext"], stop_after="init").ext_modules)


def compile_modules() -> None:
    tools = find_toolchain()
    for extension in extensions(tools.compile[0]):
        (source,) = extension.sources
        includes = [f"-I{folder}" for folder in extension.include_dirs]
        tools.module(Path(source), MODULES / f"{extension.name.replace('.', '/')}{SUFFIX}", "-O2", *includes)


def unpack_modules(wheel: str) -> None:
    with ZipFile(wheel) as packed:
        packed.extractall(MODULES, [name for name in packed.namelist() if name.endswith(SUFFIX)])


def main(wheels: list[str]) -> None:
    wheels = [str(Path(wheel).resolve()) for wheel in wheels]
    os.chdir(ROOT)
    if is_compiled() and not wheels:
        return
    shutil.rmtree(MODULES, ignore_errors=True)
    try:
        if wheels:
            unpack_modules(*wheels)
        else:
            compile_modules()
    except ToolsMissing as missing:
        print(f"The engine is not compiled for the browser, where it will run 20 times slower: {missing}.", file=sys.stderr)
    except subprocess.CalledProcessError as failed:
        sys.exit(f"The engine could not be compiled for the browser: {failed.stderr[-2000:]}")
    else:
        COMPILED_FROM.write_text(engine_digest())


if __name__ == "__main__":
    main(sys.argv[1:])
