"""Voodoo Witch, Freed Slave, Mutineer, Brute, Gunner, Topman, Spanish Spy, Cook, Bosun, Armorer."""

from __future__ import annotations

import pytest

from tests.table import played, rested, seat

# ---- 11 Voodoo Witch: 2 doubloons for each of your discarded characters ------------------------------------------------------


@pytest.mark.parametrize(("graveyard", "gain"), [("", 0), ("bosun", 2), ("bosun captain parrot", 6)])
def test_voodoo_witch_counts_her_own_cemetery(graveyard: str, gain: int) -> None:
    table = played(seat("voodoo-witch", graveyard=graveyard), seat("topman", graveyard="cook brute"))
    assert table.purses == [10 + gain, 10]


def test_voodoo_witch_counts_only_this_campaign() -> None:
    table = played(seat("topman", "voodoo-witch", graveyard="bosun captain"), seat("topman", "first-mate"), day=6)
    table.play("voodoo-witch", "first-mate")
    assert (table.moment, table.doubloons(0)) == ((2, 1), 10)


# ---- 12 Freed Slave: each night 1 doubloon for each character of a higher rank in your den -----------------------------------


def test_freed_slave_counts_the_higher_characters_of_his_own_den() -> None:
    table = played(seat(crew="monkey preacher freed-slave topman captain"), seat("topman", crew="cook bosun"))
    assert table.purses == [12, 10]


def test_freed_slave_does_not_count_himself() -> None:
    assert played(seat("freed-slave"), seat("topman")).doubloons(0) == 10


def test_freed_slave_counts_every_night() -> None:
    table = played(seat("freed-slave", "bosun", "cook"), seat("topman", "first-mate", "treasurer"))
    table.play("cook", "first-mate")
    assert table.doubloons(0) == 11


# ---- 13 Mutineer: each night the lowest other character of your den goes, for 2 doubloons ------------------------------------


def test_mutineer_discards_the_lowest_other_character_and_gains_2() -> None:
    table = played(seat(crew="monkey beggar mutineer"), seat("topman", crew="parrot"))
    assert (table.crew(0), table.graveyard(0)) == (["beggar", "mutineer"], ["monkey"])
    assert table.purses == [12, 10]
    assert table.graveyard(1) == []


def test_mutineer_discards_even_a_character_above_himself() -> None:
    table = played(seat(crew="mutineer cook captain"), seat("topman"))
    assert (table.crew(0), table.graveyard(0)) == (["mutineer", "captain"], ["cook"])


def test_mutineer_alone_neither_discards_nor_gains() -> None:
    table = played(seat("mutineer"), seat("topman", crew="parrot"))
    assert (table.crew(0), table.doubloons(0)) == (["mutineer"], 10)


def test_mutineer_acts_every_night_and_nobody_is_asked() -> None:
    table = played(seat(crew="mutineer cook captain"), seat("topman")).play(None, "cabin-boy")
    assert (table.crew(0), table.doubloons(0)) == (["mutineer"], 14)


# ---- 14 Brute: discard the character of the highest rank on the ship ---------------------------------------------------------


def test_brute_discards_the_highest_character_on_the_ship() -> None:
    table = played(seat("brute"), seat("captain"), seat("topman"), loot="3*goods").answer("goods", "goods")
    assert table.asked() is None
    assert table.graveyard(1) == ["captain"]
    assert (table.crew(1), table.loot(1), table.doubloons(1)) == ([], {}, 10)
    assert table.loot_on(1) == ["goods"]


def test_brute_discards_himself_when_he_is_the_highest() -> None:
    table = played(seat("brute"), seat("beggar", doubloons=0), loot="2*goods")
    assert table.asked() == (1, "take", ("goods",))
    assert table.graveyard(0) == ["brute"]


def test_of_two_brutes_the_lower_discards_the_higher_who_does_not_act() -> None:
    # on the Brute, yellow has influence 6 and red 1
    table = played(seat("brute", colour="yellow"), seat("brute", colour="red"), seat("monkey"))
    assert (table.graveyard(0), table.crew(1), table.crew(2)) == (["brute"], ["brute"], ["monkey"])


def test_two_brutes_discard_the_two_highest() -> None:
    table = played(seat("brute"), seat("brute"), seat("captain"), seat("topman"), seat("cook"))
    assert [table.graveyard(number) for number in range(5)] == [[], [], ["captain"], [], ["cook"]]


def test_brute_discards_just_one_of_two_equal_characters_the_one_with_more_influence() -> None:
    # on the Captain, red has influence 2 and blue 3
    table = played(seat("brute"), seat("captain", colour="blue"), seat("captain", colour="red"))
    assert (table.graveyard(1), table.graveyard(2)) == (["captain"], [])


