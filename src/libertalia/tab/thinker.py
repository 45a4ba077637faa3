"""Thinking beside the tables, one thought at a time, the urgent ones first."""

from __future__ import annotations

import asyncio
import heapq
import pickle
from collections.abc import Awaitable, Callable
from itertools import count
from typing import TypeVar, TypeVarTuple

from libertalia.features import thinking
from libertalia.rules import course

T = TypeVar("T")
Ts = TypeVarTuple("Ts")
Think = Callable[[bytes], Awaitable[bytes]]
"""Does a job somewhere else, with `done`."""

BOT, HINT, REVIEW = range(3)
"""How urgent a thought is: people wait for bots."""


def is_compiled() -> bool:
    """Whether the engine is compiled here. If not, the same moves take many times as long."""
    return not str(course.__file__).endswith((".py", ".pyc"))


def done(job: bytes) -> bytes:
    """Do a job: what the worker beside the tables runs."""
    name, arguments = pickle.loads(job)
    return pickle.dumps(getattr(thinking, name)(*arguments))


class Thinker:
    """A queue of thoughts."""

    def __init__(self, think: Think) -> None:
        self._think = think
        self._busy = False
        self._waiting: list[tuple[int, int, asyncio.Future[None]]] = []
        self._numbers = count()

    async def do(self, urgency: int, function: Callable[[*Ts], T], *arguments: *Ts) -> T:
        """Call a function of `libertalia.features.thinking` when its turn comes."""
        if self._busy:
            turn = asyncio.get_running_loop().create_future()
            heapq.heappush(self._waiting, (urgency, next(self._numbers), turn))
            await turn
        self._busy = True
        try:
            thought: T = pickle.loads(await self._think(pickle.dumps((function.__name__, arguments))))
            return thought
        finally:
            self._busy = False
            if self._waiting:
                self._busy = True
                heapq.heappop(self._waiting)[2].set_result(None)
