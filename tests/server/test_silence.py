"""A network that swallows everything, between the server and PostgreSQL or people; processes of bots that are shot, or hang."""

from __future__ import annotations

import asyncio
import json
import os
import signal
from collections.abc import Callable, Iterator
from pathlib import Path

import psycopg
import pytest
from psycopg.conninfo import conninfo_to_dict

from libertalia.server.storage.signals import SERVING
from tests.faults.proxy import Proxy, to_socket
from tests.server.evidence import assert_log_is_whole, log_of
from tests.server.fleet import all_see, children_of
from tests.server.harness import PostgreSQL, Server
from tests.server.people import Company, eventually, play_out
from tests.server.raw import frame, shake_hands

pytestmark = pytest.mark.anyio

Through = tuple[Proxy, str, str]
IMPATIENT = {"postgresql": 2, "storing": 3, "retrying": 1.3}
"""Seconds that the server waits for PostgreSQL, for whatever is stored, and until it tries no more: two thirds of its own."""


@pytest.fixture
def through(postgresql: PostgreSQL) -> Iterator[Through]:
    """A proxy before a database, the address of the database through it, and the address past it."""
    database = postgresql.new()
    given = conninfo_to_dict(database)
    with Proxy(to_socket(f"{given['host']}/.s.PGSQL.{given.get('port') or 5432}")) as proxy:
        yield proxy, f"postgresql://{given['user']}@127.0.0.1:{proxy.port}/{given['dbname']}", database


@pytest.mark.parametrize("workers", [1, 2])
async def test_a_database_that_falls_silent(workers: int, through: Through, serve: Callable[..., Server]) -> None:
    """Everything is refused after a while, and the log says so. When it speaks again, all goes on."""
    proxy, address, database = through
    server = await asyncio.to_thread(serve, address, workers=workers, times=IMPATIENT)
    async with Company(server) as company:
        host, guest = await company.begin(2)
        other, _ = await company.begin(2)
        proxy.go_silent()
        for _ in range(2):
            keys = await asyncio.gather(
                host.refused("chat", text="One"), guest.refused("chat", text="Two"), other.refused("chat", text="Three")
            )
            assert set(keys) == {"server.storage"}
        ready = await asyncio.to_thread(server.get, "/readyz")
        assert ready.status_code == 503
        assert (await asyncio.to_thread(server.get, "/api/tables")).status_code == 503
        assert "can't be stored or read" in server.log
        proxy.speak_again()
        await eventually(lambda: server.get("/readyz").status_code == 200)
        await play_out([host, guest])
        assert_log_is_whole(log_of(database, host.id))
    assert "background task failed" not in server.log
    await asyncio.to_thread(server.stop)


async def test_what_was_stored_though_it_was_refused_is_told(through: Through, serve: Callable[..., Server]) -> None:
    """The answer of PostgreSQL comes too late. Then everyone hears of the entry, and it is there once."""
    proxy, address, database = through
    async with Company(await asyncio.to_thread(serve, address, times=IMPATIENT)) as company:
        host, guest = await company.begin(2)
        proxy.delay(2.5)
        name = await host.send("chat", text="I am late")
        await host.until(lambda: name in host.answers)
        proxy.delay(0)
        answer = host.answers[name]
        await asyncio.sleep(3)
        stored = [entry for entry in log_of(database, host.id) if entry.kind == "chat"]
        await eventually(
            lambda: [entry["text"] for entry in guest.entries if entry["kind"] == "chat"] == ["I am late"] * len(stored)
        )
        assert answer["type"] == "refused" or len(stored) == 1


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="processes are looked for in /proc")
async def test_killed_bots_are_replaced_once(sqlite: str, serve: Callable[..., Server]) -> None:
    """Many decisions are pending when a process of bots is killed, again and again. There is one pool at any time."""
    server = serve(sqlite, bot_processes=2)
    async with Company(server) as company:
        tables = [await company.begin(1, ("greedy",) * 5) for _ in range(4)]
        playing = asyncio.gather(*(play_out(players, number) for number, players in enumerate(tables)))
        most = 0
        for _ in range(3):
            await eventually(lambda: children_of(server) or playing.done())
            for bot in list(children_of(server))[:1]:
                os.kill(bot, signal.SIGKILL)
            for _ in range(10):
                most = max(most, len(children_of(server)))
                await asyncio.sleep(0.05)
        await playing
    assert most <= 4  # two that end, and two that begin
    assert "a process in which bots think has died" in server.log
    assert "could not answer" not in server.log


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="processes are looked for in /proc")
async def test_bots_that_hang_are_replaced(sqlite: str, serve: Callable[..., Server]) -> None:
    server = serve(sqlite, times={"bots hang": 2})
    async with Company(server) as company:
        (player,) = await company.begin(1, ("greedy",) * 2)
        await player.play()
        await player.my_turn()
        hanging = children_of(server)
        for bot in hanging:
            os.kill(bot, signal.SIGSTOP)
        await play_out([player])
    assert "a process in which bots think hangs" in server.log
    assert not hanging & children_of(server)


async def test_the_one_who_listens_does_not_wait_for_ever(postgresql: PostgreSQL, serve: Callable[..., Server]) -> None:
    """Somebody keeps a worker from listening, for long. No connection of it is left behind to wait in PostgreSQL."""
    database = postgresql.new()
    serve(database, times={"listener": 0.2})
    with psycopg.connect(database, autocommit=True) as other:
        other.execute("select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory'")
        other.execute("select pg_advisory_lock(%s)", [SERVING])
        waiting = "select count(*) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'"
        for _ in range(15):
            await asyncio.sleep(0.2)
            assert other.execute(waiting).fetchone() in ((0,), (1,))


async def test_a_client_that_falls_silent_is_not_there_any_more(sqlite: str, serve: Callable[..., Server]) -> None:
    """It is connected, but answers nothing: its network is gone. The others are told."""
    server = serve(sqlite, times={"pings": 1})
    async with Company(server) as company:
        host, guest = await company.begin(2)
        await guest.close()
        hello = frame(json.dumps({"type": "hello", "secret": guest.secret, "since": 0}).encode())
        with shake_hands(server, guest.id, hello):
            await all_see({"seats": [0, 1]}, host)
            await eventually(lambda: host.presence["seats"] == [0])
