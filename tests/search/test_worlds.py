"""Worlds: they agree with what a seat knows, tell nothing that is hidden, and can be played on in every way."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from libertalia import Game, IllegalMove, LibertaliaError
from libertalia.game.memory import Memory
from libertalia.game.position import to_position
from libertalia.rules.phases import SUNRISE
from libertalia.search import RANDOM, SENSIBLE, Policy, World, Worlds
from tests.games import TABLES, Setting, fewer

seeds = st.integers(0, 10_000)


def as_data(world: World) -> object:
    """All that there is to a world."""
    table = world.table
    memory = Memory([[] for _ in table.players])
    return to_position(table, memory), table.draws, [player.pick for player in table.players]


def drawn(game: Game, viewer: int, count: int = 5, seed: int = 3) -> list[object]:
    worlds = Worlds(game.view(viewer), seed)
    return [as_data(worlds.draw()) for _ in range(count)]


@given(seed=seeds, setting=st.sampled_from(TABLES))
@settings(max_examples=fewer(30), deadline=None)
def test_a_world_looks_the_same_to_the_seat_that_it_was_drawn_for(seed: int, setting: Setting) -> None:
    for game in setting.moments(seed, share=0.05):
        for viewer in range(setting.seats):
            view = game.view(viewer, events=False)
            world = Worlds(view, seed).draw()
            looks = Game.imagined(world.table, Memory(view.sight.guesses.copy()), 1, ()).view(viewer, events=False)
            if world.table.phase != SUNRISE:
                assert looks == view
                continue
            mine = {name: value for name, value in looks.data().items() if name not in ("seats", "waiting")}
            assert mine.items() <= view.data().items()
            assert looks.me == view.me
            assert {seat for seat, _ in looks.waiting} >= {seat for seat, _ in view.waiting}


@given(seed=seeds, setting=st.sampled_from(TABLES))
@settings(max_examples=fewer(30), deadline=None)
def test_what_is_hidden_makes_no_difference_to_the_worlds(seed: int, setting: Setting) -> None:
    """Games that differ only in picks, in cards taken back unseen, and in the chance to come, give the same worlds."""
    rng = random.Random(seed)
    for game in setting.moments(seed, share=0.05):
        for viewer in range(setting.seats):
            other = game.view(viewer).imagine(rng)
            assert drawn(other, viewer) == drawn(game, viewer)


def test_the_same_seed_gives_the_same_worlds_and_another_one_others() -> None:
    game = Game.new("original", players=3, seed=5)
    assert drawn(game, 0) == drawn(game, 0)
    assert drawn(game, 0) != drawn(game, 0, seed=4)
    ends = set()
    worlds = Worlds(game.view(0), 1)
    for _ in range(20):
        world = worlds.draw()
        world.finish_game(RANDOM)
        ends.add(tuple(world.scores))
    assert len(ends) > 15


def test_every_card_that_may_have_been_taken_back_comes_up() -> None:
    seats = [
        {"colour": "yellow", "doubloons": 10, "hand": ["captain", "brute", "cook"]},
        {"colour": "red", "doubloons": 10, "hand": ["surgeon", "monkey"], "graveyard": ["parrot", "beggar", "gunner"]},
    ]
    game = Game.at({"edition": "original", "voyage": 1, "day": 2, "loot": [[]] * 6, "seats": seats})
    for seat, answer in ((0, "captain"), (1, "surgeon"), (1, "beggar")):
        game.play(seat, answer)
    worlds = Worlds(game.view(0), 1)
    hands = Counter(worlds.draw().table.players[1].hand for _ in range(300))
    assert len(hands) == 3
    assert max(hands.values()) < 150
    own = Worlds(game.view(1), 1)
    assert len({own.draw().table.players[1].hand for _ in range(20)}) == 1


def test_those_who_have_picked_have_yet_to_pick_in_a_world_but_not_the_viewer() -> None:
    game = Game.new("original", players=3, seed=7)
    game.play(1, "brute")
    assert Worlds(game.view(0)).draw().waiting == [0, 1, 2]
    assert Worlds(game.view(1)).draw().waiting == [0, 2]
    assert Worlds(game.view(1)).answers == []


@given(seed=seeds, setting=st.sampled_from(TABLES))
@settings(max_examples=fewer(20), deadline=None)
def test_answers_are_those_of_the_decision(seed: int, setting: Setting) -> None:
    for game in setting.moments(seed, share=0.1):
        for decision in game.decisions:
            worlds = Worlds(game.view(decision.seat))
            assert sorted(map(worlds.text, worlds.answers)) == list(decision.options)
            world = worlds.draw()
            assert [world.text(answer) for answer in world.answers(decision.seat)] == [*map(worlds.text, worlds.answers)]


class Highest(Policy):
    """The last answer there is."""

    def answer(self, world: World, seat: int, luck: int) -> int:
        return world.answers(seat)[-1]


class Wrong(Policy):
    def answer(self, world: World, seat: int, luck: int) -> int:
        return 0


@pytest.mark.parametrize("policy", [RANDOM, SENSIBLE, Highest()], ids=lambda policy: type(policy).__name__)
@pytest.mark.parametrize("setting", TABLES, ids=str)
def test_playing_on(setting: Setting, policy: Policy) -> None:
    for game in setting.moments(seed=3, share=0.05):
        if game.over:
            continue
        view = game.view(0)
        world = Worlds(view, 1).draw()
        day, voyage, game_end = (world.clone(luck=7) for _ in range(3))
        day.finish_day(policy)
        assert day.over or (day.table.phase == SUNRISE and (day.table.voyage, day.table.day) != (view.voyage, view.day))
        voyage.finish_voyage(policy)
        assert voyage.over
        assert voyage.table.voyage == view.voyage
        game_end.finish_game(policy)
        assert game_end.over
        assert game_end.table.voyage == 3
        for each in (day, voyage, game_end):
            assert sum(each.leads()) == pytest.approx(0)


def test_clones_with_the_same_luck_go_the_same_way_and_others_another() -> None:
    world = Worlds(Game.new("galecrest", players=4, seed=5).view(0)).draw()

    def end(luck: int) -> list[int]:
        twin = world.clone(luck)
        twin.finish_game(RANDOM)
        return twin.scores

    assert end(1) == end(1)
    assert len({tuple(end(luck)) for luck in range(10)}) > 5
    assert world.waiting == [0, 1, 2, 3], "clones leave the world as it was"


def test_leads_leave_the_world_as_it_was() -> None:
    world = Worlds(Game.new("original", players=4, seed=5).view(0)).draw()
    before = as_data(world)
    assert world.leads() == [0.0] * 4
    assert as_data(world) == before


def test_what_is_wrong_is_said() -> None:
    game = Game.new("original", players=2, seed=7)
    world = Worlds(game.view(0)).draw()
    with pytest.raises(IllegalMove, match="0 is not a legal answer of seat 1"):
        world.play(1, 0)
    world.play(1, world.answers(1)[0])
    with pytest.raises(IllegalMove, match=r"Seat 1 has nothing to decide in this world; waiting are \[0\]"):
        world.play(1, 5)
    with pytest.raises(IllegalMove, match="not a legal answer"):
        world.finish_day(Wrong())
    with pytest.raises(LibertaliaError, match="A spectator has nothing to decide"):
        Worlds(game.view(None))
