"""`libertalia serve` with a dealer who deals every table alike, or with a calendar of its own.

LIBERTALIA_DEALT, a file, is what it lays, and only the luck ahead differs; LIBERTALIA_LUCK, a number, is all luck there is.
LIBERTALIA_CALENDAR, a file, says which day it is, for as long as it says so.

python -m tests.server.dealer serve …
"""

from __future__ import annotations

import json
import os
import secrets
from datetime import date
from pathlib import Path
from typing import Any

from libertalia import Game
from libertalia.tables import days
from libertalia.tables import state as table_state
from libertalia.terminal.app import main


class Dealer:
    @staticmethod
    def new(_edition: str, _players: int, seed: int, _colours: object, _rules: int, **_: Any) -> Game:
        return Game.at(json.loads(Path(os.environ["LIBERTALIA_DEALT"]).read_text()), seed=seed)


# The workers of a server import this, too.
if "LIBERTALIA_DEALT" in os.environ:
    vars(table_state)["Game"] = Dealer
if "LIBERTALIA_LUCK" in os.environ:
    vars(secrets)["randbits"] = lambda _: int(os.environ["LIBERTALIA_LUCK"])
if "LIBERTALIA_CALENDAR" in os.environ:
    vars(days)["date_at"] = lambda _: date.fromisoformat(Path(os.environ["LIBERTALIA_CALENDAR"]).read_text())

if __name__ == "__main__":
    main()
