"""Several workers over one PostgreSQL are one server: who comes by way of which makes no difference."""

from __future__ import annotations

import asyncio
import json
import os
import random
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

import httpx
import psycopg
import pytest
from sqlalchemy import insert, update
from sqlalchemy.exc import DBAPIError

from libertalia.game.logbook import verified
from libertalia.server.log import Entry
from libertalia.server.settings import Settings
from libertalia.server.signals import CHANNEL
from libertalia.server.storage import Database
from libertalia.server.storage.database import values
from libertalia.server.storage.schema import entries, tables
from tests.server.evidence import assert_log_is_whole, assert_no_troubles, assert_told_truly, log_of, replayed
from tests.server.harness import NAMES, PATIENCE, Json, PostgreSQL, Server, error_key
from tests.server.people import Company, Player, all_hear, play_out

pytestmark = pytest.mark.anyio

TABLES = 50
KEEP = 0.3


@pytest.fixture(scope="module")
def pair(postgresql: PostgreSQL, tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[Server]]:
    """Two servers on two ports over one database."""
    database, folder = postgresql.new(), tmp_path_factory.mktemp("pair")
    servers = [Server(database, folder, keep=KEEP).start() for _ in range(2)]
    yield servers
    for server in servers:
        server.stop()
    for server in servers:
        assert_no_troubles(server)


class Harbour(Company):
    """People who come by way of this server or that."""

    def __init__(self, servers: list[Server]) -> None:
        super().__init__(servers[0])
        self.servers = servers

    async def come_by(self, which: int, table: str, secret: str | None = None) -> Player:
        player = Player(self.servers[which], table, secret)
        self.people.append(player)
        return await player.connect()

    async def spread(self, people: int, bots: tuple[str, ...] = (), **wish: Any) -> list[Player]:
        """A table whose people have come by way of the one server and the other, in turn. The game has not begun."""
        wish = {"players": people + len(bots), "bots": list(bots), "me": {"name": NAMES[0]}} | wish
        made = await asyncio.to_thread(self.servers[0].create, **wish)
        players = [await self.come_by(0, made["table"], made["secret"])]
        for number in range(1, people):
            taken = await asyncio.to_thread(self.servers[number % 2].join, made["table"], name=NAMES[number])
            players.append(await self.come_by(number % 2, made["table"], taken["secret"]))
        await all_hear(players, players[-1].number)
        return players

    async def begin_spread(self, people: int, bots: tuple[str, ...] = (), **wish: Any) -> list[Player]:
        players = await self.spread(people, bots, **wish)
        await all_hear(players, await players[0].do("start"))
        return players


def assert_all_know_the_same(players: list[Player]) -> None:
    """Everyone was told every entry once and in order, as the log has it."""
    log = log_of(players[0].server.database, players[0].id)
    assert_log_is_whole(log)
    for player in players:
        assert_told_truly(player, log)


async def all_hear_of_the_end(players: list[Player]) -> None:
    await all_hear(players, max(player.number for player in players))


# ---- many tables --------------------------------------------------------------------------------------------------------------


async def test_fifty_tables_at_a_time(pair: list[Server]) -> None:
    async with Harbour(pair) as harbour:

        async def game(number: int) -> None:
            rng = random.Random(number)
            edition, people, bots = rng.choice(["original", "galecrest"]), 2 + number % 2, ("random",) * (number % 3 == 0)
            players = await harbour.begin_spread(people, bots, edition=edition)
            watcher = await harbour.come_by(rng.randrange(2), players[0].id)
            scores = await play_out(players, number)
            await all_hear_of_the_end([*players, watcher])
            assert_all_know_the_same([*players, watcher])
            assert list(replayed(log_of(pair[0].database, players[0].id)).scores) == scores == watcher.table["scores"]
            assert await asyncio.to_thread(pair[number % 2].info, players[0].id) == players[0].table
            await asyncio.gather(*(player.close() for player in [*players, watcher]))

        await asyncio.gather(*(game(number) for number in range(TABLES)))


async def test_a_game_is_true_whichever_server_is_asked(pair: list[Server]) -> None:
    async with Harbour(pair) as harbour:
        players = await harbour.begin_spread(2)
        await play_out(players)
        records = [server.record(players[0].id) for server in pair]
        assert records[0] == records[1]
        assert all(finding.true for finding in verified(json.dumps(records[0])))


# ---- at the same moment -------------------------------------------------------------------------------------------------------


async def test_simultaneous_picks_never_clash(pair: list[Server]) -> None:
    """Six people pick at the same moment, by way of two servers, all days of a voyage: every pick is taken."""
    async with Harbour(pair) as harbour:
        players = await harbour.begin_spread(6)
        for _ in range(4):
            picking = [player for player in players if player.decision and player.decision["kind"] == "pick"]
            assert picking == players
            numbers = await asyncio.gather(*(player.play() for player in players))
            assert len(set(numbers)) == 6
            await all_hear_of_the_end(players)
            while not all(player.decision and player.decision["kind"] == "pick" for player in players):
                await asyncio.gather(*(player.play() for player in players if player.decision))
                await all_hear_of_the_end(players)
        assert_all_know_the_same(players)


