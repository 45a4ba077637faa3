"""Whole games over real sockets, at all kinds of tables, and what is left of them."""

from __future__ import annotations

import asyncio
import json
import random
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import CliRunner

from libertalia import Record
from libertalia.terminal.app import app
from tests.games import TABLES, Setting
from tests.server.harness import Json, Server, libertalia
from tests.server.people import Company, Player, play_out

pytestmark = pytest.mark.anyio


def people_and_bots(setting: Setting) -> tuple[int, tuple[str, ...]]:
    """Half of the seats are people's; the last bot thinks, the others don't."""
    people = (setting.players + 1) // 2
    bots = setting.players - people
    return people, ("random",) * (bots - 1) + ("greedy",) * min(bots, 1)


async def begin(company: Company, setting: Setting) -> list[Player]:
    people, bots = people_and_bots(setting)
    return await company.begin(people, bots, edition=setting.edition, options=setting.options)


def same_but_for_own_cards(entry: Json, public: Json, seat: int | None) -> bool:
    """Whether a seat was told the same as everyone, and at most the names of its own cards besides."""
    if {**entry, "events": None} != {**public, "events": None}:
        return False
    for event, seen in zip(entry.get("events", []), public.get("events", []), strict=True):
        own = {name: value for name, value in event.items() if name != "card"}
        if event != seen and (own != seen or event["seat"] != seat):
            return False
    return True


def verify(book: Json, folder: Path, *arguments: str) -> int:
    """What `libertalia verify` ends with: 0 is true, 1 is false."""
    file = folder / "game.json"
    file.write_text(json.dumps(book))
    return CliRunner().invoke(app, ["verify", str(file), *arguments]).exit_code


def test_half_of_the_seats_are_peoples() -> None:
    assert people_and_bots(Setting(1)) == (1, ())
    assert people_and_bots(Setting(2)) == (1, ("greedy",))
    assert people_and_bots(Setting(5)) == (3, ("random", "greedy"))


@pytest.mark.parametrize("setting", TABLES, ids=str)
async def test_a_game_is_played_to_its_end_and_its_record_is_true(company: Company, setting: Setting, tmp_path: Path) -> None:
    players = await begin(company, setting)
    host = players[0]
    spectator = await company.watch(host.id)
    committed = (await spectator.hear("started"))["commitment"]
    scores = await play_out([*players])

    await spectator.until(lambda: spectator.over)
    book = host.server.record(host.id)
    game = Record.of(book["record"]).replay()
    assert game.over
    assert list(game.scores) == scores == book["scores"] == spectator.table["scores"] == host.server.info(host.id)["scores"]
    assert list(game.winners) == book["winners"] == spectator.table["winners"] == spectator.view["winners"]
    assert spectator.table["seed"] == str(book["record"]["seed"])
    assert spectator.table["commitment"] == committed

    assert verify(book, tmp_path, "--commitment", committed) == 0


@pytest.mark.parametrize("setting", [Setting(4), TABLES[-1]], ids=str)
async def test_everyone_is_told_every_entry_once_and_in_order(company: Company, setting: Setting) -> None:
    players = await begin(company, setting)
    early = await company.watch(players[0].id)
    playing = [asyncio.create_task(player.play_to_the_end(random.Random(n))) for n, player in enumerate(players)]
    await early.until(lambda: early.view["day"] == 2)
    late = await company.watch(players[0].id)
    await asyncio.gather(*playing)
    last = max(player.number for player in players)
    for viewer in (everyone := (*players, early, late)):
        await viewer.hear_up_to(last)
    for viewer in everyone:
        assert [entry["number"] for entry in viewer.entries] == list(range(1, last + 1))
        for entry, public in zip(viewer.entries, early.entries, strict=True):
            assert same_but_for_own_cards(entry, public, viewer.seat)
    assert late.entries == early.entries


async def test_a_command_is_answered_after_the_news_of_it(company: Company) -> None:
    (host,) = await company.begin(1, ("random",))
    await play_out([host])
    told = 0
    for frame in host.frames:
        if frame["type"] == "news":
            told = max([told, *(entry["number"] for entry in frame["entries"])])
        elif frame["type"] == "done":
            assert frame["number"] <= told


