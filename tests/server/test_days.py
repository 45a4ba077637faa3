"""The voyage of the day: the same for everyone, told to nobody beforehand, and counted once."""

from __future__ import annotations

import asyncio
import json
import random
import sqlite3
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import psycopg
import pytest

from libertalia import Game, Record
from libertalia.bots import bot_named
from libertalia.game.daily import dealt_on_day, name_of_day
from libertalia.game.logbook import commitment, verified
from libertalia.game.setup import edition_names
from libertalia.review import questions
from libertalia.tables.upkeep import _before_picks as before_picks
from tests.server.days import FIRST, INES, JORIS, Calendar, set_sail, today
from tests.server.evidence import assert_no_troubles
from tests.server.harness import Json, PostgreSQL, Server, error_key
from tests.server.people import Company, Player, eventually, play_out
from tests.server.test_backup import backup, restore
from tests.server.test_upgrade import old  # noqa: F401

pytestmark = pytest.mark.anyio

Serve = Callable[..., Server]


@pytest.fixture
def calendar(tmp_path: Path) -> Calendar:
    return Calendar(tmp_path)


def past(server: Server, days: int, edition: str = "original") -> Any:
    return server.get(f"/api/days/{edition}/{(FIRST + timedelta(days=days)).isoformat()}")


async def sail(company: Company, name: str, secret: str, luck: int = 0, edition: str = "original") -> Player:
    """Set sail, and sail to the end."""
    taken = set_sail(company.server, name, secret, edition)
    me = await company.come(taken["table"], taken["secret"])
    await play_out([me], luck)
    return me


def written_down(server: Server, secret: str) -> bool:
    return today(server, secret)["me"]["scores"] is not None


@pytest.mark.parametrize("edition", edition_names())
def test_a_deal_is_one_voyage_with_cards_to_spare(edition: str) -> None:
    for seed in range(20):
        start = dealt_on_day(edition, seed)
        assert start == dealt_on_day(edition, seed)
        game, rng = Game.at(start, seed), random.Random(seed)
        assert game.position() == start
        hands = [seat["hand"] for seat in start["seats"]]
        assert len(hands) == 4
        assert all(hand == hands[0] and len(hand) == len(start["loot"]) + 3 == 9 for hand in hands)
        while not game.over:
            assert game.table.voyage == start["voyage"], "no other voyage comes after it"
            decision = game.decisions[0]
            game.play(decision.seat, rng.choice(decision.options))
        assert all(sum(seat.voyage_scores[:-1]) == 0 for seat in game.view(None).seats)
        assert Record.loads(game.record().dumps()).replay().scores == game.scores
    assert dealt_on_day(edition, 1) != dealt_on_day(edition, 2)


def story(record: Record) -> list[tuple[Any, ...]]:
    """What was decided in a game; at sunrise it does not matter who was first."""
    return [(each.seat, each.kind, each.day, each.options, each.played) for each in questions(record)]


@pytest.mark.parametrize("edition", edition_names())
def test_bots_pick_alike_whoever_is_quicker(edition: str) -> None:
    """There are bots that would pick something else if they saw that others have picked. The voyage of the day hides it."""
    game = Game.at(dealt_on_day(edition, 3), 3)
    later = game.clone()
    for seat in (0, 3):
        later.play(seat, later.decisions[0].options[-1])
    assert before_picks(later).position() == game.position()
    for seed in range(20):
        picks = []
        for seen in (game, later):
            view = before_picks(seen).view(2, events=False)
            picks.append(bot_named("skerry")(seed).answer(view, next(one for one in game.decisions if one.seat == 2)))
        assert picks[0] == picks[1]


async def linger(player: Player, rng: random.Random, moves: int = 1000) -> None:
    """Play some moves, or to the end. At sunrise all others pick first."""
    for _ in range(moves):
        await player.until(lambda: player.decision or player.over)
        if player.over:
            return
        if player.own["decision"]["kind"] == "pick":
            await player.until(lambda: sum(seat["picked"] for seat in player.view["seats"]) == 3)
        await player.play(rng.choice(player.own["decision"]["options"]))


