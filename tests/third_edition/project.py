"""A copy of the project to which the third edition has been added, as docs/architecture.md says: its folder and its entry in the
registry. Nothing else is different."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
LAGOON = Path(__file__).with_name("lagoon")
ENTRY = """
from libertalia.rules.lagoon.edition import Lagoon

EDITIONS["lagoon"] = Lagoon
"""
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
        self.run(sys.executable, "-m", "libertalia.words.export", "web/src/data")
        self.run("npm", "run", "--silent", "build", "--prefix", "web", "--", "--logLevel", "warn")

    def run(self, *command: str | Path) -> str:
        """Run a command in the copy, with the tools of this environment; what it prints."""
        path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
        environ = {**os.environ, "PATH": path, "PYTHONPATH": str(self.source)}
        done = subprocess.run(command, cwd=self.folder, env=environ, capture_output=True, text=True, timeout=300, check=False)
        assert done.returncode == 0, f"{command}: {done.stdout}{done.stderr}"
        return done.stdout

    def libertalia(self, *arguments: str | Path) -> str:
        """Run a command of the program."""
        return self.run(sys.executable, "-c", "from libertalia.terminal.app import main; main()", *arguments)
