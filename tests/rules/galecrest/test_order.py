"""Which ability next: when the owner is asked for the order, at dusk and at night, and when not."""

from __future__ import annotations

import pytest

from tests.galecrest_table import GaleTable, played, seat


def night(crew: str, doubloons: int = 10, loot: str = "", board: str = "calm") -> GaleTable:
    """A night of seat 0 after a day on which another seat alone had somebody to send."""
    return played(seat(crew=crew, doubloons=doubloons, loot=loot), seat("treasurer"), board=board)


# ---- dusk: only for a stormy hook taken by an Armorer or a Cook --------------------------------------------------------------


@pytest.mark.parametrize(
    ("first", "reputation"), [("armorer", ".120.."), ("hook", ".012..")]
)  # a character that has left the island has no dusk ability any more
def test_an_armorer_with_a_stormy_hook_chooses_the_order(first: str, reputation: str) -> None:
    table = played(seat("armorer"), board="stormy", loot="hook", reputation=".012..").answer("hook")
    assert table.asked() == (0, "order", ("armorer", "hook"))
    table.answer(first)
    assert (table.asked(), table.reputation) == (None, reputation)
    assert (table.graveyard(0), table.crew(0), table.doubloons(0)) == (["armorer"], [], 13)


def test_a_cook_with_a_stormy_hook_may_take_his_second_loot_first() -> None:
    table = played(seat("cook"), board="stormy", loot="hook map relic").answer("hook")
    assert table.asked() == (0, "order", ("cook", "hook"))
    table.answer("cook")
    assert table.asked() == (0, "take", ("map", "relic"))
    table.answer("map")
    assert (table.graveyard(0), table.doubloons(0), table.loot(0)) == (["cook"], 13, {"hook": 1, "map": 1})


def test_a_cook_who_uses_the_stormy_hook_first_gains_no_second_loot() -> None:
    table = played(seat("cook"), board="stormy", loot="hook map").answer("hook", "hook")
    assert (table.asked(), table.graveyard(0), table.doubloons(0), table.loot(0)) == (None, ["cook"], 13, {"hook": 1})


def test_a_cook_with_a_stormy_hook_and_nothing_left_is_not_asked() -> None:
    table = played(seat("cook"), board="stormy", loot="hook").answer("hook")
    assert (table.asked(), table.graveyard(0), table.doubloons(0)) == (None, ["cook"], 13)


def test_a_cooks_second_token_resolves_at_once_and_a_second_hook_finds_him_gone() -> None:
    table = played(seat("cook"), board="stormy", loot="2*hook").answer("hook", "cook", "hook")
    assert (table.asked(), table.graveyard(0), table.doubloons(0), table.loot(0)) == (None, ["cook"], 13, {"hook": 2})


def test_a_stormy_hook_as_a_cooks_second_token_is_not_asked_about() -> None:
    table = played(seat("cook"), board="stormy", loot="hook map").answer("map", "hook")
    assert (table.asked(), table.graveyard(0), table.doubloons(0)) == (None, ["cook"], 13)


@pytest.mark.parametrize(("board", "token"), [("calm", "hook"), ("calm", "saber"), ("stormy", "saber"), ("stormy", "map")])
@pytest.mark.parametrize("card", ["armorer", "cook"])
def test_no_other_token_is_asked_about(card: str, board: str, token: str) -> None:
    table = played(seat(card), seat("innkeeper"), board=board, loot=f"{token} relic").answer(token)
    question = table.asked()
    assert question is not None
    assert question.kind in ("saber", "take")


def test_an_explorer_with_a_map_or_a_hook_is_not_asked() -> None:
    table = played(seat("explorer"), board="stormy", loot="hook map", reputation=".012..").answer("hook")
    assert (table.asked(), table.reputation, table.graveyard(0)) == (None, ".012..", ["explorer"])


# ---- night (a): the Mutineer beside Barkeep, Witch or Topman -----------------------------------------------------------------


@pytest.mark.parametrize(("first", "doubloons"), [("barkeep", 13), ("mutineer", 12)])
def test_a_mutineer_beside_a_barkeep(first: str, doubloons: int) -> None:
    table = night("barkeep mutineer")
    assert table.asked() == (0, "order", ("barkeep", "mutineer"))
    table.answer(first)
    assert (table.asked(), table.doubloons(0), table.graveyard(0)) == (None, doubloons, ["barkeep"])


