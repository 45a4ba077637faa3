"""The examples run and do what they say."""

from __future__ import annotations

import runpy
from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

from libertalia import COMPILED
from libertalia.lab import simulate

EXAMPLES = Path(__file__).parents[2] / "examples"


# The client needs a server: tests/server/test_example.py runs it. PPO and CFR have tests of their own below.
ELSEWHERE = {EXAMPLES / "client.py", EXAMPLES / "learn_ppo.py", EXAMPLES / "learn_cfr.py"}


@pytest.mark.parametrize("path", sorted(set(EXAMPLES.glob("*.py")) - ELSEWHERE), ids=lambda path: path.stem)
def test_an_example_runs(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    runpy.run_path(str(path), run_name="__main__")
    assert path.stem in ("my_bot", "search_bot") or capsys.readouterr().out


def test_the_solver_comes_closer_to_the_equilibrium(capsys: pytest.CaptureFixture[str]) -> None:
    runpy.run_path(str(EXAMPLES / "learn_cfr.py"))["main"]()
    found = [float(line.split()[-2]) for line in capsys.readouterr().out.splitlines()]
    assert found[-1] < found[0] / 4


def test_a_masked_policy_is_trained(tmp_path: Path) -> None:
    """A short run only, where sb3-contrib is installed; docs/research.md has the curve of a long one."""
    pytest.importorskip("sb3_contrib", reason="pip install 'libertalia[ppo]'")
    curve = tmp_path / "curve.csv"
    runpy.run_path(str(EXAMPLES / "learn_ppo.py"))["main"](
        ["--steps", "4096", "--rounds", "1", "--games", "10", "--curve", str(curve)]
    )
    assert len(curve.read_text().splitlines()) == 3


def test_the_bot_in_ten_lines_beats_random_ones() -> None:
    result = simulate(games=30, players=3, bots=[f"{EXAMPLES / 'my_bot.py'}:Highwayman", "random", "random"], seed=1)
    mine, others = result.standings
    assert mine.wins.mean > others.wins.mean


def test_the_search_bot_in_a_page_beats_greedy_ones() -> None:
    mine = f"{EXAMPLES / 'search_bot.py'}:Navigator(worlds={20 if COMPILED else 2})"
    result = simulate(games=24 if COMPILED else 1, players=3, bots=[mine, "greedy", "greedy"], seed=1)
    navigator, others = result.standings
    assert not COMPILED or navigator.wins.mean > others.wins.mean


def shown_by(name: str, folder: Path) -> list[str]:
    """What the cells of a notebook show, those that show anything."""
    notebook = nbformat.read(EXAMPLES / name, as_version=4)  # type: ignore[no-untyped-call]
    NotebookClient(notebook, timeout=200, kernel_name="python3", resources={"metadata": {"path": str(folder)}}).execute()
    return [cell.outputs[-1].data["text/plain"] for cell in notebook.cells if cell.cell_type == "code" and cell.outputs]


def test_the_notebook_of_the_environments_runs(tmp_path: Path) -> None:
    shown = shown_by("learn.ipynb", tmp_path)
    assert shown[0] == "(1434, 9)"
    assert "day 1" in shown[1]
    found = [float(each) for each in shown[-1].strip("[]").split(",")]
    assert found[-1] < found[0] / 2


def test_the_notebook_runs(tmp_path: Path) -> None:
    shown = shown_by("lab.ipynb", tmp_path)
    assert len(shown) == 4
    assert "greedy" in shown[0]
    assert "shape: (6, 3)" in shown[3]
