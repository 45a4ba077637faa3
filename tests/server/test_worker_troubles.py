"""Workers that die, sleep, hang or get invalid signals: people connected to another worker play on."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Callable

import psycopg
import pytest
from sqlalchemy import insert, update
from sqlalchemy.exc import DBAPIError

from libertalia.server.clock import now
from libertalia.server.settings import Settings
from libertalia.server.storage import Database
from libertalia.server.storage.rows import entry_values
from libertalia.server.storage.schema import entries, tables
from libertalia.server.storage.signals import CHANNEL
from libertalia.tables.entries import ChatSaid, Entry
from tests.server.evidence import assert_no_troubles, log_of, replayed
from tests.server.fleet import HEARTBEAT, Fleet, all_hear_of_the_end, all_see, assert_all_know_the_same
from tests.server.harness import Json, PostgreSQL, Server
from tests.server.people import Company, eventually, play_out

pytestmark = pytest.mark.anyio


@pytest.mark.parametrize("end", ["kill", "stop"])
async def test_a_worker_that_is_gone(end: str, postgresql: PostgreSQL, serve: Callable[..., Server]) -> None:
    """After a while its people count as gone, and the other worker drives the bots and clocks of its tables."""
    database = postgresql.new()
    servers = [serve(database, heartbeat=HEARTBEAT), serve(database, heartbeat=HEARTBEAT)]
    async with Fleet(servers) as fleet:
        host, guest = await fleet.begin_spread(2, ("random", "greedy"))  # the host's server drives the bots
        watcher = await fleet.come_by(1, host.id)
        await guest.until(lambda: guest.presence["seats"] == [0, 1])
        await asyncio.to_thread(getattr(servers[0], end))
        if end == "stop":
            assert (await host.sent_away())[0] == 1012
            assert_no_troubles(servers[0])
        await all_see({"type": "presence", "seats": [1], "watchers": 1}, guest, watcher)
        host.server = servers[1]
        await host.connect()
        await guest.until(lambda: guest.presence["seats"] == [0, 1])
        await play_out([host, guest])
        await all_hear_of_the_end([host, guest, watcher])
        assert_all_know_the_same([host, guest, watcher])
    assert_no_troubles(servers[1])


async def test_bots_go_on_at_once_after_a_crash(postgresql: PostgreSQL, serve: Callable[..., Server]) -> None:
    """Though the leases of the killed worker last for three minutes: PostgreSQL knows that it is gone."""
    database = postgresql.new()
    servers = [serve(database, heartbeat=60)]
    async with Fleet(servers) as fleet:
        host, *_ = await fleet.begin_spread(1, ("skerry", "random"))
        servers[0].kill()
        log = log_of(database, host.id)
        servers[0].start()
        await eventually(lambda: len(log_of(database, host.id)) > len(log), 30)
        host.drop()
        await host.connect()
        await play_out([host])


async def test_a_worker_that_sleeps(postgresql: PostgreSQL, serve: Callable[..., Server]) -> None:
    """While nothing is heard of it, its people are not here. When it wakes up they are, and everyone knows all that happened."""
    database = postgresql.new()
    servers = [serve(database, heartbeat=HEARTBEAT), serve(database, heartbeat=HEARTBEAT)]
    async with Fleet(servers) as fleet:
        host, guest = await fleet.begin_spread(2)
        both: Json = {"type": "presence", "seats": [0, 1], "watchers": 0}
        await all_see(both, host, guest)
        os.kill(servers[1].pid, signal.SIGSTOP)
        await all_see(both | {"seats": [0]}, host)
        await host.play()
        os.kill(servers[1].pid, signal.SIGCONT)
        await all_see(both, host, guest)
        await play_out([host, guest])
        assert_all_know_the_same([host, guest])


async def test_a_worker_that_falls_silent_while_storing(postgresql: PostgreSQL, serve: Callable[..., Server]) -> None:
    """It has locked the row of the table and the next number of its log. Others wait for a while; then it loses both."""
    database = postgresql.new()
    async with Company(serve(database, heartbeat=HEARTBEAT)) as company:
        host, guest = await company.begin(2)
        silent = Database(Settings(database=database).url)
        async with silent.engine.connect() as connection:
            await connection.execute(update(tables).values(touched=0))
            said = Entry(host.number + 1, 0, ChatSaid(1, "What I was about to say"))
            await connection.execute(insert(entries).values(entry_values(host.id, said)))
            await play_out([host, guest])
            with pytest.raises(DBAPIError):
                await connection.commit()
        await silent.close()
        assert replayed(log_of(database, host.id)).over


async def test_signals_that_nobody_understands(postgresql: PostgreSQL, serve: Callable[..., Server]) -> None:
    """Anybody with access to the database can send notifications. Workers ignore what they do not understand."""
    database = postgresql.new()
    async with Fleet([serve(database), serve(database)]) as fleet:
        host, guest = await fleet.begin_spread(2)
        with psycopg.connect(database, autocommit=True) as stranger:
            for call in ("", "Ahoy", "stranger {", 'stranger {"entries":{"x":3}}', f'stranger {{"here":{{"{host.id}":{{}}}}}}'):
                stranger.execute("select pg_notify(%s, %s)", (CHANNEL, call))
        await play_out([host, guest])
        await all_hear_of_the_end([host, guest])
        assert_all_know_the_same([host, guest])


async def test_a_signal_that_can_not_be_sent(postgresql: PostgreSQL, serve: Callable[..., Server]) -> None:
    """Somebody comes while PostgreSQL notifies nobody. When it does again, people at the other worker see them."""
    database = postgresql.new()
    async with Fleet([serve(database), serve(database)]) as fleet:
        host, guest = await fleet.begin_spread(2)
        guest.drop()
        await all_see({"seats": [0]}, host)
        with psycopg.connect(database, autocommit=True) as connection:
            connection.execute("alter function pg_notify(text, text) rename to pg_keep_silent")
            await guest.connect()
            await eventually(lambda: "presence could not be sent" in fleet.servers[1].log)
            connection.execute("alter function pg_keep_silent(text, text) rename to pg_notify")
        await all_see({"seats": [0, 1]}, host)


async def test_whoever_comes_back_sees_what_was_missed(postgresql: PostgreSQL, serve: Callable[..., Server]) -> None:
    """An entry that no worker was notified of, whatever the reason."""
    database = postgresql.new()
    async with Company(serve(database)) as company:
        host, guest = await company.begin(2)
        elsewhere = Database(Settings(database=database).url)
        async with elsewhere.engine.begin() as connection:
            said = Entry(host.number + 1, now(), ChatSaid(1, "Does anybody hear me?"))
            await connection.execute(insert(entries).values(entry_values(host.id, said)))
        await elsewhere.close()
        host.drop()
        await host.connect()
        for player in (host, guest):
            await player.hear("chat", 1)
        assert_all_know_the_same([host, guest])


async def test_two_workers_that_drive_the_same_bots(postgresql: PostgreSQL, serve: Callable[..., Server]) -> None:
    """Leases so short that both workers drive a table: each decision is answered once, with a legal answer."""
    database = postgresql.new()
    servers = [serve(database, heartbeat=0.03), serve(database, heartbeat=0.03)]
    async with Fleet(servers) as fleet:

        async def game(number: int) -> None:
            players = await fleet.begin_spread(2, ("random",) * 4)
            await play_out(players, number)
            await all_hear_of_the_end(players)
            assert_all_know_the_same(players)
            assert replayed(log_of(database, players[0].id)).over

        await asyncio.gather(*(game(number) for number in range(5)))
    for server in servers:
        assert_no_troubles(server)
