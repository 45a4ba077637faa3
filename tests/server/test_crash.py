"""The server is killed at any moment, and nothing that it has acknowledged or told is lost or done twice.

Moments are random, but fixed by a seed: LIBERTALIA_CRASH_SEED runs others, LIBERTALIA_KILLS more of them.
"""

from __future__ import annotations

import asyncio
import json
import os
import signal
import time
from collections.abc import Callable

import psycopg
import pytest

from libertalia.game.logbook import verified
from tests.faults.crowd import Voyage
from tests.server.evidence import assert_log_is_whole, assert_no_troubles, assert_told_truly, log_of, replayed
from tests.server.harness import PATIENCE, PostgreSQL, Server
from tests.server.people import Company, all_hear, eventually, play_out

pytestmark = pytest.mark.anyio

SEED = int(os.environ.get("LIBERTALIA_CRASH_SEED", 1718))
KILLS = int(os.environ.get("LIBERTALIA_KILLS", 12))
# ---- what has to be true afterwards -------------------------------------------------------------------------------------------


def assert_nothing_lost(voyage: Voyage, server: Server) -> None:
    """Look at all tables of a voyage, in its clients' memories and in the database."""
    resent = []
    for crew in voyage.tables:
        log = log_of(server.database, crew[0].id)
        assert_log_is_whole(log)
        game = replayed(log)
        assert game.over
        last_move = max(entry.number for entry in log if entry.kind == "played")
        for player in crew:
            assert_told_truly(player, log)
            assert player.number >= last_move
            assert player.table["scores"] == list(game.scores)
            assert all(answer["type"] == "done" for answer in player.answers.values()), player.answers
            resent += [player.answers[name]["number"] <= length for name, length in player.resent.items()]
        assert all(finding.true for finding in verified(json.dumps(server.record(crew[0].id))))
    print(
        f"seed {SEED}: {voyage.kills} kills, {len(voyage.tables)} tables, {voyage.acknowledged} commands acknowledged; of those"
        f" sent again, {sum(resent)} were stored, and {len(resent) - sum(resent)} were not"
    )


# ---- the tests ----------------------------------------------------------------------------------------------------------------


async def test_killed_at_any_moment(database: str, serve: Callable[..., Server]) -> None:
    server = serve(database, heartbeat=0.5)
    voyage = Voyage([server], SEED)

    async def kill() -> None:
        for _ in range(KILLS):
            await voyage.shoot(server)
            await asyncio.to_thread(server.wait)
            await asyncio.to_thread(server.start)

    await voyage.brave(kill())
    assert voyage.kills == KILLS
    assert_nothing_lost(voyage, server)
    assert_no_troubles(server)


async def test_one_of_two_is_killed(postgresql: PostgreSQL, serve: Callable[..., Server]) -> None:
    """Its players connect to the other one, which also drives its bots."""
    database = postgresql.new()
    servers = [serve(database, heartbeat=0.3), serve(database, heartbeat=0.3)]
    voyage = Voyage(servers, SEED)

    async def kill() -> None:
        for number in range(KILLS // 4):
            victim = servers[number % 2]
            await voyage.shoot(victim)
            await asyncio.to_thread(victim.wait)
            going_on = voyage.acknowledged + 50
            while voyage.acknowledged < going_on:
                voyage.progress.clear()
                await asyncio.wait_for(voyage.progress.wait(), PATIENCE)
            await asyncio.to_thread(victim.start)

    await voyage.brave(kill())
    assert_nothing_lost(voyage, servers[0])
    for server in servers:
        assert_no_troubles(server)


async def test_bot_processes_end_with_a_killed_server(sqlite: str, serve: Callable[..., Server]) -> None:
    server = serve(sqlite)
    async with Company(server) as company:
        (player,) = await company.begin(1, ("random", "random"))
        await player.play()
        await player.my_turn()
        os.kill(server.pid, signal.SIGKILL)
    await eventually(lambda: server.ended)
    with pytest.raises(ProcessLookupError):
        await asyncio.wait_for(_while_any_is_left(server.pid), PATIENCE)


async def _while_any_is_left(group: int) -> None:
    while True:
        os.killpg(group, 0)
        await asyncio.sleep(0.05)


# ---- a database that hangs up ------------------------------------------------------------------------------------


async def test_players_do_not_notice_when_the_database_hangs_up(serve: Callable[..., Server], postgresql: PostgreSQL) -> None:
    database = postgresql.new()
    async with Company(serve(database)) as company:
        players = await company.begin(3)
        with psycopg.connect(database, autocommit=True) as keeper:
            for player in players:
                there = "datname = current_database() and pid <> pg_backend_pid()"
                gone = keeper.execute(f"select pg_terminate_backend(pid) from pg_stat_activity where {there}").fetchall()
                assert gone
                await all_hear(players, await player.play())
        await play_out(players)


async def test_the_database_is_away_for_a_while(serve: Callable[..., Server], postgresql: PostgreSQL) -> None:
    """What is asked for meanwhile is refused. Clocks run on, calmly; when it is back, so is everything else."""
    database = postgresql.new()
    server = serve(database, heartbeat=2)
    async with Company(server) as company:
        host, _ = await company.begin(2, clock={"decision": 5})
        started = (await host.hear("started"))["at"] / 1000
        made = await asyncio.to_thread(server.create, players=3, bots=["random"] * 3)
        bots = await company.come(made["table"], made["secret"])
        await asyncio.sleep(started + 3.5 - time.time())  # the server drives the table by now
        await bots.do("start")
        postgresql.close(database)
        assert await host.refused("chat", text="Is anybody there?") == "server.storage"
        await asyncio.sleep(started + 7 - time.time())  # the time for a decision has run out
        assert server.log.count("can't be stored") < 30
        postgresql.reopen(database)
        assert (await host.hear("away", 1))["reason"] == "time"
        await bots.until(lambda: bots.over)
        while server.info(bots.id)["status"] != "over":
            await asyncio.sleep(0.1)
