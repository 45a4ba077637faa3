"""What was learnt about an answer that is tried again and again: how often it was tried, and how far it has led."""

from __future__ import annotations

from math import log, sqrt
from typing import final

from mypy_extensions import i64, mypyc_attr


@final
@mypyc_attr(acyclic=True)
class Arm:
    """One answer of one seat; leads are in doubloons."""

    __slots__ = ("seat", "total", "visits")

    def __init__(self, seat: i64) -> None:
        self.seat: i64 = seat
        self.visits: float = 0.0
        self.total: float = 0.0

    def add(self, lead: float) -> None:
        self.visits += 1.0
        self.total += lead

    def mean(self) -> float:
        """The mean lead that it has led to; 0 where it was never tried."""
        return self.total / self.visits if self.visits > 0.0 else 0.0


@final
@mypyc_attr(acyclic=True)
class Spread:
    """How the leads of one seat spread, whatever it answers: the measure of how curious to be."""

    __slots__ = ("squares", "total", "visits")

    def __init__(self) -> None:
        self.visits: float = 0.0
        self.total: float = 0.0
        self.squares: float = 0.0

    def add(self, lead: float) -> None:
        self.visits += 1.0
        self.total += lead
        self.squares += lead * lead

    def reach(self, curiosity: float) -> float:
        """How much more than its mean may be hoped of an answer that was tried once: UCB1's root of the logarithm, in units of
        the spread of the leads, times the curiosity."""
        if self.visits < 2.0:
            return curiosity
        mean = self.total / self.visits
        variance = max(1.0, self.squares / self.visits - mean * mean)
        return curiosity * sqrt(variance * log(self.visits))


def hope(arm: Arm, reach: float) -> float:
    """What may be hoped of an answer: its mean lead, and more the less it was tried."""
    return arm.total / arm.visits + reach / sqrt(arm.visits)
