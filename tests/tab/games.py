"""Play whole games of bots, and print their records, one a line: ``python games.py EDITION FIRST COUNT BOT…``.

`test_same_moves.py` runs it with the engine of this machine, and with a browser's. It needs nothing but the package.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping, Sequence
from typing import Any

from libertalia import Game
from libertalia.bots import bot_named, bot_seed

SEATS = (2, 3, 4, 5, 6)
TABLES: Mapping[str, list[dict[str, Any]]] = {
    "original": [{"players": players, "influence": influence} for players in SEATS for influence in ("printed", "fair")],
    "galecrest": [{"players": players, "board": board} for players in (1, *SEATS) for board in ("calm", "stormy", "uncharted")],
}


def played(edition: str, seed: int, names: Sequence[str]) -> str:
    """The record of a game. Its number says who plays, and by which options."""
    game = Game.new(edition, seed=seed, **TABLES[edition][seed % len(TABLES[edition])])
    bots = [bot_named(names[(seed + seat) % len(names)])(bot_seed(seed, seat)) for seat in range(6)]
    while not game.over:
        decision = game.decisions[0]
        game.play(decision.seat, bots[decision.seat].answer(game.view(decision.seat), decision))
    return json.dumps([game.record().data(), game.scores])


def main(edition: str, first: str, count: str, *names: str) -> None:
    for seed in range(int(first), int(first) + int(count)):
        print(played(edition, seed, names))


if __name__ == "__main__":
    main(*sys.argv[1:])
