"""Storing: what comes at once is stored in one round, in one order, once; also where two workers want the same number."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from libertalia.server.clock import now
from libertalia.server.settings import Settings
from libertalia.server.storage import Database, Ledger, PendingEntries
from libertalia.server.tables.listing import list_row
from libertalia.tables.entries import AnyFact, ChatSaid, Created, Entry, Left, seat_of
from libertalia.tables.laying import new_table
from libertalia.tables.state import TableState
from tests.server.harness import PostgreSQL
from tests.server.people import Company

pytestmark = pytest.mark.anyio

SETUP = Created("original", 6, {}, False, None, host_watches=True)


@asynccontextmanager
async def worker(url: str, name: str) -> AsyncIterator[tuple[Database, Ledger]]:
    """What a worker stores with."""
    database = Database(Settings(database=url).url)
    ledger = Ledger(database, name)
    await database.open()
    ledger.open()
    yield database, ledger
    await ledger.close()
    await database.close()


async def laid(database: Database) -> TableState:
    """A new table; it has one entry for itself and one for each bot."""
    table = new_table(SETUP, ["random"] * 6, [], now())
    await database.create(list_row(table), table.entries, [])
    return table


def said(table: TableState, *seats: int, after: int | None = None, what: str = "Ahoy") -> PendingEntries:
    """Each of some seats has said something: that is independent of what others do."""
    first = (table.number if after is None else after) + 1
    entries = [Entry(number, now(), ChatSaid(seat, what)) for number, seat in enumerate(seats, first)]
    return PendingEntries(table.id, entries, independent=True)


def left(table: TableState, seat: int) -> PendingEntries:
    """Somebody has left: that is not."""
    return PendingEntries(table.id, [Entry(table.number + 1, now(), Left(seat))])


async def history(database: Database, table: TableState) -> list[AnyFact]:
    """What was added to a table. Its numbers have no gap."""
    entries = await database.entries(table.id)
    assert [entry.number for entry in entries] == list(range(1, len(entries) + 1))
    return [entry.fact for entry in entries[table.number :]]


async def test_a_round_is_stored_in_its_order(database: str) -> None:
    async with worker(database, "one") as (stored, ledger):
        table, other = await laid(stored), await laid(stored)
        numbers = list(await asyncio.gather(ledger.append(said(table, 3, 1, 2)), ledger.append(said(other, 0))))
        assert numbers == [[8, 9, 10], [8]]
        assert [seat_of(fact) for fact in await history(stored, table)] == [3, 1, 2]


async def test_two_rounds_of_one_table_at_once_do_not_share_a_number(database: str) -> None:
    """What comes second is stored after what came first, or not at all: never the same thing twice."""
    async with worker(database, "one") as (stored, ledger):
        table, other = await laid(stored), await laid(stored)
        rounds = (said(table, 1), said(table, 1), left(table, 2), said(other, 1))
        assert await asyncio.gather(*map(ledger.append, rounds)) == [[8], [None], [None], [8]]
        assert len(await history(stored, table)) == 1


async def test_a_round_with_numbers_that_are_taken_is_not_stored_in_part(sqlite: str) -> None:
    """Where there is one worker, it knows of all entries, or reads them again."""
    async with worker(sqlite, "one") as (stored, ledger):
        table, other = await laid(stored), await laid(stored)
        await ledger.append(said(table, 0))
        numbers = list(await asyncio.gather(ledger.append(said(table, 1, 2)), ledger.append(said(other, 1, 2))))
        assert numbers == [[None, None], [8, 9]]
        assert len(await history(stored, table)) == 1


async def test_two_workers_at_the_same_moment(postgresql: PostgreSQL) -> None:
    """Nobody has to try again: who comes second gets the next numbers. All of it is stored once."""
    url = postgresql.new()
    async with worker(url, "one") as (stored, one), worker(url, "two") as (_, two):
        tables = [await laid(stored) for _ in range(30)]
        rounds = [ledger.append(said(table, *seats)) for table in tables for ledger, seats in ((one, (0, 1)), (two, (2, 3, 4)))]
        numbers = await asyncio.gather(*rounds)
        for table, first, second in zip(tables, numbers[::2], numbers[1::2], strict=True):
            assert sorted(map(str, first + second)) == sorted(map(str, range(8, 13)))
            assert sorted(str(seat_of(fact)) for fact in await history(stored, table)) == ["0", "1", "2", "3", "4"]


async def test_what_depends_on_others_is_not_stored_after_them(postgresql: PostgreSQL) -> None:
    url = postgresql.new()
    async with worker(url, "one") as (stored, one), worker(url, "two") as (_, two):
        table = await laid(stored)
        assert await one.append(said(table, 0)) == [8]
        assert await two.append(left(table, 1)) == [None]  # it does not know of the entry before
        assert await two.append(said(table, 0, 1)) == [None, 9]  # of the same seat there is something new
        assert await one.append(PendingEntries(table.id, [Entry(10, now(), Left(3))])) == [10]
        assert await two.append(said(table, 2, after=9)) == [None]  # who leaves may change anything
        assert await two.append(said(table, 2, after=20)) == [None]  # there is no such entry: the history has gone back
        assert len(await history(stored, table)) == 3


async def test_picks_at_the_same_moment_are_told_together(company: Company) -> None:
    """Six people pick at once, on four days: what is stored in one round is told in one message."""
    players = await company.begin(6)
    for _ in range(4):
        await asyncio.gather(*(player.play() for player in players))
        while not all(player.decision and player.decision["kind"] == "pick" for player in players):
            await asyncio.gather(*(player.play() for player in players if player.decision))
            await asyncio.sleep(0.01)
    rounds = [frame["entries"] for frame in players[0].frames if frame["type"] == "news"]
    assert max(sum(entry["kind"] == "played" for entry in entries) for entries in rounds[1:]) > 1
