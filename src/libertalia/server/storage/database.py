"""The database: opening it, and asking it. What is written move by move goes through the `ledger`."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterable
from contextlib import AbstractAsyncContextManager, asynccontextmanager, nullcontext
from typing import Any, Final

import msgspec
from sqlalchemy import create_engine, event, func, select, update
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, create_async_engine

from libertalia.server.entries import Entry, StoredEntry, now
from libertalia.server.storage.file_lock import FileLock
from libertalia.server.storage.rows import Lease, ListRow, SeatKey, hashed, insert_table
from libertalia.server.storage.schema import entries, keys, readiness, tables
from libertalia.server.storage.upgrade import DatabaseAway, upgrade
from libertalia.server.table_state import Identity

MIGRATING: Final = 0x11BE47A11A
"""The advisory lock of whoever changes the schema: an upgrade, or a restore."""
_SILENT: Final = 5000  # milliseconds
LISTED: Final = 50
"""How many tables a list shows."""


class Database:
    """All tables, for one worker."""

    def __init__(self, url: str) -> None:
        self.shared: Final = url.startswith("postgresql")
        self.engine: Final = create_async_engine(url, pool_size=5, max_overflow=5, pool_pre_ping=self.shared)
        self.ledger_engine: Final = create_engine(url.replace("+aiosqlite", "", 1), pool_size=1)
        """For one thread at a time: the one that opens the database, then the one of the `ledger`."""
        self._writing = asyncio.Lock()
        self._file_lock = None if self.shared else FileLock(str(self.ledger_engine.url.database))
        for engine in (self.engine.sync_engine, self.ledger_engine):
            event.listen(engine, "connect", _set_up_postgresql if self.shared else _set_up_sqlite)

    async def open(self) -> None:
        """Bring the database up to date; `DatabaseTrouble` says why it can't be used, `DatabaseAway` why not just now."""
        try:
            await asyncio.to_thread(self._upgrade)
        except (SQLAlchemyError, OSError) as error:
            reason = str(getattr(error, "orig", error)).strip().partition("\n")[0]
            address = self.ledger_engine.url.render_as_string()
            raise DatabaseAway(f"The database {address} can't be opened: {reason}.") from None

    def _upgrade(self) -> None:
        if self._file_lock is not None:
            self._file_lock.take()
        with self.ledger_engine.connect() as connection:
            if self.shared:
                connection.execute(select(func.pg_advisory_lock(MIGRATING)))
                connection.commit()
            try:
                upgrade(connection)
                connection.commit()
            finally:
                if self.shared:
                    connection.execute(select(func.pg_advisory_unlock(MIGRATING)))
                    connection.commit()

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
        async with self.write_turn(), self.engine.begin() as connection:
            yield connection

    async def probe(self) -> None:
        """Write something, to see whether anything can be written."""
        async with self.writing() as connection:
            await connection.execute(update(readiness).values(at=now()))

    # ---- tables -------------------------------------------------------------------------------------------------------------

    async def entries(self, table: str, after: int = 0) -> list[Entry]:
        """The entries of a table after a number; none if there is no such table."""
        wanted = select(entries).where(entries.c.table_id == table, entries.c.number > after).order_by(entries.c.number)
        async with self.engine.connect() as connection:
            rows = await connection.execute(wanted)
            return [
                StoredEntry(row.number, row.kind, row.seat, row.at, msgspec.Raw(row.data.encode()), row.client).entry()
                for row in rows
            ]

    async def create(self, row: ListRow, history: list[Entry], held: Iterable[SeatKey]) -> None:
        """A new table, with its first entries and its keys."""
        async with self.writing() as connection:
            await connection.run_sync(insert_table, row, history, held)

    # ---- lists --------------------------------------------------------------------------------------------------------------

    async def listed(self, status: str) -> list[str]:
        """The public tables of a status as JSON, the latest first."""
        wanted = select(tables.c.info).where(tables.c.public, tables.c.status == status)
        async with self.engine.connect() as connection:
            return list((await connection.execute(wanted.order_by(tables.c.touched.desc()).limit(LISTED))).scalars())

    async def list_info(self, table: str) -> str | None:
        """What the lists say about a table, as JSON."""
        async with self.engine.connect() as connection:
            found: str | None = await connection.scalar(select(tables.c.info).where(tables.c.id == table))
        return found

    async def update_row(self, row: ListRow) -> None:
        """Show a table in the lists as it stands."""
        async with self.writing() as connection:
            await connection.execute(update(tables).where(tables.c.id == row.id).values(row.values()))

    async def hide_old(self, before: int) -> None:
        """Tables where nothing has happened for long leave the lists."""
        async with self.writing() as connection:
            old = (tables.c.touched < before) & tables.c.status.in_(("open", "over", "unplayable"))
            await connection.execute(update(tables).where(old).values(public=False))

    # ---- seats --------------------------------------------------------------------------------------------------------------

    async def identity(self, table: str, secret: str) -> Identity | None:
        """Whose secret this is at a table."""
        wanted = select(keys.c.seat, keys.c.host).where(keys.c.table_id == table, keys.c.hash == hashed(secret))
        async with self.engine.connect() as connection:
            row = (await connection.execute(wanted)).one_or_none()
        return None if row is None else Identity(row.seat, row.host)

    async def keys_of(self, table: str) -> list[SeatKey]:
        wanted = select(keys.c.hash, keys.c.seat, keys.c.host).where(keys.c.table_id == table)
        async with self.engine.connect() as connection:
            return [SeatKey(row.hash, row.seat, row.host) for row in await connection.execute(wanted)]

    # ---- leases -------------------------------------------------------------------------------------------------------------

    async def renew_leases(self, lease: Lease, moment: int) -> set[str]:
        """Renew the leases of a worker, take those that have ended, and say which tables it has a lease on."""
        playing = tables.c.status == "playing"
        mine = tables.c.leased_by == lease.worker
        half_over = tables.c.leased_until < (moment + lease.until) // 2
        wanted = playing & (mine & half_over | (tables.c.leased_until < moment))
        async with self.writing() as connection:
            await connection.execute(update(tables).where(wanted).values(lease.values()))
            return set((await connection.execute(select(tables.c.id).where(playing & mine))).scalars())

    async def release_leases(self, worker: str | None) -> None:
        """End the leases of a worker; or, where there is only one worker at a time, all leases."""
        theirs = tables.c.leased_by == worker if worker is not None else tables.c.status == "playing"
        async with self.writing() as connection:
            await connection.execute(update(tables).where(theirs).values(leased_until=0))

    async def retry_unplayable(self) -> None:
        """Let workers try again to go on with the games that could not be played: this version may know their rules."""
        async with self.writing() as connection:
            await connection.execute(update(tables).where(tables.c.status == "unplayable").values(status="playing"))


def _set_up_sqlite(connection: Any, _: object) -> None:
    cursor = connection.cursor()
    cursor.execute("pragma journal_mode = wal")
    cursor.execute("pragma synchronous = full")  # a commit is on the disk, not only with the operating system
    cursor.execute("pragma busy_timeout = 10000")
    cursor.close()


def _set_up_postgresql(connection: Any, _: object) -> None:
    """A worker that falls silent in a transaction is cut off, so that no other worker waits for its locks for long."""
    cursor = connection.cursor()
    cursor.execute(f"set idle_in_transaction_session_timeout = {_SILENT}")
    cursor.close()
    connection.commit()
