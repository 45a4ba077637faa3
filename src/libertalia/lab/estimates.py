"""Means with their 95 % intervals, where games on the same deal are not independent."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import sqrt

_Z = 1.959964


@dataclass(frozen=True)
class Estimate:
    """A mean, and half the width of its 95 % interval: the true value is within it 19 times in 20.

    >>> print(Estimate(25.04, 1.23))
    25.0 ± 1.2
    """

    mean: float
    error: float

    def __str__(self) -> str:
        return f"{self.mean:.1f} ± {self.error:.1f}"

    def __mul__(self, factor: float) -> Estimate:
        return Estimate(self.mean * factor, self.error * factor)


def quantile(freedom: int) -> float:
    """How many standard errors a 95 % interval reaches: Student's t, by an expansion that is exact to 1 % from 3 on.

    >>> round(quantile(5), 2), round(quantile(1000), 2)
    (2.57, 1.96)
    """
    if freedom < 3:
        return (float("inf"), 12.71, 4.30)[max(0, freedom)]
    z, n = _Z, float(freedom)
    return (
        z
        + (z**3 + z) / (4 * n)
        + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * n**2)
        + (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * n**3)
    )


def estimate(values: Sequence[float]) -> Estimate:
    """The mean of independent values. With one value alone nothing is known about the error: it is infinite.

    >>> print(estimate([1.0, 2.0, 3.0, 4.0]))
    2.5 ± 2.0
    """
    count = len(values)
    if not count:
        return Estimate(0.0, float("inf"))
    mean = sum(values) / count
    if count == 1:
        return Estimate(mean, float("inf"))
    variance = sum((value - mean) ** 2 for value in values) / (count - 1)
    return Estimate(mean, quantile(count - 1) * sqrt(variance / count))


def clustered(sums: Iterable[tuple[float, float]]) -> Estimate:
    """The mean of values that come in clusters; of each cluster the sum and the number of its values.

    Values of one cluster may depend on each other, clusters may not. The mean is a ratio of sums, so that a cluster that is not
    complete counts for as much as it holds.

    >>> print(clustered([(2.0, 2), (4.0, 2), (3.0, 1)]))
    1.8 ± 2.1
    """
    pairs = [(total, number) for total, number in sums if number]
    numbers = sum(number for _, number in pairs)
    if not numbers:
        return Estimate(0.0, float("inf"))
    mean = sum(total for total, _ in pairs) / numbers
    count = len(pairs)
    if count == 1:
        return Estimate(mean, float("inf"))
    squares = sum((total - mean * number) ** 2 for total, number in pairs)
    return Estimate(mean, quantile(count - 1) * sqrt(squares * count / (count - 1)) / numbers)
