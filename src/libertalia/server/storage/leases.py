"""Leases: which worker drives the bots and clocks of a table, and from when on somebody has to.

A table that only people can go on with needs no worker, and no memory. When something will have to be done without them, its
row says from when on (`due`). A worker takes a lease on tables that are due, drives them, and lets them go when nothing is left.

The stored time is never later than the true one, though it may be earlier:

- An entry after which a bot or a clock may have something to do makes the table due, in the same transaction. Only the worker
  that has the lease, and knows that the table is due, skips that.
- Only the worker that has the lease sets a later time, when it lets the table go; and only if nobody has changed it meanwhile.

A lease ends by itself after a while. The lease of a dead worker ends at once, if PostgreSQL knows that it is dead: a process that
was killed, not a machine that was cut off. A worker that has lost its connection for a moment may look dead, too. Then two
workers drive a table until the next `renew`; if the first one dies before that, the next person who comes makes the table due.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from sqlalchemy import ColumnElement, Connection, Table, and_, bindparam, case, or_, select, text, update

from libertalia.server.clock import now
from libertalia.server.storage.database import Database
from libertalia.server.storage.schema import tables
from libertalia.server.storage.signals import WORKER
from libertalia.server.storage.unplayable import note_withdrawn, playable

_FOR_GOOD: Final = 2**53
"""Milliseconds since 1970: the end of a lease that never ends."""
_IS_DEAD: Final = f"""
    not exists (
        select from pg_locks
        where locktype = 'advisory' and classid = {WORKER} and objsubid = 2
            and objid::bigint = hashtext(leased_by)::bigint & x'ffffffff'::bigint
            and database = (select oid from pg_database where datname = current_database())
    )
"""
"""PostgreSQL: whether a worker no longer holds its advisory lock. `objsubid` 2 means a lock of two numbers."""


@dataclass(frozen=True, slots=True)
class Lease:
    """The right of a worker to drive a table, and when it ends."""

    worker: str
    until: int
    due: int | None = None
    """From when on the table has to be driven, as the database has it."""


def make_due(connection: Connection, table: str, lease: Lease) -> bool:
    """Make a table due, and take the lease on it if nobody else has it; whether this worker has the lease now."""
    free = (tables.c.leased_until < now()) | (tables.c.leased_by == lease.worker)
    changed = (
        update(tables)
        .where(tables.c.id == table)
        .values(
            due=lease.due,
            leased_by=case((free, lease.worker), else_=tables.c.leased_by),
            leased_until=case((free, lease.until), else_=tables.c.leased_until),
            unplayable_by=note_withdrawn(),
        )
    )
    return bool(connection.scalar(changed.returning(tables.c.leased_by)) == lease.worker)


def is_free(leased: Table, database: Database, worker: str) -> ColumnElement[bool]:
    """Whether a worker can take the lease on something: it has ended, or the other worker that has it is dead."""
    ended = leased.c.leased_until < now()
    return or_(ended, and_(leased.c.leased_by != worker, text(_IS_DEAD))) if database.shared else ended


class Leases:
    """The leases of one worker."""

    def __init__(self, database: Database, worker: str, lasting: float) -> None:
        self._database = database
        self._worker = worker
        self._lasting = int(lasting * 1000)
        self._mine = tables.c.leased_by == worker

    def new(self, due: int | None = None) -> Lease:
        """A lease from now on: for some heartbeats, or where this is the only worker, for good."""
        return Lease(self._worker, now() + self._lasting if self._database.shared else _FOR_GOOD, due)

    async def take_due(self, before: int, most: int) -> dict[str, Lease]:
        """Take leases on tables that are due before some time and that nobody has a lease on."""
        lease, columns = self.new(), (tables.c.id, tables.c.due)
        due = (tables.c.due < before) & is_free(tables, self._database, self._worker) & playable()
        some = select(tables.c.id).where(due).order_by(tables.c.due).limit(most).with_for_update(skip_locked=True)
        taken = update(tables).where(tables.c.id.in_(some.scalar_subquery())).values(_values(lease)).returning(*columns)
        async with self._database.writing() as connection:
            return {row.id: Lease(self._worker, lease.until, row.due) for row in await connection.execute(taken)}

    async def make_due(self, table: str, due: int) -> Lease | None:
        """Make a table due; the lease, if nobody else has it."""
        lease = self.new(due)
        async with self._database.writing() as connection:
            return lease if await connection.run_sync(make_due, table, lease) else None

    async def renew(self) -> dict[str, Lease]:
        """Renew what is half over; all leases of this worker."""
        moment, lease = now(), self.new()
        half_over = tables.c.leased_until.between(moment, (moment + lease.until) // 2)
        held = select(tables.c.id, tables.c.leased_until, tables.c.due).where(self._mine, tables.c.leased_until > moment)
        async with self._database.writing() as connection:
            await connection.execute(update(tables).where(self._mine, half_over).values(_values(lease)))
            return {row.id: Lease(self._worker, row.leased_until, row.due) for row in await connection.execute(held)}

    async def let_go(self, leases: Iterable[tuple[str, Lease, int | None]]) -> None:
        """End leases: of each the table, the lease as it was known, and from when on the table has to be driven.

        Where somebody has made a table due meanwhile, the lease stays: the next `renew` finds it.
        """
        unchanged = tables.c.due.is_not_distinct_from(bindparam("known", type_=tables.c.due.type))
        ended = update(tables).where(tables.c.id == bindparam("table"), self._mine, unchanged)
        ended = ended.values(due=bindparam("next"), leased_until=0)
        rows = [{"table": table, "known": lease.due, "next": due} for table, lease, due in leases]
        if rows:
            async with self._database.writing() as connection:
                await connection.execute(ended, rows)

    async def release(self) -> None:
        """End all leases of this worker. Tables that were due stay due, for others."""
        async with self._database.writing() as connection:
            await connection.execute(update(tables).where(self._mine).values(leased_until=0))

    async def release_all(self) -> None:
        """Where there is only one worker at a time: end all leases of earlier ones."""
        async with self._database.writing() as connection:
            await connection.execute(update(tables).where(tables.c.leased_until > 0).values(leased_until=0))


def _values(lease: Lease) -> dict[str, object]:
    return {"leased_by": lease.worker, "leased_until": lease.until}
