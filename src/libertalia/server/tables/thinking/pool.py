"""Where bots think: in processes of their own, at the lowest priority, so that no person waits for a bot.

Tables take turns, and so do their hosts: the many tables of one host don't keep the bots of others waiting.
"""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import sys
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Final, TypeVar, TypeVarTuple

from libertalia.features.thinking import choose
from libertalia.game.answers import Decision
from libertalia.game.view import View
from libertalia.server.tables.thinking.queue import FairQueue
from libertalia.server.tables.thinking.work import prepare

_logger: Final = logging.getLogger(__name__)
_MOST_WAITING: Final = 500
"""Decisions of one host's tables that may wait. Those of other hosts are not refused for it."""
_TRIES: Final = 4
"""Tries for a decision while processes die or hang."""
_LONGEST_PAUSE: Final = 8.0
"""Seconds of the longest pause before processes are started again."""
_HANGING: Final = 30.0
"""Seconds that a process may think longer than it was given; then it hangs, and is killed. Nobody else would notice."""

Given = TypeVarTuple("Given")
Thought = TypeVar("Thought")


class TooManyBots(Exception):
    """Too many decisions of a host's bots are waiting already."""


class BotPool:
    """Bots for all tables of a worker."""

    def __init__(self, processes: int, longest: float = 0.0) -> None:
        """`longest` is the seconds that the longest work is given; bots take a part of a second."""
        self._processes = processes
        self._limit = longest + _HANGING
        self._idle = processes + 1  # one more than there are processes, so that none of them waits for the next decision
        self._waiting = FairQueue[asyncio.Future[None]]()
        self._pool: ProcessPoolExecutor | None = None
        self._opening = asyncio.Lock()
        self._breaks = 0
        self._not_before = 0.0

    async def choose(self, level: str, seed: int, view: View, decision: Decision, *, table: str = "", host: str = "") -> str:
        """What a bot answers."""
        return await self.think(choose, level, seed, view, decision, table=table, host=host)

    async def think(self, work: Callable[[*Given], Thought], *given: *Given, table: str = "", host: str = "") -> Thought:
        """Do some work in a process. Tables, and hosts by their address, take turns. `TooManyBots` if too many wait already.

        Where the host is not here, the table takes its turns alone.
        """
        await self._turn(host or table, table)
        try:
            return await self._think(work, *given)
        finally:
            self._next()

    async def close(self) -> None:
        if self._pool is not None:
            await asyncio.to_thread(self._pool.shutdown, wait=True, cancel_futures=True)

    # ---- one after the other ----------------------------------------------------------------------------------------------

    async def _turn(self, host: str, table: str) -> None:
        if self._idle:
            self._idle -= 1
            return
        if self._waiting.waiting(host) >= _MOST_WAITING:
            raise TooManyBots
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.put(host, table, turn)
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self._next()
            raise

    def _next(self) -> None:
        while self._waiting:
            if not (turn := self._waiting.get()).done():
                turn.set_result(None)
                return
        self._idle += 1

    # ---- processes --------------------------------------------------------------------------------------------------------

    async def _think(self, work: Callable[[*Given], Thought], *given: *Given) -> Thought:
        loop = asyncio.get_running_loop()
        for attempt in range(_TRIES):
            pool = await self._open()
            try:
                async with asyncio.timeout(self._limit):
                    thought = await loop.run_in_executor(pool, work, *given)
            except (BrokenProcessPool, TimeoutError) as error:
                self._broke(pool, "hangs" if isinstance(error, TimeoutError) else "has died")
                if attempt == _TRIES - 1:
                    raise BrokenProcessPool from None
            else:
                self._breaks = 0
                return thought
        raise AssertionError("unreachable")

    async def _open(self) -> ProcessPoolExecutor:
        """The pool; a new one if there is none, after a pause that grows with every one that broke."""
        async with self._opening:
            if self._pool is None:
                await asyncio.sleep(max(0.0, self._not_before - time.monotonic()))
                self._pool = ProcessPoolExecutor(self._processes, multiprocessing.get_context("spawn"), prepare)
            return self._pool

    def _broke(self, pool: ProcessPoolExecutor, how: str) -> None:
        """A process of a pool has died or hangs, and what was under way in it has failed. The first to notice ends the pool."""
        if self._pool is not pool:
            return
        self._pool = None
        pause = min(_LONGEST_PAUSE, 0.1 * 2**self._breaks)
        self._breaks += 1
        self._not_before = time.monotonic() + pause
        _logger.warning("a process in which bots think %s; others start in %.1f s", how, pause)
        if sys.version_info >= (3, 14):
            pool.kill_workers()
            return
        for process in list((pool._processes or {}).values()):
            process.kill()
        pool.shutdown(wait=False, cancel_futures=True)
