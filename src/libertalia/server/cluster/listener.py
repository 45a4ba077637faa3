"""Listening to the signals of the other workers."""

from __future__ import annotations

import asyncio
import logging
from typing import Final, Protocol

import msgspec
import psycopg
from psycopg.pq.abc import PGconn

from libertalia.server.storage import postgresql
from libertalia.server.storage.signals import CHANNEL, SERVING, WORKER, Signal

_CHECK: Final = 2.0
"""Seconds until the connection is checked: one that is dead looks like one without signals."""
_RETRY: Final = 1.0
"""Seconds until a connection that was lost is opened again."""
_logger: Final = logging.getLogger(__name__)


class Receiver(Protocol):
    def receive(self, worker: str, signal: Signal) -> None:
        """A worker has sent a signal."""

    def missed(self) -> None:
        """Signals may have been missed."""


class Listener:
    """Receives the signals of other workers. When some may have been missed, it says so."""

    def __init__(self, url: str, worker: str, receiver: Receiver) -> None:
        self._url = postgresql.libpq_address(url)
        self._worker = worker
        self._receiver = receiver
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
                        self._receiver.missed()
                    self._listening.set()
                    while True:
                        await self._read(connection.pgconn)
                        await connection.execute("")  # is anybody there?
            except Exception as error:  # any error: a worker that receives no signals shows its people old tables
                unexpected = None if isinstance(error, psycopg.Error) else error
                _logger.warning("listening to the other workers failed: %s", type(error).__name__, exc_info=unexpected)
                await asyncio.sleep(_RETRY)

    async def _read(self, pgconn: PGconn) -> None:
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
            await asyncio.wait([lost], timeout=_CHECK)
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
            self._receiver.receive(worker, msgspec.json.decode(signal, type=Signal))
        except Exception as error:  # from a worker of another version, or from a stranger: go on listening
            _logger.warning("a signal of another worker was not understood: %s", type(error).__name__)
            self._receiver.missed()
