"""Writing entries: those of many tables in one transaction, so that what is stored safely is stored fast too.

A thread of its own writes them. Going back and forth between the database and a busy event loop, once for every statement, would
take longer than the writing.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Final

import msgspec
from sqlalchemy import Connection, delete, insert, text, update
from sqlalchemy.dialects import sqlite
from sqlalchemy.exc import DBAPIError

from libertalia.server.entries import Entry
from libertalia.server.signals import CHANNEL
from libertalia.server.storage.database import Database
from libertalia.server.storage.rows import Lease, ListRow, SeatKey, entry_values
from libertalia.server.storage.schema import entries, keys, tables

_BATCH: Final = 400
_TRIES: Final = 5
_ABORTED: Final = ("40001", "40P01")  # PostgreSQL: serialization failure, deadlock
_INSERT: Final = sqlite.insert(entries).on_conflict_do_nothing().returning(entries.c.table_id)
_INSERT_AND_NOTIFY: Final = text("""
    with new as (
        select *, sum(300 + octet_length(data)) over (order by table_id) / 4000 as piece
        from json_to_recordset(cast(:batch as json)) as pending(
            table_id varchar, number int, kind varchar, seat int, at bigint, data text, client varchar
        )
    ), stored as (
        insert into entries (table_id, number, kind, seat, at, data, client)
        select table_id, number, kind, seat, at, data, client from new order by table_id
        on conflict do nothing returning *
    )
    select array_agg(table_id), pg_notify(:channel, concat(cast(:worker as text), ' {"entries":', json_object_agg(
        table_id, json_build_object('number', number, 'kind', kind, 'seat', seat, 'at', at, 'data', data::json, 'client', client)
    ), '}'))
    from stored join (select table_id, piece from new) as pieces using (table_id) group by piece
""")
"""Stores a batch and notifies the other workers of it, in one statement; no notification is too long for PostgreSQL."""


@dataclass(slots=True)
class PendingEntry:
    """An entry that waits for the ledger, and what is to be stored together with it."""

    table: str
    entry: Entry
    row: ListRow | None = None
    """How the lists show the table from now on, where that changes."""
    lease: Lease | None = None
    key: SeatKey | None = None
    """A seat's new key."""
    revoked_seat: int | None = None
    """The seat whose key is no longer valid."""
    also: Callable[[Connection], None] | None = None
    stored: asyncio.Future[bool] = field(default_factory=lambda: asyncio.get_running_loop().create_future())

    @property
    def has_more(self) -> bool:
        """Whether there is more to store than the entry."""
        return any(there is not None for there in (self.row, self.key, self.revoked_seat, self.also))


class Ledger:
    """The one writer for all tables of a worker."""

    def __init__(self, database: Database, worker: str) -> None:
        self._database = database
        self._worker = worker
        self._autocommit: Final = database.ledger_engine.execution_options(isolation_level="AUTOCOMMIT")
        self._waiting: list[PendingEntry] = []
        self._wake = asyncio.Event()
        self._writer: asyncio.Task[None] | None = None
        self._closed = False
        self._thread = ThreadPoolExecutor(1, "ledger")

    def open(self) -> None:
        self._writer = asyncio.create_task(self._write(), name="ledger")

    async def append(self, pending: PendingEntry) -> bool:
        """Store an entry. When this returns true it is stored; when false, another worker has used its number."""
        if self._closed:
            raise ConnectionError("the ledger is closed")
        self._waiting.append(pending)
        self._wake.set()
        return await pending.stored

    async def close(self) -> None:
        """Store what was accepted."""
        self._closed = True
        self._wake.set()
        if self._writer is not None:
            await self._writer
        self._thread.shutdown()

    async def _write(self) -> None:
        while self._waiting or not self._closed:
            if not self._waiting:
                self._wake.clear()
                await self._wake.wait()
                continue
            batch, self._waiting = self._waiting[:_BATCH], self._waiting[_BATCH:]
            batch.sort(key=lambda pending: pending.table)  # all workers lock tables in the same order, so there is no deadlock
            try:
                async with self._database.write_turn():
                    stored = await asyncio.get_running_loop().run_in_executor(self._thread, self._persist, batch)
            except Exception as error:  # nobody may be left waiting, whatever the database does
                for pending in batch:
                    if not pending.stored.done():
                        pending.stored.set_exception(error)
                continue
            for pending in batch:
                if not pending.stored.done():
                    pending.stored.set_result(pending.table in stored)

    def _persist(self, batch: list[PendingEntry]) -> set[str]:
        """Store a batch; try again where the database aborted the transaction or the connection was lost.

        An entry that was stored although the answer got lost is not stored again: its number is taken.
        """
        for _ in range(_TRIES - 1):
            try:
                return self._store(batch)
            except DBAPIError as error:
                if not error.connection_invalidated and getattr(error.orig, "sqlstate", None) not in _ABORTED:
                    raise
        return self._store(batch)

    def _store(self, batch: list[PendingEntry]) -> set[str]:
        rows = [entry_values(pending.table, pending.entry) for pending in batch]
        one_statement = self._database.shared and not any(pending.has_more for pending in batch)
        with (self._autocommit if one_statement else self._database.ledger_engine).begin() as connection:
            if self._database.shared:
                values = {"batch": msgspec.json.encode(rows).decode(), "channel": CHANNEL, "worker": self._worker}
                stored = {table for there, _ in connection.execute(_INSERT_AND_NOTIFY, values) for table in there}
            else:
                stored = set(connection.execute(_INSERT, rows).scalars())
            for pending in batch:
                if pending.has_more and pending.table in stored:
                    _store_more(connection, pending)
        return stored


def _store_more(connection: Connection, pending: PendingEntry) -> None:
    if pending.row is not None:
        lease = pending.lease.values() if pending.lease is not None else {}
        connection.execute(update(tables).where(tables.c.id == pending.table).values(pending.row.values() | lease))
    if pending.revoked_seat is not None:
        connection.execute(delete(keys).where(keys.c.table_id == pending.table, keys.c.seat == pending.revoked_seat))
    if pending.key is not None:
        connection.execute(insert(keys).values(table_id=pending.table, **pending.key.values()))
    if pending.also is not None:
        pending.also(connection)
