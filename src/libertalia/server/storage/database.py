"""The database: opening, reading and writing it. Entries are written by the `ledger`."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterable, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager, nullcontext
from typing import Any, Final

import msgspec
from sqlalchemy import Connection, ScalarSelect, create_engine, event, func, select, true, update
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.exc import TimeoutError as NoAnswer
from sqlalchemy.ext.asyncio import AsyncConnection, create_async_engine

from libertalia.server.clock import now
from libertalia.server.storage import postgresql
from libertalia.server.storage.file_lock import FileLock
from libertalia.server.storage.rows import EntryRow, ListRow, SeatKey, entry_of, hashed, insert_table
from libertalia.server.storage.schema import entries, keys, readiness, tables
from libertalia.server.storage.signals import SERVING
from libertalia.server.storage.unplayable import listed_as, looks_playable, note_withdrawn, noted, unknown_rules_noted
from libertalia.server.storage.upgrade import DatabaseAway, UpgradePending, newest_revision, revision_of, upgrade
from libertalia.tables.entries import Entry
from libertalia.tables.identity import SPECTATOR, Identity

MIGRATING: Final = 0x11BE47A11A
"""The advisory lock for changing the schema, in an upgrade or a restore."""
_LIMIT: Final = 4.0
"""Seconds until a transaction is given up."""
LISTED: Final = 50
"""Tables in a list."""


class Database:
    """All tables, for one worker."""

    def __init__(self, url: str) -> None:
        self.url: Final = url
        self.shared: Final = url.startswith("postgresql")
        options = postgresql.connect_options(url) if self.shared else {}
        creating = {"async_creator_fn": postgresql.ImpatientAsyncConnection.connect} if self.shared else {}
        self.engine: Final = create_async_engine(
            url, pool_size=5, max_overflow=5, pool_timeout=_LIMIT, pool_pre_ping=self.shared, connect_args=options | creating
        )
        self.ledger_engine: Final = create_engine(
            url.replace("+aiosqlite", "", 1), pool_size=1, pool_timeout=_LIMIT, connect_args=options
        )
        """For one thread at a time: the one that opens the database, then the one of the `ledger`."""
        self._writing = asyncio.Lock()
        self._file_lock = None if self.shared else FileLock(str(self.ledger_engine.url.database))
        if self.shared:
            postgresql.make_impatient(self.ledger_engine)
        for engine in (self.engine.sync_engine, self.ledger_engine):
            event.listen(engine, "connect", postgresql.limit_session if self.shared else _set_up_sqlite)

    async def open(self) -> None:
        """Bring the database up to date; `DatabaseTrouble` says why it can't be used, `DatabaseAway` why not just now."""
        try:
            await asyncio.to_thread(self._upgrade)
        except (SQLAlchemyError, OSError) as error:
            cause = getattr(error, "orig", error)
            reason = str(cause).strip().partition("\n")[0]
            raise DatabaseAway(f"The database {self.ledger_engine.url.render_as_string()} can't be opened: {reason}.") from cause

    def _upgrade(self) -> None:
        if self._file_lock is not None:
            self._file_lock.take()
        with self.ledger_engine.connect() as connection:
            if revision_of(connection) == newest_revision():
                return
            connection.rollback()
            try:
                if self.shared:
                    self._wait_for_turn(connection)
                upgrade(connection)
                connection.commit()
            finally:
                connection.invalidate()  # the next connection has limits again

    def _wait_for_turn(self, connection: Connection) -> None:
        """One upgrade at a time, and none under workers that know the old schema only."""
        postgresql.lift_limits(connection)
        connection.execute(select(func.pg_advisory_xact_lock(MIGRATING)))
        unused = connection.scalar(select(func.pg_try_advisory_xact_lock(SERVING)))  # and nobody can begin to use it
        if not unused and revision_of(connection) != newest_revision():
            raise UpgradePending(
                f"The database {self.ledger_engine.url.render_as_string()} has to be upgraded, but workers of an older version "
                "use it. Stop all of them; this one waits."
            )

    async def check_schema(self) -> None:
        """`DatabaseTrouble` if somebody has upgraded the database beyond what this program knows."""
        async with self.reading() as connection:
            await connection.run_sync(revision_of)

    async def close(self) -> None:
        await self.engine.dispose()
        self.ledger_engine.dispose()
        if self._file_lock is not None:
            self._file_lock.release()

    def write_turn(self) -> AbstractAsyncContextManager[None]:
        """Wait for the turn to write: SQLite has room for one writer at a time."""
        return nullcontext() if self.shared else self._writing

    @asynccontextmanager
    async def writing(self) -> AsyncIterator[AsyncConnection]:
        """A transaction that writes."""
        async with _in_time(), self.write_turn(), self.engine.begin() as connection:
            yield connection

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[AsyncConnection]:
        async with _in_time(), self.engine.connect() as connection:
            yield connection

    async def probe(self) -> None:
        """Write something, to see whether anything can be written."""
        async with self.writing() as connection:
            await connection.execute(update(readiness).values(at=now()))

    # ---- tables -------------------------------------------------------------------------------------------------------------

    async def entries(self, table: str, after: int = 0) -> list[Entry]:
        """The entries of a table after a number; none if there is no such table."""
        return list(map(entry_of, await self.entry_rows(table, after)))

    async def entry_rows(self, table: str, after: int = 0) -> Sequence[EntryRow]:
        """The rows of the entries of a table after a number, not yet decoded. Decoding those of a long table takes long."""
        columns = entries.c.number, entries.c.kind, entries.c.seat, entries.c.at, entries.c.data, entries.c.client
        wanted = select(*columns).where(entries.c.table_id == table, entries.c.number > after).order_by(entries.c.number)
        async with self.reading() as connection:
            return (await connection.execute(wanted)).all()

    async def length(self, table: str) -> int:
        """How many entries a table has; 0 if it does not exist."""
        async with self.reading() as connection:
            return (await connection.execute(select(_last_entry(table)))).scalar_one()

    async def create(self, row: ListRow, history: list[Entry], held: Iterable[SeatKey]) -> None:
        """A new table, with its first entries and its keys."""
        async with self.writing() as connection:
            await connection.run_sync(insert_table, row, history, held)

    # ---- lists --------------------------------------------------------------------------------------------------------------

    async def listed(self, status: str) -> list[str]:
        """The public tables of a status as JSON, the latest first."""
        wanted = select(tables.c.info).where(tables.c.public, listed_as(status)).order_by(tables.c.touched.desc()).limit(LISTED)
        async with self.reading() as connection:
            infos = list((await connection.execute(wanted)).scalars())
        return [_with_status(info, status) for info in infos] if status == "unplayable" else infos

    async def list_info(self, table: str, *, playable: bool = False) -> str | None:
        """What the lists say about a table, as JSON; on request only of one that this program can play, as far as is known."""
        wanted = select(tables.c.info).where(tables.c.id == table, looks_playable() if playable else true())
        async with self.reading() as connection:
            found: str | None = await connection.scalar(wanted)
        return found

    async def update_row(self, row: ListRow) -> None:
        """Show a table in the lists as it stands."""
        async with self.writing() as connection:
            values = row.values() | {"unplayable_by": note_withdrawn()}
            await connection.execute(update(tables).where(tables.c.id == row.id).values(values))

    async def note_unplayable(self, table: str) -> None:
        """This program can't play a table."""
        async with self.writing() as connection:
            await connection.execute(noted(table))

    async def note_unknown_rules(self) -> None:
        """This program can't play the tables of rules that it does not know."""
        async with self.writing() as connection:
            await connection.execute(unknown_rules_noted())

    # ---- seats --------------------------------------------------------------------------------------------------------------

    async def identity(self, table: str, secret: str) -> Identity | None:
        """Whose secret this is at a table."""
        identity, _ = await self.arrival(table, secret)
        return identity

    async def arrival(self, table: str, secret: str | None) -> tuple[Identity | None, int]:
        """Who comes to a table with this secret, or with none; and the number of the last entry there, asked at the same time."""
        last = _last_entry(table)
        async with self.reading() as connection:
            if secret is None:
                return SPECTATOR, (await connection.execute(select(last))).scalar_one()
            key = keys.c.table_id == table, keys.c.hash == hashed(secret)
            row = (await connection.execute(select(last, keys.c.seat, keys.c.host).where(*key))).one_or_none()
        return (None, 0) if row is None else (Identity(row.seat, row.host), row[0])

    async def keys_of(self, table: str) -> list[SeatKey]:
        wanted = select(keys.c.hash, keys.c.seat, keys.c.host).where(keys.c.table_id == table)
        async with self.reading() as connection:
            return [SeatKey(row.hash, row.seat, row.host) for row in await connection.execute(wanted)]


def _last_entry(table: str) -> ScalarSelect[int]:
    return select(func.coalesce(func.max(entries.c.number), 0)).where(entries.c.table_id == table).scalar_subquery()


def _with_status(info: str, status: str) -> str:
    return msgspec.json.encode(msgspec.json.decode(info) | {"status": status}).decode()


def _set_up_sqlite(connection: Any, _: object) -> None:
    cursor = connection.cursor()
    cursor.execute("pragma journal_mode = wal")
    cursor.execute("pragma synchronous = full")  # a commit is on the disk, not only with the operating system
    cursor.execute("pragma busy_timeout = 10000")
    cursor.close()


@asynccontextmanager
async def _in_time() -> AsyncIterator[None]:
    """Give up when the database doesn't answer in time."""
    try:
        async with asyncio.timeout(_LIMIT):
            yield
    except TimeoutError:
        raise NoAnswer(f"The database did not answer within {_LIMIT:.0f} s.") from None
