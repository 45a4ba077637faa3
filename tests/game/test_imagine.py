"""What a view imagines is spread evenly over all that may be."""

from __future__ import annotations

import random
from collections import Counter

from libertalia import Game


def spread(counts: Counter[str], kinds: int, draws: int) -> bool:
    return len(counts) == kinds and max(counts.values()) < 1.5 * draws / kinds


def test_every_card_that_a_surgeon_may_have_taken_back_comes_up() -> None:
    seats = [
        {"colour": "yellow", "doubloons": 10, "hand": ["captain", "brute", "cook"]},
        {"colour": "red", "doubloons": 10, "hand": ["surgeon", "monkey"], "graveyard": ["parrot", "beggar", "gunner"]},
    ]
    game = Game.at({"edition": "original", "voyage": 1, "day": 2, "loot": [[]] * 6, "seats": seats})
    for seat, answer in ((0, "captain"), (1, "surgeon"), (1, "beggar")):
        game.play(seat, answer)
    view = game.view(0)
    rng = random.Random(1)
    taken = Counter(
        next(card for card in game.position()["seats"][1]["hand"] if card != "monkey")
        for game in (view.imagine(rng) for _ in range(300))
    )
    assert spread(taken, 3, 300)


def test_every_card_that_may_have_been_picked_comes_up() -> None:
    game = Game.new("original", players=2, seed=7)
    game.play(1, "bosun")
    view = game.view(0)
    rng = random.Random(2)
    picks = Counter(view.imagine(rng).position()["pending"]["picks"][1] for _ in range(600))
    assert spread(picks, 9, 600)


def test_what_comes_out_of_the_bag_differs_from_dream_to_dream() -> None:
    rng = random.Random(3)
    view = Game.new("original", players=2, seed=7).view(0)
    assert len({view.imagine(rng).record().seed for _ in range(20)}) == 20
