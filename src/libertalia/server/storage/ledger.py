"""Writing entries down: many tables' in one transaction, so that what is stored safely is stored fast too.

A thread of its own writes them. Going back and forth between the database and a busy event loop, once for every statement, would
take longer than the writing.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any, Final

import msgspec
from sqlalchemy import Connection, delete, insert, text, update
from sqlalchemy.dialects import sqlite
from sqlalchemy.exc import DBAPIError

from libertalia.server.entries import Entry
from libertalia.server.signals import CHANNEL
from libertalia.server.storage.database import Database, Lease, Row, values
from libertalia.server.storage.schema import entries, keys, tables

_AT_ONCE: Final = 400
_TRIES: Final = 5
_BROKEN_OFF: Final = ("40001", "40P01")  # PostgreSQL: serialization failure, deadlock
_ONCE: Final = sqlite.insert(entries).on_conflict_do_nothing().returning(entries.c.table_id)
_ONCE_AND_CALL: Final = text("""
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
"""Stores a batch and tells the other workers of it, in one statement: in calls that are not too long for PostgreSQL."""


@dataclass(slots=True)
class PendingEntry:
    """An entry on its way into the ledger, and what is to be stored together with it."""

    table: str
    entry: Entry
    row: Row | None = None
    """How the lists show the table from now on, where that changes."""
    lease: Lease | None = None
    key: dict[str, Any] | None = None
    """A seat's new key."""
    keyless: int | None = None
    """The seat whose key is void from now on."""
    also: Callable[[Connection], None] | None = None
    stored: asyncio.Future[bool] = field(default_factory=lambda: asyncio.get_running_loop().create_future())

    @property
    def more(self) -> bool:
        """Whether there is more to store than the entry."""
        return any(there is not None for there in (self.row, self.key, self.keyless, self.also))


class Ledger:
    """One writer for all tables of a worker."""

    def __init__(self, database: Database, worker: str) -> None:
        self._database = database
        self._worker = worker
        self._at_a_stroke: Final = database.scribe.execution_options(isolation_level="AUTOCOMMIT")
        self._waiting: list[PendingEntry] = []
        self._something = asyncio.Event()
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
        self._something.set()
        return await pending.stored

    async def close(self) -> None:
        """Finish what was accepted."""
        self._closed = True
        self._something.set()
        if self._writer is not None:
            await self._writer
        self._thread.shutdown()

    async def _write(self) -> None:
        while self._waiting or not self._closed:
            if not self._waiting:
                self._something.clear()
                await self._something.wait()
                continue
            batch, self._waiting = self._waiting[:_AT_ONCE], self._waiting[_AT_ONCE:]
            batch.sort(
                key=lambda pending: pending.table
            )  # workers that write to the same tables don't wait for each other in a ring
            try:
                async with self._database.turn():
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
        """Store a batch; once more where workers waited for each other, or the connection was lost.

        What was stored all the same, though nobody heard of it, is not stored again: its number is taken.
        """
        for _ in range(_TRIES - 1):
            try:
                return self._store(batch)
            except DBAPIError as error:
                if not error.connection_invalidated and getattr(error.orig, "sqlstate", None) not in _BROKEN_OFF:
                    raise
        return self._store(batch)

    def _store(self, batch: list[PendingEntry]) -> set[str]:
        rows = [values(pending.table, pending.entry) for pending in batch]
        alone = self._database.shared and not any(pending.more for pending in batch)
        with (self._at_a_stroke if alone else self._database.scribe).begin() as connection:
            if self._database.shared:
                with_call = {"batch": msgspec.json.encode(rows).decode(), "channel": CHANNEL, "worker": self._worker}
                stored = {table for there, _ in connection.execute(_ONCE_AND_CALL, with_call) for table in there}
            else:
                stored = set(connection.execute(_ONCE, rows).scalars())
            for pending in batch:
                if pending.more and pending.table in stored:
                    _store_more(connection, pending)
        return stored


def _store_more(connection: Connection, pending: PendingEntry) -> None:
    if pending.row is not None:
        changed = pending.row.values()
        if pending.lease is not None:
            changed |= {"leased_by": pending.lease.worker, "leased_until": pending.lease.until}
        connection.execute(update(tables).where(tables.c.id == pending.table).values(**changed))
    if pending.keyless is not None:
        connection.execute(delete(keys).where(keys.c.table_id == pending.table, keys.c.seat == pending.keyless))
    if pending.key is not None:
        connection.execute(insert(keys).values(table_id=pending.table, **pending.key))
    if pending.also is not None:
        pending.also(connection)
