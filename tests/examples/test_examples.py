"""The examples run and do what they say."""

from __future__ import annotations

import runpy
from pathlib import Path

import pytest

from libertalia import COMPILED
from libertalia.lab import simulate

EXAMPLES = Path(__file__).parents[2] / "examples"


# The client needs a server: tests/server/test_example.py runs it.
@pytest.mark.parametrize("path", sorted(set(EXAMPLES.glob("*.py")) - {EXAMPLES / "client.py"}), ids=lambda path: path.stem)
def test_an_example_runs(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    runpy.run_path(str(path), run_name="__main__")
    assert path.stem in ("my_bot", "search_bot") or capsys.readouterr().out


def test_the_bot_in_ten_lines_beats_random_ones() -> None:
    result = simulate(games=30, players=3, bots=[f"{EXAMPLES / 'my_bot.py'}:Highwayman", "random", "random"], seed=1)
    mine, *others = result.tallies
    assert mine.wins > max(other.wins for other in others)


def test_the_search_bot_in_a_page_beats_greedy_ones() -> None:
    mine = f"{EXAMPLES / 'search_bot.py'}:Navigator(worlds={20 if COMPILED else 2})"
    result = simulate(games=24 if COMPILED else 1, players=3, bots=[mine, "greedy", "greedy"], seed=1)
    navigator, *others = result.tallies
    assert not COMPILED or navigator.wins > max(other.wins for other in others)
