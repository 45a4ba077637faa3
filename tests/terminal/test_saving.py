"""No game is lost, whatever happens at the keyboard or in a bot."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.terminal.test_app import record_of, run

CRASHING = """
from libertalia.bots import Bot

class Crashing(Bot):
    def choose(self, view, decision):
        if view.day == 2:
            raise ZeroDivisionError("a bug in the bot")
        return decision.options[0]

class Cheating(Crashing):
    def choose(self, view, decision):
        return "kraken" if view.day == 2 else decision.options[0]
"""


@pytest.mark.parametrize("bot", ["Crashing", "Cheating"])
def test_a_game_is_saved_when_a_bot_fails(bot: str, tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(CRASHING, encoding="utf-8")
    done = run("play", "--players", "2", "--seed", "7", "--bots", f"mine.py:{bot}", typed="1\n" * 20, cwd=tmp_path)
    assert done.returncode != 0
    (saved,) = tmp_path.glob("libertalia-*.json")
    assert len(record_of(saved).moves) > 2


@pytest.mark.parametrize("typed", ["?[/foo]", "? [bold]", "9" * 5000, "²", "\x1b[A", "[red]"])
def test_nothing_typed_ends_the_game(typed: str, tmp_path: Path) -> None:
    done = run("play", "--players", "2", "--seed", "7", "--bots", "random", typed=f"{typed}\nq\n", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "Traceback" not in done.stderr


def test_a_place_that_can_not_be_written_to_is_said_before_the_game(tmp_path: Path) -> None:
    for place in (tmp_path, tmp_path / "nowhere" / "game.json"):
        done = run("play", "--seed", "7", "--bots", "random", "--record", str(place), typed="1\n" * 300)
        assert done.returncode == 2
        assert "can't be written" in done.stderr
        assert done.stdout == ""


def test_two_games_never_share_a_file(tmp_path: Path) -> None:
    for _ in range(3):
        run("play", "--seed", "7", "--bots", "random", typed="q\n", cwd=tmp_path)
    assert len(list(tmp_path.glob("libertalia-*.json"))) == 3
