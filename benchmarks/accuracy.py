"""What accuracy does the review give to each level of bots, at tables of its equals?

Among unequal players the weak ones have next to no chance to win, and so give away little of it, whatever they do.

python -m benchmarks.accuracy --games 10 --worlds 100
"""

from __future__ import annotations

import argparse

from benchmarks.report import table
from libertalia import Game
from libertalia.bots import LEVELS, bot_named, bot_seed
from libertalia.game.record import Record
from libertalia.game.setup import edition_names
from libertalia.lab.estimates import Estimate, estimate
from libertalia.review import Budget, review

PLAYERS = 3


def played(edition: str, name: str, seed: int) -> Record:
    """A game among bots of one level."""
    game = Game.new(edition, PLAYERS, seed=seed)
    bots = [bot_named(name)(bot_seed(seed, seat)) for seat in range(PLAYERS)]
    while not game.over:
        decision = game.decisions[0]
        game.play(decision.seat, bots[decision.seat].answer(game.view(decision.seat, events=False), decision))
    return game.record()


def accuracy(edition: str, name: str, games: int, worlds: int) -> Estimate:
    """The accuracy of a level: of all seats, game by game."""
    found = [review(played(edition, name, seed), Budget(worlds)).accounts for seed in range(games)]
    return estimate([sum(account.accuracy for account in accounts) / PLAYERS for accounts in found])


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--games", type=int, default=10, help="of each level, in each edition")
    options.add_argument("--worlds", type=int, default=100, help="in which each decision is tried")
    given = options.parse_args()
    for edition in edition_names():
        rows = []
        for level in LEVELS:
            rows.append([level.name, str(accuracy(edition, level.name, given.games, given.worlds))])
            print(edition, *rows[-1], flush=True)
        print(table([edition, "accuracy"], rows))


if __name__ == "__main__":
    main()
