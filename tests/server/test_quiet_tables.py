"""Tables that nobody is at: they take no memory, and are woken when a bot or a clock has something to do, or somebody comes."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

import pytest
from sqlalchemy import select, update

from libertalia.server.clock import now
from libertalia.server.cluster.listener import Listener
from libertalia.server.storage import Aging, Database, Lease, Leases
from libertalia.server.storage.leases import make_due
from libertalia.server.storage.schema import tables
from libertalia.server.storage.signals import Signal
from libertalia.server.storage.unplayable import PROGRAM
from libertalia.tables.entries import Created, Entry
from libertalia.tables.laying import new_table
from libertalia.tables.messages import ClockRules
from libertalia.tables.state import MERCY
from tests.server.evidence import assert_no_troubles, log_of, replayed
from tests.server.fleet import Fleet, all_hear_of_the_end, assert_all_know_the_same
from tests.server.harness import PATIENCE, PostgreSQL, Server
from tests.server.people import Company, eventually, play_out
from tests.server.stored import lobby, opened, put, table_of_two

pytestmark = pytest.mark.anyio

DAY = 86_400_000
LASTING = 1000.0


async def due_of(store: Database, table: str) -> int | None:
    async with store.reading() as connection:
        due: int | None = await connection.scalar(select(tables.c.due).where(tables.c.id == table))
    return due


# ---- a server ---------------------------------------------------------------------------------------------------------------


async def test_a_server_starts_without_its_quiet_tables(database: str, serve: Callable[..., Server]) -> None:
    """They are loaded when somebody comes, and go on."""
    week = ClockRules(decision=86_400)
    async with opened(database) as store:
        for _ in range(5):
            await put(store, table_of_two(now()), None)
            await put(store, clocked := table_of_two(now(), week), now() + DAY)
            seats = await put(store, with_bots := table_of_two(now(), bots=2, moves=6), None)
    server = serve(database, heartbeat=0.2)
    await asyncio.sleep(1)
    assert server.metric("libertalia_tables") == 0
    async with Company(server) as company:
        await play_out([await company.come(with_bots.id, secret) for secret in seats])
        assert server.info(clocked.id)["status"] == "playing"
        assert server.metric("libertalia_tables") == 1
    assert_no_troubles(server)


async def test_a_table_that_is_not_in_memory_is_woken_by_its_clock(database: str, serve: Callable[..., Server]) -> None:
    """A game by mail, whose clock runs while nobody is there."""
    hour, left = 3_600_000, 3000
    async with opened(database) as store:
        await put(store, table := table_of_two(now() - hour + left, ClockRules(decision=3600)), due=now() + left)
        dealt = len(table.entries)
    ends = table.entries[-1].at + hour
    server = serve(database, heartbeat=0.2, idle=0, times={"mercy": 0})
    assert server.info(table.id)["status"] == "playing"
    await eventually(lambda: server.metric("libertalia_tables") == 0)
    await eventually(lambda: len(log_of(database, table.id)) > dealt)
    assert ends <= log_of(database, table.id)[dealt].at
    assert_no_troubles(server)


async def test_a_table_whose_clocks_stand_still_leaves_the_memory(database: str, serve: Callable[..., Server]) -> None:
    """When somebody comes, its clocks go on: they stood still, also while the table was only stored."""
    server = serve(database, heartbeat=0.2, idle=0, times={"pause": 200})
    async with Company(server) as company:
        host, guest = await company.begin(2, clock={"decision": 60})
        for player in (host, guest):
            await player.close()
        await eventually(lambda: log_of(database, host.id)[-1].kind == "paused")
        await eventually(lambda: server.metric("libertalia_tables") == 0)
        await host.connect()
        resumed = await host.hear("resumed")
        assert host.clock is not None
        assert min(host.clock["deadlines"].values()) >= resumed["at"] + MERCY
        assert "away" not in [entry["kind"] for entry in host.entries]
    assert_no_troubles(server)


async def test_a_table_whose_bot_must_play_is_woken_after_a_crash(database: str, serve: Callable[..., Server]) -> None:
    """The move is stored, and with it that the table is due. Nobody has to come for its bot to answer."""
    server = serve(database, heartbeat=0.3)
    async with Company(server) as company:
        (host,) = await company.begin(1, ("greedy",) * 5)
        for _ in range(3):
            await host.play()
            server.kill()
            server.start()
            await eventually(lambda: {each.seat for each in replayed(log_of(database, host.id)).decisions} == {0})
            await host.connect()


async def test_workers_that_let_go_at_every_moment(postgresql: PostgreSQL, serve: Callable[..., Server]) -> None:
    """People come and go on two workers, which forget every table as soon as they can: no bot is ever forgotten."""
    database = postgresql.new()
    servers = [serve(database, heartbeat=0.02, idle=0) for _ in range(2)]
    async with Fleet(servers) as fleet:

        async def game(number: int) -> None:
            rng = random.Random(number)
            (host,) = await fleet.begin_spread(1, ("random", "random"))
            while not host.over:
                await host.until(lambda: host.decision or host.over)
                if host.decision:
                    await host.play(rng.choice(host.decision["options"]))
                if rng.random() < 0.3:
                    await host.close()
                    await asyncio.sleep(rng.random() * 0.1)
                    host.server = rng.choice(servers)
                    await host.connect()
            await all_hear_of_the_end([host])
            assert_all_know_the_same([host])
            assert replayed(log_of(database, host.id)).over

        await asyncio.gather(*(game(number) for number in range(3)))
    for server in servers:
        assert_no_troubles(server)


# ---- leases -----------------------------------------------------------------------------------------------------------------


class Deaf:
    """Receives signals, and does nothing with them."""

    def receive(self, worker: str, signal: Signal) -> None: ...

    def missed(self) -> None: ...


@asynccontextmanager
async def alive(store: Database, *workers: str) -> AsyncIterator[None]:
    """So long these workers are alive, as the others see it."""
    listeners = [Listener(store.url, worker, Deaf()) for worker in workers if store.shared]
    for listener in listeners:
        await listener.open()
    yield
    for listener in listeners:
        await listener.close()


async def test_a_table_that_is_due_is_taken_once(database: str) -> None:
    async with opened(database) as store, alive(store, "here", "there"):
        here, there = (Leases(store, worker, LASTING) for worker in ("here", "there"))
        ids = [table_of_two(now()) for _ in range(5)]
        for number, state in enumerate(ids):
            await put(store, state, due=now() - number)
        later, never = table_of_two(now()), table_of_two(now())
        await put(store, later, due=now() + DAY)
        await put(store, never, due=None)
        first, rest = await here.take_due(now() + 1, 3), await there.take_due(now() + 1, 10)
        assert (len(first), len(rest)) == (3, 2)
        assert first.keys() | rest.keys() == {state.id for state in ids}
        assert await here.take_due(now() + 1, 10) == {}
        assert (await here.renew()).keys() == first.keys()
        await here.release()
        assert (await there.take_due(now() + 1, 10)).keys() == first.keys()
        assert list(await here.take_due(now() + 2 * DAY, 10)) == [later.id]


async def test_the_leases_of_a_worker_that_is_gone_are_free(postgresql: PostgreSQL) -> None:
    async with opened(postgresql.new()) as store, alive(store, "here"):
        here, there = (Leases(store, worker, LASTING) for worker in ("here", "there"))
        await put(store, state := table_of_two(now()), due=0)
        async with alive(store, "there"):
            assert list(await there.take_due(now(), 10)) == [state.id]
            assert list(await here.take_due(now(), 10)) == []
        assert list(await there.take_due(now(), 10)) == [], "its own leases are not free, even if nobody knows that it is there"
        async with asyncio.timeout(PATIENCE):
            while not (taken := await here.take_due(now(), 10)):  # PostgreSQL notices a moment after the connection was closed
                await asyncio.sleep(0.01)
        assert list(taken) == [state.id]
        assert await there.renew() == {}


async def test_letting_go_never_makes_others_wait(database: str) -> None:
    """A table that is made due while its worker lets it go stays leased."""
    async with opened(database) as store:
        here = Leases(store, "here", LASTING)
        await put(store, state := table_of_two(now()), due=5)
        (lease,) = (await here.take_due(now(), 10)).values()
        assert await Leases(store, "there", LASTING).make_due(state.id, 6) is None
        await here.let_go([(state.id, lease, None)])
        assert await due_of(store, state.id) == 6
        (known,) = (await here.renew()).values()
        assert known.due == 6
        await here.let_go([(state.id, known, None)])
        assert await due_of(store, state.id) is None
        assert await here.renew() == {}
        taken = await Leases(store, "there", LASTING).make_due(state.id, 7)
        assert taken is not None
        assert (taken.worker, taken.due) == ("there", 7)


async def test_what_another_program_could_not_play_is_tried(database: str) -> None:
    async with opened(database) as store:
        ours, theirs = table_of_two(now()), table_of_two(now())
        for state, program in ((ours, PROGRAM), (theirs, "another program")):
            await put(store, state, due=0)
            async with store.writing() as connection:
                await connection.execute(update(tables).where(tables.c.id == state.id).values(unplayable_by=program))
        assert list(await Leases(store, "here", LASTING).take_due(now(), 10)) == [theirs.id]
        assert [state.id in "".join(await store.listed("unplayable")) for state in (ours, theirs)] == [True, False]
        assert [state.id in "".join(await store.listed("playing")) for state in (ours, theirs)] == [False, True]
        with store.ledger_engine.begin() as writing:
            assert make_due(writing, ours.id, Lease("here", now() + 1000, due=now()))  # somebody has come, and could play it
        assert ours.id in "".join(await store.listed("playing"))


# ---- age --------------------------------------------------------------------------------------------------------------------


async def test_quiet_tables_leave_the_lists_and_then_the_database(database: str, serve: Callable[..., Server]) -> None:
    """Unfinished games, too; but not those whose row is old while people play."""
    old, active, young = table_of_two(now() - 20 * DAY), table_of_two(now() - DAY), table_of_two(now() - DAY)
    ancient, solitary = (
        table_of_two(now() - 40 * DAY),
        new_table(Created("original", 2, {}, True, None, False), [], [("Ines", None)], now()),
    )
    solitary.entries[:] = [Entry(entry.number, now() - 40 * DAY, entry.fact) for entry in solitary.entries]
    async with opened(database) as store:
        await put(store, old, due=None, touched=now() - 20 * DAY)
        await put(store, active, due=None, touched=now() - 50 * DAY)
        await put(store, young, due=None, touched=now() - DAY)
        await put(store, ancient, due=None, touched=now() - 40 * DAY)
        await put(store, solitary, due=None, touched=now() - 40 * DAY)
    server = serve(database, heartbeat=0.05, archive_days=10, delete_days=30)

    def listed() -> set[str]:
        return {
            table["id"] for status in ("open", "playing") for table in server.get(f"/api/tables?status={status}").json()["tables"]
        }

    await eventually(lambda: listed() == {active.id, young.id})
    await eventually(lambda: server.get(f"/api/tables/{ancient.id}").status_code == 404)
    assert server.get(f"/api/tables/{solitary.id}").status_code == 404
    assert server.info(old.id)["status"] == "playing"
    assert log_of(database, ancient.id) == []
    assert_no_troubles(server)


async def test_who_is_at_a_table_that_is_deleted_is_told(postgresql: PostgreSQL, serve: Callable[..., Server]) -> None:
    """On any worker."""
    database = postgresql.new()
    async with opened(database) as store:
        seats = await put(store, table := table_of_two(now() - 40 * DAY), due=None)
        servers = [serve(database, heartbeat=0.05, delete_days=30) for _ in range(2)]
        async with Fleet(servers) as fleet:
            people = [await fleet.come_by(which, table.id, seats[which]) for which in range(2)]
            async with store.writing() as connection:
                await connection.execute(update(tables).values(touched=0))
            assert [(await player.sent_away())[0] for player in people] == [4010, 4010]
            await people[0].open()
            await people[0].say(type="hello", secret=seats[0])
            assert (await people[0].sent_away())[0] in (4001, 4004)


async def test_aging_looks_at_some_tables_at_a_time(sqlite: str) -> None:
    async with opened(sqlite) as store:
        for _ in range(150):
            await put(store, lobby(1), due=None, touched=1)
        aging = Aging(store)
        assert [len(await aging.hide(2)), len(await aging.hide(2)), len(await aging.hide(2))] == [100, 50, 0]
        assert [len(await aging.delete(2)), len(await aging.delete(2)), len(await aging.delete(2))] == [100, 50, 0]
