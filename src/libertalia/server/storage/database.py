"""The database: opening it, bringing it up to date, and asking it."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import AsyncIterator, Iterable
from contextlib import AbstractAsyncContextManager, asynccontextmanager, nullcontext
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, Final

import msgspec
from sqlalchemy import Connection, create_engine, event, func, insert, select, update
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, create_async_engine

from libertalia.server.entries import Entry, now
from libertalia.server.storage.file_lock import FileLock
from libertalia.server.storage.schema import entries, keys, readiness, tables
from libertalia.server.storage.upgrade import DatabaseAway, upgrade
from libertalia.server.table_state import Identity

MIGRATING: Final = 0x11BE47A11A
"""The advisory lock of whoever changes the schema: an upgrade, or a restore."""
_SILENT: Final = 5000  # milliseconds
LISTED: Final = 50


@dataclass(frozen=True, slots=True)
class Row:
    """The line of a table in the lists."""

    id: str
    status: str
    public: bool
    info: str

    def values(self) -> dict[str, Any]:
        """What changes in the lists."""
        return {"status": self.status, "public": self.public, "info": self.info, "touched": now()}


@dataclass(frozen=True, slots=True)
class Lease:
    """The worker that minds the clocks and the bots of a table, until when."""

    worker: str
    until: int


def new_secret() -> str:
    return secrets.token_urlsafe(24)


def hashed(secret: str) -> bytes:
    """What is stored of a secret. It has 192 random bits, so no salt or slow hash would make it any harder to guess."""
    return sha256(secret.encode()).digest()


class Database:
    """All tables, for one worker."""

    def __init__(self, url: str) -> None:
        self.shared: Final = url.startswith("postgresql")
        self.engine: Final = create_async_engine(url, pool_size=5, max_overflow=5, pool_pre_ping=self.shared)
        self.scribe: Final = create_engine(url.replace("+aiosqlite", "", 1), pool_size=1)
        """For one thread at a time: the one that opens the database, then the one that writes entries, see `ledger`."""
        self._writing = asyncio.Lock()
        self._lock = None if self.shared else FileLock(str(self.scribe.url.database))
        for engine in (self.engine.sync_engine, self.scribe):
            event.listen(engine, "connect", _impatient if self.shared else _durable)

    async def open(self) -> None:
        """Bring the database up to date; `DatabaseTrouble` says why it can't be used, `DatabaseAway` why not just now."""
        try:
            await asyncio.to_thread(self._bring_up_to_date)
        except (SQLAlchemyError, OSError) as error:
            reason = str(getattr(error, "orig", error)).strip().partition("\n")[0]
            raise DatabaseAway(f"The database {self.scribe.url.render_as_string()} can't be opened: {reason}.") from None

    def _bring_up_to_date(self) -> None:
        if self._lock is not None:
            self._lock.take()
        with self.scribe.connect() as connection:
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
        self.scribe.dispose()
        if self._lock is not None:
            self._lock.release()

    def turn(self) -> AbstractAsyncContextManager[None]:
        """Whoever writes waits for his turn: SQLite has room for one at a time."""
        return nullcontext() if self.shared else self._writing

    @asynccontextmanager
    async def writing(self) -> AsyncIterator[AsyncConnection]:
        """A transaction that writes."""
        async with self.turn(), self.engine.begin() as connection:
            yield connection

    async def probe(self) -> None:
        """Write something, to see whether anything can be written."""
        async with self.writing() as connection:
            await connection.execute(update(readiness).values(at=now()))

    # ---- tables -------------------------------------------------------------------------------------------------------------

    async def log(self, table: str, after: int = 0) -> list[Entry]:
        """The entries of a table after a number; none if there is no such table."""
        wanted = select(entries).where(entries.c.table_id == table, entries.c.number > after).order_by(entries.c.number)
        async with self.engine.connect() as connection:
            rows = await connection.execute(wanted)
            return [Entry(row.number, row.kind, row.seat, row.at, msgspec.json.decode(row.data), row.client) for row in rows]

    async def listed(self, status: str) -> list[str]:
        """The public tables of a status as JSON, the latest first."""
        wanted = select(tables.c.info).where(tables.c.public, tables.c.status == status)
        async with self.engine.connect() as connection:
            return list((await connection.execute(wanted.order_by(tables.c.touched.desc()).limit(LISTED))).scalars())

    async def create(self, row: Row, log: list[Entry], held: Iterable[dict[str, Any]], lease: Lease) -> None:
        """A new table, with its first entries and its keys."""
        async with self.writing() as connection:
            await connection.run_sync(add_table, row, log, held, lease)

    async def relist(self, row: Row) -> None:
        """Show a table in the lists as it stands."""
        async with self.writing() as connection:
            await connection.execute(update(tables).where(tables.c.id == row.id).values(row.values()))

    async def archive(self, before: int) -> None:
        """Tables that nothing has happened at for long leave the lists."""
        async with self.writing() as connection:
            old = (tables.c.touched < before) & tables.c.status.in_(("open", "over"))
            await connection.execute(update(tables).where(old).values(public=False))

    # ---- seats --------------------------------------------------------------------------------------------------------------

    async def who(self, table: str, secret: str) -> Identity | None:
        """Whose secret this is at a table."""
        wanted = select(keys.c.seat, keys.c.host).where(keys.c.table_id == table, keys.c.hash == hashed(secret))
        async with self.engine.connect() as connection:
            row = (await connection.execute(wanted)).one_or_none()
        return None if row is None else Identity(row.seat, row.host)

    async def keys_of(self, table: str) -> list[dict[str, Any]]:
        async with self.engine.connect() as connection:
            rows = await connection.execute(select(keys.c.hash, keys.c.seat, keys.c.host).where(keys.c.table_id == table))
            return [dict(row._mapping) for row in rows]

    # ---- who minds what -----------------------------------------------------------------------------------------------------

    async def renew_leases(self, lease: Lease, moment: int) -> set[str]:
        """Go on minding what this worker minds, take over what nobody minds any more, and say what it minds now."""
        playing = tables.c.status == "playing"
        mine = tables.c.leased_by == lease.worker
        running_out = tables.c.leased_until < (moment + lease.until) // 2
        wanted = playing & (mine & running_out | (tables.c.leased_until < moment))
        async with self.writing() as connection:
            await connection.execute(update(tables).where(wanted).values(leased_by=lease.worker, leased_until=lease.until))
            return set((await connection.execute(select(tables.c.id).where(playing & mine))).scalars())

    async def release_leases(self, worker: str | None) -> None:
        """Nobody minds any more what a worker minded; or, where there is only one worker at a time, what any has."""
        theirs = tables.c.leased_by == worker if worker is not None else tables.c.status == "playing"
        async with self.writing() as connection:
            await connection.execute(update(tables).where(theirs).values(leased_until=0))


