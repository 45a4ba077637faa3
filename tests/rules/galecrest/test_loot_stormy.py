"""The stormy side of the loot tiles."""

from __future__ import annotations

import pytest

from libertalia import Game
from tests.galecrest_table import TOKENS, VOYAGES, anchored, played, seat

STORMY = "stormy"

# ---- map: 1 + 2 + … + n, and maps stay with their owner ----------------------------------------------------------------------


@pytest.mark.parametrize(("maps", "worth"), [(0, 0), (1, 1), (2, 3), (3, 6), (5, 15), (10, 55)])
def test_maps_pay_1_and_2_and_so_on(maps: int, worth: int) -> None:
    assert anchored(seat(loot=f"{maps}*map"), seat(), board=STORMY).last_scores == [10 + worth, 10]


@pytest.mark.parametrize(("maps", "worth"), [(0, 0), (1, 3), (2, 6), (10, 66)])
def test_with_an_explorer_the_formula_counts_one_map_more(maps: int, worth: int) -> None:
    assert anchored(seat(crew="explorer", loot=f"{maps}*map"), board=STORMY).last_scores == [10 + worth]


@pytest.mark.parametrize("voyage", [1, 2])
def test_maps_stay_with_their_owner_for_the_next_voyage_and_pay_again(voyage: int) -> None:
    table = played(
        seat("cook", loot="3*map barrel"), seat("cook", loot="map"), day=VOYAGES[voyage - 1], voyage=voyage, board=STORMY
    )
    assert (table.moment, table.last_scores) == ((voyage + 1, 1), [10 + 6 + 1, 10 + 1])
    assert (table.loot(0), table.loot(1)) == ({"map": 3}, {"map": 1})
    laid = [kind for day in table.game.position()["loot"] for kind in day]
    assert {kind: table.bag.get(kind, 0) + laid.count(kind) for kind in TOKENS} == TOKENS | {"map": 6}


def test_calm_maps_do_not_stay() -> None:
    assert played(seat("cook", loot="3*map"), day=4).loot(0) == {}


# ---- barrel: a neighbour loses 1 reputation, you gain 1 ----------------------------------------------------------------------


def test_barrel_costs_a_neighbour_1_reputation_and_gives_1() -> None:
    table = played(
        *(seat(card) for card in ("treasurer", "cook", "cook", "cook")), board=STORMY, loot="barrel", reputation=".0.123"
    )
    table.answer("barrel")
    assert table.asked() == (0, "barrel", ("1", "3"))
    table.answer("3")
    # seat 3 falls below seat 2, then seat 0 rises by one
    assert (table.reputation, table.loot(0)) == ("..0132", {"barrel": 1})


def test_barrel_the_neighbour_loses_first() -> None:
    # seat 1 falls to the space of seat 0, which slides up to the right end and gains a doubloon there
    table = played(seat("treasurer"), board=STORMY, loot="barrel", reputation=".2..01").answer("barrel", "1")
    assert (table.reputation, table.doubloons(0), table.doubloons(1)) == (".2..10", 11, 10)


def test_barrel_past_the_ends_the_doubloon_is_paid_and_gained() -> None:
    table = played(seat("treasurer"), seat(), board=STORMY, loot="barrel", reputation="12...0").answer("barrel", "1")
    assert (table.reputation, table.purses) == ("12...0", [11, 9])


def test_barrel_gains_1_at_anchor() -> None:
    assert anchored(seat(loot="3*barrel"), board=STORMY).last_scores == [13]


def test_barrel_works_for_a_stowaway_and_a_smuggler_too() -> None:
    assert played(seat("stowaway"), board=STORMY, bag="barrel").asked() == (0, "barrel", ("1", "2"))
    assert played(seat("smuggler"), board=STORMY, loot="barrel").answer("barrel").asked() == (0, "barrel", ("1", "2"))


# ---- relic: lose 1 per relic each night and at anchor ------------------------------------------------------------------------


def test_relics_cost_1_each_every_night() -> None:
    table = played(seat("treasurer", loot="3*relic"), seat("treasurer"), board=STORMY)
    assert table.purses == [7, 10]
    assert table.play("collector", "collector").purses == [4, 10]


def test_relics_cost_a_player_without_a_character_too_and_fall_to_0_at_most() -> None:
    assert played(seat(loot="3*relic", doubloons=2), seat("treasurer"), board=STORMY).purses == [0, 10]


def test_relics_cost_1_each_at_anchor() -> None:
    assert anchored(seat(loot="3*relic"), board=STORMY).last_scores == [10 - 3 - 3]


def test_calm_relics_cost_nothing_at_night() -> None:
    assert played(seat("treasurer", loot="3*relic")).doubloons(0) == 10


# ---- saber: discard a character from a neighbour's ship ----------------------------------------------------------------------


def test_saber_discards_a_character_from_a_neighbours_ship() -> None:
    table = played(
        seat("treasurer"), seat("cook", crew="bosun"), seat("cook", crew="explorer"), seat("cook", crew="scout"),
        board=STORMY, loot="saber",
    ).answer("saber")  # fmt: skip
    assert table.asked() == (0, "saber", ("1:bosun", "3:scout"))
    table.answer("3:scout")
    assert (table.graveyard(3), table.crew(1)) == (["scout"], ["bosun", "cook"])


def test_saber_reaches_who_came_home_this_dusk_but_nobody_on_the_island() -> None:
    table = played(seat("treasurer"), seat("cook"), seat("innkeeper"), board=STORMY, loot="map saber relic").answer(
        "map", "saber"
    )
    assert table.asked() == (1, "saber", ("0:treasurer",))


def test_saber_without_a_target_is_not_asked() -> None:
    table = played(seat("treasurer", crew="bosun"), seat("innkeeper"), board=STORMY, loot="saber map").answer("saber")
    assert table.asked() == (1, "take", ("map",))


