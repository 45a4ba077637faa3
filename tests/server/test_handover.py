"""Workers hand websockets over to each other: the people of a table come together at one worker."""

from __future__ import annotations

import asyncio
import os
import random
import signal
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import httpx
import pytest

from tests.server.fleet import assert_all_know_the_same, children_of
from tests.server.harness import PostgreSQL, Server
from tests.server.people import Company, Player, eventually, play_out

pytestmark = [
    pytest.mark.anyio,
    pytest.mark.skipif(not Path("/proc/net/tcp").exists(), reason="connections are looked for in /proc"),
]


PATIENT = {"sign of life": 60, "worker hangs": 300}
"""Seconds. On a busy machine, a worker may not give a sign of life for longer than the server would wait for it."""


def worker_of(player: Player) -> int:
    """The process that has the server's end of a player's connection."""
    assert player._socket is not None
    theirs, ours = (f"{port:04X}" for port in (player._socket.local_address[1], player.server.port))
    for line in Path("/proc/net/tcp").read_text().splitlines():
        fields = line.split()
        if fields[1].endswith(f":{ours}") and fields[2].endswith(f":{theirs}"):
            wanted = f"socket:[{fields[9]}]"
            for process in children_of(player.server):
                for descriptor in Path(f"/proc/{process}/fd").iterdir():
                    with suppress(OSError):
                        if os.readlink(descriptor) == wanted:
                            return process
    raise AssertionError("the connection was not found")


async def test_all_people_of_a_table_are_at_one_worker(postgresql: PostgreSQL, serve: Callable[..., Server]) -> None:
    server = serve(postgresql.new(), workers=3, times=PATIENT)
    homes: set[int] = set()
    async with Company(server) as company:
        while len(homes) < 2:
            players = await company.begin(4)
            (home,) = set(map(worker_of, players))
            homes.add(home)
        await play_out(players)
        assert_all_know_the_same(players)
    server.stop()


async def test_a_worker_that_stands_still_gets_nobody(postgresql: PostgreSQL, serve: Callable[..., Server]) -> None:
    """The others serve the people of its tables; nobody waits until it is replaced."""
    server = serve(postgresql.new(), workers=2, times={"worker hangs": PATIENT["worker hangs"]})
    async with Company(server) as company:
        players = await company.begin(2)
        home = worker_of(players[0])
        os.kill(home, signal.SIGSTOP)
        for player in players:
            player.drop()
        await asyncio.sleep(1.5)
        for player in players:
            await player.connect()
            assert worker_of(player) != home
        await play_out(players)
        assert home in children_of(server)
        assert_all_know_the_same(players)
        os.kill(home, signal.SIGCONT)
    server.stop()


async def test_a_worker_without_a_database_gets_nobody(postgresql: PostgreSQL, serve: Callable[..., Server]) -> None:
    """It was replaced, and PostgreSQL lets nobody in any more. The other worker is connected, and serves everyone."""
    database = postgresql.new()
    server = serve(database, workers=2)
    async with Company(server) as company:
        for _ in range(8):  # so that both workers have stored something
            players = await company.begin(2)
            await players[0].play()
        home = worker_of(players[0])
        (other,) = children_of(server) - {home}
        postgresql.let_nobody_in(database)
        os.kill(home, signal.SIGKILL)
        await eventually(lambda: is_unready(server))
        for player in players:
            await come_in(player)
            assert worker_of(player) == other
        await asyncio.gather(*(play_on(player, random.Random(seat)) for seat, player in enumerate(players)))
        postgresql.reopen(database)
        assert_all_know_the_same(players)
    server.stop()


async def play_on(player: Player, rng: random.Random) -> None:
    """Play to the end. A worker whose connections are all in use, and that gets no other one, asks to try again in a moment."""
    while not player.over:
        await player.until(lambda: player.decision or player.over)
        if player.over or player.decision is None:
            continue
        answer = await player.ask("play", turn=player.own["turn"], answer=rng.choice(player.decision["options"]))
        if answer["type"] == "refused":
            assert answer["error"]["key"] == "server.storage", answer
            await asyncio.sleep(0.2)


def is_unready(server: Server) -> bool:
    """Whether the worker that answers, whichever it is, says that it can't serve."""
    with suppress(httpx.HTTPError):
        return server.get("/readyz", headers={"connection": "close"}).status_code == 503
    return False


async def come_in(player: Player) -> None:
    """Try it a few times: half of them, the worker that waits is the one that answers."""
    for _ in range(20):
        with suppress(ConnectionError):
            await player.connect()
            return
    raise AssertionError("nobody lets them in")


async def test_nobody_is_lost_with_a_worker(postgresql: PostgreSQL, serve: Callable[..., Server]) -> None:
    """People who are handed over to a worker in the moment of its death are served by another one, before it is replaced."""
    server = serve(postgresql.new(), workers=2, times=PATIENT)
    async with Company(server) as company:
        players = await company.begin(2)
        home = worker_of(players[0])
        os.kill(home, signal.SIGSTOP)
        coming = [asyncio.create_task(company.come(players[0].id)) for _ in range(6)]
        await asyncio.sleep(0.3)
        (other,) = children_of(server) - {home}
        os.kill(home, signal.SIGKILL)
        watchers = await asyncio.gather(*coming)
        assert {worker_of(watcher) for watcher in watchers} == {other}
        await eventually(lambda: len(children_of(server)) == 2)
    assert f"worker process {home} ended" in server.log
    server.stop()
