"""Parrot, Monkey, Beggar, Recruiter, Cabin Boy, Preacher, Barkeep, Waitress, Carpenter, French Officer."""

from __future__ import annotations

import pytest

from tests.table import played, rested, seat

# ---- 1 Parrot: discard it and play another character at once -----------------------------------------------------------------


def test_parrot_is_discarded_and_another_card_of_the_hand_played() -> None:
    table = played(seat("parrot", "cook", "barkeep"), seat("topman"))
    assert table.asked() == (0, "parrot", ("barkeep", "cook"))
    table.answer("cook")
    assert table.graveyard(0) == ["parrot"]
    assert table.crew(0) == ["cook"]
    assert table.hand(0) == ["barkeep"]


def test_parrot_must_be_replaced_even_by_the_only_other_card() -> None:
    table = played(seat("parrot", "cook"), seat("topman"))
    assert table.asked() == (0, "parrot", ("cook",))


@pytest.mark.parametrize(
    ("replacement", "lineup"),
    [
        ("monkey", [(0, "monkey"), (1, "gunner"), (2, "captain")]),
        ("french-officer", [(0, "french-officer"), (1, "gunner"), (2, "captain")]),
        ("topman", [(1, "gunner"), (0, "topman"), (2, "captain")]),
        ("spanish-governor", [(1, "gunner"), (2, "captain"), (0, "spanish-governor")]),
    ],
)
def test_parrots_replacement_is_placed_by_rank(replacement: str, lineup: list[tuple[int, str]]) -> None:
    table = played(seat("parrot", replacement), seat("gunner"), seat("captain", crew="bosun"))
    table.answer(replacement)
    assert table.asked() == (1, "gunner", ("2:bosun",))
    assert table.lineup == lineup


def test_parrots_replacement_of_a_rank_already_there_is_placed_by_influence() -> None:
    # on the Captain, yellow has influence 1 and red 2
    table = played(seat("parrot", "captain", colour="red"), seat("captain", colour="yellow"), loot="2*goods")
    table.answer("captain")
    assert table.lineup == [(1, "captain"), (0, "captain")]


@pytest.mark.parametrize(("replacement", "doubloons"), [("beggar", 13), ("carpenter", 5), ("captain", 13)])
def test_parrots_replacement_acts_normally(replacement: str, doubloons: int) -> None:
    table = played(seat("parrot", replacement), seat("topman")).answer(replacement)
    assert table.doubloons(0) == doubloons


def test_parrots_replacement_takes_booty_by_its_own_rank() -> None:
    table = played(seat("parrot", "captain"), seat("topman"), loot="jewel goods").answer("captain")
    assert table.asked() == (0, "take", ("goods", "jewel"))
    table.answer("jewel", "goods")
    assert table.loot(0) == {"jewel": 1}


def test_parrot_with_an_empty_hand_is_discarded_all_the_same() -> None:
    table = played(seat("parrot", last=True), seat("topman"), loot="2*goods")
    assert table.asked() == (1, "take", ("goods",))  # nobody is asked for a replacement, nor seat 0 for booty
    table.answer("goods")
    assert (table.graveyard(0), table.crew(0), table.loot(0)) == (["parrot"], [], {})


def test_parrot_is_in_the_cemetery_at_once_and_a_voodoo_witch_counts_him() -> None:
    table = played(seat("parrot", "voodoo-witch"), seat("topman")).answer("voodoo-witch")
    assert table.doubloons(0) == 12


def test_parrot_is_in_the_cemetery_at_once_and_a_surgeon_may_take_him_back() -> None:
    table = played(seat("parrot", "surgeon"), seat("topman")).answer("surgeon")
    assert table.asked() == (0, "surgeon", ("parrot",))
    table.answer("parrot")
    assert table.hand(0) == ["parrot"]


@pytest.mark.parametrize("colours", [("yellow", "red", "blue"), ("blue", "yellow", "red"), ("red", "blue", "yellow")])
def test_of_several_parrots_the_lower_influence_goes_first(colours: tuple[str, str, str]) -> None:
    # on the Parrot, yellow has influence 1, red 2, blue 3
    table = played(*(seat("parrot", "captain", "bosun", colour=colour) for colour in colours))
    for colour in ("yellow", "red", "blue"):
        question = table.asked()
        assert question is not None
        assert (question.seat, question.kind) == (colours.index(colour), "parrot")
        table.answer("captain")


def test_the_later_parrot_sees_the_earlier_replacement() -> None:
    table = played(seat("parrot", "captain"), seat("parrot", "cook")).answer("captain")
    assert table.asked() == (1, "parrot", ("cook",))
    assert table.view(1).lineup == ((0, "captain", 29),)


# ---- 2 Monkey: all your cursed relics go to the player to your left ----------------------------------------------------------