@pytest.mark.parametrize("edition", edition_names())
async def test_the_same_choices_give_the_same_game(serve: Serve, sqlite: str, calendar: Calendar, edition: str) -> None:
    """Whether one picks before the bots or after them, and also when the server is killed in between."""
    server = serve(sqlite, calendar=calendar.file)
    async with Company(server) as company:
        hasty = await sail(company, "Ines", INES, 7, edition)
        taken = set_sail(server, "Joris", JORIS, edition)
        rng = random.Random(7)
        await linger(await company.come(taken["table"], taken["secret"]), rng, 5)
        server.kill()
        server.start()
        slow = await company.come(taken["table"], taken["secret"])
        await linger(slow, rng)
        assert slow.table["scores"] == hasty.table["scores"]
        calendar.turn_to(1)
        one, other = (Record.of(server.record(each.id)["record"]) for each in (hasty, slow))
        assert story(one) == story(other)
        names = [(seat["name"], seat["level"], seat["colour"]) for seat in slow.table["seats"]]
        assert names[1:] == [("Pepper", "pepper", "red"), ("Skerry", "skerry", "blue"), ("Mango", "mango", "green")]


async def test_a_try_counts_once(serve: Serve, database: str, calendar: Calendar) -> None:
    server = serve(database, calendar=calendar.file)
    told = today(server)
    assert (told["day"], told["number"], told["sailed"], told["best"], told["me"]) == ("2026-11-17", 321, 0, [], None)
    stranger = today(server, INES)["me"]
    assert (stranger["table"], stranger["scores"], stranger["running"], stranger["calendar"]) == (None, None, 0, [])
    assert server.post("/api/today/original", {"name": "Ines", "secret": "short"}).status_code == 422
    assert server.post("/api/today/chess", {"name": "Ines", "secret": INES}).status_code == 404
    assert error_key(server.post("/api/today/original", {"name": "pepper", "secret": INES})) == "table.name-taken"

    taken = set_sail(server, "Ines", INES)
    assert set_sail(server, "Ines again", INES) == taken, "who comes back goes on"
    mine = today(server, INES)["me"]
    assert (mine["table"], mine["at"], mine["scores"]) == (taken["table"], 1, None)
    async with Company(server) as company:
        me = await company.come(taken["table"], taken["secret"])
        assert me.table["day"] == "2026-11-17"
        assert sorted(me.own["hand"]) == sorted(told["crew"])
        assert [sorted(day) for day in me.view["loot"]] == [sorted(day) for day in told["loot"]]
        scores = await play_out([me])
        await eventually(lambda: written_down(server, INES))
        first = today(server, INES)
        assert first["me"]["scores"] == scores
        assert (first["me"]["running"], first["me"]["place"], first["me"]["better"]) == (1, 1, None)
        assert first["best"] == [{"name": "Ines", "score": scores[0], "mine": True}]
        assert first["counts"] == [[scores[0], 1]]
        assert first["me"]["calendar"] == [{"day": "2026-11-17", "won": 0 in me.table["winners"]}]

        fun = await sail(company, "Ines", INES, 3)
        assert fun.id != me.id
        assert fun.table["day"] == "2026-11-17"
        others = await sail(company, "Joris", JORIS, 5)
        await eventually(lambda: written_down(server, JORIS))
        after = today(server, INES)
        assert after["me"]["table"] == me.id
        assert (after["sailed"], after["me"]["scores"]) == (2, scores), "what is sailed for fun does not count"
        expected = sorted([("Ines", scores[0]), ("Joris", others.table["scores"][0])], key=lambda each: -each[1])
        assert [(each["name"], each["score"]) for each in after["best"]] == expected
        assert {each["name"]: each["mine"] for each in after["best"]} == {"Ines": True, "Joris": False}
        assert after["me"]["better"] in ((100,) if scores[0] > others.table["scores"][0] else (0,))
        assert today(server, INES, "galecrest")["me"]["table"] is None, "each edition has its own"
    assert_no_troubles(server)


