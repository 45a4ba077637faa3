"""Where bots think: in processes of their own, politely, so that no table waits for another one's bots."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool

from libertalia.bots import bot_named
from libertalia.game.answers import Decision
from libertalia.game.view import View
from libertalia.server.parent import end_with_parent


class BotPool:
    """Bots for all tables of a worker."""

    def __init__(self, processes: int) -> None:
        self._processes = processes
        self._pool: ProcessPoolExecutor | None = None

    async def choose(self, level: str, seed: int, view: View, decision: Decision) -> str:
        """What a bot answers."""
        loop = asyncio.get_running_loop()
        try:
            return await loop.run_in_executor(self._open(), _choose, level, seed, view, decision)
        except BrokenProcessPool:  # somebody has shot a thinker: hire others
            self._pool = None
            return await loop.run_in_executor(self._open(), _choose, level, seed, view, decision)

    async def close(self) -> None:
        if self._pool is not None:
            await asyncio.to_thread(self._pool.shutdown, wait=True, cancel_futures=True)

    def _open(self) -> ProcessPoolExecutor:
        if self._pool is None:
            self._pool = ProcessPoolExecutor(self._processes, multiprocessing.get_context("spawn"), _prepare)
        return self._pool


def _prepare() -> None:
    if hasattr(os, "nice"):
        os.nice(5)
    end_with_parent()


def _choose(level: str, seed: int, view: View, decision: Decision) -> str:
    return bot_named(level)(seed).answer(view, decision)
