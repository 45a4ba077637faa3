"""A copy of the project to which the third edition has been added, as docs/architecture.md says: its folder and its entry in the
registry. Nothing else is different."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).parents[2]
LAGOON = Path(__file__).with_name("lagoon")
ENTRY = """
from libertalia.rules.lagoon.edition import Lagoon

EDITIONS["lagoon"] = Lagoon
"""
_PROGRAM = "from libertalia.terminal.app import main; main()"
_BUILT = shutil.ignore_patterns("*.so", "__pycache__", "page", "node_modules", "data", "games")


class Project:
    """The copy, in a folder. Its engine is interpreted: nothing that was compiled is copied."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.source = folder / "src"
        package = self.source / "libertalia"
        shutil.copytree(ROOT / "src" / "libertalia", package, ignore=_BUILT)
        shutil.copytree(LAGOON, package / "rules" / "lagoon", ignore=_BUILT)
        with (package / "rules" / "editions.py").open("a", encoding="utf-8") as registry:
            registry.write(ENTRY)

    def build_page(self) -> None:
        """Export the page's data and build the page into the package, as the Makefile does."""
        web = self.folder / "web"
        shutil.copytree(ROOT / "web", web, ignore=_BUILT)
        (web / "node_modules").symlink_to(ROOT / "web" / "node_modules")
        for command in (
            [sys.executable, "-m", "libertalia.words.export", "web/src/data"],
            ["npm", "run", "--silent", "build", "--prefix", "web", "--", "--logLevel", "warn"],
        ):
            done = self._run(command)
            assert done.returncode == 0, f"{command}: {done.stdout}{done.stderr}"

    def libertalia(self, *arguments: str | Path, typed: str = "", folder: Path | None = None) -> subprocess.CompletedProcess[str]:
        """Run a command of the program, in a folder, with what somebody types."""
        return self._run([sys.executable, "-c", _PROGRAM, *arguments], typed, folder)

    def _run(
        self, command: Sequence[str | Path], typed: str = "", folder: Path | None = None
    ) -> subprocess.CompletedProcess[str]:
        tools = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
        environ = {**os.environ, "COLUMNS": "140", "NO_COLOR": "1", "PATH": tools, "PYTHONPATH": str(self.source)}
        return subprocess.run(
            command,
            cwd=folder or self.folder,
            env=environ,
            input=typed,
            capture_output=True,
            text=True,
            timeout=200,
            check=False,
        )