async def test_a_command_sent_twice_at_the_same_moment_is_done_once(pair: list[Server]) -> None:
    """On two devices of one person, by way of two servers, under the same name."""
    async with Harbour(pair) as harbour:
        players = await harbour.begin_spread(2)
        twin = await harbour.come_by(1, players[0].id, players[0].secret)
        for number in range(20):
            said = [device.do("chat", name=f"said {number}", text=f"Ahoy {number}") for device in (players[0], twin)]
            first, second = await asyncio.gather(*said)
            assert first == second
        await all_hear_of_the_end([*players, twin])
        assert [entry["text"] for entry in players[1].entries if entry["kind"] == "chat"] == [f"Ahoy {n}" for n in range(20)]
        assert_all_know_the_same([*players, twin])


async def test_two_answers_to_one_decision(pair: list[Server]) -> None:
    """Of two answers that come at the same moment by way of two servers, one is taken and the other is told so."""
    async with Harbour(pair) as harbour:
        players = await harbour.begin_spread(2)
        twin = await harbour.come_by(1, players[0].id, players[0].secret)
        for turn in range(0, 20, 2):
            decision = await players[0].his_turn()
            one, other = decision["options"][0], decision["options"][-1]
            answers = await asyncio.gather(
                players[0].ask("play", name=f"here {turn}", turn=turn, answer=one),
                twin.ask("play", name=f"there {turn}", turn=turn, answer=other),
            )
            assert sorted(answer["type"] for answer in answers) == ["done", "refused"]
            refused = next(answer for answer in answers if answer["type"] == "refused")
            assert refused["error"]["key"] == "move.late"
            await players[0].do("unpick", turn=turn + 1)
            await twin.hear_up_to(players[0].number)
        await all_hear_of_the_end([*players, twin])
        assert_all_know_the_same([*players, twin])


async def test_the_last_seats_at_the_same_moment(pair: list[Server]) -> None:
    """A dozen people by way of two servers want the last three seats: three get one each, and their secrets are good."""
    made = pair[0].create(players=4, me={"name": "Host"})
    async with httpx.AsyncClient(trust_env=False, timeout=PATIENCE) as http:
        path = f"/api/tables/{made['table']}/seats"
        wishes = [http.post(pair[number % 2].url + path, json={"name": f"Guest {number}"}) for number in range(12)]
        answers = await asyncio.gather(*wishes)
    seated = [answer.json() for answer in answers if answer.status_code == 201]
    assert sorted(taken["seat"] for taken in seated) == [1, 2, 3]
    assert {error_key(answer) for answer in answers if answer.status_code != 201} == {"table.full"}
    async with Harbour(pair) as harbour:
        for number, taken in enumerate(seated):
            player = await harbour.come_by(number % 2, taken["table"], taken["secret"])
            assert player.seat == taken["seat"]


async def test_what_was_done_there_is_known_here(pair: list[Server]) -> None:
    """Whoever has heard of something by way of one server is not refused for it by the other, nor told of it again."""
    async with Harbour(pair) as harbour:
        for _ in range(10):
            made = await asyncio.to_thread(pair[0].create, me={"name": "Ines"})
            host = await harbour.come_by(0, made["table"], made["secret"])
            await asyncio.to_thread(pair[1].join, made["table"], name="Joris")
            await host.do("start")  # not refused for the seat that is open no more
            for which in (1, 0, 1, 0):
                number = await host.do("chat", text="I am going.")
                host.drop()
                host.server = pair[which]
                await host.connect(since=number)
                assert await host.do("chat", text="Here I am.") == number + 1
            assert_all_know_the_same([host])


async def test_one_deal(pair: list[Server]) -> None:
    """The host starts on two devices at the same moment."""
    async with Harbour(pair) as harbour:
        players = await harbour.spread(2)
        twin = await harbour.come_by(1, players[0].id, players[0].secret)
        answers = await asyncio.gather(players[0].ask("start", name="here"), twin.ask("start", name="there"))
        assert sorted(answer["type"] for answer in answers) == ["done", "refused"]
        await all_hear_of_the_end([*players, twin])
        assert [entry["kind"] for entry in twin.entries].count("started") == 1
        assert twin.mine == players[0].mine
        assert_all_know_the_same([*players, twin])


