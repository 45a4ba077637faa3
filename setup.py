"""Compiles the engine with mypyc where there is a C compiler; without one, the same files run as they are.

A wheel and an sdist always contain the built page. An editable install does not need it.
"""

from __future__ import annotations

import os
import shutil
import sys
import sysconfig
from glob import glob
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.bdist_wheel import bdist_wheel
from setuptools.command.sdist import sdist
from setuptools.errors import SetupError

PAGE = Path("src/libertalia/server/page/index.html")
COMMANDS_WITHOUT_ENGINE = {"egg_info", "dist_info", "sdist"}
COMPILED_GAME_FILES = ["answers", "memory", "sight", "tracked_table"]
FLAGS = "-fno-semantic-interposition -fvisibility=hidden"


def require_page() -> None:
    if not PAGE.exists():
        raise SetupError(f"the web page is not built: {PAGE} is missing. Run `make wheel`, which builds the page first.")


class Sdist(sdist):
    def run(self) -> None:
        require_page()
        super().run()


class Wheel(bdist_wheel):
    def run(self) -> None:
        require_page()
        super().run()


def has_compiler() -> bool:
    wanted = [os.environ.get("CC", ""), sysconfig.get_config_var("CC") or "", "cc"]
    return os.name == "nt" or any(shutil.which(command.split()[0]) for command in wanted if command)


def engine() -> list[Extension]:
    """The engine's extension modules. None without a C compiler, and none if LIBERTALIA_INTERPRETED is set."""
    if os.environ.get("LIBERTALIA_INTERPRETED") or COMMANDS_WITHOUT_ENGINE & set(sys.argv):
        return []
    if not has_compiler():
        print("No C compiler found: the engine will run as plain Python, about 30 times slower.", file=sys.stderr)
        return []
    from mypyc.build import mypycify

    if os.name != "nt":
        os.environ["CFLAGS"] = f"{os.environ.get('CFLAGS', '')} {FLAGS}".strip()
    compiled = [*glob("src/libertalia/rules/**/*.py", recursive=True), *glob("src/libertalia/search/*.py")]
    sources = [path for path in compiled if not path.endswith("__init__.py")]
    sources += [f"src/libertalia/game/{name}.py" for name in COMPILED_GAME_FILES]
    extensions: list[Extension] = mypycify(sorted(sources), opt_level=os.environ.get("MYPYC_OPT_LEVEL", "3"), debug_level="0")
    for extension in extensions:
        extension.optional = True
    return extensions


setup(ext_modules=engine(), cmdclass={"sdist": Sdist, "bdist_wheel": Wheel})
