"""What accuracy does the review give to each level of bots, when they win and when they lose?

Each deal is played twice: by all five levels at one table, who change seats from deal to deal, and by three of one level.

python -m benchmarks.accuracy --deals 40 --worlds 60
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from collections.abc import Sequence
from statistics import mean

from benchmarks.report import table
from libertalia import Game
from libertalia.bots import LEVELS, bot_named, bot_seed
from libertalia.game.record import Record
from libertalia.game.setup import edition_names
from libertalia.lab.estimates import estimate
from libertalia.review import Budget, review

EQUALS = 3
NAMES = [level.name for level in LEVELS]


def played(edition: str, names: Sequence[str], seed: int) -> Record:
    """A game among bots."""
    game = Game.new(edition, len(names), seed=seed)
    bots = [bot_named(name)(bot_seed(seed, seat)) for seat, name in enumerate(names)]
    while not game.over:
        decision = game.decisions[0]
        game.play(decision.seat, bots[decision.seat].answer(game.view(decision.seat, events=False), decision))
    return game.record()


def seatings(seed: int) -> dict[str, list[str]]:
    """Who plays a deal, at each of its two tables."""
    first = seed % len(NAMES)
    return {"all levels at one table": [*NAMES[first:], *NAMES[:first]], "three of a level": [NAMES[first]] * EQUALS}


class Accuracies:
    """The accuracy of each level at one kind of table: in all games, and on the seats that won or lost."""

    def __init__(self) -> None:
        self._found: dict[tuple[str, str], list[float]] = defaultdict(list)

    def add(self, names: Sequence[str], accuracies: Sequence[float], winners: Sequence[int]) -> None:
        """Add a game. Seats of the same level are no independent values: their mean is one."""
        for level in set(names):
            seats = [seat for seat, name in enumerate(names) if name == level]
            won = [seat for seat in seats if seat in winners]
            for which, these in (("all", seats), ("won", won), ("lost", sorted({*seats} - {*won}))):
                if these:
                    self._found[level, which].append(mean(accuracies[seat] for seat in these))

    def rows(self) -> list[list[str]]:
        return [[level, *[self._told(level, which) for which in ("all", "won", "lost")]] for level in NAMES]

    def _told(self, level: str, which: str) -> str:
        values = self._found[level, which]
        return f"{estimate(values)} ({len(values)})" if len(values) > 1 else "–"


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--deals", type=int, default=40, help="in each edition")
    options.add_argument("--seed", type=int, default=1000, help="of the first deal")
    options.add_argument("--worlds", type=int, default=60, help="in which each decision is tried")
    given = options.parse_args()
    found: dict[tuple[str, str], Accuracies] = defaultdict(Accuracies)
    for seed in range(given.seed, given.seed + given.deals):
        for edition in edition_names():
            for title, names in seatings(seed).items():
                review_of = review(played(edition, names, seed), Budget(given.worlds))
                accuracies = [account.accuracy for account in review_of.accounts]
                found[edition, title].add(names, accuracies, review_of.winners)
                print(edition, seed, *map("{} {:.1f}".format, names, accuracies), flush=True)
    for (edition, title), accuracy in found.items():
        print(table([f"{edition}, {title}", "accuracy (games)", "won", "lost"], accuracy.rows()))


if __name__ == "__main__":
    main()
