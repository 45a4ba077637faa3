"""Influence: which of two equal characters is the higher, on the printed cards and on the fair table."""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import combinations, pairwise

import pytest

from tests.table import CAST, COLOURS, played, seat, words

RANKS = range(1, 31)

YELLOW = words("1 2 3 4 5 6   6 1 2 3 4 5   5 6 1 2 3 4   4 5 6 1 2 3   3 4 5 6 1 2")
"""Yellow's printed values on ranks 1 to 30."""

FAIR = words("""
    124635 236451 523146 312654 526143 261534 352641 543126 356214 642351
    415632 164253 415362 561234 253416 645321 534612 452163 143526 314265
    631542 123465 456123 165342 216435 631524 265413 432561 341256 624315
""")
"""The fair values: rows are ranks 1 to 30, columns the colours in their order."""


@cache
def marks(influence: str, rank: int) -> dict[str, int]:
    """The values that a game gives the colours on a rank, read off six equal characters on one ship.

    The highest is always the first to leave the ship, home or, among Brutes, by the hand of the lowest. Only Parrots, who leave
    by day and here have no replacement, leave from the lowest.
    """
    table = played(*(seat(CAST[rank - 1], last=True) for _ in COLOURS), influence=influence)
    leaving = [event["seat"] for event in table.happened("moved") if event["source"] == "lineup"][:6]
    rising = leaving if rank == 1 else leaving[::-1]
    return {COLOURS[number]: mark for mark, number in enumerate(rising, 1)}


def wins(influence: str, one: str, other: str) -> int:
    """On how many ranks a colour is higher than another."""
    return sum(marks(influence, rank)[one] > marks(influence, rank)[other] for rank in RANKS)


# ---- as printed --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rank", RANKS)
def test_printed_yellow_has_the_values_of_the_rules(rank: int) -> None:
    assert marks("printed", rank)["yellow"] == int(YELLOW[rank - 1]) == ((rank - 1) - (rank - 1) // 6) % 6 + 1


@pytest.mark.parametrize("rank", RANKS)
def test_printed_each_colour_has_1_more_than_the_one_before_it_and_6_wraps_to_1(rank: int) -> None:
    for before, after in pairwise(COLOURS):
        assert marks("printed", rank)[after] == marks("printed", rank)[before] % 6 + 1


def test_printed_neighbouring_colours_split_ties_25_to_5() -> None:
    for before, after in pairwise([*COLOURS, COLOURS[0]]):
        assert (wins("printed", after, before), wins("printed", before, after)) == (25, 5)


# ---- the fair table ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rank", RANKS)
def test_fair_values_are_those_of_the_table(rank: int) -> None:
    assert "".join(str(marks("fair", rank)[colour]) for colour in COLOURS) == FAIR[rank - 1]


@pytest.mark.parametrize("colour", COLOURS)
def test_fair_each_colour_has_each_value_five_times(colour: str) -> None:
    assert Counter(marks("fair", rank)[colour] for rank in RANKS) == dict.fromkeys(range(1, 7), 5)


@pytest.mark.parametrize(("one", "other"), [*combinations(COLOURS, 2)])
def test_fair_every_pair_of_colours_splits_15_to_15(one: str, other: str) -> None:
    assert (wins("fair", one, other), wins("fair", other, one)) == (15, 15)


# ---- in a game ---------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("influence", "card", "first"),
    [
        ("printed", "topman", "blue"),  # yellow 2, blue 4
        ("fair", "topman", "yellow"),  # yellow 6, blue 5
        ("printed", "armorer", "yellow"),  # yellow 5, blue 1
        ("fair", "armorer", "blue"),  # yellow 3, blue 4
        ("printed", "treasurer", "blue"),  # yellow 2, blue 4
        ("fair", "treasurer", "blue"),  # yellow 4, blue 6
    ],
)
def test_the_higher_influence_takes_booty_first(influence: str, card: str, first: str) -> None:
    table = played(seat(card, colour="yellow"), seat(card, colour="blue"), loot="2*goods", influence=influence)
    assert table.asked() == ({"yellow": 0, "blue": 1}[first], "take", ("goods",))


def test_influence_is_printed_unless_said_otherwise() -> None:
    table = played(seat("topman", colour="yellow"), seat("topman", colour="blue"), loot="2*goods")
    assert table.asked() == (1, "take", ("goods",))


def test_influence_belongs_to_the_colour_not_to_the_seat() -> None:
    table = played(seat("topman", colour="blue"), seat("topman", colour="yellow"), loot="2*goods")
    assert table.asked() == (0, "take", ("goods",))


def test_rank_counts_before_influence() -> None:
    # yellow has influence 2 on the Topman, white 4 on the Mutineer
    table = played(seat("mutineer", colour="white"), seat("topman", colour="yellow"), loot="2*goods")
    assert table.asked() == (1, "take", ("goods",))


def test_equal_characters_act_by_day_from_the_lower_influence() -> None:
    # on the Recruiter, yellow has influence 4, red 5, blue 6, green 1
    table = played(*(seat("recruiter", crew="bosun") for _ in range(4)))
    asked = []
    while question := table.asked():
        asked.append(question.seat)
        table.answer("bosun")
    assert asked == [3, 0, 1, 2]


def test_the_beggars_payer_is_one_player_by_influence() -> None:
    # a higher influence counts as a higher rank for everything: on the Captain, red has influence 2 and blue 3
    table = played(seat("beggar"), seat("captain", doubloons=0), seat("captain"))
    assert table.purses == [13, 3, 10]
