"""Time: clocks that run out, tables that outlive their server, and bots that don't keep others waiting.

What clocks add up to is tested in `tests/tables/test_clocks.py`, without waiting.
"""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Callable

import pytest

from libertalia import Record
from libertalia.game.logbook import commitment
from libertalia.rules.editions import RULES_VERSION
from libertalia.server.clock import calendar, now
from libertalia.server.settings import Settings
from libertalia.server.storage import Database, SeatKey
from libertalia.server.storage.rows import hashed
from libertalia.server.tables.listing import list_row
from libertalia.tables.entries import Created, Entry, Played, Started
from libertalia.tables.messages import ClockRules
from libertalia.tables.state import MERCY, TableState
from tests.server.harness import Server
from tests.server.people import Company, Player, eventually, play_out
from tests.tables.people import joined

pytestmark = pytest.mark.anyio

HOUR = 3_600_000


async def test_at_a_table_without_a_clock_no_clock_is_told(company: Company) -> None:
    host, guest = await company.begin(2)
    await host.play()
    assert host.table["clock"] is None
    assert all("clock" not in frame for frame in (*host.frames, *guest.frames))


async def play_on(players: list[Player], moves: int) -> None:
    """Some moves of people who have something to decide."""
    for _ in range(moves):
        await players[0].until(lambda: any(player.decision for player in players))
        number = await next(player for player in players if player.decision).play()
        for player in players:
            await player.hear_up_to(number)


async def put(database: str, table: TableState, *secrets: str) -> None:
    """Put a table with its log into a database, and a key for each of its seats."""
    store = Database(Settings(database=database).url)
    await store.open()
    keys = [SeatKey(hashed(secret), seat, host=seat == 0) for seat, secret in enumerate(secrets)]
    await store.create(list_row(table), table.entries, keys)
    await store.close()


def under_way(at: int, rules: ClockRules) -> TableState:
    """A game of two that began at some time: one has picked, and the other thinks."""
    table = TableState("late", [Entry(1, at, Created("original", 2, {}, False, rules, False))])
    for seat, name in enumerate(("Ines", "Joris")):
        table.add(Entry(seat + 2, at, joined(table, name, None, seat)))
    table.add(Entry(4, at, Started("7", commitment("late", 7), RULES_VERSION)))
    assert table.game is not None
    table.add(Entry(5, at, Played(0, 0, table.game.decisions[0].options[0])))
    return table


async def test_a_bot_takes_over_who_runs_out_of_time_but_not_in_the_first_moments_of_a_server(
    serve: Callable[..., Server], sqlite: str
) -> None:
    """Somebody who was cut off by a restart has some seconds to come back. Here it is one, and the other has picked already."""
    mercy = 1000
    await put(sqlite, under_way(now() - 2 * HOUR, ClockRules(decision=3600)), "one", "two")
    began = now()
    server = serve(sqlite, times={"mercy": mercy})
    async with Company(server) as company:
        host = await company.come("late", "one")
        away = await host.hear("away", 1)
        assert away["reason"] == "time"
        assert away["at"] >= began + mercy
        assert (await host.hear("played", 1))["bot"] is True
        await host.my_turn()
        assert host.clock is not None
        assert host.clock["deadlines"]["0"] >= away["at"] + HOUR
        assert not [entry for entry in host.entries if entry["kind"] == "away" and entry["seat"] == 0]
        guest = await company.come("late", "two")
        await host.hear("back", 1)
        await play_out([host, guest])


async def test_nobody_loses_time_when_the_clock_of_the_machine_is_set(monkeypatch: pytest.MonkeyPatch) -> None:
    before, machine = now(), time.time_ns
    monkeypatch.setattr(time, "time_ns", lambda: machine() + 2 * HOUR * 1_000_000)
    assert 0 <= now() - before < HOUR
    assert calendar() - before >= 2 * HOUR