@pytest.mark.parametrize(("first", "doubloons"), [("topman", 14), ("mutineer", 15)])
def test_a_mutineer_beside_a_topman(first: str, doubloons: int) -> None:
    table = night("mutineer topman")
    assert table.asked() == (0, "order", ("mutineer", "topman"))
    table.answer(first)
    assert (table.asked(), table.doubloons(0), table.crew(0)) == (None, doubloons, ["topman"])


def test_a_witch_who_copies_the_mutineer_first_discards_herself() -> None:
    table = night("witch mutineer")
    assert table.asked() == (0, "order", ("mutineer", "witch"))
    table.answer("witch")
    assert table.asked() == (0, "witch", ("mutineer",))
    table.answer("mutineer")
    assert (table.doubloons(0), table.graveyard(0)) == (14, ["witch", "mutineer"])


def test_a_witch_discarded_by_the_mutineer_loses_her_unused_ability() -> None:
    table = night("witch mutineer").answer("mutineer")
    assert (table.asked(), table.doubloons(0), table.crew(0)) == (None, 12, ["mutineer"])


def test_the_order_is_asked_again_after_each_ability() -> None:
    table = night("barkeep mutineer brawler")
    assert table.asked() == (0, "order", ("barkeep", "brawler", "mutineer"))
    table.answer("brawler")
    assert (table.asked(), table.doubloons(0)) == ((0, "order", ("barkeep", "mutineer")), 11)
    table.answer("barkeep")
    assert (table.asked(), table.doubloons(0)) == (None, 14)


def test_a_mutineer_beside_a_brawler_and_an_armorer_is_not_asked_about() -> None:
    table = night("mutineer brawler armorer wind-nymph", loot="saber")
    assert (table.asked(), table.doubloons(0), table.graveyard(0)) == (None, 10 + 2 + 1 + 1 + 2, ["mutineer"])


def test_once_the_mutineer_has_acted_barkeep_and_topman_are_not_asked_about() -> None:
    table = night("innkeeper barkeep mutineer topman").answer("mutineer")
    assert (table.asked(), table.graveyard(0), table.doubloons(0)) == (None, ["innkeeper"], 10 + 2 + 1 + 4 - 3)


def test_once_the_mutineer_has_acted_an_open_witch_may_still_copy_him() -> None:
    table = night("innkeeper explorer witch mutineer topman").answer("mutineer")
    assert table.asked() == (0, "order", ("topman", "witch"))
    table.answer("witch", "mutineer")
    assert (table.asked(), table.graveyard(0)) == (None, ["innkeeper", "explorer"])
    assert table.doubloons(0) == 10 + 2 + 2 + 4 - 3


def test_without_the_mutineer_nothing_is_asked() -> None:
    table = night("barkeep witch brawler topman armorer wind-nymph bosun", doubloons=6)
    assert table.asked() == (0, "witch", ("armorer", "barkeep", "brawler", "topman", "wind-nymph"))
    assert table.doubloons(0) == 7


def test_the_freed_prisoner_is_last_and_never_part_of_an_order() -> None:
    table = night("barkeep mutineer freed-prisoner cook")
    assert table.asked() == (0, "order", ("barkeep", "mutineer"))
    assert table.answer("barkeep").doubloons(0) == 10 + 1 + 2 + 1
    assert night("mutineer freed-prisoner cook").asked() is None


# ---- night (b): fewer doubloons than the losses that may come ----------------------------------------------------------------

SIX = "scout innkeeper explorer treasurer"


@pytest.mark.parametrize(("first", "doubloons"), [("barkeep", 0), ("topman", 1)])
def test_a_topman_who_may_cost_more_than_there_is(first: str, doubloons: int) -> None:
    table = night(f"barkeep topman {SIX}", doubloons=1)
    assert table.asked() == (0, "order", ("barkeep", "topman"))
    table.answer(first)
    assert (table.asked(), table.doubloons(0)) == (None, doubloons)


