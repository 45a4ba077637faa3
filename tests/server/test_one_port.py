"""`serve --workers 2`: several workers behind one port."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.evidence import assert_no_troubles
from tests.server.fleet import HEARTBEAT, all_hear_of_the_end, assert_all_know_the_same, children_of
from tests.server.harness import PostgreSQL, Server
from tests.server.people import Company, Player, eventually, play_out

pytestmark = pytest.mark.anyio


@pytest.fixture(scope="module")
def double(postgresql: PostgreSQL, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """`serve --workers 2`."""
    server = Server(postgresql.new(), tmp_path_factory.mktemp("double"), workers=2, heartbeat=HEARTBEAT).start()
    yield server
    server.stop()
    assert_no_troubles(server)


async def test_two_workers_behind_one_port(double: Server) -> None:
    """Games are played whichever worker the system hands each connection to; the metrics are those of both."""
    stored = double.metric("libertalia_entries_total")
    async with Company(double) as company:
        tables = await asyncio.gather(*(company.begin(2, ("random",)) for _ in range(10)))
        connected = double.metric("libertalia_connections")
        assert connected == sum(len(players) for players in tables)
        await asyncio.gather(*(play_out(players, number) for number, players in enumerate(tables)))
        for players in tables:
            await all_hear_of_the_end(players)
            assert_all_know_the_same(players)
        told = sum(players[0].number for players in tables)
        made_with_the_table = 3 * len(tables)  # created, joined and bot are stored with the table itself
        assert double.metric("libertalia_entries_total") - stored == told - made_with_the_table
        assert double.metric("libertalia_entries_total", kind="started") == len(tables)
    await eventually(lambda: double.metric("libertalia_connections") == 0)


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="processes are looked for in /proc")
async def test_one_of_two_workers_behind_one_port_is_killed(double: Server) -> None:
    """Another takes its place, the games go on, and what is counted is what is there."""
    async with Company(double) as company:
        tables = await asyncio.gather(*(company.begin(2, ("random",)) for _ in range(6)))
        people = [player for players in tables for player in players]
        dropped: list[Player] = []
        for victim in children_of(double):
            os.kill(victim, signal.SIGKILL)
            await eventually(lambda gone=victim: len(children_of(double) - {gone}) == 2)  # type: ignore[misc]
            dropped = [player for player in people if player.closed is not None]
            if dropped:
                break
        assert dropped
        for player in dropped:
            await player.connect()
        await asyncio.gather(*(play_out(players, number) for number, players in enumerate(tables)))
        for players in tables:
            await all_hear_of_the_end(players)
            assert_all_know_the_same(players)
        await eventually(lambda: double.metric("libertalia_connections") == len(people))
