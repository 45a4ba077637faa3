"""The engine as it is written and as it is compiled: the same seeds give the same games, event by event."""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys

import pytest

from libertalia import COMPILED
from tests.games import SEATS, random_game

GAMES_EACH = 12


def fingerprints() -> list[str]:
    """A digest of every position, view and event of some games, one line for each game."""
    lines = []
    for seats in SEATS:
        for seed in range(GAMES_EACH):
            digest = hashlib.sha256()
            for game in random_game(seats, seed, influence=("printed", "fair")[seed % 2]):
                digest.update(json.dumps(game.position()).encode())
            digest.update(repr(game.events).encode())
            digest.update(repr(game.view(seed % seats)).encode())
            lines.append(f"{seats} {seed} {game.scores} {game.winners} {digest.hexdigest()}")
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
