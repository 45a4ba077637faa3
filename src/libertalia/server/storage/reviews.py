"""Reviews in the database: a job for each game that somebody asked about, and a row for each decision that was judged.

A worker that thinks about a game has a lease on the job, and renews it with every judgement. When the worker dies, another one,
or the same server after a restart, goes on where it stopped.
"""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import func, insert, select, update
from sqlalchemy.exc import IntegrityError

from libertalia.server.clock import now
from libertalia.server.storage.database import Database
from libertalia.server.storage.leases import is_free
from libertalia.server.storage.schema import judgements, reviews


@dataclass(frozen=True, slots=True)
class ReviewJob:
    """A game to think about, or one that was thought about."""

    table: str
    decisions: int
    finished: bool


class ReviewJobs:
    """The reviews, as one worker sees them."""

    def __init__(self, database: Database, worker: str, lasting: float) -> None:
        self._database = database
        self._worker = worker
        self._lasting = int(lasting * 1000)

    async def find(self, table: str) -> ReviewJob | None:
        """The job of a game, if somebody has asked for it."""
        wanted = select(reviews).where(reviews.c.table_id == table)
        async with self._database.reading() as connection:
            row = (await connection.execute(wanted)).one_or_none()
        return None if row is None else ReviewJob(table, row.decisions, row.finished)

    async def add(self, table: str, decisions: int, turn: int) -> None:
        """Ask for a review, whose turn comes at this time. Nothing happens if somebody has asked already."""
        row = {"table_id": table, "asked": turn, "decisions": decisions, "finished": False, "leased_by": "", "leased_until": 0}
        try:
            async with self._database.writing() as connection:
                await connection.execute(insert(reviews).values(row))
        except IntegrityError:  # another asker was first
            return

    async def take(self) -> ReviewJob | None:
        """Take the lease on the job whose turn came first; none if none waits."""
        free = select(reviews.c.table_id).where(~reviews.c.finished, is_free(reviews, self._database, self._worker))
        first = free.order_by(reviews.c.asked).limit(1).with_for_update(skip_locked=True)
        async with self._database.reading() as connection:  # mostly there is none, and writers have to take turns
            if (await connection.execute(free.limit(1))).first() is None:
                return None
        taken = update(reviews).where(reviews.c.table_id.in_(first.scalar_subquery())).values(self._lease())
        async with self._database.writing() as connection:
            row = (await connection.execute(taken.returning(reviews.c.table_id, reviews.c.decisions))).one_or_none()
        return None if row is None else ReviewJob(row.table_id, row.decisions, False)

    async def store(self, table: str, number: int, data: str) -> bool:
        """Store a judgement and renew the lease. Not done if another worker has the lease by now."""
        mine = (reviews.c.table_id == table) & (reviews.c.leased_by == self._worker)
        async with self._database.writing() as connection:
            if (await connection.execute(update(reviews).where(mine).values(self._lease()))).rowcount == 0:
                return False
            known = select(func.count()).where(judgements.c.table_id == table, judgements.c.number == number)
            if not await connection.scalar(known):
                await connection.execute(insert(judgements).values(table_id=table, number=number, data=data))
        return True

    async def finish(self, table: str) -> None:
        """All decisions are judged, or it can't be done."""
        async with self._database.writing() as connection:
            await connection.execute(update(reviews).where(reviews.c.table_id == table).values(finished=True, leased_until=0))

    async def let_go(self) -> None:
        """End the leases of this worker: others go on."""
        async with self._database.writing() as connection:
            await connection.execute(update(reviews).where(reviews.c.leased_by == self._worker).values(leased_until=0))

    async def let_all_go(self) -> None:
        """Where there is only one worker at a time: end the leases of earlier ones."""
        async with self._database.writing() as connection:
            await connection.execute(update(reviews).where(reviews.c.leased_until > 0).values(leased_until=0))

    async def want(self, table: str, decision: int) -> None:
        """Somebody looks at a decision: it comes next."""
        async with self._database.writing() as connection:
            await connection.execute(update(reviews).where(reviews.c.table_id == table).values(wanted=decision))

    async def wanted(self, table: str) -> int | None:
        """The decision that somebody looked at last."""
        asked = select(reviews.c.wanted).where(reviews.c.table_id == table)
        async with self._database.reading() as connection:
            return await connection.scalar(asked)

    async def numbers(self, table: str) -> set[int]:
        """The decisions that are judged."""
        known = select(judgements.c.number).where(judgements.c.table_id == table)
        async with self._database.reading() as connection:
            return set((await connection.execute(known)).scalars())

    async def judged(self, table: str, after: int = 0) -> list[str]:
        """The judgements from a number on, as JSON, in order."""
        wanted = select(judgements.c.data).where(judgements.c.table_id == table, judgements.c.number >= after)
        async with self._database.reading() as connection:
            return list((await connection.execute(wanted.order_by(judgements.c.number))).scalars())

    def _lease(self) -> dict[str, object]:
        return {"leased_by": self._worker, "leased_until": now() + self._lasting}
