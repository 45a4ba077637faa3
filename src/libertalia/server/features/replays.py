"""Finished games step by step. To play a game again takes long, so replays are kept."""

from __future__ import annotations

import asyncio
import gzip
from collections.abc import Hashable
from typing import Final

import msgspec

from libertalia.tables import boundary
from libertalia.tables.entries import Entry
from libertalia.tables.state import TableState

REPLAY_COST: Final = 20
"""What making a replay costs of the requests that an address may make."""
_LEVEL: Final = 6


def replay_key(state: TableState, seat: int | None) -> Hashable:
    """After another entry, a replay tells something else of the table."""
    return "replay", state.id, state.number, seat


async def make_replay(state: TableState, seat: int | None) -> bytes:
    """A finished game as a seat or a spectator saw it: JSON, compressed with gzip."""
    head, entries = msgspec.json.encode(boundary.info(state)), state.entries.copy()
    return await asyncio.to_thread(_replay, head, entries, seat)  # it takes so long that others would notice


def _replay(info: bytes, entries: list[Entry], seat: int | None) -> bytes:
    again = TableState("again", entries[:1])
    steps = []
    for entry in entries[1:]:
        again.add(entry)
        if again.game is not None and entry.fact.in_game:
            seen, view = boundary.seen(again, entry, seat), boundary.public(again.game)
            steps.append(msgspec.json.encode({"entry": seen, "view": view, "mine": boundary.mine(again, seat)}))
    return gzip.compress(b'{"table":' + info + b',"steps":[' + b",".join(steps) + b"]}", _LEVEL)
