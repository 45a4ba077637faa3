"""The engine as it is written and as it is compiled: the same seeds give the same games, event by event."""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
from collections.abc import Iterator

import pytest

from libertalia import COMPILED
from tests.games import BOARDS, SEATS, Setting, galecrest

GAMES_EACH = 12
SECOND_EDITION = [galecrest(players, board) for players in (1, 2, 4, 6) for board in BOARDS]
SECOND_EDITION_EACH = 4


def games() -> Iterator[tuple[Setting, int]]:
    """Which games are compared: tables and seeds."""
    for seats in SEATS:
        for seed in range(GAMES_EACH):
            yield Setting(seats, "original", {"influence": ("printed", "fair")[seed % 2]}), seed
    for setting in SECOND_EDITION:
        for seed in range(SECOND_EDITION_EACH):
            yield setting, seed


def fingerprints() -> list[str]:
    """A digest of every position, view and event of some games, one line for each game."""
    lines = []
    for setting, seed in games():
        digest = hashlib.sha256()
        for game in setting.random_game(seed):
            digest.update(json.dumps(game.position()).encode())
        digest.update(repr(game.events).encode())
        digest.update(repr(game.view(seed % setting.seats)).encode())
        lines.append(f"{setting} {seed} {game.scores} {game.winners} {digest.hexdigest()}")
    return lines


@pytest.mark.skipif(not COMPILED, reason="there is only the interpreted engine to compare")
def test_interpreted_and_compiled_play_the_same_games() -> None:
    interpreted = subprocess.run(
        [sys.executable, "-m", "tests.rules.test_parity"],
        env={**os.environ, "LIBERTALIA_INTERPRETED": "1"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert interpreted.stdout.splitlines() == ["COMPILED False", *fingerprints()]


if __name__ == "__main__":
    print("COMPILED", COMPILED)
    print("\n".join(fingerprints()))
