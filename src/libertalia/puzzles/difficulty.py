"""How hard puzzles are, measured: by which levels of bots solve them, and how often."""

from __future__ import annotations

from collections.abc import Sequence
from math import log10
from typing import Final

from libertalia.puzzles.puzzle import Puzzle

MEAN: Final = 1500
"""The rating of the average puzzle, and so of a player who solves every second one."""
_SCALE: Final = 400
_ROUNDS: Final = 200
_PRIOR: Final = 1.0
"""Additional tries of each puzzle by a player of the average rating; half of them count as solved."""


def expected(player: float, puzzle: float) -> float:
    """How often a player solves a puzzle, by their ratings: as in Elo.

    >>> round(expected(1500, 1500), 2), round(expected(1900, 1500), 2)
    (0.5, 0.91)
    """
    return 1 / (1 + 10 ** ((puzzle - player) / _SCALE))


def rated(puzzles: Sequence[Puzzle]) -> tuple[Puzzle, ...]:
    """The puzzles with ratings, from the easiest to the hardest.

    Levels and puzzles are rated together, so that each level would solve as many puzzles as it did, and each puzzle would be
    solved as often as it was. The average puzzle has 1500.
    """
    if not puzzles:
        return ()
    levels = list(puzzles[0].solved)
    strengths = dict.fromkeys(levels, float(MEAN))
    ratings = [float(MEAN)] * len(puzzles)
    for _ in range(_ROUNDS):
        for index, puzzle in enumerate(puzzles):
            ratings[index] = _fitted(puzzle, strengths, ratings[index])
        shift = MEAN - sum(ratings) / len(ratings)
        ratings = [rating + shift for rating in ratings]
        for level in levels:
            solved = sum(puzzle.solved[level] for puzzle in puzzles)
            tried = sum(puzzle.tries for puzzle in puzzles)
            hoped = sum(puzzle.tries * expected(strengths[level], rating) for puzzle, rating in zip(puzzles, ratings))
            strengths[level] += _step(solved, hoped, tried)
    order = sorted(range(len(puzzles)), key=lambda index: (round(ratings[index]), puzzles[index].id))
    return tuple(puzzles[index].rated(round(ratings[index])) for index in order)


def _fitted(puzzle: Puzzle, strengths: dict[str, float], rating: float) -> float:
    solved = sum(puzzle.solved.values()) + _PRIOR / 2
    tried = puzzle.tries * len(puzzle.solved) + _PRIOR
    hoped = sum(puzzle.tries * expected(strength, rating) for strength in strengths.values()) + _PRIOR * expected(MEAN, rating)
    return rating - _step(solved, hoped, tried)


def _step(solved: float, hoped: float, tried: float) -> float:
    """By how much a rating has to change for the hope to come nearer to what was solved; a part of it, so that all settles."""
    return _SCALE / 2 * (log10((solved + 0.5) / (tried - solved + 0.5)) - log10((hoped + 0.5) / (tried - hoped + 0.5)))
