"""`libertalia serve` with a dealer who deals every table alike, with a calendar of its own, or with shorter times.

LIBERTALIA_DEALT, a file, is what it lays, and only the luck ahead differs; LIBERTALIA_LUCK, a number, is all luck there is.
LIBERTALIA_CALENDAR, a file, says which day it is, for as long as it says so.
LIBERTALIA_TIMES, a JSON object, says how long things take that a test would have to wait for: `TIMES` has their names.

python -m tests.server.dealer serve …
"""

from __future__ import annotations

import json
import os
import secrets
from datetime import date
from importlib import import_module
from pathlib import Path
from typing import Any

from libertalia import Game
from libertalia.tables import days
from libertalia.tables import state as table_state
from libertalia.terminal.app import main

TIMES = {
    "mercy": ["libertalia.server.tables.driver:MERCY_AFTER_START"],
    "pause": ["libertalia.tables.upkeep:PAUSE_AFTER", "libertalia.server.tables.driver:PAUSE_AFTER"],
    "bots hang": ["libertalia.server.tables.thinking.pool:_HANGING"],
    "worker hangs": ["libertalia.server.cluster.workers:_HANGING"],
    "sign of life": ["libertalia.server.cluster.handover:_RECENT"],
    "listener": ["libertalia.server.cluster.listener:_CHECK"],
    "hello": ["libertalia.server.web.edge.limits:HELLO_TIMEOUT"],
    "postgresql": [
        "libertalia.server.storage.postgresql:LIMIT",
        "libertalia.server.storage.postgresql:ImpatientConnection.limit",
    ],
    "storing": ["libertalia.server.tables.log:_TIMEOUT", "libertalia.server.storage.database:_LIMIT"],
    "retrying": ["libertalia.server.storage.ledger:_PATIENCE"],
    "pings": ["libertalia.server.run:_OPTIONS.ws_ping_interval", "libertalia.server.run:_OPTIONS.ws_ping_timeout"],
}
"""Where the program has each time: in milliseconds those of the clocks, in seconds all others."""


def set_time(place: str, value: float) -> None:
    """Give a time of the program another value."""
    module, _, path = place.partition(":")
    *holders, last = path.split(".")
    holder: Any = import_module(module)
    for name in holders:
        holder = getattr(holder, name)
    if isinstance(holder, dict):
        assert last in holder
        holder[last] = value
    else:
        assert hasattr(holder, last)
        setattr(holder, last, value)


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
for name, value in json.loads(os.environ.get("LIBERTALIA_TIMES", "{}")).items():
    for place in TIMES[name]:
        set_time(place, value)

if __name__ == "__main__":
    main()
