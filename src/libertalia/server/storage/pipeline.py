"""A connection to PostgreSQL for the event loop: prepared statements are sent together, and answered together.

No thread takes part. Passing a few moves to a thread and back costs more than storing them, since the thread and a busy event
loop wait for each other's turn at the interpreter.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Final

import psycopg
from psycopg.errors import error_from_result
from psycopg.pq import ExecStatus
from psycopg.pq.abc import PGresult

from libertalia.server.storage import postgresql

_DONE: Final = (ExecStatus.TUPLES_OK, ExecStatus.COMMAND_OK)
_FAILED: Final = (ExecStatus.FATAL_ERROR, ExecStatus.BAD_RESPONSE)

Row = tuple[bytes | None, ...]
Call = tuple[str, list[str]]
"""The name of a statement, and the texts for its parameters."""


class ConnectionLost(psycopg.OperationalError):
    """An open connection was lost. Nobody knows whether what was sent is stored."""


class Pipeline:
    """One connection, which is opened when it is needed. One transaction at a time."""

    def __init__(self, url: str, statements: Mapping[str, str]) -> None:
        """`statements` are prepared under their names; their parameters are `$1` and so on."""
        self._url = url
        self._statements = statements
        self._connection: psycopg.Connection | None = None
        self._descriptor = -1
        self._answered: asyncio.Future[None] | None = None
        self._results: list[PGresult] = []

    async def _open(self) -> None:
        if self._connection is None:
            self._connection = await asyncio.to_thread(self._connect)
            self._descriptor = self._connection.pgconn.socket
            asyncio.get_running_loop().add_reader(self._descriptor, self._read)

    def close(self) -> None:
        if self._connection is not None:
            loop = asyncio.get_running_loop()
            loop.remove_reader(self._descriptor)
            loop.remove_writer(self._descriptor)
            self._connection.close()
            self._connection = None

    async def run(self, *calls: Call) -> list[Row]:
        """Run statements in one transaction; the rows of the last one."""
        await self._open()
        self._results = []
        self._answered = asyncio.get_running_loop().create_future()
        try:
            self._send(calls)
            async with asyncio.timeout(postgresql.LIMIT):
                await self._answered
        except BaseException as error:
            self.close()
            if isinstance(error, psycopg.Error | TimeoutError):
                raise ConnectionLost(str(error) or str(postgresql.no_answer())) from None
            raise
        finally:
            self._answered = None
        for result in self._results:
            if result.status in _FAILED:
                raise error_from_result(result)
        last = self._results[-1]
        return [tuple(last.get_value(row, column) for column in range(last.nfields)) for row in range(last.ntuples)]

    def _connect(self) -> psycopg.Connection:
        connection = postgresql.connect(self._url)
        try:
            for name, statement in self._statements.items():
                prepared = connection.pgconn.prepare(name.encode(), statement.encode())
                if prepared.status not in _DONE:
                    raise error_from_result(prepared)
            connection.pgconn.enter_pipeline_mode()
            connection.pgconn.nonblocking = 1
        except BaseException:
            connection.close()
            raise
        return connection

    def _send(self, calls: tuple[Call, ...]) -> None:
        assert self._connection is not None
        pgconn = self._connection.pgconn
        for name, texts in calls:
            pgconn.send_query_prepared(name.encode(), [text.encode() for text in texts])
        pgconn.pipeline_sync()
        self._flush()

    def _flush(self) -> None:
        """Send as much as the socket takes, and the rest when it takes more."""
        assert self._connection is not None
        pgconn, loop = self._connection.pgconn, asyncio.get_running_loop()
        if pgconn.flush():
            loop.add_writer(self._descriptor, self._flush_more)
        else:
            loop.remove_writer(self._descriptor)

    def _flush_more(self) -> None:
        try:
            self._flush()
        except psycopg.Error as error:
            self._lose(error)

    def _read(self) -> None:
        """Something has come: results, or that the connection is lost."""
        assert self._connection is not None
        pgconn = self._connection.pgconn
        try:
            pgconn.consume_input()
            while self._answered is not None and not self._answered.done() and not pgconn.is_busy():
                result = pgconn.get_result()
                if result is None:
                    continue  # the end of what one statement has given
                if result.status == ExecStatus.PIPELINE_SYNC:
                    self._answered.set_result(None)
                else:
                    self._results.append(result)
        except psycopg.Error as error:
            self._lose(error)

    def _lose(self, error: psycopg.Error) -> None:
        self.close()  # at once: its descriptor may be somebody else's next
        if self._answered is not None and not self._answered.done():
            self._answered.set_exception(error)