async def test_one_rematch(pair: list[Server]) -> None:
    """Both want it at the same moment; both sit at the same next table, with their old secrets, whichever way they come."""
    async with Harbour(pair) as harbour:
        players = await harbour.begin_spread(2)
        await play_out(players)
        answers = await asyncio.gather(*(player.ask("rematch") for player in players))
        assert sorted(answer["type"] for answer in answers) == ["done", "refused"]
        await all_hear_of_the_end(players)
        (again,) = {player.table["rematch"] for player in players}
        for which, player in enumerate(players):
            there = await harbour.come_by(1 - which, again, player.secret)
            assert there.seat == player.seat
            if there.table["host"] == there.seat:
                await there.do("start")
        assert_all_know_the_same(players)


# ---- coming and going ---------------------------------------------------------------------------------------------------------


async def all_see(presence: Json, *people: Player) -> None:
    for player in people:
        await player.until(partial(lambda player: player.presence == presence, player))


async def test_presence(pair: list[Server]) -> None:
    """Who is here is known whichever way one came, and first of all to whoever comes."""
    async with Harbour(pair) as harbour:
        host, guest = await harbour.spread(2)
        here: Json = {"type": "presence", "seats": [0, 1], "watchers": 0}
        await all_see(here, host, guest)
        watcher = await harbour.come_by(1, host.id)
        await all_see(here | {"watchers": 1}, host, guest, watcher)
        await guest.close()
        await all_see({"type": "presence", "seats": [0], "watchers": 1}, host, watcher)
        host.drop()
        await all_see({"type": "presence", "seats": [], "watchers": 1}, watcher)


async def test_nobody_gives_away_the_seat_of_one_who_is_here(pair: list[Server]) -> None:
    async with Harbour(pair) as harbour:
        host, guest = await harbour.begin_spread(2)
        await host.until(lambda: 1 in host.presence["seats"])
        assert await host.refused("bot", seat=1, level="random") == "table.present"
        await guest.close()
        await host.until(lambda: 1 not in host.presence["seats"])
        await host.do("bot", seat=1, level="random")
        back = await harbour.come_by(1, host.id, guest.secret)
        await back.hear("back", seat=1)


async def test_a_seat_that_has_changed_hands(pair: list[Server]) -> None:
    """One leaves, another takes the seat by way of one server and comes by way of the other, at once: it is his."""
    async with Harbour(pair) as harbour:
        host, guest = await harbour.spread(2)
        stranger = await harbour.come_by(0, host.id, guest.secret)  # the same person on another device
        for number in range(15):
            await guest.do("leave", name="the same name")
            taken = await asyncio.to_thread(pair[1].join, host.id, name=f"Guest {number}")
            guest = await harbour.come_by(number % 2, host.id, taken["secret"])
            assert guest.seat == 1
            said = await guest.do("chat", name="first word", text=f"I am number {number}.")
            assert (await host.hear("chat", 1, number=said))["text"] == f"I am number {number}."
            assert await stranger.refused("chat", text="That was my seat.") == "table.watching"
        await host.do("start")
        await asyncio.gather(*(player.his_turn() for player in (host, guest)))
        await stranger.hear("started")
        assert stranger.mine is None


async def test_calls_that_nobody_understands(pair: list[Server]) -> None:
    """Whoever may use the database can call out in it. Workers that hear what is not theirs go on listening."""
    async with Harbour(pair) as harbour:
        host, guest = await harbour.begin_spread(2)
        with psycopg.connect(pair[0].database, autocommit=True) as stranger:
            for call in ("", "Ahoy", "stranger {", 'stranger {"entries":{"x":3}}', f'stranger {{"here":{{"{host.id}":{{}}}}}}'):
                stranger.execute("select pg_notify(%s, %s)", (CHANNEL, call))
        await play_out([host, guest])
        await all_hear_of_the_end([host, guest])
        assert_all_know_the_same([host, guest])


async def test_two_workers_that_mind_the_same_bots(postgresql: PostgreSQL, serve: Callable[..., Server]) -> None:
    """Leases so short that both think they mind a table: each decision is answered once, and by a legal answer."""
    database = postgresql.new()
    servers = [serve(database, keep=0.01), serve(database, keep=0.01)]
    async with Harbour(servers) as harbour:

        async def game(number: int) -> None:
            players = await harbour.begin_spread(2, ("random",) * 4)
            await play_out(players, number)
            await all_hear_of_the_end(players)
            assert_all_know_the_same(players)
            assert replayed(log_of(database, players[0].id)).over

        await asyncio.gather(*(game(number) for number in range(5)))
    for server in servers:
        assert_no_troubles(server)


# ---- workers that end ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("end", ["kill", "stop"])
async def test_a_worker_that_is_gone(end: str, postgresql: PostgreSQL, serve: Callable[..., Server]) -> None:
    """Its people are no longer here after a while, and its bots and the clocks of its tables are minded by the other."""
    database = postgresql.new()
    servers = [serve(database, keep=KEEP), serve(database, keep=KEEP)]
    async with Harbour(servers) as harbour:
        host, guest = await harbour.begin_spread(2, ("random", "greedy"))  # the host's server minds the bots
        watcher = await harbour.come_by(1, host.id)
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


