"""The client in a page of Python plays a game."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from tests.server.harness import PATIENCE, Server

CLIENT = Path(__file__).parents[2] / "examples" / "client.py"


def test_the_example_client_plays_a_game_to_its_end(server: Server) -> None:
    game = subprocess.run([sys.executable, CLIENT, server.url], capture_output=True, text=True, timeout=PATIENCE)
    assert game.returncode == 0, game.stderr
    scores = game.stdout.strip().strip("[]").split(", ")
    assert len(scores) == 2
    assert all(int(score) >= 0 for score in scores)
