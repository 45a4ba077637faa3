"""The voyage of the day: one deal for everyone on a date, the same bots, and one try of each person that counts.

The seed of a day is made from the date, the edition and a secret in the database. All that is published about a day to come is
the commitment to its seed, on the day before. When a day is over, its seed is published: everyone can check the deal.
"""

from __future__ import annotations

import asyncio
import hmac
import logging
from datetime import date, timedelta
from functools import lru_cache
from typing import Final

from sqlalchemy.exc import SQLAlchemyError

from libertalia.game.daily import dealt_on_day, name_of_day
from libertalia.game.logbook import commitment
from libertalia.game.position import Position
from libertalia.game.setup import edition_names
from libertalia.rules.editions import RULES_VERSION
from libertalia.server.clock import calendar, now
from libertalia.server.features.days.answers import (
    CalendarDay,
    DayBot,
    MyDays,
    OwnYesterday,
    PastDay,
    SailedThen,
    SailedToday,
    Today,
)
from libertalia.server.storage import DayKey, DayResult, SeatKey
from libertalia.server.storage.rows import derived_secret, hashed
from libertalia.server.tables.listing import list_row
from libertalia.server.tables.registry import Place, Tables
from libertalia.tables import days
from libertalia.tables.entries import Started
from libertalia.tables.laying import DAY_BOTS, day_table
from libertalia.tables.refusals import NotFound
from libertalia.tables.state import TableState

_BEST: Final = 5
"""People on the board of a day."""
_CALENDAR: Final = 366
"""Days that the calendar of a person shows."""
_RETRY: Final = 1.0
"""Seconds until a result that could not be stored is stored again."""
_logger: Final = logging.getLogger(__name__)


