"""Surgeon, Treasurer, Gambler, Aristocrat, Collector, Quartermaster, Wind Nymph, First Mate, Captain, Governor."""

from __future__ import annotations

import pytest

from tests.galecrest_table import TOKENS, anchored, played, seat

ONE_OF_EACH = " ".join(TOKENS)

# ---- 31 Surgeon: a character from your graveyard into your hand, unseen ------------------------------------------------------


def test_surgeon_takes_a_character_from_the_own_graveyard_into_the_hand() -> None:
    table = played(seat("surgeon", graveyard="bosun cook"), seat("treasurer", graveyard="brute"))
    assert table.asked() == (0, "surgeon", ("bosun", "cook"))
    table.answer("cook")
    assert table.graveyard(0) == ["bosun"]
    assert "cook" in table.hand(0)


def test_surgeon_is_compulsory_even_for_the_only_card() -> None:
    assert played(seat("surgeon", graveyard="bosun")).asked() == (0, "surgeon", ("bosun",))


def test_surgeon_with_an_empty_graveyard_is_not_asked() -> None:
    assert played(seat("surgeon"), seat("treasurer", graveyard="bosun")).asked() is None


def test_surgeon_takes_unseen() -> None:
    table = played(seat("surgeon", graveyard="bosun cook"), seat("treasurer")).answer("cook")
    for viewer in (1, None):
        patient = table.view(viewer).seats[0]
        assert {"bosun", "cook"} <= set(patient.may_hold)
        assert {"bosun", "cook"}.isdisjoint(patient.holds)
    assert {"bosun", "cook"} & set(table.view(0).seats[0].holds) == {"cook"}


def test_surgeon_reaches_back_into_earlier_voyages() -> None:
    table = played(seat("surgeon", graveyard="bosun"), voyage=3, day=2)
    assert table.asked() == (0, "surgeon", ("bosun",))


# ---- 32 Treasurer: at anchor 1 per barrel, amulet and chest ------------------------------------------------------------------


def test_treasurer_gains_1_per_barrel_amulet_and_chest() -> None:
    loot = "2*barrel amulet chest saber"
    assert anchored(seat(crew="treasurer", loot=loot), seat(loot=loot)).last_scores == [10 + 2 + 3 + 5 + 4, 10 + 2 + 3 + 5]


# ---- 33 Gambler: lose 1 per token; gain 6 at anchor --------------------------------------------------------------------------


@pytest.mark.parametrize(("before", "after"), [(10, 3), (7, 0), (3, 0)])
def test_gambler_loses_1_per_token(before: int, after: int) -> None:
    table = played(seat("gambler", doubloons=before, loot=ONE_OF_EACH), seat("treasurer", loot="map"))
    assert table.purses == [after, 10]


def test_gambler_gains_6_at_anchor() -> None:
    assert anchored(seat(crew="gambler"), seat()).last_scores == [16, 10]


# ---- 34 Aristocrat: +2 reputation; at anchor 5 if nobody else has one, else -3 -----------------------------------------------


def test_aristocrat_gains_2_reputation() -> None:
    assert played(seat("aristocrat"), reputation=".012..").reputation == ".120.."


def test_aristocrat_alone_gains_5_at_anchor() -> None:
    assert anchored(seat(crew="aristocrat"), seat(graveyard="aristocrat")).last_scores == [15, 10]


def test_aristocrats_in_several_ships_lose_3_each() -> None:
    crews = ["aristocrat", "", "", "aristocrat"]
    assert anchored(*(seat(crew=crew) for crew in crews)).last_scores == [7, 10, 10, 7]


# ---- 35 Collector: at anchor for 2, 3, 4, 5 or more kinds of loot 1, 3, 5, 10 ------------------------------------------------


@pytest.mark.parametrize(
    ("loot", "worth", "gain"),
    [
        ("", 0, 0),
        ("4*saber", 0, 0),
        ("saber map", 0, 1),
        ("2*saber 2*map", 7, 1),
        ("saber map barrel", 1, 3),
        ("saber map barrel amulet", 4, 5),
        ("saber map barrel amulet chest", 9, 10),
        ("saber map barrel amulet chest relic", 6, 10),
    ],
)
def test_collector_gains_by_the_number_of_different_kinds(loot: str, worth: int, gain: int) -> None:
    assert anchored(seat(crew="collector", loot=loot), seat()).last_scores == [10 + worth + gain, 10]


def test_collector_with_all_seven_kinds_gains_10() -> None:
    table = anchored(seat(crew="collector", loot=ONE_OF_EACH)).answer("doubloons")
    assert table.last_scores == [10 + 1 - 3 + 3 + 2 + 5 + 10]


