"""The server is killed at any moment, and nothing that it has acknowledged or told is lost or done twice.

Moments are random, but fixed by a seed: LIBERTALIA_CRASH_SEED runs others, LIBERTALIA_KILLS more of them.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import signal
import time
from collections.abc import Callable, Coroutine
from contextlib import suppress
from itertools import count
from typing import Any

import httpx
import psycopg
import pytest
from websockets.exceptions import WebSocketException

from libertalia.game.logbook import verified
from tests.server.evidence import assert_log_is_whole, assert_no_troubles, assert_told_truly, log_of, replayed
from tests.server.harness import NAMES, PATIENCE, Json, PostgreSQL, Server
from tests.server.people import Company, Player, all_hear, play_out

pytestmark = pytest.mark.anyio

SEED = int(os.environ.get("LIBERTALIA_CRASH_SEED", 1718))
KILLS = int(os.environ.get("LIBERTALIA_KILLS", 30))
AT_A_TIME = 5
_GONE = (OSError, WebSocketException, httpx.HTTPError)
"""What somebody sees of a server that is killed, or not there yet."""


class Voyage:
    """Some tables at a time, one after another, at servers that come and go."""

    def __init__(self, servers: list[Server], rng: random.Random) -> None:
        self.servers = servers
        self.rng = rng
        self.acknowledged = 0
        self.kills = 0
        self.ended = False
        self.tables: list[list[Survivor]] = []
        self.progress = asyncio.Event()
        self._http = httpx.AsyncClient(trust_env=False, timeout=5)

    async def post(self, path: str, body: Json) -> Json | None:
        """Ask any server until one has answered. Nothing if what was asked for had been done, unheard, before."""
        while True:
            with suppress(*_GONE):
                response = await self._http.post(self.rng.choice(self.servers).url + path, json=body)
                assert response.status_code in (201, 409), response.text
                answer: Json = response.json()
                return answer if response.status_code == 201 else None
            await asyncio.sleep(0.05)

    async def sail(self, lane: int) -> None:
        """One table after the other, until there are no more kills."""
        for number in count():
            if self.ended:
                return
            rng = random.Random(f"{SEED} {lane} {number}")
            people, bots = rng.choice([(2, 0), (1, 2), (3, 1), (2, 2)])
            await self._game(rng, people, bots)

    async def _game(self, rng: random.Random, people: int, bots: int) -> None:
        levels = [rng.choice(["random", "greedy"]) for _ in range(bots)]
        edition = rng.choice(["original", "galecrest"])
        wish = {"edition": edition, "players": people + bots, "bots": levels, "me": {"name": NAMES[0]}}
        made = await self.post("/api/tables", wish)
        assert made is not None
        seats = {0: made}
        for seat, name in enumerate(NAMES[1:people], 1):
            if taken := await self.post(f"/api/tables/{made['table']}/seats", {"name": name, "seat": seat}):
                seats[seat] = taken
        crew = [Survivor(self, made["table"], taken["secret"], NAMES[seat], rng) for seat, taken in seats.items()]
        crew[0].lost = [seat for seat in range(people) if seat not in seats]
        self.tables.append(crew)
        await asyncio.gather(*(player.survive() for player in crew))

    async def brave(self, kills: Coroutine[Any, Any, None]) -> None:
        """Sail on while the servers are killed; when there are no more kills, every game comes to its end."""
        async with asyncio.TaskGroup() as lanes:
            sailing = [lanes.create_task(self.sail(lane)) for lane in range(AT_A_TIME)]
            await kills
            self.ended = True
            await asyncio.wait_for(asyncio.gather(*sailing), 3 * PATIENCE)
        await self._http.aclose()

    async def shoot(self, victim: Server) -> None:
        """Kill a server after a random number of acknowledged moves, and a few milliseconds."""
        target = self.acknowledged + self.rng.randint(1, 40)
        while self.acknowledged < target:
            self.progress.clear()
            await asyncio.wait_for(self.progress.wait(), PATIENCE)
        await asyncio.sleep(self.rng.random() * 0.005)
        os.kill(victim.pid, signal.SIGKILL)
        self.kills += 1


class Survivor(Player):
    """Plays to the end whatever happens to the server: comes back, and sends again what was not answered."""

    def __init__(self, voyage: Voyage, table: str, secret: str | None, name: str, rng: random.Random) -> None:
        super().__init__(voyage.servers[0], table, secret)
        self.name = name
        self.lost: list[int] = []
        """Seats whose secret nobody has heard."""
        self.resent: dict[str, int] = {}
        """Commands that were sent again, and how long the log was then."""
        self._voyage = voyage
        self._rng = random.Random(rng.random())

    def _heed(self, frame: Json) -> None:
        if frame["type"] == "done":
            self._voyage.acknowledged += 1
            self._voyage.progress.set()
        super()._heed(frame)

    async def survive(self) -> None:
        while not self.over or self.unanswered:
            try:
                self.server = self._voyage.rng.choice(self._voyage.servers)
                unheard = list(self.unanswered)
                await self.connect()
                self.resent |= dict.fromkeys(unheard, self.number)
                await self._play_on()
            except _GONE:
                await asyncio.sleep(0.05)
        with suppress(*_GONE):
            await self.close()

    async def _play_on(self) -> None:
        await self.until(lambda: not self.unanswered)
        if self.seat == 0 and self.table["status"] == "open":
            for seat in self.lost:
                if self.table["seats"][seat]["kind"] == "person":
                    await self.ask("bot", name=f"bot {seat}", seat=seat, level="random")
            await self.ask("start", name="start")
        while not self.over:
            await self.until(lambda: self.decision or self.over)
            if self.decision and not self.over:
                await self._move()

    async def _move(self) -> None:
        assert self.mine is not None
        assert self.decision is not None
        turn = self.mine["turn"]
        await self.send("play", name=f"{self.name} {turn}", turn=turn, answer=self._rng.choice(self.decision["options"]))
        if self._rng.random() < 0.2:
            await self.send("chat", name=f"{self.name} says {turn}", text=f"That was move {turn}.")
        await self.until(lambda: not self.unanswered)


# ---- what has to be true afterwards -------------------------------------------------------------------------------------------


def assert_nothing_lost(voyage: Voyage, database: str) -> None:
    """Look at all tables of a voyage, in its clients' memories and in the database."""
    resent = []
    for crew in voyage.tables:
        log = log_of(database, crew[0].id)
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
        assert all(finding.true for finding in verified(json.dumps(voyage.servers[0].record(crew[0].id))))
    print(
        f"seed {SEED}: {voyage.kills} kills, {len(voyage.tables)} tables, {voyage.acknowledged} commands acknowledged; of those"
        f" sent again, {sum(resent)} were stored, and {len(resent) - sum(resent)} were not"
    )


