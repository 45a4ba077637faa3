"""Making the replay of a finished game, in a thread."""

from __future__ import annotations

import asyncio

import msgspec

from libertalia.server.clock import now
from libertalia.tables import boundary
from libertalia.tables.replay import replay
from libertalia.tables.state import TableState


async def make_replay(state: TableState, seat: int | None) -> bytes:
    """A finished game as a seat or a spectator saw it, as JSON."""
    head, entries = msgspec.json.encode(boundary.info(state, now())), state.entries.copy()
    return await asyncio.to_thread(replay, head, entries, seat)  # it takes long enough to delay others