async def test_a_worker_that_sleeps(postgresql: PostgreSQL, serve: Callable[..., Server]) -> None:
    """While nothing is heard of it, its people are not here. When it wakes up they are, and everyone knows all that happened."""
    database = postgresql.new()
    servers = [serve(database, keep=KEEP), serve(database, keep=KEEP)]
    async with Harbour(servers) as harbour:
        host, guest = await harbour.begin_spread(2)
        both: Json = {"type": "presence", "seats": [0, 1], "watchers": 0}
        await all_see(both, host, guest)
        os.kill(servers[1].pid, signal.SIGSTOP)
        await all_see(both | {"seats": [0]}, host)
        await host.play()
        os.kill(servers[1].pid, signal.SIGCONT)
        await all_see(both, host, guest)
        await play_out([host, guest])
        assert_all_know_the_same([host, guest])


async def test_a_worker_that_falls_silent_in_the_midst_of_storing(postgresql: PostgreSQL, serve: Callable[..., Server]) -> None:
    """It holds the table's line in the lists and the next number of its log. Others wait for a while, then it has lost them."""
    database = postgresql.new()
    async with Company(serve(database, keep=KEEP)) as company:
        host, guest = await company.begin(2)
        silent = Database(Settings(database=database).url)
        async with silent.engine.connect() as connection:
            await connection.execute(update(tables).values(touched=0))
            said = Entry(host.number + 1, "chat", 1, 0, {"text": "What I was about to say"})
            await connection.execute(insert(entries).values(values(host.id, said)))
            await play_out([host, guest])
            with pytest.raises(DBAPIError):
                await connection.commit()
        await silent.close()
        assert replayed(log_of(database, host.id)).over


# ---- one port -----------------------------------------------------------------------------------------------------------------


def metric(server: Server, name: str, **labels: str) -> float:
    """The sum of a metric, over its labels if they are not said."""
    lines = [line.rpartition(" ") for line in server.get("/metrics").text.splitlines() if line.startswith(name)]
    wanted = [f'{label}="{value}"' for label, value in labels.items()]
    return sum(float(value) for head, _, value in lines if all(each in head for each in wanted))


def workers_of(server: Server) -> set[int]:
    """The processes that serve: children of the one that was started."""
    found = set()
    for folder in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            parent = int((folder / "stat").read_text().rpartition(")")[2].split()[1])
            if parent == server.pid and b"resource_tracker" not in (folder / "cmdline").read_bytes():
                found.add(int(folder.name))
    return found


@pytest.fixture(scope="module")
def double(postgresql: PostgreSQL, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """`serve --workers 2`."""
    server = Server(postgresql.new(), tmp_path_factory.mktemp("double"), workers=2, keep=KEEP).start()
    yield server
    server.stop()
    assert_no_troubles(server)


async def test_two_workers_behind_one_port(double: Server) -> None:
    """Games are played whichever worker the system hands each connection to; the metrics are those of both."""
    stored = metric(double, "libertalia_entries_total")
    async with Company(double) as company:
        tables = await asyncio.gather(*(company.begin(2, ("random",)) for _ in range(10)))
        connected = metric(double, "libertalia_connections ")
        assert connected == sum(len(players) for players in tables)
        await asyncio.gather(*(play_out(players, number) for number, players in enumerate(tables)))
        for players in tables:
            await all_hear_of_the_end(players)
            assert_all_know_the_same(players)
        told = sum(players[0].number for players in tables)
        made_with_the_table = 3 * len(tables)  # created, joined and bot are stored with the table itself
        assert metric(double, "libertalia_entries_total") - stored == told - made_with_the_table
        assert metric(double, "libertalia_entries_total", kind="started") == len(tables)
    await asyncio.to_thread(wait_for, lambda: metric(double, "libertalia_connections ") == 0)


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="processes are looked for in /proc")
async def test_one_of_two_workers_behind_one_port_is_killed(double: Server) -> None:
    """Another takes its place, the games go on, and what is counted is what is there."""
    async with Company(double) as company:
        tables = await asyncio.gather(*(company.begin(2, ("random",)) for _ in range(6)))
        people = [player for players in tables for player in players]
        dropped: list[Player] = []
        for victim in workers_of(double):
            os.kill(victim, signal.SIGKILL)
            await asyncio.to_thread(wait_for, lambda gone=victim: len(workers_of(double) - {gone}) == 2)  # type: ignore[misc]
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
        await asyncio.to_thread(wait_for, lambda: metric(double, "libertalia_connections ") == len(people))


def wait_for(happened: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE
    while not happened():
        assert time.monotonic() < end
        time.sleep(0.05)