def add_table(connection: Connection, row: Row, log: list[Entry], held: Iterable[dict[str, Any]], lease: Lease) -> None:
    connection.execute(insert(tables).values(id=row.id, **row.values(), leased_by=lease.worker, leased_until=lease.until))
    connection.execute(insert(entries), [values(row.id, entry) for entry in log])
    if rows := [{"table_id": row.id, **key} for key in held]:
        connection.execute(insert(keys), rows)


def values(table: str, entry: Entry) -> dict[str, Any]:
    """An entry as a row."""
    return {
        "table_id": table,
        "number": entry.number,
        "kind": entry.kind,
        "seat": entry.seat,
        "at": entry.at,
        "data": msgspec.json.encode(entry.data).decode(),
        "client": entry.client,
    }


def _durable(connection: Any, _: object) -> None:
    cursor = connection.cursor()
    cursor.execute("pragma journal_mode = wal")
    cursor.execute("pragma synchronous = full")  # a commit is on the disk, not only with the operating system
    cursor.execute("pragma busy_timeout = 10000")
    cursor.close()


def _impatient(connection: Any, _: object) -> None:
    """Whoever falls silent in the midst of a transaction is cut off, so that no other worker waits for his locks for long."""
    cursor = connection.cursor()
    cursor.execute(f"set idle_in_transaction_session_timeout = {_SILENT}")
    cursor.close()
    connection.commit()
