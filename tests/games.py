"""Random games for tests that look at many of them, and the tables that are laid for them."""

from __future__ import annotations

import os
import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from libertalia import COMPILED, Game

GAMES = int(os.environ.get("LIBERTALIA_GAMES", "10000" if COMPILED else "60"))
"""How many whole games of each edition the tests of invariants play."""


def fewer(count: int) -> int:
    """A number of games or examples: a quarter of it on the interpreted engine. `tests/rules/test_parity.py` compares both."""
    return count if COMPILED else -(-count // 4)


SEATS = (2, 3, 4, 5, 6)
BOARDS = ("calm", "stormy", "uncharted")


@dataclass(frozen=True)
class Setting:
    """An edition with its options, and how many play it."""

    players: int
    edition: str = "original"
    options: dict[str, Any] = field(default_factory=dict)

    def __str__(self) -> str:
        return "-".join([self.edition, str(self.players), *map(str, self.options.values())])

    @property
    def seats(self) -> int:
        """Who plays alone plays against the Automa."""
        return max(2, self.players)

    @property
    def viewers(self) -> tuple[int | None, ...]:
        """Every seat, and a spectator."""
        return (None, *range(self.seats))

    def new(self, seed: int) -> Game:
        return Game.new(self.edition, players=self.players, seed=seed, **self.options)

    def random_game(self, seed: int) -> Iterator[Game]:
        """A game at its start and after each random move; now and then a pick is taken back. It is one game that moves on."""
        rng = random.Random(seed)
        game = self.new(seed)
        yield game
        while not game.over:
            decision = rng.choice(game.decisions)
            game.play(decision.seat, rng.choice(decision.options))
            if decision.kind == "pick" and game.table.players[decision.seat].pick and rng.random() < 0.1:
                game.unpick(decision.seat)
            yield game

    def finished(self, seed: int) -> Game:
        """A whole random game."""
        *_, game = self.random_game(seed)
        return game

    def moments(self, seed: int, share: float = 0.1) -> Iterator[Game]:
        """Some moments of a random game, as clones."""
        rng = random.Random(seed)
        for game in self.random_game(seed):
            if rng.random() < share:
                yield game.clone()


def galecrest(players: int, board: str = "calm", **options: str) -> Setting:
    return Setting(players, "galecrest", {"board": board, **options})


GALECREST = (
    galecrest(1, "calm", difficulty="easy"),
    galecrest(1, "stormy", difficulty="expert"),
    galecrest(2, "calm"),
    galecrest(2, "uncharted"),
    galecrest(3, "stormy"),
    galecrest(4, "uncharted"),
    galecrest(5, "calm"),
    galecrest(6, "stormy"),
)
TABLES = (*map(Setting, SEATS), *GALECREST)
"""A few of the tables there can be: every number of players, every board."""


def random_game(players: int, seed: int, edition: str = "original", **options: Any) -> Iterator[Game]:
    return Setting(players, edition, options).random_game(seed)


def finished(players: int, seed: int, edition: str = "original", **options: Any) -> Game:
    return Setting(players, edition, options).finished(seed)


def moments(players: int, seed: int, share: float = 0.1, edition: str = "original", **options: Any) -> Iterator[Game]:
    return Setting(players, edition, options).moments(seed, share)
