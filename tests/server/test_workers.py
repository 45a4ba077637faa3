"""Several workers on one PostgreSQL act as one server: it does not matter which one somebody is connected to."""

from __future__ import annotations

import asyncio
import json
import os
import random
from collections.abc import Iterator

import httpx
import pytest

from libertalia.game.logbook import verified
from tests.server.evidence import assert_no_troubles, log_of, replayed
from tests.server.fleet import HEARTBEAT, Fleet, all_hear_of_the_end, all_see, assert_all_know_the_same
from tests.server.harness import PATIENCE, Json, PostgreSQL, Server, error_key
from tests.server.people import Player, play_out

pytestmark = pytest.mark.anyio

TABLES = 50 if "LIBERTALIA_LONG" in os.environ else 20


@pytest.fixture(scope="module")
def pair(postgresql: PostgreSQL, tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[Server]]:
    """Two servers on two ports over one database."""
    database, folder = postgresql.new(), tmp_path_factory.mktemp("pair")
    servers = [Server(database, folder, heartbeat=HEARTBEAT).start() for _ in range(2)]
    yield servers
    for server in servers:
        server.stop()
    for server in servers:
        assert_no_troubles(server)


# ---- many tables --------------------------------------------------------------------------------------------------------------


async def test_many_tables_at_a_time(pair: list[Server]) -> None:
    async with Fleet(pair) as fleet:

        async def game(number: int) -> None:
            rng = random.Random(number)
            edition, people, bots = rng.choice(["original", "galecrest"]), 2 + number % 2, ("random",) * (number % 3 == 0)
            players = await fleet.begin_spread(people, bots, edition=edition)
            watcher = await fleet.come_by(rng.randrange(2), players[0].id)
            scores = await play_out(players, number)
            await all_hear_of_the_end([*players, watcher])
            assert_all_know_the_same([*players, watcher])
            assert list(replayed(log_of(pair[0].database, players[0].id)).scores) == scores == watcher.table["scores"]
            assert await asyncio.to_thread(pair[number % 2].info, players[0].id) == players[0].table
            await asyncio.gather(*(player.close() for player in [*players, watcher]))

        await asyncio.gather(*(game(number) for number in range(TABLES)))


async def test_a_game_is_true_whichever_server_is_asked(pair: list[Server]) -> None:
    async with Fleet(pair) as fleet:
        players = await fleet.begin_spread(2)
        await play_out(players)
        records = [server.record(players[0].id) for server in pair]
        assert records[0] == records[1]
        assert all(finding.true for finding in verified(json.dumps(records[0])))


# ---- at the same moment -------------------------------------------------------------------------------------------------------


async def test_simultaneous_picks_never_clash(pair: list[Server]) -> None:
    """Six people, connected to two servers, pick at the same moment on several days: every pick is accepted."""
    async with Fleet(pair) as fleet:
        players = await fleet.begin_spread(6)
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
    """From two devices of one person, over two servers, with the same command id."""
    async with Fleet(pair) as fleet:
        players = await fleet.begin_spread(2)
        twin = await fleet.come_by(1, players[0].id, players[0].secret)
        for number in range(20):
            said = [device.do("chat", name=f"said {number}", text=f"Ahoy {number}") for device in (players[0], twin)]
            first, second = await asyncio.gather(*said)
            assert first == second
        await all_hear_of_the_end([*players, twin])
        assert [entry["text"] for entry in players[1].entries if entry["kind"] == "chat"] == [f"Ahoy {n}" for n in range(20)]
        assert_all_know_the_same([*players, twin])


async def test_two_answers_to_one_decision(pair: list[Server]) -> None:
    """Two answers come at the same moment over two servers: one is accepted, the other is refused."""
    async with Fleet(pair) as fleet:
        players = await fleet.begin_spread(2)
        twin = await fleet.come_by(1, players[0].id, players[0].secret)
        for turn in range(0, 20, 2):
            decision = await players[0].my_turn()
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
    """Twelve people at two servers ask for the last three seats: three of them get one each, and their secrets work."""
    made = pair[0].create(players=4, me={"name": "Host"})
    async with httpx.AsyncClient(trust_env=False, timeout=PATIENCE) as http:
        path = f"/api/tables/{made['table']}/seats"
        wishes = [http.post(pair[number % 2].url + path, json={"name": f"Guest {number}"}) for number in range(12)]
        answers = await asyncio.gather(*wishes)
    seated = [answer.json() for answer in answers if answer.status_code == 201]
    assert sorted(taken["seat"] for taken in seated) == [1, 2, 3]
    assert {error_key(answer) for answer in answers if answer.status_code != 201} == {"table.full"}
    async with Fleet(pair) as fleet:
        for number, taken in enumerate(seated):
            player = await fleet.come_by(number % 2, taken["table"], taken["secret"])
            assert player.seat == taken["seat"]