def test_monkey_hands_all_relics_and_nothing_else_to_the_left() -> None:
    table = played(seat("monkey", loot="9*cursed-relic 2*jewel saber"), seat("topman", loot="cursed-relic"), seat("topman"))
    assert table.loot(0) == {"jewel": 2, "saber": 1}
    assert table.loot(1) == {"cursed-relic": 10}
    assert table.loot(2) == {}


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_the_left_neighbour_of_the_last_seat_is_the_first(players: int) -> None:
    others = [seat("topman") for _ in range(players - 1)]
    table = played(*others, seat("monkey", loot="2*cursed-relic"))
    assert [table.loot(number) for number in range(players)] == [{"cursed-relic": 2}, *[{}] * (players - 1)]


def test_several_monkeys_act_by_influence_and_pass_on_what_they_just_received() -> None:
    # on the Monkey, yellow has influence 2, red 3, blue 4: the first seat acts first, and all relics come round to it
    table = played(*(seat("monkey", loot="cursed-relic") for _ in range(3)))
    assert [table.loot(number) for number in range(3)] == [{"cursed-relic": 3}, {}, {}]


def test_several_monkeys_with_the_influence_the_other_way_round() -> None:
    table = played(*(seat("monkey", loot="cursed-relic", colour=colour) for colour in ("blue", "red", "yellow")))
    assert [table.loot(number) for number in range(3)] == [{}, {"cursed-relic": 2}, {"cursed-relic": 1}]


# ---- 3 Beggar: the owner of the highest character gives you 3 doubloons ------------------------------------------------------


def test_beggar_gets_3_doubloons_from_the_owner_of_the_highest_character() -> None:
    assert played(seat("beggar"), seat("topman"), seat("cook")).purses == [13, 10, 7]


@pytest.mark.parametrize(("purse", "paid"), [(4, 3), (3, 3), (2, 2), (0, 0)])
def test_beggar_gets_what_there_is(purse: int, paid: int) -> None:
    assert played(seat("beggar"), seat("topman", doubloons=purse)).purses == [10 + paid, purse - paid]


def test_beggar_himself_the_highest_gets_nothing() -> None:
    assert played(seat("beggar"), seat("monkey")).purses == [10, 10]


def test_beggar_is_paid_before_the_captain_gains() -> None:
    assert played(seat("beggar"), seat("captain", doubloons=1)).purses == [11, 3]


def test_beggar_asks_the_highest_at_that_moment_a_parrots_replacement() -> None:
    table = played(seat("beggar"), seat("topman"), seat("parrot", "cook")).answer("cook")
    assert table.purses == [13, 10, 7]


def test_of_two_beggars_alone_the_lower_is_paid_by_the_higher() -> None:
    # on the Beggar, yellow has influence 3 and red 4
    assert played(seat("beggar", colour="red"), seat("beggar", colour="yellow")).purses == [7, 13]


def test_two_beggars_are_paid_in_the_order_of_their_influence() -> None:
    table = played(seat("beggar", colour="red"), seat("beggar", colour="yellow"), seat("topman", doubloons=4))
    assert table.purses == [11, 13, 0]


# ---- 4 Recruiter: take a character of your den into your hand ----------------------------------------------------------------


def test_recruiter_takes_one_character_of_his_own_den_back_into_the_hand() -> None:
    table = played(seat("recruiter", crew="bosun captain"), seat("topman", crew="cook"))
    assert table.asked() == (0, "recruiter", ("bosun", "captain"))
    table.answer("captain")
    assert table.crew(0) == ["recruiter", "bosun"]
    assert "captain" in table.hand(0)


def test_recruiter_is_compulsory_and_himself_still_on_the_ship() -> None:
    table = played(seat("recruiter", crew="bosun"), seat("topman"))
    assert table.asked() == (0, "recruiter", ("bosun",))


def test_recruiter_with_an_empty_den_is_not_asked() -> None:
    table = played(seat("recruiter"), seat("topman", crew="bosun"))
    assert table.asked() is None
    assert table.crew(0) == ["recruiter"]


def test_a_recruited_card_played_again_acts_again_in_full() -> None:
    table = played(seat("captain", "recruiter"), seat("topman", "cabin-boy", "first-mate", "treasurer"))
    table.play("recruiter", "cabin-boy").answer("captain")
    table.play("captain", "first-mate")
    assert table.doubloons(0) == 10 + 3 + 3


# ---- 5 Cabin Boy: takes no booty ---------------------------------------------------------------------------------------------


def test_cabin_boy_takes_nothing_and_goes_to_the_den() -> None:
    table = played(seat("cabin-boy"), seat("monkey"), loot="chest jewel")
    assert table.asked() == (1, "take", ("chest", "jewel"))
    table.answer("chest")
    assert (table.crew(0), table.loot(0)) == (["cabin-boy"], {})
    assert table.loot_on(1) == ["jewel"]


def test_cabin_boy_goes_to_the_den_in_my_turn_before_a_lower_characters_saber() -> None:
    table = played(seat("cabin-boy"), seat("recruiter"), loot="2*saber").answer("saber")
    assert table.asked() == (1, "saber", ("0:cabin-boy",))


def test_cabin_boy_is_not_yet_in_the_den_for_a_higher_characters_saber() -> None:
    table = played(seat("cabin-boy"), seat("topman"), loot="2*saber").answer("saber")
    assert table.asked() is None
    assert table.crew(0) == ["cabin-boy"]


