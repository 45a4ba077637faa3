"""The calm side of the loot tiles, at dusk and at anchor."""

from __future__ import annotations

import pytest

from tests.galecrest_table import TOKENS, anchored, played, seat

# ---- what it is worth at anchor ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("maps", "worth"), list(enumerate([0, 0, 7, 12, 14, 19, 24, 26, 31, 36, 38])))
def test_maps_pay_7_a_pair_and_12_a_trio(maps: int, worth: int) -> None:
    assert anchored(seat(loot=f"{maps}*map"), seat()).last_scores == [10 + worth, 10]


@pytest.mark.parametrize(
    ("loot", "worth"),
    [
        ("barrel", 1),
        ("8*barrel", 8),
        ("relic", -3),
        ("3*relic", -9),
        ("6*saber", 0),
        ("amulet", 3),
        ("6*amulet", 18),
        ("chest", 5),
        ("4*chest", 20),
        ("2*chest amulet 3*barrel 4*map saber 2*relic", 10 + 3 + 3 + 14 - 6),
    ],
)
def test_loot_is_worth(loot: str, worth: int) -> None:
    assert anchored(seat(loot=loot), seat()).last_scores == [10 + worth, 10]


@pytest.mark.parametrize("hooks", [1, 2, 6])
def test_a_hook_may_bring_2_doubloons(hooks: int) -> None:
    assert anchored(seat(loot=f"{hooks}*hook"), seat()).answer(*["doubloons"] * hooks).last_scores == [10 + 2 * hooks, 10]


@pytest.mark.parametrize(("doubloons", "loot", "score"), [(5, "2*relic", 0), (0, "2*relic chest amulet", 2), (2, "8*relic", 0)])
def test_gains_and_losses_are_netted_and_the_sum_falls_to_0_at_most(doubloons: int, loot: str, score: int) -> None:
    assert anchored(seat(doubloons=doubloons, loot=loot)).last_scores == [score]


def test_the_two_doubloons_of_a_hook_are_netted_with_the_losses() -> None:
    assert anchored(seat(doubloons=0, loot="relic hook")).answer("doubloons").last_scores == [0]
    assert anchored(seat(doubloons=2, loot="relic hook")).answer("doubloons").last_scores == [1]


def test_characters_and_loot_are_netted_together() -> None:
    assert anchored(seat(crew="quartermaster preacher", doubloons=0, loot="chest relic")).last_scores == [2]


# ---- barrel: +1 reputation at dusk -------------------------------------------------------------------------------------------


def test_barrel_gives_1_reputation_at_dusk() -> None:
    table = played(seat("treasurer"), loot="barrel", reputation=".012..").answer("barrel")
    assert (table.reputation, table.loot(0)) == (".102..", {"barrel": 1})


def test_barrel_gives_a_doubloon_at_the_right_end() -> None:
    table = played(seat("treasurer"), loot="barrel", reputation=".12..0").answer("barrel")
    assert (table.reputation, table.doubloons(0)) == (".12..0", 11)


def test_barrel_works_once_not_every_dusk() -> None:
    table = played(seat("treasurer", loot="barrel"), reputation=".012..")
    assert table.reputation == ".012.."


# ---- saber: discard another player's character that is still on the island ---------------------------------------------------


def test_saber_discards_another_players_character_still_on_the_island() -> None:
    table = played(
        seat("treasurer"), seat("cook"), seat("explorer", crew="bosun"), seat("collector"), loot="map saber 2*relic"
    ).answer("map", "saber")
    # seat 3's Collector is home already
    assert table.asked() == (0, "saber", ("1:cook", "2:explorer"))
    table.answer("1:cook")
    assert (table.graveyard(1), table.crew(0), table.loot(0)) == (["cook"], ["treasurer"], {"saber": 1})
    assert table.asked() == (2, "take", ("relic",))
    table.answer("relic")
    assert (table.loot(1), table.crew(1)) == ({}, [])
    assert table.bag == TOKENS | {"map": 9, "saber": 5, "relic": 7}


def test_saber_is_asked_for_a_single_target_too() -> None:
    table = played(seat("treasurer"), seat("innkeeper"), loot="saber").answer("saber")
    assert table.asked() == (0, "saber", ("1:innkeeper",))


def test_saber_without_a_target_is_not_asked() -> None:
    table = played(seat("treasurer"), seat("explorer", crew="bosun"), loot="map saber").answer("map", "saber")
    assert (table.asked(), table.loot(1), table.crew(1)) == (None, {"saber": 1}, ["explorer", "bosun"])


def test_saber_reaches_players_who_are_no_neighbours() -> None:
    seats = [seat("treasurer"), *(seat("innkeeper") for _ in range(4))]
    table = played(*seats, loot="saber").answer("saber")
    assert table.asked() == (0, "saber", tuple(f"{number}:innkeeper" for number in range(1, 5)))


def test_saber_spares_the_own_second_character() -> None:
    table = played(seat("apprentice", "treasurer", crew="scout"), seat("apprentice"), loot="saber").answer("scout", "treasurer")
    table.answer("saber")
    assert table.asked() == (0, "saber", ("1:apprentice",))


def test_a_character_discarded_by_a_saber_does_not_act_at_night() -> None:
    table = played(seat("treasurer"), seat("barkeep"), loot="saber map").answer("saber", "1:barkeep")
    assert (table.asked(), table.purses) == (None, [10, 10])


def test_saber_taken_by_day_may_discard_a_character_that_has_acted_already() -> None:
    table = played(seat("smuggler"), seat("cabin-boy"), loot="saber").answer("saber", "1:cabin-boy")
    assert (table.doubloons(1), table.graveyard(1), table.crew(1)) == (13, ["cabin-boy"], [])


def test_of_two_sabers_the_second_finds_who_is_left() -> None:
    table = played(seat("treasurer"), seat("cook"), seat("innkeeper"), loot="3*saber").answer("saber", "2:innkeeper", "saber")
    assert table.asked() == (1, "take", ("saber",))  # the Cook's second; the first had no target
    table.answer("saber")
    assert (table.asked(), table.loot(1)) == (None, {"saber": 2})


# ---- the rest of a day -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("token", ["map", "relic", "amulet", "hook", "chest"])
def test_the_other_kinds_do_nothing_at_dusk_or_at_night(token: str) -> None:
    table = played(seat("treasurer"), seat("innkeeper"), loot=token, reputation=".012..").answer(token)
    assert (table.asked(), table.purses, table.reputation) == (None, [10, 10], ".012..")
    assert (table.loot(0), table.crew(0), table.crew(1)) == ({token: 1}, ["treasurer"], ["innkeeper"])


def test_at_dusk_owners_take_from_right_to_left() -> None:
    table = played(seat("innkeeper"), seat("treasurer"), seat("cook"), seat("governor"), loot="5*map")
    seats = []
    while (question := table.asked()) is not None:
        seats.append(question.seat)
        table.answer("map")
    assert seats == [3, 1, 2, 2, 0]


def test_where_no_token_is_left_none_is_taken_and_the_character_goes_home() -> None:
    table = played(seat("treasurer"), seat("innkeeper"), loot="chest").answer("chest")
    assert (table.asked(), table.crew(1), table.loot(1)) == (None, ["innkeeper"], {})


def test_tokens_left_over_go_back_to_the_bag() -> None:
    table = played(seat("treasurer"), loot="chest map relic").answer("chest")
    assert (table.moment, table.loot_on(1)) == ((1, 2), [])
    assert table.bag == TOKENS | {"chest": 3}
