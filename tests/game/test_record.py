"""Records: a game is its edition, options, seed and moves."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from libertalia import Game, InvalidRecord, LibertaliaError, Record
from tests.game.test_position import junk, spots
from tests.games import SEATS, TABLES, Setting, finished, galecrest

FOLDER = Path(__file__).parents[1] / "records"
RECORDS = sorted(FOLDER.glob("*.json"))


@pytest.mark.parametrize("setting", TABLES, ids=str)
def test_every_moment_round_trips(setting: Setting) -> None:
    for game in setting.moments(seed=30 + setting.players, share=0.1):
        again = Record.loads(game.record().dumps()).replay()
        assert again.position() == game.position()
        assert again.events == game.events
        assert again.record() == game.record()
        assert all(again.view(viewer) == game.view(viewer) for viewer in setting.viewers)


@pytest.mark.parametrize("setting", [Setting(3), galecrest(1, "stormy"), galecrest(3, "uncharted")], ids=str)
def test_a_game_set_up_by_hand_has_its_start_on_record(setting: Setting) -> None:
    rng = random.Random(1)
    start = next(setting.moments(seed=4)).position()
    game = Game.at(start, seed=9)
    for _ in range(30 if setting.players == 1 else 80):
        decision = rng.choice(game.decisions)
        game.play(decision.seat, rng.choice(decision.options))
    again = Record.loads(game.record().dumps()).replay()
    assert again.position() == game.position()
    assert again.events == game.events


def test_steps_go_through_the_game() -> None:
    record = finished(2, seed=5).record()
    seen = [game.position() for game in record.steps()]
    game = Game.new("original", players=2, seed=5)
    expected = [game.position()]
    for seat, answer in record.moves:
        if answer == "unpick":
            game.unpick(seat)
        else:
            game.play(seat, answer)
        expected.append(game.position())
    assert seen == expected


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_recorded_games_still_come_out_the_same(path: Path) -> None:
    """A change of rules shows here. If it is meant, count `RULES_VERSION` up and record new games. The old ones stay: the earlier
    rules must still play them."""
    stored = json.loads(path.read_text(encoding="utf-8"))
    game = Record.of(stored["record"]).replay()
    assert game.over
    assert list(game.scores) == stored["scores"]
    assert list(game.winners) == stored["winners"]
    assert game.position() == {"rules": stored["record"]["rules"], **stored["position"]}


@pytest.mark.parametrize(
    "hour", ["original-day", "original-dusk", "original-night", "galecrest-day", "galecrest-dusk", "galecrest-night"]
)
def test_games_that_version_0_3_began_in_the_middle_of_a_day_still_replay(hour: str) -> None:
    stored = json.loads((FOLDER / "version-0.3" / f"{hour}.json").read_text(encoding="utf-8"))
    assert "cursor" in stored["record"]["start"]["pending"]
    assert list(Record.of(stored["record"]).replay().scores) == stored["scores"]


def test_a_game_that_version_0_3_began_at_the_rest_is_refused_with_the_reason() -> None:
    stored = json.loads((FOLDER / "version-0.3" / "galecrest-rest.json").read_text(encoding="utf-8"))
    with pytest.raises(InvalidRecord, match="any hour but the rest"):
        Record.of(stored["record"]).replay()


def test_there_are_recorded_games_for_every_number_of_players() -> None:
    stored = [json.loads(path.read_text(encoding="utf-8"))["record"] for path in RECORDS]
    first = [record for record in stored if record["edition"] == "original"]
    assert {record["players"] for record in first} == set(SEATS)
    assert {record["options"]["influence"] for record in first} == {"printed", "fair"}
    second = [record for record in stored if record["edition"] == "galecrest"]
    assert {record["players"] for record in second} == {1, *SEATS}
    boards = [record["options"]["board"] for record in second]
    assert "calm" in boards
    assert "stormy" in boards
    assert any(isinstance(board, dict) for board in boards)


def change(**fields: Any) -> dict[str, Any]:
    return {**finished(2, seed=1).record().data(), **fields}


@pytest.mark.parametrize(
    ("fields", "says"),
    [
        ({"edition": "third"}, "no edition 'third'"),
        ({"edition": None}, "'edition' is a word"),
        ({"players": 9}, "2 to 6 players, not 9"),
        ({"players": "2"}, "'players' is a whole number"),
        ({"players": True}, "'players' is a whole number"),
        ({"seed": -1}, "A seed"),
        ({"seed": 1 << 300}, "A seed"),
        pytest.param({"seed": 10**5000}, "a huge number", id="huge"),
        ({"options": {"influence": "loud"}}, "influence is one of"),
        ({"options": {"seed": 3}}, "no option 'seed'"),
        ({"options": {"players": 3}}, "no option 'players'"),
        ({"options": {"edition": "original"}}, "no option 'edition'"),
        ({"options": 3}, "'options' is an object"),
        ({"rules": 999}, "rules of version 999"),
        ({"moves": {}}, "'moves' is a list"),
        ({"moves": [[0]]}, "Move 1"),
        ({"moves": [[0, 7]]}, "Move 1"),
        ({"moves": [[7, "brute"]]}, "Move 1"),
        ({"moves": [[0, "kraken"]]}, "'kraken' is not a legal answer"),
        ({"moves": [[0, "unpick"]]}, "no pick that could be taken back"),
        ({"start": {"edition": "original"}}, "can't be set up"),
        ({"extra": 1}, "no field 'extra'"),
    ],
)
def test_what_is_wrong_is_named(fields: dict[str, Any], says: str) -> None:
    with pytest.raises(InvalidRecord) as caught:
        Record.of(change(**fields)).replay()
    assert says in str(caught.value)


def test_a_move_after_the_end() -> None:
    record = finished(2, seed=1).record().data()
    record["moves"].append([0, "brute"])
    with pytest.raises(InvalidRecord, match="The game is over"):
        Record.of(record).replay()


@pytest.mark.parametrize("text", ["", "{", "7", "[]", "null", "[" * 100_000, '{"seed": ' + "9" * 10_000 + "}", "\x00"])
def test_what_is_no_record_at_all(text: str) -> None:
    with pytest.raises(InvalidRecord):
        Record.loads(text)


@given(seed=st.integers(0, 100), data=st.data())
@settings(max_examples=100, deadline=None)
def test_a_record_with_anything_in_it_is_refused_or_replays(seed: int, data: st.DataObject) -> None:
    record = (
        galecrest(1 + seed // 2 % 2, "uncharted").finished(seed).record().data()
        if seed % 2
        else finished(2, seed).record().data()
    )
    *way, last = data.draw(st.sampled_from(spots(record)))
    spot: Any = record
    for step in way:
        spot = spot[step]
    spot[last] = data.draw(junk)
    try:
        Record.of(record).replay()
    except LibertaliaError as error:
        assert str(error)
