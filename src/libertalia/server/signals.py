"""What workers call out to each other over PostgreSQL: that a table has new entries, who is there, and that they are alive."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import Final

import msgspec
import psycopg
from msgspec import Struct

from libertalia.server.entries import Entry
from libertalia.server.messages import Presence

CHANNEL: Final = "libertalia"
SERVING: Final = 0x11BE47A11B
"""The advisory lock that every worker shares while it listens, so that no backup is restored under it."""
_logger: Final = logging.getLogger(__name__)


class Signal(Struct, omit_defaults=True):
    """New entries by table; who is where; and the tables whose people the worker asks for."""

    entries: dict[str, Entry] = {}
    here: dict[str, Presence] = {}
    who: list[str] = []

    def payload(self, worker: str) -> str:
        """What a worker calls out: its name, then the signal, so that it need not listen to itself."""
        return f"{worker} {msgspec.json.encode(self).decode()}"


class Listener:
    """Hears what other workers call. After a lost connection it says so, for something may have been missed."""

    def __init__(self, url: str, worker: str, heard: Callable[[str, Signal], None], missed: Callable[[], None]) -> None:
        self._url = url.replace("postgresql+psycopg://", "postgresql://", 1)
        self._worker = worker
        self._heard = heard
        self._missed = missed
        self._task: asyncio.Task[None] | None = None
        self._listening = asyncio.Event()

    async def open(self) -> None:
        """Start to listen; a database that is away is waited for."""
        if self._task is None:
            self._task = asyncio.create_task(self._listen(), name="signals")
        await self._listening.wait()

    async def close(self) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _listen(self) -> None:
        while True:
            try:
                async with await psycopg.AsyncConnection.connect(self._url, autocommit=True) as connection:
                    await connection.execute(f"select pg_advisory_lock_shared({SERVING})")
                    await connection.execute(f"listen {CHANNEL}")
                    if self._listening.is_set():
                        self._missed()
                    self._listening.set()
                    async for notice in connection.notifies():
                        self._take_in(notice.payload)
            except psycopg.Error as error:
                _logger.warning("listening to the other workers failed: %s", type(error).__name__)
                await asyncio.sleep(1)

    def _take_in(self, payload: str) -> None:
        worker, _, said = payload.partition(" ")
        if worker == self._worker:
            return
        try:
            self._heard(worker, msgspec.json.decode(said, type=Signal))
        except Exception as error:  # a worker of another version, or a stranger; whoever it is, listen on
            _logger.warning("what another worker called out was not understood: %s", type(error).__name__)
            self._missed()
