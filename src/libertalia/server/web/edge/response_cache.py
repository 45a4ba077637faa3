"""A cache of answers that are slow to make: each is made once, compressed once, and has its price."""

from __future__ import annotations

import asyncio
import gzip
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Hashable

from starlette.requests import Request
from starlette.responses import Response

from libertalia.server.web.edge import limits
from libertalia.server.web.edge.networks import client_of
from libertalia.server.web.edge.rate_limit import AddressLimits

Make = Callable[[], Awaitable[bytes]]


class ResponseCache:
    """Answers by key. They are made one at a time; those that were asked for longest ago are evicted."""

    def __init__(self, room: int = limits.CACHE) -> None:
        self._room = room
        self._answers: OrderedDict[Hashable, bytes] = OrderedDict()
        self._size = 0
        self._making: dict[Hashable, asyncio.Task[bytes]] = {}
        self._one_at_a_time = asyncio.Lock()

    def has(self, key: Hashable) -> bool:
        """Whether an answer costs next to nothing now."""
        return key in self._answers or key in self._making

    async def get(self, key: Hashable, make: Make) -> bytes:
        """An answer; it is made if need be. The key says all that it depends on."""
        if (answer := self._answers.get(key)) is not None:
            self._answers.move_to_end(key)
            return answer
        if (making := self._making.get(key)) is None:
            making = self._making[key] = asyncio.create_task(self._make(key, make))
            making.add_done_callback(lambda _: self._making.pop(key, None))
        return await asyncio.shield(making)

    async def _make(self, key: Hashable, make: Make) -> bytes:
        async with self._one_at_a_time:
            made = await make()
        self._answers[key] = made
        self._size += len(made)
        while self._size > self._room:
            _, oldest = self._answers.popitem(last=False)
            self._size -= len(oldest)
        return made


async def cached(request: Request, key: Hashable, price: float, make: Make) -> bytes:
    """An answer from the cache of the application. If it has to be made, the client pays for it."""
    cache: ResponseCache = request.app.state.cache
    if not cache.has(key):
        charge(request, price)
    return await cache.get(key, make)


async def cached_json(request: Request, key: Hashable, price: float, make: Make) -> Response:
    """JSON from the cache. It is cached compressed, as nearly everyone can read it."""

    async def compressed() -> bytes:
        return await asyncio.to_thread(gzip.compress, await make(), 6)

    answer = await cached(request, key, price, compressed)
    if accepts_gzip(request):
        return Response(answer, media_type="application/json", headers={"content-encoding": "gzip", "vary": "accept-encoding"})
    return Response(gzip.decompress(answer), media_type="application/json")


def accepts_gzip(request: Request) -> bool:
    return "gzip" in request.headers.get("accept-encoding", "")


def charge(request: Request, price: float) -> None:
    """Take a price from the requests that an address may make."""
    address_limits: AddressLimits = request.app.state.address_limits
    address_limits.requests.charge(client_of(request.scope), price)
