"""Merchant, Surgeon, Treasurer, Gambler, Governor's Daughter, Quartermaster, Granny Wata, First Mate, Captain, Governor."""

from __future__ import annotations

import pytest

from tests.table import TOKENS, played, rested, seat

ONE_OF_EACH = " ".join(TOKENS)

# ---- 21 Merchant: sell two identical tokens for 3 doubloons, or three for 5 --------------------------------------------------


@pytest.mark.parametrize(
    ("answer", "doubloons", "maps", "returned"), [("2*treasure-map", 13, 2, 2), ("3*treasure-map", 15, 1, 3)]
)
def test_merchant_sells_two_for_3_or_three_for_5(answer: str, doubloons: int, maps: int, returned: int) -> None:
    table = played(seat("merchant", loot="4*treasure-map chest"), seat("topman"), bag="").answer(answer)
    assert table.doubloons(0) == doubloons
    assert table.loot(0) == {"chest": 1, "treasure-map": maps}
    assert table.bag == {"treasure-map": returned}


def test_merchant_chooses_the_kind_and_the_number() -> None:
    table = played(seat("merchant", loot="3*goods 2*cursed-relic jewel"), seat("topman"))
    assert table.asked() == (0, "merchant", ("2*cursed-relic", "2*goods", "3*goods"))


@pytest.mark.parametrize("kind", TOKENS)
def test_merchant_sells_every_kind(kind: str) -> None:
    table = played(seat("merchant", loot=f"2*{kind}"), seat("topman"))
    assert table.asked() == (0, "merchant", (f"2*{kind}",))
    table.answer(f"2*{kind}")
    assert (table.doubloons(0), table.loot(0)) == (13, {})


@pytest.mark.parametrize(("held", "numbers"), [(2, "2"), (3, "23"), (4, "23"), (5, "23"), (6, "23"), (8, "23")])
def test_merchant_sells_two_or_three_however_many_there_are(held: int, numbers: str) -> None:
    table = played(seat("merchant", loot=f"{held}*cursed-relic"), seat("topman"))
    assert table.asked() == (0, "merchant", tuple(f"{number}*cursed-relic" for number in numbers))


def test_merchant_sells_exactly_once() -> None:
    table = played(seat("merchant", loot="6*goods 2*jewel"), seat("topman")).answer("2*goods")
    assert table.asked() is None
    assert table.loot(0) == {"goods": 4, "jewel": 2}


def test_merchant_without_a_pair_is_not_asked() -> None:
    table = played(seat("merchant", loot=ONE_OF_EACH), seat("topman", loot="2*goods"))
    assert table.asked() is None
    assert table.purses == [10, 10]


# ---- 22 Surgeon: take one of your discarded characters back into your hand ---------------------------------------------------


def test_surgeon_takes_a_card_of_the_own_cemetery_back_into_the_hand() -> None:
    table = played(seat("surgeon", graveyard="bosun captain"), seat("topman", graveyard="brute"))
    assert table.asked() == (0, "surgeon", ("bosun", "captain"))
    table.answer("captain")
    assert table.graveyard(0) == ["bosun"]
    assert "captain" in table.hand(0)


def test_surgeon_is_compulsory_even_for_the_only_card() -> None:
    table = played(seat("surgeon", graveyard="bosun"), seat("topman"))
    assert table.asked() == (0, "surgeon", ("bosun",))


def test_surgeon_with_an_empty_cemetery_is_not_asked() -> None:
    assert played(seat("surgeon"), seat("topman", graveyard="bosun")).asked() is None


def test_a_card_that_a_surgeon_took_back_acts_again_in_full() -> None:
    table = played(seat("surgeon", graveyard="captain"), seat("topman")).answer("captain").play("captain", "cabin-boy")
    assert table.doubloons(0) == 13


# ---- 23 Treasurer: at the end of the campaign 1 doubloon for each goods, jewel and chest -------------------------------------


def test_treasurer_counts_goods_jewels_and_chests() -> None:
    loot = "3*goods 2*jewel chest saber spanish-officer 2*treasure-map"
    table = rested(seat(crew="treasurer", loot=loot), seat(loot=loot))
    worth = 3 * 1 + 2 * 3 + 5
    assert table.last_scores == [10 + worth + 6, 10 + worth]


# ---- 24 Gambler: by day 1 doubloon for each of your tokens; 8 at the end of the campaign -------------------------------------


def test_gambler_pays_for_every_token_of_any_kind() -> None:
    assert played(seat("gambler", loot=ONE_OF_EACH), seat("topman", loot="2*goods")).purses == [3, 10]


def test_gambler_pays_for_each_of_equal_tokens() -> None:
    assert played(seat("gambler", loot="8*goods 4*cursed-relic", doubloons=15), seat("topman")).doubloons(0) == 3


def test_gambler_who_cannot_pay_in_full_pays_all() -> None:
    assert played(seat("gambler", loot=ONE_OF_EACH, doubloons=5), seat("topman")).doubloons(0) == 0


def test_gambler_brings_8_at_the_end_of_the_campaign() -> None:
    assert rested(seat(crew="gambler"), seat()).last_scores == [18, 10]