class Days:
    """The voyages of the day, for one worker."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables
        self._services = tables.services
        self._results = tables.services.day_results
        tables.observers.append(self)

    def game_over(self, state: TableState) -> None:
        """Store the result of a voyage of the day."""
        if state.setup.day is not None:
            self._services.spawn(self._write_result(state))

    async def _write_result(self, state: TableState) -> None:
        """Store how a voyage of the day ended, if it is one that counts; retry until it has worked."""
        result = state.result
        if result is None:
            return None
        while True:
            try:
                return await self._results.finish(state.id, result.scores, 0 in result.winners)
            except (SQLAlchemyError, OSError) as error:
                _logger.warning("the result of table %s could not be stored: %s", state.id[:4], type(error).__name__)
                await asyncio.sleep(_RETRY)

    async def begin(self, edition: str, name: str, secret: str) -> Place:
        """Set sail, or go on. Once the try that counts is over, others are for fun."""
        _check_edition(edition)
        day = days.date_at(calendar())
        key = DayKey(day.isoformat(), edition, hashed(secret))
        while True:
            mine = await self._mine(key)
            if mine is not None and mine.scores is None and await self._results.exists(mine.table):
                table = mine.table
                break
            state = day_table(edition, key.day, await self._deal(edition, day), name, now())
            row, held = list_row(state), [SeatKey(hashed(derived_secret(state.id, secret)), 0, host=True)]
            if mine is None:
                made = await self._results.begin(key, state.seats[0].name or "", row, state.entries, held)
            elif mine.scores is None:
                made = await self._results.begin_again(key, mine.table, row, state.entries, held)
            else:
                await self._services.database.create(row, state.entries, held)
                made = True
            if made:  # otherwise somebody was quicker with the same secret
                self._tables.remember(state)
                table = state.id
                break
        seed = await self._seed(edition, day)
        actor = await self._tables.actor(table)
        started = Started(str(seed), commitment(name_of_day(edition, key.day), seed), RULES_VERSION)
        if not actor.state.started:
            await actor.append(lambda *_: started, command_id="day")
        return Place(table, 0, derived_secret(table, secret))

    async def today(self, edition: str, secret: str | None) -> Today:
        """Today's voyage, and what somebody with a secret of their own has to do with it."""
        _check_edition(edition)
        day = days.date_at(calendar())
        deal = await self._deal(edition, day)
        results, today = self._results, day.isoformat()
        mine = None if secret is None else await self._mine(DayKey(today, edition, hashed(secret)))
        counts = await results.counts(today, edition)
        return Today(
            day=today,
            number=days.number_of(day),
            edition=edition,
            seconds_left=days.seconds_left(calendar()),
            commitment=await self._commitment(edition, day),
            next_commitment=await self._commitment(edition, day + timedelta(days=1)),
            colour=deal["seats"][0]["colour"],
            bots=[
                DayBot(seat=seat, level=level, name=name, colour=deal["seats"][seat]["colour"])
                for seat, (level, name) in enumerate(DAY_BOTS[: len(deal["seats"]) - 1], 1)
            ],
            crew=deal["seats"][0]["hand"],
            loot=deal["loot"],
            sailed=sum(count for _, count in counts),
            counts=counts,
            best=[
                SailedToday(name=row.name, score=row.score, mine=secret is not None and row.person == hashed(secret))
                for row in await results.best(today, edition, _BEST)
            ],
            yesterday=await self._past(edition, day - timedelta(days=1)),
            me=None if secret is None else await self._me(edition, hashed(secret), mine, counts),
        )

    async def past(self, edition: str, wanted: date) -> PastDay:
        """A day that is over; any other day is refused."""
        _check_edition(edition)
        if not days.number_of(wanted) > 0 or days.is_running(wanted.isoformat(), calendar()):
            raise NotFound("There is nothing to tell of that day, or not yet.", "day.unknown")
        return await self._past(edition, wanted)

    # ---- the deal -----------------------------------------------------------------------------------------------------------

    async def _seed(self, edition: str, day: date) -> int:
        message = f"libertalia {name_of_day(edition, day.isoformat())}".encode()
        return int.from_bytes(hmac.digest(await self._results.secret(), message, "sha256"), "big")

    async def _commitment(self, edition: str, day: date) -> str:
        return commitment(name_of_day(edition, day.isoformat()), await self._seed(edition, day))

    async def _deal(self, edition: str, day: date) -> Position:
        return _dealt(edition, await self._seed(edition, day))

    # ---- people -------------------------------------------------------------------------------------------------------------

    async def _mine(self, key: DayKey) -> DayResult | None:
        """Somebody's try on a day. If its result was never stored, because the server was killed, it is stored now."""
        mine = await self._results.find(key)
        if mine is None or mine.scores is not None or not await self._results.exists(mine.table):
            return mine
        state = await self._tables.state(mine.table)
        if state.result is None:
            return mine
        await self._write_result(state)
        return await self._results.find(key)

    async def _past(self, edition: str, day: date) -> PastDay:
        counts = await self._results.counts(day.isoformat(), edition)
        best = await self._results.best(day.isoformat(), edition, _BEST)
        return PastDay(
            day=day.isoformat(),
            number=days.number_of(day),
            edition=edition,
            commitment=await self._commitment(edition, day),
            seed=str(await self._seed(edition, day)),
            sailed=sum(count for _, count in counts),
            best=[SailedThen(name=row.name, score=row.score, table=row.table) for row in best],
        )

    async def _me(self, edition: str, person: bytes, mine: DayResult | None, counts: list[tuple[int, int]]) -> MyDays:
        day = days.date_at(calendar())
        sailed = await self._results.sailed(edition, person)
        running, longest = streaks([date.fromisoformat(each) for each, _ in sailed], day)
        scores = mine.scores if mine is not None else None
        score = scores[0] if scores is not None else None
        others = sum(count for _, count in counts) - 1
        below = sum(count for reached, count in counts if score is not None and reached < score)
        there = mine is not None and await self._results.exists(mine.table)
        return MyDays(
            table=mine.table if mine is not None and there else None,
            at=await self._day_of(mine.table) if mine is not None and there and scores is None else None,
            scores=scores,
            won=mine is not None and mine.won,
            place=None if score is None else 1 + sum(count for reached, count in counts if reached > score),
            better=100 * below // others if score is not None and others > 0 else None,
            running=running,
            longest=longest,
            calendar=[CalendarDay(day=each, won=won) for each, won in sailed[-_CALENDAR:]],
            yesterday=await self._own_yesterday(DayKey((day - timedelta(days=1)).isoformat(), edition, person)),
        )

    async def _day_of(self, table: str) -> int | None:
        game = (await self._tables.state(table)).game
        return int(game.table.day) if game is not None else None

    async def _own_yesterday(self, key: DayKey) -> OwnYesterday | None:
        mine = await self._mine(key)
        if mine is None or mine.scores is None or not await self._results.exists(mine.table):
            return None
        return OwnYesterday(table=mine.table, score=mine.scores[0])


def streaks(sailed: list[date], today: date) -> tuple[int, int]:
    """How many days in a row somebody has sailed, up to today or yesterday, and the most there ever were.

    >>> first_week, second_week = [date(2026, 5, 1), date(2026, 5, 2), date(2026, 5, 3)], [date(2026, 5, 10), date(2026, 5, 11)]
    >>> streaks(first_week + second_week, date(2026, 5, 12)), streaks(first_week, date(2026, 5, 12))
    ((2, 3), (0, 3))
    """
    running, longest, last = 0, 0, date.min
    for day in sailed:
        running = running + 1 if day == last + timedelta(days=1) else 1
        longest, last = max(longest, running), day
    return (running if last >= today - timedelta(days=1) else 0), longest


@lru_cache(16)
def _dealt(edition: str, seed: int) -> Position:
    return dealt_on_day(edition, seed)


def _check_edition(edition: str) -> None:
    if edition not in edition_names():
        raise NotFound("There is no such edition.", "day.no-edition")
