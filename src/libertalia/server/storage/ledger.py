"""Writing entries: those of many tables in one transaction, so that storing safely is fast.

Moves go to PostgreSQL by a `pipeline`, in one round trip. What needs more than that, and everything that goes to SQLite, is
written by a thread of its own: going back and forth between the database and a busy event loop, once for every statement, would
take longer than the writing.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from itertools import count
from typing import Any, Final

import msgspec
import psycopg
from sqlalchemy import Connection, delete, insert, text, update
from sqlalchemy.exc import DBAPIError

from libertalia.server.storage.database import Database
from libertalia.server.storage.leases import Lease, make_due
from libertalia.server.storage.pipeline import ConnectionLost, Pipeline
from libertalia.server.storage.rows import ListRow, SeatKey, entry_values
from libertalia.server.storage.schema import keys, tables
from libertalia.server.storage.signals import CHANNEL
from libertalia.tables.entries import FACTS, Entry, kind_of

_BATCH: Final = 400
"""Tables in one batch."""
_GATHERING: Final = 0.004
"""Seconds that a batch waits for more entries in busy times: fewer and larger batches cost less for each move."""
_TRAFFIC: Final = 0.05
"""Seconds since the last batch in which times are busy."""
_PATIENCE: Final = 2.0
"""Seconds until a batch that can't be stored is not retried any more."""
_AGAIN: Final = ("40001", "40P01", "23505")
"""PostgreSQL: serialization failure, deadlock; and a number that a worker of an older version took, without a lock."""

_LOCK: Final = """
    select count(pg_advisory_xact_lock(1, key))
    from (select distinct hashtext(id) as key from unnest(string_to_array($1, ' ')) as id order by key) as keys
"""
"""Locks the tables of a batch until it is stored. All workers lock in the same order, so there is no deadlock."""
_OVERTAKABLE: Final = [kind_of(fact) for fact in FACTS if fact.overtakable]
_STORE_AND_NOTIFY: Final = f"""
    with new as (
        select * from json_to_recordset($1::json) as new(
            position int, table_id varchar, after int, independent boolean,
            kind varchar, seat int, at bigint, data text, client varchar
        )
    ), placed as (
        select new.*, last.number + row_number() over (partition by table_id order by position) as number
        from new cross join lateral (
            select number from entries where entries.table_id = new.table_id order by number desc limit 1
        ) as last
        where last.number = after or last.number > after and independent and not exists (
            select from entries as since
            where since.table_id = new.table_id and since.number > after
                and (since.seat = new.seat or since.kind <> all(array{_OVERTAKABLE}::text[]))
        )
    ), stored as (
        insert into entries (table_id, number, kind, seat, at, data, client)
        select table_id, number, kind, seat, at, data, client from placed
    )
    select json_object_agg(position, number)::text, pg_notify('{CHANNEL}', concat($2::text, ' {{"entries":', json_agg(
        json_build_object('table', table_id, 'number', number, 'kind', kind, 'seat', seat, 'at', at, 'data', data::json,
                          'client', client) order by position
    ), '}}'))
    from (select *, sum(300 + octet_length(data)) over (order by position) / 4000 as piece from placed) as pieces group by piece
"""
"""Stores a batch and notifies the other workers of it; no notification is too long for PostgreSQL.

Entries that another worker has added meanwhile come first. If they are harmless and about other seats, what is independent gets
the next number; the rest is not stored.
"""
_json_numbers: Final = msgspec.json.Decoder(dict[int, int]).decode
_PASSED: Final = text("""
    select json_group_array(key) from json_each(:batch) where json_extract(value, '$.after') is not
        (select max(number) from entries where table_id = json_extract(value, '$.table_id'))
""")
"""SQLite: the positions of entries whose numbers are not the next ones. That is rare: nobody else writes to the file."""
_STORE: Final = text("""
    insert into entries (table_id, number, kind, seat, at, data, client)
    select json_extract(value, '$.table_id'), json_extract(value, '$.number'), json_extract(value, '$.kind'),
        json_extract(value, '$.seat'), json_extract(value, '$.at'), json_extract(value, '$.data'), json_extract(value, '$.client')
    from json_each(:batch)
""")


