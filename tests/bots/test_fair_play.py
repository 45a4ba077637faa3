"""What bots can't do: know the deal from their seed, change a decision, move for another seat."""

from __future__ import annotations

import copy
import pickle

import pytest

from libertalia import Game
from libertalia.bots import bot_seed


def test_the_seed_of_a_bot_tells_nothing_of_the_deal() -> None:
    seeds = [bot_seed(7, seat) for seat in range(4)]
    assert len(set(seeds)) == 4
    assert all(seed > 2**64 for seed in seeds)
    assert bot_seed(7, 0) == bot_seed(7, 0) != bot_seed(8, 0)


@pytest.mark.parametrize("name", ["seat", "kind", "options"])
def test_a_decision_can_not_be_changed(name: str) -> None:
    decision = Game.new("original", players=2, seed=1).decisions[1]
    with pytest.raises(AttributeError):
        setattr(decision, name, 0)
    assert decision.seat == 1


def test_games_views_and_decisions_can_be_copied_and_sent_elsewhere() -> None:
    game = Game.new("galecrest", players=3, seed=1)
    game.play(1, game.decisions[1].options[0])
    for twin in (copy.copy(game), copy.deepcopy(game), pickle.loads(pickle.dumps(game))):
        assert twin.position() == game.position()
        twin.play(0, twin.decisions[0].options[0])
        assert twin.position() != game.position()
    view = game.view(0)
    assert pickle.loads(pickle.dumps(view)) == copy.deepcopy(view) == view
