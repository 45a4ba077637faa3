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


def test_without_picks_everyone_but_the_viewer_has_yet_to_pick() -> None:
    game = Game.new("original", players=3, seed=7)
    for seat in (0, 1):
        game.play(seat, "brute")
    imagined = game.view(0).imagine(random.Random(1), picks=False)
    assert [decision.seat for decision in imagined.decisions] == [1, 2]
    assert imagined.view(0).me.pick == "brute"


def test_another_chance_from_here_on() -> None:
    def ends(game: Game) -> tuple[int, ...]:
        while not game.over:
            game.play(game.decisions[0].seat, game.decisions[0].options[0])
        return game.scores

    game = Game.new("original", players=2, seed=7)
    game.play(1, "brute")
    assert game.reseeded(1).position() == game.position()
    assert game.reseeded(1).view(0) == game.view(0)
    assert ends(game.clone()) == ends(game.clone())
    assert len({ends(game.reseeded(seed)) for seed in range(5)}) > 1
