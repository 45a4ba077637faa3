"""Connections to PostgreSQL with timeouts.

A network that drops everything looks like a slow database. So nothing waits for longer than `LIMIT` seconds: neither this side,
whatever the other one does, nor PostgreSQL, whatever became of us.
"""

from __future__ import annotations

import asyncio
from typing import Any, Final, TypeVar

import psycopg
from psycopg.abc import PQGen
from psycopg.errors import _WaitTimeout
from sqlalchemy import Connection, Engine, event
from sqlalchemy.engine import make_url

LIMIT: Final = 3.0
"""Seconds until PostgreSQL has to answer."""
_INTERVAL: Final = 0.1
"""Seconds between two looks of psycopg at whether it was interrupted."""

_CONNECTING: Final = {
    "application_name": "libertalia",
    "connect_timeout": 3,
    "keepalives": 1,
    "keepalives_idle": 5,
    "keepalives_interval": 2,
    "keepalives_count": 3,
    "tcp_user_timeout": 5000,
}
_SESSION: Final = {
    "statement_timeout": 3000,
    "lock_timeout": 2500,
    "idle_in_transaction_session_timeout": 2000,  # a transaction that goes silent must not block the moves of others
    "tcp_user_timeout": 5000,
    "tcp_keepalives_idle": 5,
    "tcp_keepalives_interval": 2,
    "tcp_keepalives_count": 3,
}
LIMITS: Final = "; ".join(f"set {name} = {value}" for name, value in _SESSION.items())
"""The statements that set PostgreSQL's timeouts."""
_Result = TypeVar("_Result")


def connect_options(url: str) -> dict[str, Any]:
    """How to connect, as far as the address doesn't say otherwise."""
    given = make_url(url).query
    return {name: value for name, value in _CONNECTING.items() if name not in given}


class ImpatientConnection(psycopg.Connection[Any]):
    """A connection that gives up when there is no answer."""

    limit: float | None = LIMIT

    def wait(self, gen: PQGen[_Result], interval: float = _INTERVAL, timeout: float | None = None) -> _Result:
        try:
            return super().wait(gen, interval, self.limit if timeout is None else timeout)
        except _WaitTimeout:
            if timeout is not None:
                raise
            self.pgconn.finish()
            raise no_answer() from None


class ImpatientAsyncConnection(psycopg.AsyncConnection[Any]):
    """The same, for an event loop. A task that is cancelled while it waits closes the connection at once."""

    async def wait(self, gen: PQGen[_Result], interval: float = _INTERVAL, timeout: float | None = None) -> _Result:
        try:
            return await psycopg.waiting.wait_async(gen, self.pgconn.socket, interval, LIMIT if timeout is None else timeout)
        except _WaitTimeout:
            if timeout is not None:
                raise
            self.pgconn.finish()
            raise no_answer() from None
        except asyncio.CancelledError:
            self.pgconn.finish()
            raise


def libpq_address(url: str) -> str:
    """SQLAlchemy's address of a database, as PostgreSQL's own library wants it."""
    return url.replace("postgresql+psycopg://", "postgresql://", 1)


def connect(url: str) -> ImpatientConnection:
    """A connection without SQLAlchemy. Each statement is a transaction."""
    connection = ImpatientConnection.connect(libpq_address(url), autocommit=True, **connect_options(url))
    limit_session(connection)
    return connection


def no_answer() -> psycopg.OperationalError:
    return psycopg.OperationalError(f"PostgreSQL did not answer within {LIMIT:.0f} s")


def make_impatient(engine: Engine) -> None:
    """Let an engine that is not asynchronous open such connections."""

    @event.listens_for(engine, "do_connect")
    def connect(_dialect: object, _record: object, arguments: list[Any], options: dict[str, Any]) -> ImpatientConnection:
        return ImpatientConnection.connect(*arguments, **options)


def limit_session(connection: Any, _: object = None) -> None:
    """Set PostgreSQL's timeouts, right after connecting."""
    cursor = connection.cursor()
    cursor.execute(LIMITS)
    cursor.close()
    connection.commit()


def lift_limits(connection: Connection) -> None:
    """Lift the timeouts on both sides, for what may take any time, such as changing the schema."""
    driver = connection.connection.driver_connection
    assert isinstance(driver, ImpatientConnection)
    driver.limit = None
    for name in ("statement_timeout", "lock_timeout", "idle_in_transaction_session_timeout"):
        connection.exec_driver_sql(f"set {name} = 0")
