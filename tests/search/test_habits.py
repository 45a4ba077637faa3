"""Who looks no farther than the next sunrise is found out by what they pick."""

from __future__ import annotations

import json
import random

import pytest

from libertalia import COMPILED, Game, View
from libertalia.bots import bot_named, bot_seed
from libertalia.game.memory import MORNINGS
from libertalia.game.sight import Sight
from libertalia.search import PickSearch
from tests.games import TABLES, Setting


def after_days(bot: str, days: int, edition: str = "original") -> Game:
    """A game of three such bots, and one that plays anything, at the sunrise after some days."""
    game = Game.new(edition, players=4, seed=11)
    names = ["random", bot, bot, bot]
    bots = [bot_named(name)(bot_seed(3, seat)) for seat, name in enumerate(names)]
    while game.view(0).day <= days or len(game.decisions) < 4:
        decision = game.decisions[0]
        game.play(decision.seat, bots[decision.seat].answer(game.view(decision.seat), decision))
    return game


def habits(sight: Sight, habit: float = 0.5) -> list[float]:
    search = PickSearch(sight, 1)
    search.expect_habits(habit)
    return search.learners.habits


@pytest.mark.skipif(not COMPILED, reason="many thoughts")
@pytest.mark.parametrize("edition", ["original", "galecrest"])
def test_who_looks_one_day_ahead_is_found_out(edition: str) -> None:
    one_day_ahead = habits(after_days("greedy", 3, edition).view(0).sight)
    anything = habits(after_days("random", 3, edition).view(0).sight)
    assert one_day_ahead[0] == anything[0] == 0.0, "one's own habits don't matter"
    assert sum(one_day_ahead[1:]) > 3 * 0.6
    assert sum(anything[1:]) < 3 * 0.3


@pytest.mark.parametrize("habit", [0.0, 0.5, 1.0])
def test_nothing_is_known_on_the_first_day(habit: float) -> None:
    assert habits(Game.new("original", players=3, seed=1).view(2).sight, habit) == [habit, habit, 0.0]


def test_habits_change_what_is_expected_of_the_others() -> None:
    """Without them, all cards of a whole hand come into question; who looks no farther has one that pays today."""
    sight = Game.new("original", players=4, seed=8).view(0).sight
    by_chance, by_habit = PickSearch(sight, 1), PickSearch(sight, 1)
    by_habit.expect_habits(0.98)
    for search in (by_chance, by_habit):
        search.run(400)
    for seat in (1, 2, 3):
        most = [max(visits for _, visits, _ in search.tried_by(seat)) for search in (by_chance, by_habit)]
        assert most[1] > 1.2 * most[0]


@pytest.mark.parametrize("setting", TABLES[::4], ids=str)
def test_mornings_are_what_everyone_saw(setting: Setting) -> None:
    """The same for every viewer and in every world that looks the same, and read back from data."""
    rng = random.Random(2)
    for game in setting.moments(seed=9, share=0.05 if COMPILED else 0.02):
        views = [game.view(viewer) for viewer in (None, 0, 1)]
        views.append(views[1].imagine(rng).view(1))
        views.append(View.of(json.loads(json.dumps(views[1].data(whole=True)))))
        mornings = [view.sight.numbers()[-1] for view in views]
        assert all(each == mornings[0] for each in mornings)


def test_a_morning_has_the_picks_of_all_and_the_last_ones_are_kept() -> None:
    game = Game.new("original", players=3, seed=5)
    rng = random.Random(1)
    days: list[tuple[int, int, dict[int, str]]] = []
    picks: dict[int, str] = {}
    while not game.over:
        decision = game.decisions[0]
        answer = rng.choice(decision.options)
        if decision.kind == "pick":
            picks[decision.seat] = answer
            if len(game.decisions) == 1:
                days.append((game.view(0).voyage, game.view(0).day, picks))
                picks = {}
        game.play(decision.seat, answer)
        remembered = game.view(0).sight.mornings
        assert len(remembered) == min(len(days), MORNINGS)
        for morning, (voyage, day, picked) in zip(remembered, days[-MORNINGS:], strict=True):
            table = morning.table
            assert (table.voyage, table.day) == (voyage, day)
            assert {seat: table.edition.slugs[pick] for seat, pick in enumerate(morning.picks)} == picked
            assert all(player.pick == 0 for player in table.players)