# ---- 15 Gunner: pay 3, and discard a character of any den --------------------------------------------------------------------


def test_gunner_chooses_among_all_dens_the_own_one_too() -> None:
    den = [seat("gunner", crew="bosun"), *(seat("topman", crew=card) for card in ("cook", "parrot", "bosun", "brute", "cook"))]
    table = played(*den)
    assert table.asked() == (0, "gunner", ("0:bosun", "1:cook", "2:parrot", "3:bosun", "4:brute", "5:cook"))
    assert table.doubloons(0) == 7
    table.answer("3:bosun")
    assert (table.graveyard(3), table.crew(3)) == (["bosun"], ["topman"])
    assert table.crew(0) == ["gunner", "bosun"]


@pytest.mark.parametrize(("before", "after"), [(3, 0), (2, 0), (0, 0)])
def test_gunner_pays_what_there_is_and_discards_all_the_same(before: int, after: int) -> None:
    table = played(seat("gunner", doubloons=before), seat("topman", crew="cook"))
    assert table.asked() == (0, "gunner", ("1:cook",))
    table.answer("1:cook")
    assert (table.doubloons(0), table.graveyard(1)) == (after, ["cook"])


def test_gunner_must_discard_of_his_own_den_when_no_other_holds_anyone() -> None:
    table = played(seat("gunner", crew="captain"), seat("topman"))
    assert table.asked() == (0, "gunner", ("0:captain",))


def test_gunner_pays_even_without_a_target() -> None:
    table = played(seat("gunner"), seat("topman"))
    assert table.asked() is None
    assert table.purses == [7, 10]


# ---- 16 Topman: 5 doubloons at the end of the campaign for strictly the fewest characters ------------------------------------


@pytest.mark.parametrize(
    ("others", "gain"),
    [
        (["cook bosun"], 5),
        (["cook"], 0),  # it counts itself, so this is a tie
        ([""], 0),
        (["cook bosun", "cook bosun brute"], 5),
        (["cook bosun", "cook"], 0),
        (["cook bosun", ""], 0),
    ],
)
def test_topman_pays_only_for_strictly_the_fewest_characters(others: list[str], gain: int) -> None:
    assert rested(seat(crew="topman"), *(seat(crew=crew) for crew in others)).last_scores[0] == 10 + gain


def test_no_topman_of_two_tied_for_the_fewest_is_paid() -> None:
    assert rested(seat(crew="topman"), seat(crew="topman"), seat(crew="cook bosun brute")).last_scores == [10, 10, 10]


# ---- 17 Spanish Spy: discard all Spanish officers, and draw as many tokens from the bag --------------------------------------


def test_spanish_spy_puts_the_officers_into_the_bag_before_he_draws() -> None:
    table = played(seat("spanish-spy", loot="2*spanish-officer jewel"), seat("topman"), bag="")
    assert table.loot(0) == {"jewel": 1, "spanish-officer": 2}  # an empty bag: only the same can be drawn again
    assert table.bag == {}
    assert [event["token"] for event in table.happened("drew")] == ["spanish-officer"] * 2


def test_spanish_spy_draws_one_token_for_each_officer() -> None:
    table = played(seat("spanish-spy", loot="3*spanish-officer goods"), seat("topman"), bag="4*chest 5*jewel 8*treasure-map")
    assert sum(table.loot(0).values()) == 4
    assert sum(table.bag.values()) == 17
    assert len(table.happened("drew")) == 3


def test_spanish_spy_without_officers_draws_nothing() -> None:
    table = played(seat("spanish-spy", loot="2*saber goods"), seat("topman", loot="spanish-officer"))
    assert table.loot(0) == {"saber": 2, "goods": 1}
    assert table.happened("drew") == []


def test_officers_and_sabers_that_the_spanish_spy_draws_have_no_effect_but_stay() -> None:
    drawn: set[str] = set()
    for seed in range(30):
        table = played(seat("spanish-spy", loot="spanish-officer"), seat("topman", crew="cook"), bag="saber", seed=seed)
        assert table.asked() is None
        assert (table.crew(0), table.crew(1)) == (["spanish-spy"], ["topman", "cook"])
        drawn.update(table.loot(0))
    assert drawn == {"saber", "spanish-officer"}  # chance, and both came up


# ---- 18 Cook: take one more token --------------------------------------------------------------------------------------------


def test_cook_takes_two_tokens_one_after_the_other_before_the_next_player() -> None:
    table = played(seat("cook"), seat("topman"), loot="chest jewel goods")
    assert table.asked() == (0, "take", ("chest", "goods", "jewel"))
    table.answer("chest")
    assert table.asked() == (0, "take", ("goods", "jewel"))
    table.answer("jewel")
    assert table.asked() == (1, "take", ("goods",))
    assert table.loot(0) == {"chest": 1, "jewel": 1}