async def test_it_counts_for_the_day_on_which_it_began(serve: Serve, sqlite: str, calendar: Calendar) -> None:
    server = serve(sqlite, calendar=calendar.file)
    async with Company(server) as company:
        await sail(company, "Ines", INES)
        await eventually(lambda: written_down(server, INES))
        calendar.turn_to(1)
        assert today(server, INES)["me"]["running"] == 1, "today is still to be sailed"
        taken = set_sail(server, "Ines", INES)
        calendar.turn_to(2)
        assert today(server, INES)["me"]["running"] == 0
        assert set_sail(server, "Ines", INES)["table"] != taken["table"], "a new day is a new voyage"
        late = await company.come(taken["table"], taken["secret"])
        scores = await play_out([late])
        await eventually(lambda: today(server, INES)["me"]["yesterday"])
        told = today(server, INES)
        assert told["me"]["yesterday"] == {"table": late.id, "score": scores[0]}
        assert told["yesterday"]["best"] == [{"name": "Ines", "score": scores[0], "table": late.id}]
        assert (told["sailed"], told["me"]["running"], told["me"]["longest"]) == (0, 2, 2)
        calendar.turn_to(9)
        missed = today(server, INES)["me"]
        assert (missed["running"], missed["longest"], len(missed["calendar"])) == (0, 2, 2), "the longest stays"


async def test_nothing_is_told_before_its_time(serve: Serve, database: str, calendar: Calendar) -> None:
    server = serve(database, calendar=calendar.file)
    promised = {edition: today(server, edition=edition)["next_commitment"] for edition in edition_names()}
    assert promised["original"] != promised["galecrest"]
    calendar.turn_to(1)
    for edition, promise in promised.items():
        assert today(server, edition=edition)["commitment"] == promise
    for days in (1, 2, 3, 400, -10_000):
        assert past(server, days).status_code == 404, "only days that are over"
    assert server.get("/api/days/original/tomorrow").status_code == 422
    async with Company(server) as company:
        taken = set_sail(server, "Ines", INES)
        me = await company.come(taken["table"], taken["secret"])
        await me.my_turn()
        assert await me.refused("hint", turn=0) == "hint.not-here"
        assert error_key(server.post(f"/api/tables/{me.id}/review", {})) == "table.not-over"
        assert error_key(server.get(f"/api/tables/{me.id}/replay")) == "table.not-over"
        refused: dict[str, Json] = {"leave": {}, "end": {"yes": True}, "bot": {"seat": 0, "level": "fathom"}}
        for command, fields in refused.items():
            assert await me.refused(command, **fields) == "day.alone", "nobody plays for another"
        await play_out([me])
        assert await me.refused("rematch") == "day.alone"
        assert error_key(server.get(f"/api/tables/{me.id}/record")) == "day.running"
        assert server.info(me.id)["seed"] is None
        assert me.table["commitment"] == promised["original"]
        for held_back in (
            server.get(f"/api/tables/{me.id}/replay"),
            server.post(f"/api/tables/{me.id}/review", {}),
            server.post(f"/api/tables/{me.id}/review/0/table", {}),
        ):
            assert error_key(held_back) == "day.running", "others still sail with the same cards"
        said = json.dumps(me.frames) + json.dumps(today(server, INES))
        calendar.turn_to(2)
        told = past(server, 1).json()
        assert told["seed"] not in said
        assert f"{int(told['seed']):x}" not in said
    assert told["commitment"] == promised["original"] == commitment(name_of_day("original", told["day"]), int(told["seed"]))
    assert server.get(f"/api/tables/{me.id}/replay").status_code == 200
    assert server.post(f"/api/tables/{me.id}/review", {}).status_code == 202
    record = server.record(me.id)
    assert all(finding.true for finding in verified(json.dumps(record), promised["original"]))
    forged = record | {"record": record["record"] | {"seed": record["record"]["seed"] + 1}}
    assert [finding.true for finding in verified(json.dumps(forged), promised["original"])][:2] == [False, False]
    other = Game.at(dealt_on_day("original", 1), int(told["seed"])).record()
    laid = replace(other, moves=()).data()
    assert verified(json.dumps(record | {"record": laid}), promised["original"])[1].true is False, "another deal is found out"
    assert_no_troubles(server)


