"""Compiles the engine with mypyc where there is a C compiler; without one, the same files run as they are."""

from __future__ import annotations

import os
import shutil
import sys
import sysconfig
from glob import glob

from setuptools import Extension, setup

FRONT_DOOR = ["answers", "memory", "watched"]
FLAGS = "-fno-semantic-interposition -fvisibility=hidden"


def has_compiler() -> bool:
    wanted = [os.environ.get("CC", ""), sysconfig.get_config_var("CC") or "", "cc"]
    return os.name == "nt" or any(shutil.which(command.split()[0]) for command in wanted if command)


def engine() -> list[Extension]:
    """The extension modules of the engine; none without a compiler, or where they are not wanted."""
    if os.environ.get("LIBERTALIA_INTERPRETED"):
        return []
    if not has_compiler():
        print("No C compiler found: libertalia will run on its interpreted engine, some 30 times slower.", file=sys.stderr)
        return []
    from mypyc.build import mypycify

    if os.name != "nt":
        os.environ["CFLAGS"] = f"{os.environ.get('CFLAGS', '')} {FLAGS}".strip()
    rules = glob("src/libertalia/rules/**/*.py", recursive=True)
    sources = [path for path in rules if not path.endswith("__init__.py")]
    sources += [f"src/libertalia/game/{name}.py" for name in FRONT_DOOR]
    extensions: list[Extension] = mypycify(sorted(sources), opt_level="3", debug_level="0")
    for extension in extensions:
        extension.optional = True
    return extensions


setup(ext_modules=engine())
