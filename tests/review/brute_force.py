"""The truth about the last day of a game: every hand that the others may hold, every pick of each, as often as it was assumed."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from itertools import product

from libertalia.game.view import View
from libertalia.review import questions
from libertalia.search import Forecast
from tests.review.games import played

WORLDS = 600


def last_mornings(edition: str, players: int, seeds: range) -> Iterator[View]:
    """What each seat saw at the last sunrise of some games."""
    for seed in seeds:
        record = played(edition, players, seed=seed)
        picks = [each for each in questions(record) if each.kind == "pick"]
        last = picks[-1].move
        for question in picks:
            if question.move == last and len(question.options) > 1:
                yield record.at(last).view(question.seat)


def counted(view: View, forecast: Forecast, games: int) -> list[float]:
    """The true chance of each answer: all picks of the others, each with its probability, in `games` games for each answer.

    After the picks only the bag and a few answers are left to chance.
    """
    seat = view.sight.viewer
    others = [_likely(view, forecast, other) for other in range(len(view.sight.guesses)) if other != seat]
    chances = []
    for answer in forecast.answers:
        chance = 0.0
        for picks in product(*(each.items() for each in others)):
            ranks = [rank for rank, _ in picks]
            ranks.insert(seat, answer)
            share = 1.0
            for _, each in picks:
                share *= each
            if share > 0:
                chance += share * forecast.given(ranks, max(2, round(games * share))).chances()[seat]
        chances.append(chance)
    return chances


def _likely(view: View, forecast: Forecast, seat: int) -> dict[int, float]:
    """How often a seat picks each card, over all hands that it may hold; 0 if it has none."""
    shares = dict(forecast.picks_of(seat))
    if not shares:
        return {0: 1.0}
    found: dict[int, float] = defaultdict(float)
    guesses = view.sight.guesses[seat]
    for guess in guesses:
        held = {rank: share for rank, share in shares.items() if guess.hand >> rank & 1}
        total = sum(held.values())
        for rank, share in held.items():
            found[rank] += (share / total if total else 1 / len(held)) / len(guesses)
    return found


class Findings:
    """How often a forecast was right."""

    def __init__(self) -> None:
        self.decisions = self.right = self.values = self.within = 0

    def check(self, view: View, luck: int, games: int = 8000, tolerance: float = 0.005) -> None:
        """Compare what the reviewer thinks of a pick with the truth. Options that differ less than the tolerance are equal."""
        seat = view.sight.viewer
        forecast = Forecast(view.sight, luck)
        forecast.study(2 * WORLDS)
        forecast.weigh(WORLDS)
        true = counted(view, forecast, games)
        found = [tally.chances()[seat] for tally in forecast.tallies]
        self.decisions += 1
        self.right += true[found.index(max(found))] >= max(true) - tolerance
        for index, (one, other) in enumerate(zip(found, true, strict=True)):
            self.values += 1
            stated = max(1.96 * forecast.chance_error(index), 1 / WORLDS)
            self.within += abs(one - other) <= stated + tolerance

    def __str__(self) -> str:
        return f"{self.right} of {self.decisions} decisions, {self.within} of {self.values} values"
