"""Compiles the engine with mypyc, where there is a C compiler; without one the same files run as they are."""

from __future__ import annotations

import os
from glob import glob

from setuptools import setup

FLAGS = "-fno-semantic-interposition -fvisibility=hidden"


def compiled() -> list[object]:
    from mypyc.build import mypycify

    os.environ["CFLAGS"] = f"{os.environ.get('CFLAGS', '')} {FLAGS}"
    rules = sorted(set(glob("src/libertalia/rules/**/*.py", recursive=True)) - set(glob("src/**/__init__.py", recursive=True)))
    door = [f"src/libertalia/game/{name}.py" for name in ("answers", "game", "memory")]
    extensions = mypycify([*rules, *door], opt_level="3", debug_level="0")
    for extension in extensions:
        extension.optional = True
    return extensions


setup(ext_modules=compiled())
