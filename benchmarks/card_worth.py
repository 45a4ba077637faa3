"""What is a card worth that is kept for the next voyage? A regression on games that the search plays with itself.

python -m benchmarks.card_worth original --games 1500     writes src/libertalia/rules/original/card_worth.py

At the start of a later voyage everyone is dealt the same cards, so players differ by what they have kept. How far a player leads
in that voyage is explained by the cards that they kept, compared with the mean of the others: linear, by ridge regression.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from statistics import mean

from libertalia import Game
from libertalia.bots import SearchBot, bot_seed
from libertalia.rules import editions

RIDGE = 60.0
"""How many games' worth of doubt there is about a card at first."""

Row = tuple[list[float], float]


def compared(values: list[float]) -> list[float]:
    """How much each value is above the mean of the others."""
    return [value - (sum(values) - value) / (len(values) - 1) for value in values]


def rows(edition: str, players: int, seed: int, simulations: int, options: dict[str, str]) -> Iterator[Row]:
    """One row for each seat and each voyage but the first: the cards kept, and the lead."""
    game = Game.new(edition, players=players, seed=seed, **options)  # type: ignore[arg-type]
    bots = [SearchBot(bot_seed(seed, seat), n=simulations) for seat in range(players)]
    cards = len(game.table.edition.cast)
    kept: list[list[list[float]]] = []  # by voyage, by seat, by rank
    voyage = 1
    hands = [player.hand for player in game.table.players]
    while not game.over:
        decision = game.decisions[0]
        if decision.kind == "pick":
            if game.table.voyage > voyage:
                voyage = game.table.voyage
                dealt = game.table.edition.full_deck
                for player in game.table.players:
                    dealt &= player.hand & ~hands[player.seat]
                held = [[float((p.hand & ~dealt) >> rank & 1) for rank in range(cards)] for p in game.table.players]
                columns = [compared([seat[rank] for seat in held]) for rank in range(cards)]
                kept.append([[column[seat] for column in columns] for seat in range(players)])
            hands = [player.hand for player in game.table.players]
        game.play(decision.seat, bots[decision.seat].answer(game.view(decision.seat), decision))
    scores = [seat.voyage_scores for seat in game.view(None).seats]
    for number, features in enumerate(kept, 1):
        leads = compared([float(score[number]) for score in scores])
        yield from zip(features, leads, strict=True)


def ridge(data: list[Row]) -> list[float]:
    """The worth of each feature that explains the leads best, drawn towards 0."""
    count = len(data[0][0])
    matrix = [[RIDGE * (i == j) for j in range(count)] + [0.0] for i in range(count)]
    for features, lead in data:
        there = [i for i in range(count) if features[i]]
        for i in there:
            for j in there:
                matrix[i][j] += features[i] * features[j]
            matrix[i][count] += features[i] * lead
    for i in range(count):  # Gauss and Jordan; the matrix is positive definite
        pivot = matrix[i][i]
        matrix[i] = [value / pivot for value in matrix[i]]
        for j in range(count):
            if j != i and matrix[j][i]:
                factor = matrix[j][i]
                matrix[j] = [value - factor * other for value, other in zip(matrix[j], matrix[i], strict=True)]
    return [row[count] for row in matrix]


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.card_worth", description=__doc__)
    parser.add_argument("edition", choices=list(editions.EDITIONS))
    parser.add_argument("--games", type=int, default=1500)
    parser.add_argument("--simulations", type=int, default=100)
    parser.add_argument("--players", type=int, default=4)
    options = parser.parse_args()
    boards: list[dict[str, str]] = [{"board": "calm"}, {"board": "stormy"}] if options.edition == "galecrest" else [{}]
    data: list[Row] = []
    for seed in range(options.games):
        data += rows(options.edition, options.players, seed, options.simulations, boards[seed % len(boards)])
    worth = ridge(data)
    middle = mean(worth[1:])
    unexplained = mean((lead - sum(f * w for f, w in zip(features, worth, strict=True))) ** 2 for features, lead in data)
    explained = 1 - unexplained / mean(lead**2 for _, lead in data)
    path = editions.folder_of(options.edition) / "card_worth.py"
    figures = "\n".join(
        "    " + ", ".join(f"{value:.2f}" for value in worth[first : first + 10]) + "," for first in range(0, len(worth), 10)
    )
    path.write_text(
        f'''"""What a card is worth that is kept for the next voyage, in doubloons, by rank.

Made by `python -m benchmarks.card_worth {options.edition} --games {options.games} --simulations {options.simulations}`
from the voyages of {len(data)} players. The cards explain {100 * explained:.0f} % of how far they led.
"""

from __future__ import annotations

from typing import Final

CARD_WORTH: Final = [
{figures}
]  # fmt: skip
''',
        encoding="utf-8",
    )
    slugs = game_slugs(options.edition)
    best = sorted(((value, slugs[rank]) for rank, value in enumerate(worth) if rank), reverse=True)
    print(f"{path}: mean {middle:.2f}; {best[:5]} … {best[-5:]}")


def game_slugs(edition: str) -> list[str]:
    return Game.new(edition, players=2, seed=0).table.edition.slugs


if __name__ == "__main__":
    main()
