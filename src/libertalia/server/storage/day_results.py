"""The voyages of the day in the database: the secret of all deals, and one row for each person, date and edition.

A row is there from the moment somebody sets sail, so that a second try can't count. It outlives its table.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass

from sqlalchemy import ColumnElement, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from libertalia.server.clock import now
from libertalia.server.storage.database import Database
from libertalia.server.storage.rows import ListRow, SeatKey, insert_table
from libertalia.server.storage.schema import day_results, day_secret, tables
from libertalia.tables.entries import Entry


@dataclass(frozen=True, slots=True)
class DayKey:
    """Who sails when: a date, an edition, and the hash of the person's own secret."""

    day: str
    edition: str
    person: bytes


@dataclass(frozen=True, slots=True)
class DayResult:
    """A try that counts."""

    name: str
    table: str
    scores: list[int] | None
    """Of all seats, the person first; none until the voyage is over."""
    won: bool


@dataclass(frozen=True, slots=True)
class BoardRow:
    name: str
    score: int
    table: str | None
    """Where it was sailed, if that table is still there."""
    person: bytes


class DayResults:
    """All voyages of the day, for one worker."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._secret: bytes | None = None

    async def secret(self) -> bytes:
        """What the seeds of all days are made from. All workers have the same."""
        if self._secret is None:
            async with self._database.reading() as connection:
                self._secret = bytes((await connection.execute(select(day_secret.c.secret))).scalar_one())
        return self._secret

    async def begin(self, key: DayKey, name: str, row: ListRow, history: list[Entry], held: Iterable[SeatKey]) -> bool:
        """Somebody sets sail: store the table of their one try. Not done if they have begun already."""
        try:
            async with self._database.writing() as connection:
                mine = {"day": key.day, "edition": key.edition, "person": key.person, "name": name, "table_id": row.id}
                await connection.execute(insert(day_results).values(mine))
                await connection.run_sync(insert_table, row, history, held)
        except IntegrityError:
            return False
        return True

    async def begin_again(self, key: DayKey, lost: str, row: ListRow, history: list[Entry], held: Iterable[SeatKey]) -> bool:
        """Store another table for a try whose table was deleted before it was finished. Not done if somebody was quicker."""
        async with self._database.writing() as connection:
            stale = (*_mine(key), day_results.c.table_id == lost, day_results.c.score.is_(None))
            moved = await connection.execute(update(day_results).where(*stale).values(table_id=row.id))
            if moved.rowcount:
                await connection.run_sync(insert_table, row, history, held)
        return bool(moved.rowcount)

    async def finish(self, table: str, scores: list[int], won: bool) -> None:
        """A voyage is over. If it is one that counts, store its result, once."""
        unfinished = (day_results.c.table_id == table, day_results.c.score.is_(None))
        values = {"scores": json.dumps(scores), "score": scores[0], "won": won, "finished": now()}
        async with self._database.writing() as connection:
            await connection.execute(update(day_results).where(*unfinished).values(values))

    async def find(self, key: DayKey) -> DayResult | None:
        """What somebody's try on a day came to, if they have begun one."""
        async with self._database.reading() as connection:
            row = (await connection.execute(select(day_results).where(*_mine(key)))).one_or_none()
        if row is None:
            return None
        return DayResult(row.name, row.table_id, json.loads(row.scores) if row.scores else None, bool(row.won))

    # ---- for everyone -------------------------------------------------------------------------------------------------------

    async def counts(self, day: str, edition: str) -> list[tuple[int, int]]:
        """How often each score was reached on a day, the lowest first."""
        score = day_results.c.score
        wanted = select(score, func.count()).where(*_finished(day, edition)).group_by(score).order_by(score)
        async with self._database.reading() as connection:
            return [(row[0], row[1]) for row in await connection.execute(wanted)]

    async def best(self, day: str, edition: str, most: int) -> list[BoardRow]:
        """The best of a day; of equals, the first to finish."""
        wanted = (
            select(day_results.c.name, day_results.c.score, tables.c.id, day_results.c.person)
            .outerjoin(tables, tables.c.id == day_results.c.table_id)
            .where(*_finished(day, edition))
            .order_by(day_results.c.score.desc(), day_results.c.finished)
            .limit(most)
        )
        async with self._database.reading() as connection:
            return [BoardRow(*row) for row in await connection.execute(wanted)]

    async def sailed(self, edition: str, person: bytes) -> list[tuple[str, bool]]:
        """The days on which somebody sailed, the first one first, and whether they won."""
        wanted = select(day_results.c.day, day_results.c.won).where(
            day_results.c.person == person, day_results.c.edition == edition, day_results.c.score.is_not(None)
        )
        async with self._database.reading() as connection:
            return [(row.day, row.won) for row in await connection.execute(wanted.order_by(day_results.c.day))]

    async def exists(self, table: str) -> bool:
        async with self._database.reading() as connection:
            return await connection.scalar(select(tables.c.id).where(tables.c.id == table)) is not None


def _mine(key: DayKey) -> tuple[ColumnElement[bool], ...]:
    return day_results.c.day == key.day, day_results.c.edition == key.edition, day_results.c.person == key.person


def _finished(day: str, edition: str) -> tuple[ColumnElement[bool], ...]:
    return day_results.c.day == day, day_results.c.edition == edition, day_results.c.score.is_not(None)
