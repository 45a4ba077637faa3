"""Positions: there and back at every moment, and nothing that can't be."""

from __future__ import annotations

import copy
import json
import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from libertalia import COMPILED, Game, InvalidPosition, LibertaliaError, Position
from tests.games import TABLES, Setting, fewer, finished, galecrest


@pytest.mark.parametrize("setting", TABLES, ids=str)
def test_every_moment_round_trips(setting: Setting) -> None:
    for game in setting.moments(seed=setting.players, share=1.0 if COMPILED else 0.2):
        position = game.position()
        again = Game.at(json.loads(json.dumps(position)))
        assert again.position() == position
        assert again.decisions == game.decisions
        assert again.scores == game.scores
        assert again.winners == game.winners
        for viewer in setting.viewers:
            one, other = game.view(viewer).data(), again.view(viewer).data()
            assert one == other


@pytest.mark.parametrize("seed", range(3))
def test_in_the_middle_of_a_night_the_order_round_trips(seed: int) -> None:
    """With some abilities used and some still open, the rest of the night goes the same way."""
    rng = random.Random(seed)
    nights = [
        game.clone()
        for number in range(12)
        for game in galecrest(3, "stormy").random_game(100 * seed + number)
        if game.decisions and game.decisions[0].kind == "order" and game.view(None).hour == "night"
    ]
    assert nights
    for game in nights:
        position = json.loads(json.dumps(game.position()))
        again = Game.at(position)
        assert again.position() == position
        assert again.decisions == game.decisions
        while game.view(None).hour == "night":
            decision = game.decisions[0]
            answer = rng.choice(decision.options)
            game.play(decision.seat, answer)
            again.play(decision.seat, answer)
            if game.view(None).day > 1:  # a new voyage has its own luck
                assert again.position() == game.position()


@pytest.mark.parametrize("setting", [Setting(4), galecrest(1), galecrest(2), galecrest(4, "uncharted")], ids=str)
def test_a_game_that_goes_on_from_a_position_goes_on_the_same_way(setting: Setting) -> None:
    rng = random.Random(3)
    for game in setting.moments(seed=11):
        again = Game.at(game.position())
        while not game.over:
            decision = rng.choice(game.decisions)
            answer = rng.choice(decision.options)
            game.play(decision.seat, answer)
            again.play(decision.seat, answer)
            if again.table.draws:
                break  # from here on luck may differ
            assert again.position() == game.position()


def test_the_form_of_a_position() -> None:
    position = Game.new("original", players=2, seed=7).position()
    assert list(position) == ["edition", "options", "rules", "voyage", "day", "loot", "seats", "bag", "deck"]
    assert position["options"] == {"influence": "printed"}
    assert (position["voyage"], position["day"]) == (1, 1)
    assert [len(day) for day in position["loot"]] == [2] * 6
    assert all(day == sorted(day) for day in position["loot"])
    assert len(position["deck"]) == 21
    seat = position["seats"][0]
    assert (seat["doubloons"], seat["score"], seat["voyage_scores"], seat["crew"], seat["graveyard"]) == (10, 0, [], [], [])
    assert seat["loot"] == {}
    assert len(seat["hand"]) == 9


def test_a_game_that_is_over_keeps_scores_hands_and_graveyards() -> None:
    game = finished(3, seed=2)
    position = game.position()
    assert (position["voyage"], position["day"]) == (3, 7)
    assert position["loot"] == [[]] * 6
    assert sum(position["bag"].values()) == 50
    for seat, score in zip(position["seats"], game.scores, strict=True):
        assert seat["crew"] == []
        assert seat["loot"] == {}
        assert seat["doubloons"] == 0
        assert seat["score"] == score == sum(seat["voyage_scores"])
    again = Game.at(position)
    assert again.over
    assert again.winners == game.winners


def base() -> Position:
    return Game.new("original", players=2, seed=7).position()


def test_bag_and_deck_may_be_left_out() -> None:
    position = base()
    full = copy.deepcopy(position)
    del position["bag"], position["deck"]
    assert Game.at(position).position() == full


def change(path: str, value: Any) -> Position:
    """The base position with one thing changed; a path like `seats.0.hand`."""
    position = base()
    *way, last = path.split(".")
    spot: Any = position
    for step in way:
        spot = spot[int(step)] if isinstance(spot, list) else spot[step]
    spot[int(last) if isinstance(spot, list) else last] = value
    return position


