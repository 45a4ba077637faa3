"""The examples run and do what they say."""

from __future__ import annotations

import runpy
from pathlib import Path

import pytest

from libertalia.lab import simulate

EXAMPLES = Path(__file__).parents[2] / "examples"


# The client needs a server: tests/server/test_example.py runs it.
@pytest.mark.parametrize("path", sorted(set(EXAMPLES.glob("*.py")) - {EXAMPLES / "client.py"}), ids=lambda path: path.stem)
def test_an_example_runs(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    runpy.run_path(str(path), run_name="__main__")
    assert path.stem == "my_bot" or capsys.readouterr().out


def test_the_bot_in_ten_lines_beats_random_ones() -> None:
    result = simulate(games=30, players=3, bots=[f"{EXAMPLES / 'my_bot.py'}:Highwayman", "random", "random"], seed=1)
    mine, *others = result.tallies
    assert mine.wins > max(other.wins for other in others)