# ---- 25 Governor's Daughter: at the end of the campaign 6 doubloons, or -3 if another den has one too ----------------------


def test_governors_daughter_alone_brings_6() -> None:
    assert rested(seat(crew="governors-daughter"), seat(), seat()).last_scores == [16, 10, 10]


def test_governors_daughters_in_two_dens_cost_3_each() -> None:
    crew = "governors-daughter"
    assert rested(seat(crew=crew), seat(), seat(crew=crew)).last_scores == [7, 10, 7]


def test_governors_daughters_in_three_dens_cost_3_each() -> None:
    assert rested(*(seat(crew="governors-daughter") for _ in range(3))).last_scores == [7, 7, 7]


def test_a_governors_daughter_in_a_cemetery_does_not_count() -> None:
    daughter = "governors-daughter"
    assert rested(seat(crew=daughter), seat(graveyard=daughter)).last_scores == [16, 10]


# ---- 26 Quartermaster: by day 1 doubloon for each of your tokens; -8 at the end of the campaign ------------------------------


def test_quartermaster_gains_for_every_token_of_any_kind() -> None:
    assert played(seat("quartermaster", loot=ONE_OF_EACH), seat("topman", loot="2*goods")).purses == [17, 10]


def test_quartermaster_gains_for_each_of_equal_tokens() -> None:
    assert played(seat("quartermaster", loot="8*goods 4*cursed-relic"), seat("topman")).doubloons(0) == 22


def test_quartermaster_costs_8_at_the_end_of_the_campaign() -> None:
    assert rested(seat(crew="quartermaster"), seat()).last_scores == [2, 10]


# ---- 27 Granny Wata: each night 2 doubloons for the only one, or all of them go ----------------------------------------------


def test_granny_wata_alone_gains_2_every_night() -> None:
    table = played(seat(crew="granny-wata"), seat("topman"))
    assert (table.purses, table.crew(0)) == ([12, 10], ["granny-wata"])
    table.play(None, "cabin-boy")
    assert table.purses == [14, 10]


@pytest.mark.parametrize("grannies", [2, 3, 6])
def test_several_granny_watas_all_go_and_none_gains(grannies: int) -> None:
    # one check a night: that the last one standing is then alone earns nothing
    table = played(*(seat("granny-wata") for _ in range(grannies)))
    assert table.purses == [10] * grannies
    assert all(table.crew(number) == [] for number in range(grannies))
    assert all(table.graveyard(number) == ["granny-wata"] for number in range(grannies))


def test_granny_watas_go_from_dens_that_are_not_neighbours_and_from_old_days_too() -> None:
    table = played(seat("granny-wata"), seat("topman"), seat(crew="granny-wata cook"), seat("topman"))
    assert (table.crew(0), table.crew(2)) == ([], ["cook"])
    assert table.purses == [10] * 4


def test_a_granny_wata_in_a_cemetery_does_not_count() -> None:
    assert played(seat(crew="granny-wata"), seat("topman", graveyard="granny-wata")).purses == [12, 10]


# ---- 28 First Mate: at the end of the campaign 1 doubloon for each character in your den -------------------------------------


@pytest.mark.parametrize(("crew", "gain"), [("", 1), ("cook bosun", 3)])
def test_first_mate_counts_himself_and_the_others_of_his_den(crew: str, gain: int) -> None:
    table = rested(seat(crew=f"first-mate {crew}", graveyard="brute"), seat(crew="monkey beggar"))
    assert table.last_scores == [10 + gain, 10]


# ---- 29 Captain: by day 3 doubloons; at the end of the campaign -3 for each of your cursed relics ----------------------------


def test_captain_gains_3() -> None:
    assert played(seat("captain"), seat("topman")).purses == [13, 10]


def test_captain_loses_3_for_each_relic_in_addition_to_the_relics_own_3() -> None:
    table = rested(seat(crew="captain", loot="2*cursed-relic", doubloons=20), seat(loot="2*cursed-relic", doubloons=20))
    assert table.last_scores == [20 - 6 - 6, 20 - 6]


def test_captain_without_relics_costs_nothing() -> None:
    assert rested(seat(crew="captain", loot="goods"), seat(loot="cursed-relic")).last_scores == [11, 7]


# ---- 30 Spanish Governor: discard all characters of your den -----------------------------------------------------------------


def test_spanish_governor_empties_his_own_den_by_day_then_takes_first_and_comes_home() -> None:
    table = played(seat("spanish-governor", crew="parrot cook captain"), seat("captain", crew="bosun"), loot="chest goods")
    assert (table.crew(0), table.graveyard(0)) == ([], ["parrot", "cook", "captain"])
    assert table.asked() == (0, "take", ("chest", "goods"))
    table.answer("chest", "goods")
    assert table.crew(0) == ["spanish-governor"]
    assert table.crew(1) == ["bosun", "captain"]


def test_spanish_governor_with_an_empty_den_discards_nobody() -> None:
    table = played(seat("spanish-governor"), seat("topman"))
    assert (table.crew(0), table.graveyard(0)) == (["spanish-governor"], [])