@pytest.mark.parametrize(
    ("path", "value", "says"),
    [
        ("edition", "third", "no edition 'third'"),
        ("edition", 7, "no edition 7"),
        ("options", {"influence": "loud"}, "printed, fair"),
        ("options", {"wind": "strong"}, "no option 'wind'"),
        ("options", [], "Options are an object"),
        ("voyage", 0, "'voyage' is a whole number from 1 to 3, not 0"),
        ("voyage", True, "'voyage'"),
        pytest.param("voyage", 10**5000, "a huge number", id="huge"),
        ("day", 7, "'day' is a whole number from 1 to 6, not 7"),
        ("day", "2", "'day'"),
        ("seats", [], "2 to 6 seats, not 0"),
        ("seats", "two", "'seats' is a list"),
        ("seats.0", None, "Seat 0 is an object"),
        ("seats.0.colour", "pink", "pink"),
        ("seats.0.colour", ["red"], "The colour of seat 0"),
        ("seats.0.doubloons", -1, "'doubloons' of seat 0"),
        ("seats.0.doubloons", 1.5, "1.5"),
        ("seats.0.doubloons", 10**30, "'doubloons'"),
        ("seats.0.hand", ["brute", "brute"], "brute twice"),
        ("seats.0.hand", ["kraken"], "'kraken' is not a character"),
        ("seats.0.hand", [["brute"]], "not a character"),
        ("seats.0.loot", {"chest": 5}, "chest"),
        ("seats.0.loot", {"rum": 1}, "'rum' is not a token"),
        ("seats.0.loot", ["chest"], "object of kinds and counts"),
        ("seats.0.score", 12, "score of seat 0"),
        ("seats.0.voyage_scores", [1], "score of seat 0"),
        ("seats.0.ship", [], "no field 'ship'"),
        ("weather", "fine", "no field 'weather'"),
        ("loot", [], "each of the 6 days"),
        ("loot.0", ["rum"], "'rum' is not a token"),
        ("loot.0", ["chest"] * 5, "chest"),
        ("bag", {"chest": 0}, "tokens of kind"),
        ("deck", ["parrot", "parrot"], "parrot twice"),
        ("pending", [], "'pending' is an object"),
        ("pending", {"phase": "noon"}, "'phase' is one of"),
        ("pending", {"phase": "sunrise"}, "lacks picks"),
        ("pending", {"phase": "sunrise", "picks": ["kraken", None]}, "'kraken' is not a character"),
        ("pending", {"phase": "sunrise", "picks": [None]}, "each of the 2 seats, not 1"),
        ("pending", {"phase": "day", "lineup": [], "turns_ahead": 0, "questions": []}, "open questions"),
        ("pending", {"phase": "day", "lineup": [], "turns_ahead": 0, "questions": [[0, "gunner"]]}, "can't be asked 'gunner'"),
        ("pending", {"phase": "night", "lineup": [], "progress": 0, "questions": [[9, "waitress"]]}, "from 0 to 1, not 9"),
    ],
)
def test_what_cannot_be_is_refused_and_named(path: str, value: Any, says: str) -> None:
    with pytest.raises(InvalidPosition) as caught:
        Game.at(change(path, value))
    assert says in str(caught.value)


def test_a_card_in_two_places() -> None:
    position = base()
    position["seats"][0]["crew"] = [position["seats"][0]["hand"][0]]
    with pytest.raises(InvalidPosition, match="twice"):
        Game.at(position)


def test_a_card_in_a_hand_and_in_the_deck() -> None:
    position = base()
    position["deck"].append(position["seats"][1]["hand"][0])
    with pytest.raises(InvalidPosition, match="still in the deck"):
        Game.at(position)


def test_more_tokens_than_there_are() -> None:
    position = base()
    del position["bag"]
    position["seats"][0]["loot"] = {"chest": 3}
    position["seats"][1]["loot"] = {"chest": 2}
    with pytest.raises(InvalidPosition, match="There are 4 tokens of kind chest"):
        Game.at(position)


@pytest.mark.parametrize("junk", [None, 7, "position", [], [[]], {"seats": {}}, {1: 2}])
def test_what_is_no_position_at_all(junk: object) -> None:
    with pytest.raises(InvalidPosition):
        Game.at(junk)


def deep(levels: int) -> Any:
    nest: Any = []
    for _ in range(levels):
        nest = [nest]
    return nest


@pytest.mark.parametrize("path", ["edition", "options", "loot.0", "seats.0", "seats.0.hand", "seats.0.loot", "bag", "pending"])
def test_deep_nesting_is_refused(path: str) -> None:
    with pytest.raises(InvalidPosition):
        Game.at(change(path, deep(10_000)))


junk = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=8)
    | st.sampled_from(["brute", "chest", "take", "night"]),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=6), inner, max_size=4),
    max_leaves=8,
)


def spots(data: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Every place in plain data."""
    inner = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    return [path] * bool(path) + [spot for key, value in inner for spot in spots(value, (*path, key))]


@given(seed=st.integers(0, 300), data=st.data())
@settings(max_examples=fewer(300), deadline=None)
def test_a_position_with_anything_in_it_is_refused_or_playable(seed: int, data: st.DataObject) -> None:
    rng = random.Random(seed)
    game = next(rng.choice(TABLES).moments(seed, share=0.05), None)
    position = (game or finished(2, seed)).position()
    deck = list(position["deck"])
    for _ in range(data.draw(st.integers(1, 2))):
        *way, last = data.draw(st.sampled_from(spots(position)))
        spot: Any = position
        for step in way:
            spot = spot[step]
        spot[last] = data.draw(st.one_of(junk, st.just(rng.choice(deck)) if deck else junk))
        if not spots(position):
            break
    try:
        changed = Game.at(position)
    except LibertaliaError as error:
        assert str(error).endswith(".")
        assert len(str(error)) < 400
        return
    for _ in range(900):
        if changed.over:
            break
        decision = rng.choice(changed.decisions)
        changed.play(decision.seat, rng.choice(decision.options))
    assert changed.over