# ---- the tests ----------------------------------------------------------------------------------------------------------------


async def test_killed_at_any_moment(database: str, serve: Callable[..., Server]) -> None:
    server = serve(database, heartbeat=0.5)
    voyage = Voyage([server], random.Random(SEED))

    async def kill() -> None:
        for _ in range(KILLS):
            await voyage.shoot(server)
            await asyncio.to_thread(server.wait)
            await asyncio.to_thread(server.start)

    await voyage.brave(kill())
    assert voyage.kills == KILLS
    assert_nothing_lost(voyage, database)
    assert_no_troubles(server)


async def test_one_of_two_is_killed(postgresql: PostgreSQL, serve: Callable[..., Server]) -> None:
    """Its players come back by way of the other one, which minds its bots too."""
    database = postgresql.new()
    servers = [serve(database, heartbeat=0.3), serve(database, heartbeat=0.3)]
    voyage = Voyage(servers, random.Random(SEED))

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
    assert_nothing_lost(voyage, database)
    for server in servers:
        assert_no_troubles(server)


async def test_bot_processes_end_with_a_killed_server(sqlite: str, serve: Callable[..., Server]) -> None:
    server = serve(sqlite)
    async with Company(server) as company:
        (player,) = await company.begin(1, ("random", "random"))
        await player.play()
        await player.my_turn()
        os.kill(server.pid, signal.SIGKILL)
    os.waitpid(server.pid, 0)
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
        await asyncio.sleep(started + 3.5 - time.time())  # the server minds the table by now
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