@dataclass(slots=True)
class PendingEntries:
    """Entries that one table adds in one round, and what is to be stored together with them."""

    table: str
    entries: list[Entry]
    independent: bool = False
    """Whether each of them can be stored under a later number, after what other seats do meanwhile."""
    row: ListRow | None = None
    """How the lists show the table from now on, where that changes."""
    lease: Lease | None = None
    """The lease that is taken with them, if nobody else has it. The table is due then."""
    leased: bool = False
    """Whether the lease was taken."""
    key: SeatKey | None = None
    """A seat's new key."""
    revoked_seat: int | None = None
    """The seat whose key is no longer valid."""
    may_watch: bool = False
    """Whether that key stays valid for watching: its owner was sent away."""
    also: Callable[[Connection], None] | None = None
    too_late: Callable[[], None] = lambda: None
    """Called when the outcome is known only after the one who waited for it has given up."""
    stored: asyncio.Future[list[int | None]] = field(default_factory=lambda: asyncio.get_running_loop().create_future())

    @property
    def has_more(self) -> bool:
        """Whether there is more to store than the entries."""
        return any(there is not None for there in (self.row, self.lease, self.key, self.revoked_seat, self.also))


class Ledger:
    """The one writer for all tables of a worker."""

    def __init__(self, database: Database, worker: str) -> None:
        self._database = database
        self._worker = worker
        self._waiting: list[PendingEntries] = []
        self._wake = asyncio.Event()
        self._writer: asyncio.Task[None] | None = None
        self._closed = False
        self._thread = ThreadPoolExecutor(1, "ledger")
        self._pipeline = Pipeline(database.url, {"lock": _LOCK, "store": _STORE_AND_NOTIFY})

    def open(self) -> None:
        self._writer = asyncio.create_task(self._write(), name="ledger")

    async def append(self, pending: PendingEntries) -> list[int | None]:
        """Store entries; the numbers under which they are stored. `None` if one is not, because another worker was first."""
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
        self._pipeline.close()

    async def _write(self) -> None:
        loop = asyncio.get_running_loop()
        stored_at = 0.0
        while self._waiting or not self._closed:
            if not self._waiting:
                self._wake.clear()
                await self._wake.wait()
                if loop.time() - stored_at < _TRAFFIC:
                    await asyncio.sleep(_GATHERING)
                continue
            batch = self._next_batch()
            try:
                numbers = await self._persist(batch)
            except Exception as error:  # nobody may be left waiting, whatever the database does
                for pending in batch:
                    if pending.stored.done():
                        pending.too_late()
                    else:
                        pending.stored.set_exception(error)
                continue
            stored_at = loop.time()
            for pending, stored in zip(batch, numbers, strict=True):
                if pending.stored.done():
                    pending.too_late()
                else:
                    pending.stored.set_result(stored)

    def _next_batch(self) -> list[PendingEntries]:
        """What is stored next: of each table what came first. What came later might take the same number in the same batch."""
        batch: dict[str, PendingEntries] = {}
        later = []
        for pending in self._waiting:
            if pending.stored.done():
                continue  # it was refused meanwhile
            if pending.table in batch or len(batch) == _BATCH:
                later.append(pending)
            else:
                batch[pending.table] = pending
        self._waiting = later
        return list(batch.values())

    async def _persist(self, batch: list[PendingEntries]) -> list[list[int | None]]:
        """Store a batch; try again where the database aborted the transaction or the connection was lost.

        An entry that was stored although the answer got lost is not stored again: its number is taken, by the same seat.
        """
        end = time.monotonic() + _PATIENCE
        while True:
            try:
                if self._database.shared and not any(pending.has_more for pending in batch):
                    return await self._store_moves(batch)
                async with self._database.write_turn():
                    return await asyncio.get_running_loop().run_in_executor(self._thread, self._store, batch)
            except (psycopg.Error, DBAPIError) as error:
                if not _is_worth_another_try(error) or time.monotonic() > end:
                    raise

    async def _store_moves(self, batch: list[PendingEntries]) -> list[list[int | None]]:
        """Store a batch in PostgreSQL that has entries only."""
        rows = _rows(batch)
        pieces = await self._pipeline.run(("lock", [_ids(rows)]), ("store", [_json(rows), self._worker]))
        return _by_table(batch, _numbers(pieces))

    def _store(self, batch: list[PendingEntries]) -> list[list[int | None]]:
        """Store a batch with all that belongs to it."""
        rows = _rows(batch)
        with self._database.ledger_engine.begin() as connection:
            numbers = self._store_shared(connection, rows) if self._database.shared else _store_in_file(connection, rows)
            stored = _by_table(batch, numbers)
            for pending, theirs in zip(batch, stored, strict=True):
                if pending.has_more and None not in theirs:
                    _store_more(connection, pending)
                if pending.lease is not None and any(number is not None for number in theirs):
                    pending.leased = make_due(connection, pending.table, pending.lease)
        return stored

    def _store_shared(self, connection: Connection, rows: list[dict[str, Any]]) -> dict[int, int]:
        """Store rows in PostgreSQL; their numbers by position. Both statements are sent at once."""
        driver: Any = connection.connection.driver_connection
        try:
            with driver.pipeline(), psycopg.RawCursor(driver) as locking, psycopg.RawCursor(driver) as storing:
                locking.execute(_LOCK, [_ids(rows)])
                pieces = storing.execute(_STORE_AND_NOTIFY, [_json(rows), self._worker]).fetchall()
        except psycopg.Error as error:
            if driver.closed:
                connection.invalidate()
            raise DBAPIError("", None, error, connection_invalidated=driver.closed) from error
        return _numbers(pieces)


