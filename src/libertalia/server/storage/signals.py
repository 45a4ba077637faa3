"""What workers send each other over PostgreSQL: new entries of tables, who is connected where, and that they are alive."""

from __future__ import annotations

from typing import Final

import msgspec
from msgspec import Struct

from libertalia.tables.entries import StoredEntry
from libertalia.tables.messages import Presence

CHANNEL: Final = "libertalia"
"""The name of the channel that PostgreSQL notifies."""
SERVING: Final = 0x11BE47A11B
"""The advisory lock that every worker shares while it listens, so that no backup is restored under it."""
WORKER: Final = 2
"""The first number of the advisory lock that a worker holds while it listens; the second one is the hash of its id. When the
worker dies, PostgreSQL releases the lock, and so the other workers notice at once."""


class AddedEntry(StoredEntry, frozen=True, gc=False, kw_only=True):
    """An entry, and the table that it was added to."""

    table: str


class Signal(Struct, omit_defaults=True):
    """New entries; who is connected to which table; the tables whose people the worker asks for; deleted tables."""

    entries: list[AddedEntry] = []
    here: dict[str, Presence] = {}
    who: list[str] = []
    at_once: bool = False
    """Whether the worker waits for the answer, even if it is that nobody is there."""
    deleted: list[str] = []

    def payload(self, worker: str) -> str:
        """The text that is sent: the worker's id, so that it can skip its own signals, then the signal."""
        return f"{worker} {msgspec.json.encode(self).decode()}"