# ---- 36 Quartermaster: gain 1 per token; lose 6 at anchor --------------------------------------------------------------------


def test_quartermaster_gains_1_per_token() -> None:
    assert played(seat("quartermaster", loot=f"{ONE_OF_EACH} map"), seat("treasurer", loot="map")).purses == [18, 10]


@pytest.mark.parametrize(("before", "after"), [(10, 4), (6, 0), (5, 0)])
def test_quartermaster_loses_6_at_anchor(before: int, after: int) -> None:
    assert anchored(seat(crew="quartermaster", doubloons=before)).last_scores == [after]


# ---- 37 Wind Nymph: each night gain 2 if nobody else has one in a ship, else all are discarded -------------------------------


def test_wind_nymph_alone_gains_2_each_night() -> None:
    table = played(seat("wind-nymph"), seat("treasurer", graveyard="wind-nymph"))
    assert table.doubloons(0) == 12
    assert table.play("treasurer", "collector").doubloons(0) == 14


@pytest.mark.parametrize("players", [2, 3, 4])
def test_wind_nymphs_in_several_ships_are_all_discarded_and_gain_nothing(players: int) -> None:
    table = played(seat("treasurer"), *(seat(crew="wind-nymph") for _ in range(players)))
    for number in range(1, players + 1):
        assert (table.graveyard(number), table.crew(number), table.doubloons(number)) == (["wind-nymph"], [], 10)


def test_wind_nymphs_that_clash_leave_before_anything_else_and_cannot_be_copied() -> None:
    table = played(seat(crew="witch wind-nymph topman"), seat("treasurer", crew="wind-nymph"))
    assert table.asked() == (0, "witch", ("topman",))
    assert (table.crew(0), table.crew(1)) == (["witch", "topman"], ["treasurer"])
    assert table.answer("topman").doubloons(0) == 14


def test_wind_nymphs_are_counted_once_as_the_night_starts() -> None:
    # so the Mutineer is alone in the ship
    table = played(seat(crew="mutineer wind-nymph"), seat("treasurer", crew="wind-nymph"))
    assert (table.graveyard(0), table.graveyard(1)) == (["mutineer", "wind-nymph"], ["wind-nymph"])
    assert table.purses == [12, 10]


# ---- 38 First Mate: lose 1 per character in your ship; at anchor gain 1 per character in your ship ---------------------------


@pytest.mark.parametrize(("crew", "before", "after"), [("", 10, 10), ("bosun cook explorer", 10, 7), ("bosun cook", 1, 0)])
def test_first_mate_loses_1_per_character_in_the_ship(crew: str, before: int, after: int) -> None:
    assert played(seat("first-mate", crew=crew, doubloons=before), seat("treasurer", crew="bosun")).purses == [after, 10]


@pytest.mark.parametrize(("crew", "gain"), [("", 1), ("bosun cook", 3)])
def test_first_mate_gains_1_per_character_in_the_ship_at_anchor(crew: str, gain: int) -> None:
    assert anchored(seat(crew=f"first-mate {crew}"), seat(crew="bosun")).last_scores == [10 + gain, 10]


# ---- 39 Captain: move to the rightmost reputation space, lose 1 per space moved ----------------------------------------------


@pytest.mark.parametrize(("reputation", "loss"), [("12...0", 0), ("12..0.", 1), ("1.02..", 3), ("012...", 5)])
def test_captain_moves_to_the_rightmost_space_and_loses_1_per_space(reputation: str, loss: int) -> None:
    table = played(seat("captain"), reputation=reputation)
    assert (table.doubloons(0), table.reputation) == (10 - loss, reputation.replace("0", "") + "0")


def test_captain_moves_even_without_the_doubloons() -> None:
    table = played(seat("captain", doubloons=2), reputation="012...")
    assert (table.doubloons(0), table.reputation) == (0, "12...0")


# ---- 40 Governor: discard every character of your ship, +1 reputation per character ------------------------------------------


def test_governor_discards_the_own_ship_for_1_reputation_per_character() -> None:
    table = played(seat("governor", crew="bosun cook"), seat("treasurer", crew="bosun"), reputation=".012..")
    assert (table.graveyard(0), table.crew(0), table.reputation) == (["bosun", "cook"], ["governor"], ".120..")
    assert table.crew(1) == ["bosun", "treasurer"]


def test_governor_with_an_empty_ship_gains_no_reputation() -> None:
    assert played(seat("governor"), reputation=".012..").reputation == ".012.."


def test_governor_gains_a_doubloon_for_each_step_past_the_right_end() -> None:
    table = played(seat("governor", crew="bosun cook explorer"), reputation="12..0.")
    assert (table.doubloons(0), table.reputation) == (12, "12...0")
