"""`libertalia serve` with a dealer who deals every table alike.

LIBERTALIA_DEALT, a file, is what it lays, and only the luck ahead differs; LIBERTALIA_LUCK, a number, is all luck there is.

python -m tests.server.dealer serve …
"""

from __future__ import annotations

import json
import os
import secrets
from pathlib import Path
from typing import Any

from libertalia import Game
from libertalia.server import table_state
from libertalia.terminal.app import main


class Dealer:
    @staticmethod
    def new(_edition: str, _players: int, seed: int, _colours: object, _rules: int, **_: Any) -> Game:
        return Game.at(json.loads(Path(os.environ["LIBERTALIA_DEALT"]).read_text()), seed=seed)


if __name__ == "__main__":
    if "LIBERTALIA_DEALT" in os.environ:
        vars(table_state)["Game"] = Dealer
    else:
        vars(secrets)["randbits"] = lambda _: int(os.environ["LIBERTALIA_LUCK"])
    main()
