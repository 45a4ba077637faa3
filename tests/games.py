"""Random games for tests that look at many of them."""

from __future__ import annotations

import os
import random
from collections.abc import Iterator

from libertalia import COMPILED, Game

GAMES = int(os.environ.get("LIBERTALIA_GAMES", "10000" if COMPILED else "200"))
"""How many whole games the tests of invariants play."""

SEATS = (2, 3, 4, 5, 6)


def random_game(players: int, seed: int, **options: str) -> Iterator[Game]:
    """A game at its start and after each random move; now and then a pick is taken back. It is one game that moves on."""
    rng = random.Random(seed)
    game = Game.new("original", players=players, seed=seed, **options)
    yield game
    while not game.over:
        decision = rng.choice(game.decisions)
        game.play(decision.seat, rng.choice(decision.options))
        if decision.kind == "pick" and game.table.players[decision.seat].pick and rng.random() < 0.1:
            game.unpick(decision.seat)
        yield game


def finished(players: int, seed: int, **options: str) -> Game:
    """A whole random game."""
    *_, game = random_game(players, seed, **options)
    return game


def moments(players: int, seed: int, share: float = 0.1) -> Iterator[Game]:
    """Some moments of a random game, as clones."""
    rng = random.Random(seed)
    for game in random_game(players, seed):
        if rng.random() < share:
            yield game.clone()