async def test_connections_that_break_all_the_time_cost_nobody_anything(company: Company) -> None:
    players = await company.begin(3)

    async def unlucky(player: Player, rng: random.Random) -> None:
        while not player.over:
            await player.until(lambda: player.decision or player.over)
            if player.decision and player.mine and not player.over:
                await player.send("play", turn=player.mine["turn"], answer=rng.choice(player.decision["options"]))
                if rng.random() < 0.2:
                    player.drop()
                    await player.until(lambda: player.closed)
                    await player.connect()
                await player.until(lambda: not player.unanswered)

    await asyncio.gather(*(unlucky(player, random.Random(n)) for n, player in enumerate(players)))
    last = max(player.number for player in players)
    for player in players:
        await player.hear_up_to(last)
        assert [entry["number"] for entry in player.entries] == list(range(1, last + 1))
        assert all(answer["type"] == "done" for answer in player.answers.values())
    moves = [entry for entry in players[0].entries if entry["kind"] == "played"]
    assert len(moves) == len(players[0].server.record(players[0].id)["record"]["moves"])


# ---- what is not true ------------------------------------------------------------------------------------------


def _other_seed(book: Json) -> None:
    book["record"]["seed"] += 1


def _other_move(book: Json) -> None:
    book["record"]["moves"][3][1] = "kraken"


def _moved_by_another(book: Json) -> None:
    seat, answer = book["record"]["moves"][0]
    book["record"]["moves"][0] = [1 - seat, answer]
    book["record"]["moves"].insert(1, [seat, answer])


def _end_left_out(book: Json) -> None:
    book["record"]["moves"].pop()


def _better_score(book: Json) -> None:
    book["scores"][0] += 1


def _other_winners(book: Json) -> None:
    book["winners"] = [seat for seat in range(len(book["scores"])) if seat not in book["winners"]]


def _other_commitment(book: Json) -> None:
    book["commitment"] = book["commitment"][::-1]


def _other_table(book: Json) -> None:
    book["table"] = "another"


TRICKS = (
    _other_seed,
    _other_move,
    _moved_by_another,
    _end_left_out,
    _better_score,
    _other_winners,
    _other_commitment,
    _other_table,
)


@pytest.fixture(scope="module")
async def finished(_shared: Callable[[str], Server]) -> Json:
    """The record of a game, as the server hands it out."""
    async with Company(_shared("sqlite")) as company:
        players = await company.begin(2)
        await play_out(players)
        return players[0].server.record(players[0].id)


@pytest.mark.parametrize("trick", TRICKS, ids=lambda trick: trick.__name__.strip("_"))
async def test_a_record_that_was_tampered_with_is_found_out(
    finished: Json, trick: Callable[[Json], None], tmp_path: Path
) -> None:
    book = json.loads(json.dumps(finished))
    trick(book)
    assert verify(book, tmp_path) == 1


async def test_a_record_without_its_commitment_is_not_called_true(finished: Json, tmp_path: Path) -> None:
    assert verify({**finished, "commitment": None}, tmp_path) == 3


async def test_a_deal_other_than_the_one_shown_at_the_start_is_found_out(finished: Json, tmp_path: Path) -> None:
    """A server that deals again and changes its commitment is caught by anybody who has noted the first one."""
    assert verify(finished, tmp_path, "--commitment", finished["commitment"]) == 0
    assert verify(finished, tmp_path, "--commitment", "0" * 64) == 1


async def test_the_command_says_what_is_true_and_what_is_not(finished: Json, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    file.write_text(json.dumps(finished))
    true = libertalia("verify", file)
    assert true.returncode == 0
    assert "true" in true.stdout
    assert "FALSE" not in true.stdout
    file.write_text(json.dumps({**finished, "scores": [0, 0]}))
    false = libertalia("verify", file)
    assert false.returncode == 1
    assert re.search(r"^FALSE +The scores are", false.stdout, re.MULTILINE)
