"""Who sits where: seatings in which everyone has every seat, and everyone as a neighbour, equally often."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from math import gcd


def circles(players: int) -> Iterator[list[int]]:
    """Orders of players around a table in which each sits on the left of each other one equally often.

    >>> list(circles(3))
    [[0, 1, 2], [0, 2, 1]]
    """
    if players % 2:  # 3 or 5, a prime: in the k-th circle the left neighbour is k players on
        for step in range(1, players):
            yield [place * step % players for place in range(players)]
        return
    others = players - 1  # the last player sits still; the others zigzag around the remaining circle
    for first in range(others):
        circle = [others] + [(first + (place + 1) // 2 * (1 if place % 2 else -1)) % others for place in range(others)]
        yield circle
        if players > 2:
            yield circle[::-1]


def seatings(lineup: Sequence[str]) -> list[tuple[str, ...]]:
    """The seatings of a line-up, each a name for every seat. They are as few as keep the balance.

    >>> seatings(["greedy", "random", "random"])
    [('greedy', 'random', 'random'), ('random', 'greedy', 'random'), ('random', 'random', 'greedy')]
    """
    players = len(lineup)
    if players == 1:
        return [tuple(lineup)]
    every = Counter(
        tuple(lineup[circle[(seat + turn) % players]] for seat in range(players))
        for circle in circles(players)
        for turn in range(players)
    )
    least = gcd(*every.values())
    return [seating for seating, times in sorted(every.items()) for _ in range(times // least)]