def _is_worth_another_try(error: psycopg.Error | DBAPIError) -> bool:
    if isinstance(error, DBAPIError):
        return error.connection_invalidated or getattr(error.orig, "sqlstate", None) in _AGAIN
    return isinstance(error, ConnectionLost) or error.sqlstate in _AGAIN


def _rows(batch: list[PendingEntries]) -> list[dict[str, Any]]:
    return [
        {"position": position, "after": pending.entries[0].number - 1, "independent": pending.independent}
        | entry_values(pending.table, entry)
        for position, (pending, entry) in enumerate((pending, entry) for pending in batch for entry in pending.entries)
    ]


def _ids(rows: list[dict[str, Any]]) -> str:
    """The tables of some rows."""
    return " ".join(row["table_id"] for row in rows)


def _numbers(pieces: list[Any]) -> dict[int, int]:
    """The numbers that PostgreSQL has stored rows under, by position."""
    return {position: number for numbers, _ in pieces for position, number in _json_numbers(numbers).items()}


def _by_table(batch: list[PendingEntries], numbers: dict[int, int]) -> list[list[int | None]]:
    """The numbers of the entries of each table; `None` for what is not stored."""
    positions = count()
    return [[numbers.get(next(positions)) for _ in pending.entries] for pending in batch]


def _store_in_file(connection: Connection, rows: list[dict[str, Any]]) -> dict[int, int]:
    """Store rows in SQLite; their numbers by position."""
    passed: list[int] = msgspec.json.decode(connection.execute(_PASSED, {"batch": _json(rows)}).scalar_one())
    stored = {position: row for position, row in enumerate(rows) if position not in passed}
    if stored:
        connection.execute(_STORE, {"batch": _json(list(stored.values()))})
    return {position: row["number"] for position, row in stored.items()}


def _json(rows: list[dict[str, Any]]) -> str:
    return msgspec.json.encode(rows).decode()


def _store_more(connection: Connection, pending: PendingEntries) -> None:
    if pending.row is not None:
        connection.execute(update(tables).where(tables.c.id == pending.table).values(pending.row.values()))
    if pending.revoked_seat is not None:
        revoked = (keys.c.table_id == pending.table, keys.c.seat == pending.revoked_seat)
        connection.execute(update(keys).where(*revoked).values(seat=None) if pending.may_watch else delete(keys).where(*revoked))
    if pending.key is not None:
        connection.execute(insert(keys).values(table_id=pending.table, **pending.key.values()))
    if pending.also is not None:
        pending.also(connection)
