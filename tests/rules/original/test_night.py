"""Night: one pass over all dens in decreasing rank. A card that is gone before its step does not act."""

from __future__ import annotations

import pytest

from tests.table import played, seat


def test_night_goes_from_the_highest_rank_to_the_lowest() -> None:
    den = "granny-wata armorer freed-slave waitress barkeep"
    table = played(seat(crew=den, loot="saber treasure-map"), seat("topman")).answer("treasure-map")
    assert [event["cause"] for event in table.happened("gained")] == den.split()
    assert table.doubloons(0) == 10 + 2 + 1 + 2 + 3 + 1


def test_night_goes_by_rank_over_all_dens_not_den_by_den() -> None:
    dens = [("barkeep armorer", "saber"), ("granny-wata freed-slave", ""), ("mutineer monkey", "")]
    table = played(*(seat(crew=crew, loot=loot) for crew, loot in dens), seat("topman"))
    order = [event["cause"] for event in table.happened("gained")]
    assert order == ["granny-wata", "armorer", "mutineer", "freed-slave", "barkeep"]


def test_equal_characters_act_at_night_by_decreasing_influence() -> None:
    # on the Barkeep, yellow has influence 6, red 1, blue 2, green 3
    table = played(*(seat(crew="barkeep") for _ in range(3)), seat("barkeep"))
    assert [event["seat"] for event in table.happened("gained")] == [0, 3, 2, 1]


def test_waitress_is_asked_after_the_armorer_and_before_the_barkeep() -> None:
    table = played(seat(crew="armorer waitress barkeep", loot="2*saber treasure-map"), seat("topman"))
    assert table.asked() == (0, "waitress", ("pass", "treasure-map"))
    assert table.doubloons(0) == 12
    table.answer("pass")
    assert table.doubloons(0) == 13


@pytest.mark.parametrize(
    ("card", "company"),
    [("barkeep", ""), ("waitress", "topman"), ("freed-slave", "topman")],
)
def test_whom_the_mutineer_discards_does_not_act_that_night(card: str, company: str) -> None:
    table = played(seat(crew=f"{card} mutineer {company}", loot="treasure-map"), seat("topman"))
    assert table.asked() is None
    assert table.graveyard(0) == [card]
    assert (table.doubloons(0), table.loot(0)) == (12, {"treasure-map": 1})


def test_mutineer_spares_the_waitress_where_the_barkeep_is_lower() -> None:
    table = played(seat(crew="barkeep waitress mutineer", loot="treasure-map"), seat("topman"))
    assert table.graveyard(0) == ["barkeep"]
    assert table.asked() == (0, "waitress", ("pass", "treasure-map"))


def test_mutineer_comes_too_late_for_the_armorer() -> None:
    table = played(seat(crew="mutineer armorer", loot="2*saber"), seat("topman"))
    assert (table.crew(0), table.doubloons(0)) == (["mutineer"], 10 + 2 + 2)


def test_mutineer_comes_too_late_for_granny_wata() -> None:
    table = played(seat(crew="mutineer granny-wata"), seat("topman"))
    assert (table.crew(0), table.doubloons(0)) == (["mutineer"], 10 + 2 + 2)


def test_granny_watas_are_gone_before_the_mutineer_looks_for_company() -> None:
    table = played(seat(crew="mutineer granny-wata"), seat("topman", crew="granny-wata"))
    assert (table.crew(0), table.graveyard(0), table.doubloons(0)) == (["mutineer"], ["granny-wata"], 10)


def test_granny_watas_are_gone_before_the_freed_slave_counts() -> None:
    table = played(seat(crew="freed-slave granny-wata"), seat("topman", crew="granny-wata"))
    assert table.doubloons(0) == 10


def test_the_freed_slave_counts_what_the_mutineer_has_left() -> None:
    # the Mutineer takes the Parrot; the Mutineer and the Captain are left above the Freed Slave
    table = played(seat(crew="parrot freed-slave mutineer captain"), seat("topman"))
    assert (table.graveyard(0), table.doubloons(0)) == (["parrot"], 10 + 2 + 2)


def test_night_happens_on_the_last_day_of_the_campaign_too() -> None:
    table = played(seat(crew="barkeep"), seat("topman"), day=6)
    assert table.last_scores == [11, 10]


def test_characters_without_a_night_action_sleep() -> None:
    silent = "captain first-mate quartermaster governors-daughter gambler treasurer bosun cook topman carpenter preacher beggar"
    table = played(seat(crew=silent, loot="2*goods 2*saber 2*treasure-map"), seat("topman"))
    assert (table.asked(), table.doubloons(0)) == (None, 10)
    assert table.crew(0) == silent.split()[::-1]