async def test_nobody_loses_time_between_two_processes(serve: Callable[..., Server], sqlite: str) -> None:
    """The server was away for two hours, or the clock of the machine was set meanwhile: nobody knows which."""
    rules = ClockRules(decision=60, game=600)
    await put(sqlite, table := under_way(now() - 2 * HOUR, rules), "one", "two")
    server = serve(sqlite, times={"mercy": 0})
    async with Company(server) as company:
        host = await company.come(table.id, "one")
        await host.hear("paused")
        resumed = await host.hear("resumed")
        guest = await company.come(table.id, "two")
        assert guest.clock is not None
        assert guest.clock["deadlines"]["1"] >= resumed["at"] + MERCY
        assert guest.clock["left"]["1"] > 500_000
        assert "away" not in [entry["kind"] for entry in guest.entries]
        await play_out([host, guest])


# ---- a server stops, and starts again ---------------------------------------------------------------------------


async def test_a_table_outlives_its_server(serve: Callable[..., Server], database: str) -> None:
    server = serve(database)
    async with Company(server) as company:
        players = await company.begin(2, ("random",), public=True, edition="galecrest")
        await players[0].do("chat", text="I smell a storm.")
        waiting, _ = await company.gather(2, public=True)
        for _ in range(2):
            await play_on(players, 5)
            server.terminate()
            assert [(await player.sent_away())[0] for player in (*players, waiting)] == [1012] * 3
            assert server.wait() == 0
            server.start()
            for player in (*players, waiting):
                await player.connect()
        assert waiting.id in [table["id"] for table in server.get("/api/tables").json()["tables"]]
        await waiting.do("start")
        await play_out(players)
        last = max(player.number for player in players)
        for player in players:
            await player.hear_up_to(last)
            assert [entry["number"] for entry in player.entries] == list(range(1, last + 1))
        game = Record.of(server.record(players[0].id)["record"]).replay()
        assert list(game.scores) == players[0].table["scores"]


async def test_bots_go_on_after_a_restart_though_nobody_is_there(serve: Callable[..., Server], sqlite: str) -> None:
    server = serve(sqlite)
    made = server.create(players=6, bots=["greedy"] * 6)
    host = await Player(server, made["table"], made["secret"]).connect()
    await host.do("start")
    await host.until(lambda: host.number > 20)
    await asyncio.to_thread(server.restart)
    assert server.info(made["table"])["status"] == "playing"
    await eventually(lambda: server.info(made["table"])["status"] == "over")


async def test_a_bot_that_stood_in_goes_on_after_a_restart_and_hands_the_seat_back(
    serve: Callable[..., Server], sqlite: str
) -> None:
    server = serve(sqlite)
    async with Company(server) as company:
        host, guest = await company.begin(2)
        await guest.do("leave")
        await host.hear_up_to(guest.number)
        await asyncio.to_thread(server.restart)
        await host.connect()
        await host.play()
        await host.hear("played", 1)
        await guest.connect()
        await host.hear("back", 1)
        await play_out([host, guest])


# ---- many bots --------------------------------------------------------------------------------------------------


async def test_bots_that_think_at_other_tables_keep_nobody_waiting(serve: Callable[..., Server], sqlite: str) -> None:
    """Twenty tables full of bots think while two people play: their moves are answered long before the bots are through."""
    server = serve(sqlite)
    async with Company(server) as company:
        crowds = []
        for _ in range(20):
            made = server.create(players=6, bots=["greedy"] * 6)
            crowds.append(await company.come(made["table"], made["secret"]))
        players = await company.begin(2)
        for crowd in crowds:
            await crowd.send("start")
        await crowds[-1].hear("played")
        before = sum(crowd.number for crowd in crowds)
        await play_on(players, 4)
        assert any(not crowd.over for crowd in crowds)
        await crowds[0].until(lambda: sum(crowd.number for crowd in crowds) > before)  # and the bots go on, too
    server.stop()


async def test_two_bots_of_different_minds_answer_in_their_own_time(company: Company) -> None:
    """A random bot at the same table is not kept waiting by one that thinks, nor is a person by either."""
    (host,) = await company.begin(1, ("greedy", "random"))
    await host.play_to_the_end(random.Random(1))
    assert {entry["seat"] for entry in host.entries if entry.get("bot")} == {1, 2}
