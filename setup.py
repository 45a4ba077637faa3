"""Compiles the engine with mypyc, where there is a C compiler; without one the same files run as they are."""

from __future__ import annotations

import os
from glob import glob

from setuptools import setup

FLAGS = "-fno-semantic-interposition -fvisibility=hidden"


def compiled() -> list[object]:
    from mypyc.build import mypycify

    os.environ["CFLAGS"] = f"{os.environ.get('CFLAGS', '')} {FLAGS}"
    sources = sorted(glob("src/libertalia/rules/**/*.py", recursive=True))
    extensions = mypycify([s for s in sources if not s.endswith("__init__.py")], opt_level="3", debug_level="0")
    for extension in extensions:
        extension.optional = True
    return extensions


setup(ext_modules=compiled())