# ---- amulet: you may swap it with a token of a neighbour ---------------------------------------------------------------------


def test_amulet_may_be_swapped_with_a_token_of_a_neighbour() -> None:
    table = played(
        seat("treasurer", loot="map"), seat("cook", loot="2*chest amulet"), seat("cook", loot="map"), seat("cook", loot="barrel"),
        board=STORMY, loot="amulet", reputation=".0123.",
    ).answer("amulet")  # fmt: skip
    assert table.asked() == (0, "amulet", ("1:amulet", "1:chest", "3:barrel", "pass"))
    table.answer("3:barrel")
    assert (table.loot(0), table.loot(3)) == ({"barrel": 1, "map": 1}, {"amulet": 1})
    assert (table.asked(), table.reputation) == (None, ".0123.")  # neither dusk ability fires


def test_amulet_may_be_kept() -> None:
    table = played(seat("treasurer"), seat("innkeeper", loot="chest"), board=STORMY, loot="amulet").answer("amulet", "pass")
    assert (table.loot(0), table.loot(1)) == ({"amulet": 1}, {"chest": 1})


def test_amulet_is_not_asked_where_the_neighbours_have_nothing() -> None:
    seats = [seat("treasurer", loot="map"), seat("cook"), seat("cook", loot="map"), seat("cook")]
    table = played(*seats, board=STORMY, loot="amulet").answer("amulet")
    assert (table.asked(), table.loot(0)) == (None, {"amulet": 1, "map": 1})


def test_amulet_gains_2_at_anchor() -> None:
    assert anchored(seat(loot="3*amulet"), board=STORMY).last_scores == [16]


# ---- hook: discard your own character, gain 3 --------------------------------------------------------------------------------


def test_hook_discards_the_own_character_and_gains_3() -> None:
    table = played(seat("treasurer"), seat("innkeeper"), board=STORMY, loot="hook map").answer("hook")
    assert (table.graveyard(0), table.crew(0), table.doubloons(0), table.loot(0)) == (["treasurer"], [], 13, {"hook": 1})
    assert table.asked() == (1, "take", ("map",))


def test_hook_has_no_anchor_ability() -> None:
    table = played(seat("cook", crew="bosun", loot="2*hook"), board=STORMY, day=4)
    assert (table.moment, table.last_scores, table.crew(0)) == ((2, 1), [10], [])


def test_hook_discards_a_smuggler_who_does_not_reach_the_ship() -> None:
    table = played(seat("smuggler"), board=STORMY, loot="hook").answer("hook")
    assert (table.graveyard(0), table.crew(0), table.doubloons(0)) == (["smuggler"], [], 13)


def test_hook_discards_a_stowaway_for_3() -> None:
    table = played(seat("stowaway"), board=STORMY, bag="hook")
    assert (table.graveyard(0), table.doubloons(0), table.loot(0)) == (["stowaway"], 13, {"hook": 1})


def test_hook_taken_by_a_smuggler_in_the_ship_discards_the_apprentice() -> None:
    table = played(seat("apprentice", crew="smuggler"), board=STORMY, loot="hook map").answer("smuggler", "hook")
    assert (table.graveyard(0), table.crew(0), table.doubloons(0)) == (["apprentice"], ["smuggler"], 13)
    assert table.asked() is None


def test_hook_drawn_by_a_stowaway_in_the_ship_discards_the_apprentice_and_the_stowaway_goes_too() -> None:
    table = played(seat("apprentice", crew="stowaway"), board=STORMY, bag="hook").answer("stowaway")
    assert (table.graveyard(0), table.crew(0), table.doubloons(0)) == (["apprentice", "stowaway"], [], 13)


def test_a_character_discarded_by_a_hook_does_not_act_at_night() -> None:
    table = played(seat("barkeep"), board=STORMY, loot="hook").answer("hook")
    assert table.doubloons(0) == 13


# ---- chest: low reputation pays ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("space", "worth"), list(enumerate([7, 6, 5, 4, 3, 2])))
def test_chests_pay_by_reputation_space(space: int, worth: int) -> None:
    others = "12..."
    track = others[:space] + "0" + others[space:]
    assert anchored(seat(loot="2*chest"), seat(), board=STORMY, reputation=track).last_scores == [10 + 2 * worth, 10]


# ---- uncharted: each kind on its own side ------------------------------------------------------------------------------------


def test_each_tile_may_lie_on_its_own_side() -> None:
    board = dict.fromkeys(TOKENS, "calm") | {"map": STORMY, "chest": STORMY}
    table = anchored(seat(loot="3*map chest amulet barrel relic"), seat(), board=board, reputation="012...")
    assert table.last_scores == [10 + 6 + 7 + 3 + 1 - 3, 10]
    board = dict.fromkeys(TOKENS, STORMY) | {"map": "calm", "amulet": "calm"}
    table = anchored(seat(loot="3*map chest amulet barrel relic"), seat(), board=board, reputation="012...")
    assert table.last_scores == [10 - 1 + 12 + 7 + 3 + 1 - 1, 10]


# ---- after the third voyage --------------------------------------------------------------------------------------------------


def test_maps_stay_with_their_owner_after_the_third_voyage_as_well() -> None:
    table = anchored(seat(loot="3*map chest"), seat(loot="map"), board=STORMY)
    assert (table.loot(0), table.loot(1)) == ({"map": 3}, {"map": 1})
    assert table.bag == TOKENS | {"map": 6}


def test_a_finished_game_with_maps_can_be_laid_again() -> None:
    table = anchored(seat(loot="3*map"), seat(), board=STORMY)
    again = Game.at(table.game.position())
    assert (again.position(), again.winners) == (table.game.position(), (0,))
