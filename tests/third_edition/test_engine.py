"""An edition of our own, entered in the registry and nowhere else: whole games of it, positions, views, records and bots."""

from __future__ import annotations

import json
import random

import pytest

from libertalia import COMPILED, Game, InvalidPosition, InvalidSetup, Record
from libertalia.bots import GreedyBot
from libertalia.game.setup import options_of
from libertalia.rules.bits import tokens
from libertalia.rules.editions import EDITIONS
from tests.game.test_fold import check_events_tell_everything
from tests.games import Setting
from tests.third_edition.lagoon.edition import Lagoon

pytestmark = pytest.mark.skipif(COMPILED, reason="compiled classes cannot be subclassed by a test; the interpreted engine can")


@pytest.fixture(autouse=True)
def lagoon(monkeypatch: pytest.MonkeyPatch) -> None:
    """The one place that an edition is entered in is the registry."""
    monkeypatch.setitem(EDITIONS, "lagoon", Lagoon)


@pytest.mark.parametrize("weather", ["fine", "foul"])
@pytest.mark.parametrize("players", [2, 3])
def test_whole_games_of_a_new_edition(players: int, weather: str) -> None:
    asked = set()
    for seed in range(40):
        rng = random.Random(seed)
        game = Game.new("lagoon", players=players, seed=seed, weather=weather)
        while not game.over:
            position = json.loads(json.dumps(game.position()))
            again = Game.at(position)
            assert again.position() == position
            assert again.decisions == game.decisions
            viewer = rng.randrange(players)
            assert game.view(viewer).imagine(rng).view(viewer) == game.view(viewer)
            heaps = [game.table.loot_on(day) for day in (1, 2)]
            assert tokens(game.table.bag + sum(heaps) + sum(player.loot for player in game.table.players)) == 15
            decision = rng.choice(game.decisions)
            asked.add(decision.kind)
            for option in decision.options:
                game.clone().play(decision.seat, option)
            game.play(decision.seat, rng.choice(decision.options))
        assert game.winners == tuple(seat for seat, score in enumerate(game.scores) if score == max(game.scores))
        assert game.events[-1].kind == "game-ends"
        replayed = Record.loads(game.record().dumps()).replay()
        assert replayed.position() == game.position()
        assert replayed.events == game.events
    assert asked == {"pick", "take", "crab", "conch"}


@pytest.mark.parametrize("weather", ["fine", "foul"])
@pytest.mark.parametrize("players", [2, 3])
def test_its_events_tell_everything(players: int, weather: str) -> None:
    check_events_tell_everything(Setting(players, "lagoon", {"weather": weather}), games=20)


def test_a_greedy_bot_plays_it() -> None:
    game = Game.new("lagoon", players=2, seed=7)
    bots = [GreedyBot(1), GreedyBot(2)]
    while not game.over:
        decision = game.decisions[0]
        game.play(decision.seat, bots[decision.seat].choose(game.view(decision.seat), decision))


def test_its_option_and_its_extra_are_known_to_everyone() -> None:
    assert [(option.name, option.values, option.default) for option in options_of("lagoon")] == [
        ("weather", ("fine", "foul"), "fine")
    ]
    game = Game.new("lagoon", players=2, seed=7)
    assert (game.view(0).extras, game.position()["tide"]) == ({"tide": "low"}, "low")
    with pytest.raises(InvalidPosition, match="'tide' is one of low, high"):
        Game.at({**game.position(), "tide": "odd"})


def test_its_characters_do_what_they_say() -> None:
    seats = [
        {"colour": "red", "doubloons": 5, "hand": ["diver", "whale"]},
        {"colour": "blue", "doubloons": 5, "hand": ["crab"], "crew": ["lighthouse-keeper"]},
    ]
    game = Game.at({"edition": "lagoon", "voyage": 1, "day": 2, "loot": [[], ["pearl", "sand"]], "seats": seats})
    game.play(0, "diver")
    game.play(1, "crab")
    game.play(1, "lighthouse-keeper")
    assert [decision.seat for decision in game.decisions] == [1], "the higher character takes first"
    game.play(1, "pearl")
    game.play(0, "sand")
    assert game.over
    assert game.scores == (6, 9)
    assert game.winners == (1,)


def test_what_it_does_not_know_it_refuses() -> None:
    for wrong in ({"players": 4}, {"weather": "odd"}, {"board": "calm"}):
        with pytest.raises(InvalidSetup):
            Game.new("lagoon", **{"players": 2, **wrong})  # type: ignore[arg-type]
