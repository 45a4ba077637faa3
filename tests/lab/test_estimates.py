"""Intervals: they hold the true value 19 times in 20, and games on one deal don't count as independent."""

from __future__ import annotations

import random

import pytest

from libertalia.lab.estimates import clustered, estimate, quantile


@pytest.mark.parametrize(("freedom", "exact"), [(1, 12.71), (2, 4.303), (3, 3.182), (4, 2.776), (10, 2.228), (30, 2.042)])
def test_the_quantiles_of_students_t(freedom: int, exact: float) -> None:
    assert quantile(freedom) == pytest.approx(exact, rel=0.012)


@pytest.mark.parametrize("deals", [5, 40])
def test_an_interval_holds_the_truth_19_times_in_20(deals: int) -> None:
    rng = random.Random(deals)
    held = 0
    for _ in range(1000):
        sums = []
        for _ in range(deals):
            luck = rng.gauss(3, 2)  # what the four games of a deal have in common
            sums.append((sum(luck + rng.gauss(0, 1) for _ in range(4)), 4))
        found = clustered(sums)
        held += abs(found.mean - 3) <= found.error
    assert held == pytest.approx(950, abs=25)


def test_clusters_of_one_are_plain_values() -> None:
    values = [1.0, 4.0, 2.0, 8.0]
    assert clustered((value, 1) for value in values).error == pytest.approx(estimate(values).error)


def test_one_deal_alone_tells_nothing_about_the_error() -> None:
    assert clustered([(3.0, 4)]).error == float("inf")
