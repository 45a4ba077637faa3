"""The checker of the soak notices whatever is wrong: what is done to a database, and what people are sent."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from copy import deepcopy
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.faults.boundary import leaks
from tests.faults.checker import findings
from tests.faults.crowd import Voyage
from tests.faults.survivor import Survivor
from tests.faults.truth import digest, own_of
from tests.server.harness import Json, Server

pytestmark = pytest.mark.anyio

_HARM = {
    "lost": "delete from entries where table_id = :table and number = (select max(number) from entries)",
    "doubled": """insert into entries select table_id, (select max(number) + 1 from entries where table_id = played.table_id),
        kind, seat, at, data, null from entries as played where table_id = :table and kind = 'played' limit 1""",
    "a gap": "update entries set number = number + 1 where table_id = :table and number = (select max(number) from entries)",
    "reordered": "update entries set number = 1000 - number where table_id = :table and number = 6",
    "changed": "update entries set at = at + 1 where table_id = :table and number = 5",
    "another command": "update entries set client = client || 'x' where table_id = :table and client is not null",
    "nobody's command": "update entries set client = '0.2:new' where table_id = :table and client is null and kind = 'played'"
    " and number = (select max(number) from entries where client is null and kind = 'played')",
    "an illegal move": 'update entries set data = replace(data, \'"answer":"\', \'"answer":"not-\') where table_id = :table',
    "other words": "update entries set data = replace(data, 'That was', 'This was') where table_id = :table and kind = 'chat'",
    "another name": "update entries set data = replace(data, 'Ines', 'Iris') where table_id = :table and kind = 'joined'",
    "another deal": 'update entries set data = replace(data, \'"seed":"\', \'"seed":"1\') where table_id = :table',
    "no entry is left": "delete from entries where table_id = :table",
    "the table is gone": "delete from tables where id = :table",
    "a key is gone": "delete from keys where table_id = :table and seat = 0",
    "the key of another seat": "update keys set seat = 1 - seat where table_id = :table",
}


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    return "asyncio"


@dataclass
class Played:
    """A game that was played without any fault, and where it is stored."""

    database: str
    crew: list[Survivor]

    @property
    def findings(self) -> list[str]:
        return findings(self.database, [self.crew])


@pytest.fixture(scope="module")
async def played(tmp_path_factory: pytest.TempPathFactory) -> Played:
    """Two people and two bots."""
    folder = tmp_path_factory.mktemp("played")
    server = Server(str(folder / "tables.sqlite"), folder).start()
    try:
        voyage = Voyage([server], 5, at_a_time=1)
        await voyage.brave(asyncio.sleep(0))
    finally:
        server.kill()
    assert len(voyage.tables[0]) == 2
    return Played(server.database, voyage.tables[0])


async def test_a_game_without_faults_is_in_order(played: Played) -> None:
    assert played.findings == []


@pytest.mark.parametrize("harm", _HARM)
async def test_harm_to_the_database_is_found(played: Played, tmp_path: Path, harm: str) -> None:
    harmed = str(tmp_path / "harmed.sqlite")
    with closing(sqlite3.connect(played.database)) as whole, closing(sqlite3.connect(harmed)) as copy, copy:
        whole.backup(copy)
        assert copy.execute(_HARM[harm], {"table": played.crew[0].id}).rowcount > 0
    assert findings(harmed, [played.crew])


# ---- sent otherwise -------------------------------------------------------------------------------------------------------


def _first(player: Survivor, kind: str) -> Json:
    return next(entry for entry in player.entries if entry["kind"] == kind)


def _other_words(player: Survivor) -> None:
    _first(player, "chat")["text"] = "Nobody has said that."


def _others_pick(player: Survivor) -> None:
    """As if they had been sent what another seat has picked."""
    for entry in player.entries:
        for event in entry.get("events", ()):
            if event["event"] == "picked" and event["seat"] != player.seat:
                event["card"] = "brute"


def _secret_field(player: Survivor) -> None:
    _first(player, "played")["answer"] = "brute"


def _seed(player: Survivor) -> None:
    _first(player, "started")["seed"] = "7"


def _other_hand(player: Survivor) -> None:
    assert player.mine is not None
    player.glimpses[player.number] = {("mine", digest(own_of(player.mine) | {"hand": ["brute"]}))}


def _pick_in_the_view(player: Survivor) -> None:
    seats = [seat | {"pick": None} for seat in player.view["seats"]]
    player.glimpses[player.number] = {("view", digest(player.view | {"seats": seats}))}


def _other_move(player: Survivor) -> None:
    """As if another answer had been sent than the one that was acknowledged."""
    player.sent[f"{player.name} 0"] = [{**player.sent[f"{player.name} 0"][0], "answer": "another one"}]


def _turned_away(player: Survivor) -> None:
    player.closed = (4004, "no such table")
    player._heed_close()


@pytest.fixture
def misled(played: Played) -> Iterator[Played]:
    """The same game, with people whose memory can be changed."""
    there = [player.__dict__ for player in played.crew]
    kept = {"_voyage", "_something", "_socket", "_listening", "_ids", "_rng", "server"}
    for player in played.crew:
        player.__dict__ = {name: value if name in kept else deepcopy(value) for name, value in player.__dict__.items()}
    yield played
    for player, memory in zip(played.crew, there, strict=True):
        player.__dict__ = memory


@pytest.mark.parametrize(
    "mislead",
    [_other_words, _others_pick, _secret_field, _seed, _other_hand, _pick_in_the_view, _other_move, _turned_away],
)
async def test_what_was_told_otherwise_is_found(misled: Played, mislead: Callable[[Survivor], None]) -> None:
    mislead(misled.crew[1])
    assert misled.findings


def _news(**more: object) -> Json:
    return {"type": "news", "entries": [], **more}


def _table(**more: object) -> Json:
    return {"table": {"seats": [], "seed": None, "scores": None, **more}}


def _told(**event: object) -> Json:
    return {"entries": [{"number": 7, "events": [{"seat": 1, "card": "brute", **event}]}]}


@pytest.mark.parametrize(
    "frame",
    [
        _news(**_table(edition="secret of 1")),
        {"type": "presence", "seats": [], "watchers": 0, "away": {"secret of 1": 3}},
        {"type": "welcome", "seat": None, "hand": ["brute"]},
        {"type": "whisper"},
        _news(**_table(seed="7")),
        _news(**_table(picks=["brute"])),
        _news(**_table(seats=[{"seat": 1, "pick": "brute"}])),
        _news(mine={"hand": ["brute"]}),
        _news(**_told(event="picked")),
        _news(**_told(event="moved", unseen=True)),
        {"type": "history", **_told(event="picked")},
    ],
    ids=str,
)
def test_leaks_are_found(frame: Json) -> None:
    assert [*leaks(frame, None, ["secret of 1"])]


# ---- tables that are lost while they are played ---------------------------------------------------------------------------


@pytest.mark.parametrize("lost", [("tables", "entries", "keys"), ("keys",)], ids=" and ".join)
async def test_a_lost_table_is_found(tmp_path: Path, lost: tuple[str, ...]) -> None:
    """It is lost while the server is down. No backup was restored, so nothing excuses it."""
    server = Server(str(tmp_path / "tables.sqlite"), tmp_path).start()
    voyage = Voyage([server], 1, at_a_time=1)

    async def lose() -> None:
        await voyage.shoot(server)
        await asyncio.to_thread(server.wait)
        with closing(sqlite3.connect(server.database)) as database, database:
            for table in lost:
                database.execute(f"delete from {table}")
        await asyncio.to_thread(server.start)

    try:
        await voyage.brave(lose())
    finally:
        server.kill()
    found = findings(server.database, voyage.tables)
    assert any("was turned away" in each for each in found), found
