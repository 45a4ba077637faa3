"""Finished games step by step. They are made once and kept for a while: to play a game again takes long."""

from __future__ import annotations

import asyncio
import gzip
from collections import OrderedDict
from typing import Final

import msgspec

from libertalia.server import wire
from libertalia.server.entries import Entry
from libertalia.server.table_state import TableState

REPLAY_COST: Final = 20
"""What making a replay costs of the requests that an address may make."""
_ROOM: Final = 32_000_000
"""How many bytes of replays are kept."""
_LEVEL: Final = 6

_Key = tuple[str, int, int | None]


class Replays:
    """The replays of a worker, compressed. Those that were asked for longest ago are forgotten."""

    def __init__(self, room: int = _ROOM) -> None:
        self._room = room
        self._kept: OrderedDict[_Key, bytes] = OrderedDict()
        self._size = 0
        self._making: dict[_Key, asyncio.Task[bytes]] = {}
        self._one_at_a_time = asyncio.Lock()

    def has(self, state: TableState, seat: int | None) -> bool:
        """Whether a replay costs next to nothing now."""
        key = _key(state, seat)
        return key in self._kept or key in self._making

    async def get(self, state: TableState, seat: int | None) -> bytes:
        """A finished game as a seat or a spectator saw it: JSON, compressed with gzip."""
        key = _key(state, seat)
        if (kept := self._kept.get(key)) is not None:
            self._kept.move_to_end(key)
            return kept
        if (making := self._making.get(key)) is None:
            making = self._making[key] = asyncio.create_task(self._make(key, state))
            making.add_done_callback(lambda _: self._making.pop(key, None))
        return await asyncio.shield(making)

    async def _make(self, key: _Key, state: TableState) -> bytes:
        head, entries = msgspec.json.encode(wire.info(state)), state.entries.copy()
        async with self._one_at_a_time:
            replay = await asyncio.to_thread(_replay, head, entries, key[2])  # it takes so long that others would notice
        self._kept[key] = replay
        self._size += len(replay)
        while self._size > self._room:
            _, oldest = self._kept.popitem(last=False)
            self._size -= len(oldest)
        return replay


def _key(state: TableState, seat: int | None) -> _Key:
    """After another entry, a replay tells something else of the table."""
    return state.id, state.number, seat


def _replay(info: bytes, entries: list[Entry], seat: int | None) -> bytes:
    again = TableState("again", entries[:1])
    steps = []
    for entry in entries[1:]:
        again.add(entry)
        if again.game is not None and entry.fact.in_game:
            step = {"entry": wire.seen(again, entry, seat), "view": wire.public(again.game), "mine": wire.mine(again, seat)}
            steps.append(msgspec.json.encode(step))
    return gzip.compress(b'{"table":' + info + b',"steps":[' + b",".join(steps) + b"]}", _LEVEL)
