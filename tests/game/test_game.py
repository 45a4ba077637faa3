"""The front door: what it refuses, it refuses clearly and leaves everything as it was."""

from __future__ import annotations

import pickle
import random
from typing import Any

import pytest

from libertalia import Game, IllegalMove, InvalidSetup, LibertaliaError
from tests.games import GALECREST, TABLES, Setting, finished, galecrest


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ({"edition": "third"}, "no edition 'third'; there is original"),
        ({"edition": None}, "no edition None"),
        ({"players": 1}, "for 2 to 6 players, not 1"),
        ({"players": 7}, "for 2 to 6 players, not 7"),
        ({"players": 2.0}, "not 2.0"),
        ({"players": "4"}, "not '4'"),
        ({"players": True}, "not True"),
        ({"seed": -1}, "A seed"),
        ({"seed": "7"}, "A seed"),
        ({"seed": 1 << 256}, "A seed"),
        ({"influence": "loud"}, "influence is one of printed, fair, not 'loud'"),
        ({"tie_break": None}, "tie_break is one of"),
        ({"board": "calm"}, "no option 'board'"),
        ({"edition": "galecrest", "players": 0}, "for 1 to 6 players, not 0"),
        ({"edition": "galecrest", "players": 7}, "for 1 to 6 players, not 7"),
        ({"edition": "galecrest", "players": True}, "not True"),
        ({"edition": "galecrest", "board": "foggy"}, "board is one of calm, stormy, uncharted, not 'foggy'"),
        ({"edition": "galecrest", "board": {"chest": "calm"}}, "lacks a side for"),
        ({"edition": "galecrest", "board": {"rum": "calm"}}, "a side, calm or stormy, for each of"),
        ({"edition": "galecrest", "board": {"chest": "foggy"}}, "a side, calm or stormy, for each of"),
        ({"edition": "galecrest", "players": 1, "difficulty": "brutal"}, "difficulty is one of easy, normal, hard, expert"),
        ({"edition": "galecrest", "difficulty": "hard"}, "is for 1 player, not 4"),
        ({"edition": "galecrest", "influence": "fair"}, "no option 'influence'"),
    ],
)
def test_impossible_games(arguments: dict[str, Any], says: str) -> None:
    with pytest.raises(InvalidSetup) as caught:
        Game.new(**{"edition": "original", "players": 4, "seed": 1, **arguments})
    assert says in str(caught.value)


def snapshot(game: Game) -> tuple[object, ...]:
    return game.position(), game.events, game.record(), game.decisions


@pytest.mark.parametrize(
    ("seat", "answer", "says"),
    [
        (0, "kraken", "'kraken' is not a legal answer of seat 0 now; legal are "),
        (0, "", "not a legal answer"),
        (0, "BRUTE", "not a legal answer"),
        (0, "0:brute", "not a legal answer"),
        (0, "pass", "not a legal answer"),
        (0, "unpick", "not a legal answer"),
        (0, "x" * 10_000, "not a legal answer"),
        (0, None, "not a legal answer"),
        (0, 7, "not a legal answer"),
        (0, ["brute"], "not a legal answer"),
        (2, "brute", "no seat 2; seats go from 0 to 1"),
        (-1, "brute", "no seat -1"),
        ("0", "brute", "no seat '0'"),
        (None, "brute", "no seat None"),
        (True, "brute", "no seat True"),
        (10**400, "brute", "a huge number"),
    ],
)
def test_an_illegal_move_changes_nothing(seat: Any, answer: Any, says: str) -> None:
    game = Game.new("original", players=2, seed=7)
    before = snapshot(game)
    with pytest.raises(IllegalMove) as caught:
        game.play(seat, answer)
    assert says in str(caught.value)
    assert snapshot(game) == before


def test_a_second_pick_is_refused() -> None:
    game = Game.new("original", players=2, seed=7)
    first, second, *_ = game.decisions[0].options
    game.play(0, first)
    before = snapshot(game)
    with pytest.raises(IllegalMove, match="Seat 0 has nothing to decide now; seats 1 have"):
        game.play(0, second)
    assert snapshot(game) == before


def test_a_pick_may_be_taken_back_until_the_last_one_is_in() -> None:
    game = Game.new("original", players=2, seed=7)
    first, second, *_ = game.decisions[0].options
    game.play(0, first)
    game.unpick(0)
    assert [decision.seat for decision in game.decisions] == [0, 1]
    game.play(0, second)
    game.play(1, first)
    assert [event.data()["card"] for event in game.events if event.kind == "moved"][:2] == [second, first]
    with pytest.raises(IllegalMove, match="no pick that could be taken back"):
        game.unpick(0)


