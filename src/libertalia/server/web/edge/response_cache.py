"""Answers that take long to make. Each is made once and kept for a while."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Hashable
from typing import Final

from starlette.requests import Request

from libertalia.server.web.edge.rate_limit import RateLimiter, client_of

_ROOM: Final = 32_000_000
"""How many bytes are kept."""


class Kept:
    """Answers that are kept. They are made one at a time; those that were asked for longest ago are forgotten."""

    def __init__(self, room: int = _ROOM) -> None:
        self._room = room
        self._kept: OrderedDict[Hashable, bytes] = OrderedDict()
        self._size = 0
        self._making: dict[Hashable, asyncio.Task[bytes]] = {}
        self._one_at_a_time = asyncio.Lock()

    def has(self, key: Hashable) -> bool:
        """Whether an answer costs next to nothing now."""
        return key in self._kept or key in self._making

    async def get(self, key: Hashable, make: Callable[[], Awaitable[bytes]]) -> bytes:
        """An answer; it is made if need be. The key says all that it depends on."""
        if (kept := self._kept.get(key)) is not None:
            self._kept.move_to_end(key)
            return kept
        if (making := self._making.get(key)) is None:
            making = self._making[key] = asyncio.create_task(self._make(key, make))
            making.add_done_callback(lambda _: self._making.pop(key, None))
        return await asyncio.shield(making)

    async def _make(self, key: Hashable, make: Callable[[], Awaitable[bytes]]) -> bytes:
        async with self._one_at_a_time:
            made = await make()
        self._kept[key] = made
        self._size += len(made)
        while self._size > self._room:
            _, oldest = self._kept.popitem(last=False)
            self._size -= len(oldest)
        return made


async def kept_answer(request: Request, key: Hashable, cost: float, make: Callable[[], Awaitable[bytes]]) -> bytes:
    """An answer of `Kept`. If it has to be made, whoever asks pays for it."""
    kept: Kept = request.app.state.kept
    if not kept.has(key):
        charge(request, cost)
    return await kept.get(key, make)


def charge(request: Request, cost: float) -> None:
    """Take a price from the requests that an address may make; at most half of those that it may make at once."""
    limiter: RateLimiter = request.app.state.requests
    limiter.check(client_of(request.scope), min(cost, limiter.burst / 2))
