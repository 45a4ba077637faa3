"""What a server offers besides playing. Each module stands on `server.tables`; none imports another."""

from __future__ import annotations

from libertalia.server.features.days import Days
from libertalia.server.features.hints import Hints
from libertalia.server.features.reviews import Reviews
from libertalia.server.tables.registry import Tables


class Features:
    """The features of a worker that have a state."""

    def __init__(self, tables: Tables) -> None:
        self.days = Days(tables)
        self.hints = Hints(tables.services)
        self.reviews = Reviews(tables)
