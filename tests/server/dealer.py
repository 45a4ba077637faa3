"""`libertalia serve` with a dealer who lays every table alike: as LIBERTALIA_DEALT, a file, has it. Only the luck ahead differs.

python -m tests.server.dealer serve …
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

from libertalia import Game
from libertalia.server import table
from libertalia.terminal.app import main


class Dealer:
    @staticmethod
    def new(_edition: str, _players: int, seed: int, _colours: object, **_: Any) -> Game:
        return Game.at(json.loads(Path(os.environ["LIBERTALIA_DEALT"]).read_text()), seed=seed)


if __name__ == "__main__":
    vars(table)["Game"] = Dealer
    main()