def execute(database: str, statement: str) -> None:
    if database.startswith("postgresql"):
        with psycopg.connect(database) as connection:
            connection.execute(statement.encode())
    else:
        with closing(sqlite3.connect(database)) as writing, writing:
            writing.execute(statement)


async def test_results_survive_kills_backups_and_the_deleting_of_tables(
    serve: Serve, database: str, calendar: Calendar, tmp_path: Path
) -> None:
    server = serve(database, calendar=calendar.file)
    async with Company(server) as company:
        scores = (await sail(company, "Ines", INES)).table["scores"]
    await eventually(lambda: written_down(server, INES))
    begun = set_sail(server, "Joris", JORIS)
    promised = today(server)["next_commitment"]
    file = tmp_path / "days.gz"
    await asyncio.to_thread(backup, database, file)
    server.kill()
    await asyncio.to_thread(restore, database, file, "--replace")
    # As if it had been killed between the last move and the result.
    execute(database, "update day_results set scores = null, score = null, won = null, finished = null")
    server.start()
    assert today(server, JORIS)["me"]["at"] == 1
    assert today(server, INES)["me"]["scores"] == scores
    server.stop()
    sweeping = serve(database, calendar=calendar.file, delete_days=0.000001, heartbeat=0.2, idle=0)
    await eventually(lambda: sweeping.get(f"/api/tables/{begun['table']}").status_code == 404)
    assert set_sail(sweeping, "Joris", JORIS)["table"] != begun["table"], "a try that was never finished is not lost"
    calendar.turn_to(1)
    told = today(sweeping, INES)
    assert told["commitment"] == promised
    assert told["yesterday"]["best"] == [{"name": "", "score": scores[0], "table": None}]
    assert (told["me"]["running"], told["me"]["yesterday"]) == (1, None)


async def test_workers_agree(serve: Serve, postgresql: PostgreSQL, calendar: Calendar) -> None:
    server = serve(postgresql.new(), workers=2, calendar=calendar.file)
    for edition in edition_names():
        assert len({today(server, edition=edition)["commitment"] for _ in range(10)}) == 1
    tried = await asyncio.gather(*[asyncio.to_thread(set_sail, server, "Ines", INES) for _ in range(8)])
    assert len({json.dumps(taken) for taken in tried}) == 1, "however often one asks, it is one try"
    async with Company(server) as company:
        me = await company.come(tried[0]["table"], tried[0]["secret"])
        scores = await play_out([me])
    await eventually(lambda: written_down(server, INES))
    assert today(server, INES)["me"]["scores"] == scores
    assert today(server)["sailed"] == 1
    assert_no_troubles(server)


def test_an_old_database_learns_it(old: str, serve: Serve, calendar: Calendar) -> None:  # noqa: F811
    server = serve(old, calendar=calendar.file)
    promised = today(server)["next_commitment"]
    server.restart()
    calendar.turn_to(1)
    assert today(server)["commitment"] == promised


async def test_setting_sail_is_limited(serve: Serve, sqlite: str) -> None:
    server = serve(sqlite, tables_a_minute=2)
    for number in range(2):
        set_sail(server, "Ines", f"{INES}{number}")
    assert error_key(server.post("/api/today/original", {"name": "Ines", "secret": INES})) == "too-fast"
