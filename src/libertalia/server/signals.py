"""What workers tell each other over PostgreSQL: new entries of tables, who is connected where, and that they are alive."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import Final

import msgspec
import psycopg
from msgspec import Struct

from libertalia.server import postgresql
from libertalia.server.entries import StoredEntry
from libertalia.server.messages import Presence

CHANNEL: Final = "libertalia"
SERVING: Final = 0x11BE47A11B
"""The advisory lock that every worker shares while it listens, so that no backup is restored under it."""
_QUIET: Final = 2.0
"""After so many seconds without a signal, the connection is tried."""
_logger: Final = logging.getLogger(__name__)


class AddedEntry(StoredEntry, frozen=True, gc=False, kw_only=True):
    """An entry, and the table that it was added to."""

    table: str


class Signal(Struct, omit_defaults=True):
    """New entries; who is connected to which table; the tables whose people the worker asks for; deleted tables."""

    entries: list[AddedEntry] = []
    here: dict[str, Presence] = {}
    who: list[str] = []
    at_once: bool = False
    """Whether the worker waits for the answer, even if it is that nobody is there."""
    deleted: list[str] = []

    def payload(self, worker: str) -> str:
        """The text that is sent: the worker's id, so that it can skip its own signals, then the signal."""
        return f"{worker} {msgspec.json.encode(self).decode()}"


class Listener:
    """Hears the signals of other workers. When some may have been missed, it says so."""

    def __init__(self, url: str, worker: str, heard: Callable[[str, Signal], None], missed: Callable[[], None]) -> None:
        self._url = postgresql.libpq_address(url)
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
                async with await self._connect() as connection:
                    await connection.execute(f"select pg_advisory_lock_shared({SERVING})")
                    await connection.execute(f"listen {CHANNEL}")
                    if self._listening.is_set():
                        self._missed()
                    self._listening.set()
                    while True:
                        async for notice in connection.notifies(timeout=_QUIET):
                            self._receive(notice.payload)
                        await connection.execute("")  # is anybody there?
            except psycopg.Error as error:
                _logger.warning("listening to the other workers failed: %s", type(error).__name__)
                await asyncio.sleep(1)

    async def _connect(self) -> postgresql.ImpatientAsyncConnection:
        connect = postgresql.ImpatientAsyncConnection.connect
        return await connect(self._url, autocommit=True, **postgresql.connect_options(self._url))

    def _receive(self, payload: str) -> None:
        worker, _, signal = payload.partition(" ")
        if worker == self._worker:
            return
        try:
            self._heard(worker, msgspec.json.decode(signal, type=Signal))
        except Exception as error:  # from a worker of another version, or from a stranger: go on listening
            _logger.warning("a signal of another worker was not understood: %s", type(error).__name__)
            self._missed()