async def test_what_was_done_there_is_known_here(pair: list[Server]) -> None:
    """What one server has told somebody is known to the other: it does not refuse them for it, or tell it again."""
    async with Fleet(pair) as fleet:
        for _ in range(10):
            made = await asyncio.to_thread(pair[0].create, me={"name": "Ines"})
            host = await fleet.come_by(0, made["table"], made["secret"])
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
    async with Fleet(pair) as fleet:
        players = await fleet.spread(2)
        twin = await fleet.come_by(1, players[0].id, players[0].secret)
        answers = await asyncio.gather(players[0].ask("start", name="here"), twin.ask("start", name="there"))
        assert sorted(answer["type"] for answer in answers) == ["done", "refused"]
        await all_hear_of_the_end([*players, twin])
        assert [entry["kind"] for entry in twin.entries].count("started") == 1
        assert twin.mine == players[0].mine
        assert_all_know_the_same([*players, twin])


async def test_one_rematch(pair: list[Server]) -> None:
    """Both want it at the same moment; both sit at the same next table, with their old secrets, whichever way they come."""
    async with Fleet(pair) as fleet:
        players = await fleet.begin_spread(2)
        await play_out(players)
        answers = await asyncio.gather(*(player.ask("rematch") for player in players))
        assert sorted(answer["type"] for answer in answers) == ["done", "refused"]
        await all_hear_of_the_end(players)
        (again,) = {player.table["rematch"] for player in players}
        for which, player in enumerate(players):
            there = await fleet.come_by(1 - which, again, player.secret)
            assert there.seat == player.seat
            if there.table["host"] == there.seat:
                await there.do("start")
        assert_all_know_the_same(players)


# ---- coming and going ---------------------------------------------------------------------------------------------------------


async def test_presence(pair: list[Server]) -> None:
    """Everyone is told who is connected, over whichever server; newcomers, too."""
    async with Fleet(pair) as fleet:
        host, guest = await fleet.spread(2)
        here: Json = {"type": "presence", "seats": [0, 1], "watchers": 0}
        await all_see(here, host, guest)
        watcher = await fleet.come_by(1, host.id)
        await all_see(here | {"watchers": 1}, host, guest, watcher)
        await guest.close()
        await all_see({"type": "presence", "seats": [0], "watchers": 1}, host, watcher)
        host.drop()
        await all_see({"type": "presence", "seats": [], "watchers": 1}, watcher)


async def test_nobody_gives_away_the_seat_of_one_who_is_here(pair: list[Server]) -> None:
    async with Fleet(pair) as fleet:
        host, guest = await fleet.begin_spread(2)
        await host.until(lambda: 1 in host.presence["seats"])
        assert await host.refused("bot", seat=1, level="random") == "table.present"
        await guest.close()
        await host.until(lambda: 1 not in host.presence["seats"])
        await host.do("bot", seat=1, level="random")
        back = await fleet.come_by(1, host.id, guest.secret)
        await back.hear("back", seat=1)


async def test_nobody_gives_away_the_seat_of_one_who_has_just_come(pair: list[Server]) -> None:
    """Also before the host's worker was notified of it."""
    async with Fleet(pair) as fleet:
        for _ in range(15):
            made = await asyncio.to_thread(pair[0].create, me={"name": "Ines"})
            taken = await asyncio.to_thread(pair[1].join, made["table"], name="Joris")
            host = await fleet.come_by(0, made["table"], made["secret"])
            guest = await Player(pair[1], made["table"], taken["secret"]).open()
            fleet.people.append(guest)
            await guest.say(type="hello", secret=guest.secret)
            await guest.until(lambda guest=guest: guest.frames)  # type: ignore[misc]
            assert await host.refused("bot", seat=1, level="random") == "table.present"


async def test_a_seat_that_has_changed_hands(pair: list[Server]) -> None:
    """One person leaves; another takes the seat over one server and connects to the other at once. The seat is theirs."""
    async with Fleet(pair) as fleet:
        host, guest = await fleet.spread(2)
        stranger = await fleet.come_by(0, host.id, guest.secret)  # the same person on another device
        for number in range(15):
            await guest.do("leave", name="the same name")
            taken = await asyncio.to_thread(pair[1].join, host.id, name=f"Guest {number}")
            guest = await fleet.come_by(number % 2, host.id, taken["secret"])
            assert guest.seat == 1
            said = await guest.do("chat", name="first word", text=f"I am number {number}.")
            assert (await host.hear("chat", 1, number=said))["text"] == f"I am number {number}."
            assert await stranger.refused("chat", text="That was my seat.") == "table.watching"
        await host.do("start")
        await asyncio.gather(*(player.my_turn() for player in (host, guest)))
        await stranger.hear("started")
        assert stranger.mine is None