def test_a_topman_who_can_be_paid_is_not_asked_about() -> None:
    table = night(f"barkeep topman {SIX}", doubloons=2)
    assert (table.asked(), table.doubloons(0)) == (None, 1)


def test_a_topman_in_a_small_ship_is_not_asked_about() -> None:
    assert night("barkeep topman scout innkeeper", doubloons=0).asked() is None


def test_a_witch_may_cost_the_same_again() -> None:
    assert night(f"witch topman {SIX}", doubloons=3).asked() == (0, "order", ("topman", "witch"))
    assert night(f"witch topman {SIX}", doubloons=4).asked() == (0, "witch", ("topman",))


def test_a_topman_alone_is_not_asked_about() -> None:
    assert night(f"topman bosun {SIX}", doubloons=0).asked() is None


@pytest.mark.parametrize(("first", "doubloons"), [("barkeep", 0), ("relic", 1)])
def test_stormy_relics_that_may_cost_more_than_there_is(first: str, doubloons: int) -> None:
    table = night("barkeep", doubloons=2, loot="3*relic", board="stormy")
    assert table.asked() == (0, "order", ("barkeep", "relic"))
    table.answer(first)
    assert (table.asked(), table.doubloons(0)) == (None, doubloons)


def test_stormy_relics_that_can_be_paid_are_not_asked_about() -> None:
    table = night("barkeep", doubloons=3, loot="3*relic", board="stormy")
    assert (table.asked(), table.doubloons(0)) == (None, 1)


def test_stormy_relics_and_a_topman_add_up() -> None:
    crew = f"topman barkeep {SIX}"  # 2 for the Topman, 3 for the relics
    assert night(crew, doubloons=4, loot="3*relic", board="stormy").asked() == (0, "order", ("barkeep", "relic", "topman"))
    assert night(crew, doubloons=5, loot="3*relic", board="stormy").asked() is None


def test_stormy_relics_once_paid_no_longer_count() -> None:
    table = night("barkeep brawler", doubloons=0, loot="2*relic", board="stormy")
    assert table.asked() == (0, "order", ("barkeep", "brawler", "relic"))
    table.answer("relic")
    assert (table.asked(), table.doubloons(0)) == (None, 2)


def test_stormy_relics_are_asked_about_again_until_they_can_be_paid() -> None:
    table = night("barkeep brawler", doubloons=1, loot="2*relic", board="stormy").answer("barkeep")
    # 2 doubloons are enough for 2 relics: relics first, then the Brawler
    assert (table.asked(), table.doubloons(0)) == (None, 1)


def test_calm_relics_are_not_asked_about() -> None:
    assert night("barkeep", doubloons=0, loot="3*relic").asked() is None


def test_relics_come_before_the_characters_where_no_order_is_asked() -> None:
    table = night("barkeep witch", loot="3*relic", board="stormy")
    assert (table.asked(), table.doubloons(0)) == ((0, "witch", ("barkeep",)), 8)


# ---- night: seat by seat -----------------------------------------------------------------------------------------------------


def test_players_go_in_seat_order_each_to_the_end() -> None:
    table = played(seat(crew="barkeep mutineer"), seat("treasurer"), seat(crew="witch barkeep"), seat(crew="mutineer topman"))
    asked = []
    for answer in ("mutineer", "barkeep", "topman"):
        question = table.asked()
        assert question is not None
        asked.append((question.seat, question.kind))
        table.answer(answer)
    assert asked == [(0, "order"), (2, "witch"), (3, "order")]
    assert table.purses == [12, 10, 12, 14]


def test_clashing_wind_nymphs_leave_before_the_first_question() -> None:
    table = played(seat(crew="barkeep mutineer"), seat("treasurer", crew="wind-nymph"), seat(crew="wind-nymph"))
    assert table.asked() == (0, "order", ("barkeep", "mutineer"))
    assert (table.graveyard(1), table.graveyard(2)) == (["wind-nymph"], ["wind-nymph"])


def test_a_wind_nymph_on_her_own_is_part_of_an_order() -> None:
    assert night("barkeep mutineer wind-nymph").asked() == (0, "order", ("barkeep", "mutineer", "wind-nymph"))
