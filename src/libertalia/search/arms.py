"""What was learnt about an answer that is tried again and again: how often it was tried, and how far it has led."""

from __future__ import annotations

from math import log, sqrt
from typing import final

from mypy_extensions import i64, mypyc_attr


@final
@mypyc_attr(acyclic=True)
class Arm:
    """One answer of one seat; leads are in doubloons.

    What was expected of the answer before it was tried may count like a number of trials: that is the trust in it.
    """

    __slots__ = ("gain", "habit", "seat", "total", "trust", "visits")

    def __init__(self, seat: i64) -> None:
        self.seat: i64 = seat
        self.visits: float = 0.0
        self.total: float = 0.0
        self.trust: float = 0.0
        self.gain: float = 0.0  # how much more than of an average answer was expected, in units of the spread of the leads
        self.habit: float = 0.0  # how often the seat gives this answer by habit, beside its other answers

    def add(self, lead: float) -> None:
        self.visits += 1.0
        self.total += lead

    def mean(self) -> float:
        """The mean lead that it has led to; 0 where it was never tried."""
        return self.total / self.visits if self.visits > 0.0 else 0.0

    def judged(self, spread: Spread) -> float:
        """How far it leads, by what was tried and by what was expected; `spread` is of all answers of the seat."""
        if self.trust == 0.0:
            return self.mean()
        return (self.total + self.trust * (spread.mean() + self.gain * spread.unit())) / (self.visits + self.trust)


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

    def mean(self) -> float:
        """The mean of all leads; 0 where there were none."""
        return self.total / self.visits if self.visits > 0.0 else 0.0

    def unit(self) -> float:
        """The standard deviation of the leads, at least 1."""
        if self.visits < 2.0:
            return 1.0
        mean = self.total / self.visits
        return sqrt(max(1.0, self.squares / self.visits - mean * mean))

    def reach(self, curiosity: float) -> float:
        """How much more than its mean may be hoped of an answer that was tried once: UCB1's root of the logarithm, in units of
        the spread of the leads, times the curiosity."""
        return curiosity * self.unit() * sqrt(log(self.visits)) if self.visits > 1.0 else curiosity


def hope(arm: Arm, reach: float) -> float:
    """What may be hoped of an answer: its mean lead, and more the less it was tried."""
    return arm.total / arm.visits + reach / sqrt(arm.visits)