@pytest.mark.parametrize("edition", ["original", "galecrest"])
def test_loot_is_taken_back_whenever_that_can_be_done(edition: str) -> None:
    """The game is the same as without it; and the fiftieth time takes no longer than the first."""
    straight, wavering = (Game.new(edition, players=4, seed=7) for _ in range(2))
    taken_back = 0
    while straight.decisions:
        decision = straight.decisions[0]
        for game in (straight, wavering):
            game.play(decision.seat, decision.options[-1])
        if decision.kind == "take" and wavering.returnable == decision.seat:
            wavering.take_back(decision.seat)
            assert wavering.decisions[0] == decision
            wavering.play(decision.seat, decision.options[-1])
            taken_back += 1
        assert wavering.position() == straight.position()
    assert taken_back > 30
    again = wavering.record().replay()
    assert (again.scores, again.events) == (straight.scores, straight.events)


def test_there_is_nothing_to_take_back_before_a_pick() -> None:
    game = Game.new("original", players=2, seed=7)
    with pytest.raises(IllegalMove, match="no pick"):
        game.unpick(1)
    with pytest.raises(IllegalMove, match="no seat"):
        game.unpick(5)


def test_a_move_after_the_end() -> None:
    game = finished(2, seed=3)
    before = snapshot(game)
    assert game.decisions == ()
    with pytest.raises(IllegalMove, match="The game is over"):
        game.play(0, "brute")
    with pytest.raises(IllegalMove):
        game.unpick(0)
    assert snapshot(game) == before


@pytest.mark.parametrize("setting", TABLES, ids=str)
def test_options_are_sorted_each_once_and_all_playable(setting: Setting) -> None:
    for game in setting.moments(seed=setting.players):
        for decision in game.decisions:
            assert list(decision.options) == sorted(set(decision.options))
            for option in decision.options:
                game.clone().play(decision.seat, option)


@pytest.mark.parametrize("setting", TABLES, ids=str)
def test_a_clone_never_changes_with_its_original(setting: Setting) -> None:
    rng = random.Random(setting.players)
    kept: list[tuple[Game, tuple[object, ...]]] = []
    for game in setting.random_game(seed=setting.players):
        if rng.random() < 0.1:
            clone = game.clone()
            kept.append((clone, snapshot(clone)))
            assert snapshot(clone) == snapshot(game)
    for clone, before in kept:
        assert snapshot(clone) == before


@pytest.mark.parametrize("setting", [Setting(3), galecrest(1), galecrest(3, "stormy")], ids=str)
def test_a_clone_has_the_same_chance_ahead(setting: Setting) -> None:
    rng = random.Random(5)
    for game in setting.moments(seed=8, share=0.02):
        clone = game.clone()
        while not game.over:
            decision = rng.choice(game.decisions)
            answer = rng.choice(decision.options)
            game.play(decision.seat, answer)
            clone.play(decision.seat, answer)
        assert snapshot(clone) == snapshot(game)


def test_the_winners_are_those_with_the_highest_score() -> None:
    for seed in range(30):
        game = finished(4, seed)
        assert game.winners == tuple(seat for seat, score in enumerate(game.scores) if score == max(game.scores))


@pytest.mark.parametrize("setting", GALECREST, ids=str)
def test_in_galecrest_one_wins_by_score_then_reputation(setting: Setting) -> None:
    for seed in range(5):
        game = setting.finished(seed)
        (winner,) = game.winners
        track = game.position()["reputation"]
        seats = game.view(None).seats
        best = max(seats, key=lambda seat: (seat.score, track.index(seat.colour)))
        assert winner == best.seat


def test_nobody_has_won_before_the_end() -> None:
    assert Game.new("original", players=3, seed=1).winners == ()


def test_a_view_of_a_seat_that_is_not_there() -> None:
    with pytest.raises(LibertaliaError, match="no seat 4"):
        Game.new("original", players=4, seed=1).view(4)


def test_a_repr_worth_reading() -> None:
    game = Game.new("original", players=2, seed=7)
    assert repr(game) == "<Game original, 2 players, voyage 1, day 1, scores (0, 0)>"
    assert "over" in repr(finished(2, seed=1))


class Index:
    """A whole number of another library, such as NumPy's."""

    def __init__(self, number: int) -> None:
        self.number = number

    def __index__(self) -> int:
        return self.number


def test_whole_numbers_of_any_kind_will_do() -> None:
    def number(value: int) -> Any:
        return Index(value)

    game = Game.new("original", players=number(3), seed=number(7))
    same = Game.new("original", players=3, seed=7)
    card = game.decisions[1].options[0]
    game.play(number(1), card)
    same.play(1, card)
    assert game.view(number(1)) == same.view(1)
    assert game.record() == same.record()
    assert Game.new("galecrest", players=number(1), seed=7).record() == Game.new("galecrest", players=1, seed=7).record()


def test_an_imagined_game_keeps_its_past_when_it_is_sent_elsewhere() -> None:
    game = Game.new("galecrest", players=2, seed=7)
    for seat in (0, 1):
        game.play(seat, game.decisions[0].options[0])
    imagined = game.view(0).imagine(random.Random(1))
    there = pickle.loads(pickle.dumps(imagined))
    assert there.events == imagined.events
    assert there.view(0) == imagined.view(0)
