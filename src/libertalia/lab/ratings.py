"""Ratings by openskill: one figure for each bot that explains who came in which place."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from libertalia.lab.extra import extra


@dataclass(frozen=True)
class Rating:
    """A rating on openskill's scale, where a new player has 25, and the doubt about it (one standard deviation)."""

    mu: float
    sigma: float


def ratings(games: Iterable[tuple[Sequence[str], Sequence[int], Sequence[int]]]) -> dict[str, Rating]:
    """The ratings after games; of each game the bots, their scores and the seats that won.

    A bot that has several seats in a game learns the mean of what happened to them.
    """
    with extra("lab"):
        from openskill.models import PlackettLuce
    model = PlackettLuce(tau=0.0)
    known: dict[str, Rating] = {}
    for bots, scores, winners in games:
        places = [[-1.0 if seat in winners else 0.0, -score] for seat, score in enumerate(scores)]
        order = sorted(places)
        ranks = [float(order.index(place)) for place in places]
        before = [known.get(bot, Rating(25.0, 25.0 / 3)) for bot in bots]
        teams = model.rate([[model.rating(mu=rating.mu, sigma=rating.sigma)] for rating in before], ranks=ranks)
        for bot in set(bots):
            mine = [teams[seat][0] for seat in range(len(bots)) if bots[seat] == bot]
            known[bot] = Rating(sum(r.mu for r in mine) / len(mine), sum(r.sigma for r in mine) / len(mine))
    return known
