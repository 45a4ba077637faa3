"""What a table is made of."""

from __future__ import annotations

import time
from typing import Any

from msgspec import Struct


class Entry(Struct, frozen=True, gc=False):
    """Something that happened at a table, once and for all. `data` may hold secrets: it leaves the server through `wire` only."""

    number: int
    kind: str
    seat: int | None
    at: int
    """Milliseconds since 1970."""
    data: dict[str, Any] = {}
    client: str | None = None
    """Identity sent the command, and the name that the client gave to it."""


def now() -> int:
    return time.time_ns() // 1_000_000
