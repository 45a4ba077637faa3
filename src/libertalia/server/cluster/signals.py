"""What workers tell each other over PostgreSQL: new entries of tables, who is connected where, and that they are alive."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import Final

import msgspec
import psycopg
from msgspec import Struct
from psycopg.pq.abc import PGconn

from libertalia.server.storage import postgresql
from libertalia.tables.entries import StoredEntry
from libertalia.tables.messages import Presence

CHANNEL: Final = "libertalia"
SERVING: Final = 0x11BE47A11B
"""The advisory lock that every worker shares while it listens, so that no backup is restored under it."""
WORKER: Final = 2
"""A worker that listens also holds an advisory lock of two numbers: this one, and the hash of its id. When the worker dies,
PostgreSQL notices at once, and the others see that it is gone."""
_CHECKED: Final = 2.0
"""After so many seconds the connection is tried: one that is dead looks like one on which nobody speaks."""
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
                    await connection.execute(postgresql.LIMITS)
                    await connection.execute(f"select pg_advisory_lock_shared({SERVING})")
                    await connection.execute("select pg_advisory_lock_shared(%s, hashtext(%s))", (WORKER, self._worker))
                    connection.add_notify_handler(lambda notice: self._receive(notice.payload))
                    await connection.execute(f"listen {CHANNEL}")
                    if self._listening.is_set():
                        self._missed()
                    self._listening.set()
                    while True:
                        await self._hear(connection.pgconn)
                        await connection.execute("")  # is anybody there?
            except Exception as error:  # whatever it is: a worker that hears nothing tells its people half of the truth
                unexpected = None if isinstance(error, psycopg.Error) else error
                _logger.warning("listening to the other workers failed: %s", type(error).__name__, exc_info=unexpected)
                await asyncio.sleep(1)

    async def _hear(self, pgconn: PGconn) -> None:
        """Receive what comes in the next seconds. There is much of it, so it goes the shortest way."""
        loop = asyncio.get_running_loop()
        lost: asyncio.Future[None] = loop.create_future()

        def read() -> None:
            try:
                pgconn.consume_input()
                while (notice := pgconn.notifies()) is not None:
                    self._receive(notice.extra.decode())
            except psycopg.Error as error:
                loop.remove_reader(descriptor)  # at once: it may be somebody else's next
                lost.set_exception(error)

        descriptor = pgconn.socket
        loop.add_reader(descriptor, read)
        try:
            await asyncio.wait([lost], timeout=_CHECKED)
        finally:
            if not lost.done():
                loop.remove_reader(descriptor)
        if lost.done():
            lost.result()

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