# ---- 6 Preacher: by day all booty but one goes; 5 doubloons at the end of the campaign ---------------------------------------


def test_preacher_keeps_one_token_the_rest_goes_to_the_bag() -> None:
    table = played(seat("preacher", loot="2*jewel 3*cursed-relic chest"), seat("topman", loot="2*jewel"), bag="goods")
    assert table.asked() == (0, "preacher", ("chest", "cursed-relic", "jewel"))
    table.answer("jewel")
    assert table.loot(0) == {"jewel": 1}
    assert table.bag == {"chest": 1, "jewel": 1, "goods": 1, "cursed-relic": 3}
    assert table.loot(1) == {"jewel": 2}


def test_preacher_is_asked_even_if_all_tokens_are_alike() -> None:
    table = played(seat("preacher", loot="2*goods"), seat("topman"))
    assert table.asked() == (0, "preacher", ("goods",))
    table.answer("goods")
    assert table.loot(0) == {"goods": 1}


@pytest.mark.parametrize("loot", ["", "cursed-relic"])
def test_preacher_with_0_or_1_token_does_nothing(loot: str) -> None:
    table = played(seat("preacher", loot=loot), seat("topman"))
    assert table.asked() is None
    assert sum(table.loot(0).values()) == len(loot.split())


def test_preacher_brings_5_at_the_end_of_the_campaign() -> None:
    assert rested(seat(crew="preacher"), seat()).last_scores == [15, 10]


# ---- 7 Barkeep: 1 doubloon a night -------------------------------------------------------------------------------------------


def test_barkeep_brings_1_doubloon_every_night_from_the_first() -> None:
    table = played(seat("barkeep", "bosun", "captain"), seat("topman", "first-mate", "treasurer"))
    assert table.purses == [11, 10]
    table.play("bosun", "first-mate")
    assert table.doubloons(0) == 11 + 2 + 1  # the Bosun's 2 for the Barkeep, and the night's 1


# ---- 8 Waitress: each night a treasure map may become 3 doubloons ------------------------------------------------------------


def test_waitress_sells_a_map_for_3_doubloons() -> None:
    table = played(seat(crew="waitress", loot="2*treasure-map"), seat("topman"), bag="")
    assert table.asked() == (0, "waitress", ("pass", "treasure-map"))
    table.answer("treasure-map")
    assert table.asked() is None  # at most one map a night
    assert table.doubloons(0) == 13
    assert table.loot(0) == {"treasure-map": 1}
    assert table.bag == {"treasure-map": 1}


def test_waitress_may_pass() -> None:
    table = played(seat(crew="waitress", loot="2*treasure-map"), seat("topman")).answer("pass")
    assert table.doubloons(0) == 10
    assert table.loot(0) == {"treasure-map": 2}


def test_waitress_without_a_map_is_not_asked() -> None:
    table = played(seat(crew="waitress", loot="chest"), seat("topman", loot="treasure-map"))
    assert table.asked() is None


def test_waitress_is_asked_again_the_next_night() -> None:
    table = played(seat(crew="waitress", loot="2*treasure-map"), seat("topman")).answer("treasure-map")
    table.play(None, "cabin-boy")
    assert table.asked() == (0, "waitress", ("pass", "treasure-map"))


def test_waitress_may_sell_a_map_taken_the_same_dusk() -> None:
    table = played(seat("waitress"), seat("topman"), loot="treasure-map goods").answer("goods", "treasure-map")
    assert table.asked() == (0, "waitress", ("pass", "treasure-map"))


def test_several_waitresses_are_asked_by_decreasing_influence() -> None:
    # on the Waitress, yellow has influence 1, red 2, blue 3
    waitress = [seat(crew="waitress", loot="treasure-map", colour=colour) for colour in ("red", "yellow", "blue")]
    table = played(*waitress, seat("topman"))
    asked = []
    for answer in ("pass", "treasure-map", "pass"):
        question = table.asked()
        assert question is not None
        asked.append(question.seat)
        table.answer(answer)
    assert asked == [2, 0, 1]
    assert table.asked() is None
    assert table.purses == [13, 10, 10, 10]


# ---- 9 Carpenter: by day half of your doubloons go; 10 doubloons at the end of the campaign ----------------------------------


@pytest.mark.parametrize(("before", "after"), [(10, 5), (11, 6), (1, 1), (0, 0)])
def test_carpenter_loses_half_rounded_down(before: int, after: int) -> None:
    assert played(seat("carpenter", doubloons=before), seat("topman")).purses == [after, 10]


def test_carpenter_brings_10_at_the_end_of_the_campaign() -> None:
    assert rested(seat(crew="carpenter"), seat()).last_scores == [20, 10]


# ---- 10 French Officer: 5 doubloons for those who have less than 9 ------------------------------------------------------------


@pytest.mark.parametrize(("before", "after"), [(0, 5), (8, 13), (9, 9), (10, 10)])
def test_french_officer_helps_only_with_8_doubloons_or_fewer(before: int, after: int) -> None:
    assert played(seat("french-officer", doubloons=before), seat("topman")).doubloons(0) == after
