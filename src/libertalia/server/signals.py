"""What workers tell each other over PostgreSQL: new entries of tables, who is connected where, and that they are alive."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import Final

import msgspec
import psycopg
from msgspec import Struct

from libertalia.server.entries import StoredEntry
from libertalia.server.messages import Presence

CHANNEL: Final = "libertalia"
SERVING: Final = 0x11BE47A11B
"""The advisory lock that every worker shares while it listens, so that no backup is restored under it."""
_logger: Final = logging.getLogger(__name__)


class Signal(Struct, omit_defaults=True):
    """New entries by table; who is connected to which table; and the tables whose people the worker asks for."""

    entries: dict[str, StoredEntry] = {}
    here: dict[str, Presence] = {}
    who: list[str] = []

    def payload(self, worker: str) -> str:
        """The text that is sent: the worker's id, so that it can skip its own signals, then the signal."""
        return f"{worker} {msgspec.json.encode(self).decode()}"


class Listener:
    """Hears the signals of other workers. When some may have been missed, it says so."""

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
                        self._receive(notice.payload)
            except psycopg.Error as error:
                _logger.warning("listening to the other workers failed: %s", type(error).__name__)
                await asyncio.sleep(1)

    def _receive(self, payload: str) -> None:
        worker, _, signal = payload.partition(" ")
        if worker == self._worker:
            return
        try:
            self._heard(worker, msgspec.json.decode(signal, type=Signal))
        except Exception as error:  # from a worker of another version, or from a stranger: go on listening
            _logger.warning("a signal of another worker was not understood: %s", type(error).__name__)
            self._missed()
