"""Who sits where: everyone has every seat, and everyone as a neighbour, equally often."""

from __future__ import annotations

from collections import Counter

import pytest

from libertalia.lab.seating import seatings

LINEUPS = ["ab", "abc", "abcd", "abcde", "abcdef", "abbb", "aabb", "aabbcc", "abbbbb", "aaabb"]


@pytest.mark.parametrize("lineup", LINEUPS)
def test_everyone_has_every_seat_equally_often(lineup: str) -> None:
    all_seatings = seatings(list(lineup))
    for name in set(lineup):
        times = Counter(seat for seating in all_seatings for seat in range(len(lineup)) if seating[seat] == name)
        assert len(times) == len(lineup)
        assert len(set(times.values())) == 1


@pytest.mark.parametrize("lineup", [lineup for lineup in LINEUPS if len(set(lineup)) == len(lineup)])
def test_everyone_has_everyone_on_the_left_equally_often(lineup: str) -> None:
    pairs = Counter(
        (seating[seat], seating[(seat + 1) % len(lineup)]) for seating in seatings(list(lineup)) for seat in range(len(lineup))
    )
    assert len(pairs) == len(lineup) * (len(lineup) - 1)
    assert len(set(pairs.values())) == 1


def test_a_line_up_of_twins_has_its_twins_as_neighbours_in_proportion() -> None:
    beside = Counter(
        seating[(seating.index("a") + side) % 4] for seating in seatings(["a", "b", "c", "c"]) for side in (1, -1)
    )  # the neighbours of "a"
    assert beside["c"] == 2 * beside["b"]


def test_there_are_no_more_seatings_than_needed() -> None:
    assert [len(seatings(list(lineup))) for lineup in ("a", "aaaa", "ab", "abbb", "abcd", "abcdef", "abcde")] == [
        1,
        1,
        2,
        4,
        24,
        60,
        20,
    ]
