"""The engine in a browser plays the same games as the engine here: Node runs the files that a browser loads."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from libertalia import COMPILED
from tests.tab.games import TABLES

ROOT = Path(__file__).parents[2]
ENGINE = ROOT / "src" / "libertalia" / "server" / "engine"
GAMES = 1000 if "LIBERTALIA_LONG" in os.environ else 50
LARGEST = 8_000_000
"""How many bytes a browser may have to load."""
THINKERS = ("search(n=30)", "skerry", "sensible", "search(n=30, habit=0.5)", "learned", "random")
QUICK = ("search(n=2)", "sensible", "random")
"""Bots for the interpreted engine, which takes some hundred times as long in a browser as the compiled engine here."""
ENVIRON = os.environ | {"PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"}


def printed(*command: str | Path) -> list[str]:
    done = subprocess.run(command, cwd=ROOT, env=ENVIRON, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr[-2000:]
    return done.stdout.splitlines()


def in_browser(engine: Path, script: Path, *arguments: str) -> list[str]:
    return printed("node", ROOT / "web" / "engine" / "run.mjs", engine, script, *arguments)


@pytest.fixture(scope="module")
def interpreted(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("interpreted") / "engine"
    printed(sys.executable, ROOT / "web" / "engine" / "assemble.py", "--interpreted", folder)
    return folder


def engine_json(engine: Path) -> dict[str, object]:
    found: dict[str, object] = json.loads((engine / "engine.json").read_text())
    return found


def test_the_engine_is_small_enough_and_its_files_are_there() -> None:
    engine = engine_json(ENGINE)
    files = engine["files"]
    assert isinstance(files, list)
    assert sum(file["bytes"] for file in files) == engine["bytes"]
    folder = ENGINE / str(engine["version"])
    assert {file["name"]: file["size"] for file in files} == {
        file.name: file.stat().st_size for file in folder.iterdir() if file.suffix != ".gz"
    }
    assert int(str(engine["bytes"])) <= LARGEST


IMPORT_ALL = """
import pkgutil, libertalia
for module in pkgutil.walk_packages(libertalia.__path__, "libertalia."):
    __import__(module.name)
    print(module.name)
print(libertalia.COMPILED)
"""


def test_everything_that_is_packed_for_a_browser_can_be_imported_there(tmp_path: Path) -> None:
    script = tmp_path / "import_all.py"
    script.write_text(IMPORT_ALL)
    *modules, compiled = in_browser(ENGINE, script)
    assert {"libertalia.tab.start", "libertalia.features.reviews", "libertalia.search.tree"} < set(modules)
    assert not [name for name in modules if name.startswith(("libertalia.server", "libertalia.terminal", "libertalia.lab"))]
    assert compiled == str(engine_json(ENGINE)["compiled"])


@pytest.mark.timeout(3600)
@pytest.mark.parametrize("edition", TABLES)
def test_a_browser_plays_the_same_games(edition: str) -> None:
    if not engine_json(ENGINE)["compiled"]:
        pytest.skip("there are no tools here that compile to WebAssembly")
    arguments = [edition, "0", str(GAMES), *THINKERS]
    games = ROOT / "tests" / "tab" / "games.py"
    assert in_browser(ENGINE, games, *arguments) == printed(sys.executable, games, *arguments)


@pytest.mark.timeout(3600)
@pytest.mark.skipif(not COMPILED, reason="the engine here is compared as it is compiled")
@pytest.mark.parametrize("edition", TABLES)
def test_a_browser_plays_the_same_games_where_the_engine_is_not_compiled(edition: str, interpreted: Path) -> None:
    assert not engine_json(interpreted)["compiled"]
    arguments = [edition, "0", str(GAMES), *QUICK]
    games = ROOT / "tests" / "tab" / "games.py"
    assert in_browser(interpreted, games, *arguments) == printed(sys.executable, games, *arguments)