def test_cook_does_not_take_before_a_higher_character() -> None:
    table = played(seat("cook"), seat("bosun"), loot="3*goods")
    assert table.asked() == (1, "take", ("goods",))


def test_cook_is_not_asked_for_a_second_token_where_none_is_left() -> None:
    table = played(seat("cook"), seat("bosun"), loot="2*goods").answer("goods", "goods")
    assert table.asked() is None
    assert (table.loot(0), table.crew(0)) == ({"goods": 1}, ["cook"])


def test_cook_is_not_asked_at_all_where_no_token_is_left() -> None:
    table = played(seat("cook"), seat("bosun"), loot="goods").answer("goods")
    assert (table.asked(), table.crew(0)) == (None, ["cook"])


def test_cook_with_an_officer_first_still_takes_the_second_and_is_discarded_after_it() -> None:
    table = played(seat("cook"), seat("topman"), loot="spanish-officer jewel").answer("spanish-officer")
    assert table.asked() == (0, "take", ("jewel",))
    assert (table.lineup, table.graveyard(0)) == ([(1, "topman"), (0, "cook")], [])
    table.answer("jewel")
    assert table.graveyard(0) == ["cook"]
    assert table.loot(0) == {"jewel": 1, "spanish-officer": 1}


@pytest.mark.parametrize(
    "order", [["spanish-officer", "goods"], ["goods", "spanish-officer"], ["spanish-officer", "spanish-officer"]]
)
def test_cook_with_an_officer_among_his_two_tokens_is_discarded(order: list[str]) -> None:
    table = played(seat("cook"), seat("topman"), loot=" ".join([*order, "goods"])).answer(*order, "goods")
    assert (table.graveyard(0), table.crew(0)) == (["cook"], [])


def test_cook_with_a_saber_first_uses_it_before_his_second_token() -> None:
    table = played(seat("cook"), seat("topman", crew="parrot"), loot="saber jewel").answer("saber")
    assert table.asked() == (0, "saber", ("1:parrot",))
    table.answer("1:parrot")
    assert table.asked() == (0, "take", ("jewel",))


def test_cook_whose_saber_was_the_last_token_is_not_asked_for_a_second_one() -> None:
    table = played(seat("cook"), seat("topman", crew="parrot"), loot="saber").answer("saber", "1:parrot")
    assert (table.asked(), table.crew(0)) == (None, ["cook"])


def test_cook_with_a_saber_and_nobody_to_hit_goes_on_to_his_second_token() -> None:
    table = played(seat("cook"), seat("topman"), loot="saber jewel").answer("saber")
    assert table.asked() == (0, "take", ("jewel",))


def test_cook_with_two_sabers_uses_both() -> None:
    table = played(seat("cook"), seat("topman", crew="parrot bosun"), loot="2*saber")
    table.answer("saber", "1:parrot", "saber", "1:bosun")
    assert (table.graveyard(1), table.loot(0)) == (["parrot", "bosun"], {"saber": 2})


def test_cook_takes_an_officer_and_still_uses_a_saber() -> None:
    table = played(seat("cook"), seat("topman", crew="parrot"), loot="saber spanish-officer").answer("spanish-officer", "saber")
    assert table.asked() == (0, "saber", ("1:parrot",))
    table.answer("1:parrot")
    assert (table.graveyard(0), table.graveyard(1)) == (["cook"], ["parrot"])


# ---- 19 Bosun: 2 doubloons for each character of a lower rank in your den ----------------------------------------------------


def test_bosun_counts_the_lower_characters_of_his_own_den() -> None:
    table = played(seat("bosun", crew="parrot beggar cook treasurer captain"), seat("topman", crew="monkey brute"))
    assert table.purses == [16, 10]


def test_bosun_with_an_empty_den_gains_nothing() -> None:
    assert played(seat("bosun"), seat("topman")).doubloons(0) == 10


# ---- 20 Armorer: each night 1 doubloon for each of your sabers ---------------------------------------------------------------


def test_armorer_counts_his_owners_sabers_every_night() -> None:
    table = played(seat(crew="armorer", loot="3*saber chest"), seat("topman", loot="saber"))
    assert table.purses == [13, 10]
    table.play(None, "cabin-boy")
    assert table.purses == [16, 10]


def test_armorer_counts_a_saber_taken_the_same_dusk() -> None:
    table = played(seat("armorer"), seat("topman"), loot="saber goods").answer("saber", "goods")
    assert table.doubloons(0) == 11
