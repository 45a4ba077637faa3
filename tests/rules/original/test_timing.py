"""The hours of a day: who acts when, who takes booty when, and what becomes of tokens."""

from __future__ import annotations

import pytest

from tests.table import TOKENS, played, seat

# ---- day and dusk ------------------------------------------------------------------------------------------------------------


def test_by_day_characters_act_from_left_to_right() -> None:
    table = played(
        seat("surgeon", graveyard="bosun"),
        seat("recruiter", crew="cook"),
        seat("merchant", loot="2*goods"),
        seat("preacher", loot="2*jewel"),
        seat("gunner", crew="captain"),
    )
    asked = []
    for answer in ("cook", "jewel", "4:captain", "2*goods", "bosun"):
        question = table.asked()
        assert question is not None
        asked.append(question.kind)
        table.answer(answer)
    assert asked == ["recruiter", "preacher", "gunner", "merchant", "surgeon"]


def test_at_dusk_owners_take_from_right_to_left() -> None:
    table = played(seat("beggar"), seat("topman"), seat("captain"), seat("brute"), loot="4*goods")
    # the Brute has discarded the Captain
    assert table.asked() == (1, "take", ("goods",))
    table.answer("goods")
    assert table.asked() == (3, "take", ("goods",))
    table.answer("goods")
    assert table.asked() == (0, "take", ("goods",))
    table.answer("goods")
    assert table.asked() is None


@pytest.mark.parametrize("card", ["captain", "quartermaster", "bosun"])
def test_a_character_removed_before_its_turn_does_not_act(card: str) -> None:
    table = played(seat("brute"), seat(card, crew="monkey", loot="2*goods"))
    assert (table.doubloons(1), table.graveyard(1)) == (10, [card])


def test_a_character_removed_before_its_turn_asks_nothing() -> None:
    table = played(seat("brute"), seat("surgeon", graveyard="monkey"))
    assert table.asked() is None
    assert table.graveyard(1) == ["monkey", "surgeon"]


def test_the_owner_of_a_character_removed_before_dusk_takes_no_booty() -> None:
    table = played(seat("brute"), seat("captain"), loot="2*goods").answer("goods")
    assert table.asked() is None
    assert (table.loot(0), table.loot(1), table.loot_on(1)) == ({"goods": 1}, {}, ["goods"])


def test_a_character_removed_after_its_turn_has_acted_but_takes_no_booty() -> None:
    # the lower of two Brutes acts and discards the Captain; the other is then the highest
    table = played(seat("brute", colour="red"), seat("brute", colour="yellow"), seat("captain"), loot="3*goods")
    assert (table.graveyard(2), table.graveyard(1)) == (["captain"], ["brute"])
    assert table.asked() == (0, "take", ("goods",))
    table.answer("goods")
    assert table.asked() is None


# ---- saber -------------------------------------------------------------------------------------------------------------------


def test_saber_discards_a_character_of_a_neighbours_den_and_stays_as_a_token() -> None:
    table = played(seat("topman"), seat("monkey", crew="cook bosun"), loot="saber goods").answer("saber")
    assert table.asked() == (0, "saber", ("1:bosun", "1:cook"))
    table.answer("1:cook")
    assert (table.graveyard(1), table.crew(1)) == (["cook"], ["bosun"])
    assert table.loot(0) == {"saber": 1}
    assert table.asked() == (1, "take", ("goods",))


@pytest.mark.parametrize("players", [3, 4, 5, 6])
@pytest.mark.parametrize("taker", [0, 1, 2])
def test_saber_offers_the_dens_of_the_left_and_the_right_neighbour_together(players: int, taker: int) -> None:
    seats = [seat("captain" if number == taker else "monkey", crew="cook") for number in range(players)]
    table = played(*seats, loot="saber goods").answer("saber")
    neighbours = sorted({(taker - 1) % players, (taker + 1) % players})
    assert table.asked() == (taker, "saber", tuple(f"{number}:cook" for number in neighbours))


def test_saber_with_two_players_both_neighbours_are_the_opponent() -> None:
    table = played(seat("captain", crew="brute"), seat("monkey", crew="cook"), loot="2*saber").answer("saber")
    assert table.asked() == (0, "saber", ("1:cook",))
    table.answer("1:cook")  # once, not once for each side
    assert table.asked() == (1, "take", ("saber",))


def test_saber_does_nothing_if_both_neighbours_dens_are_empty() -> None:
    seats = [seat("captain", crew="brute"), seat("monkey"), seat("monkey", crew="cook"), seat("monkey")]
    table = played(*seats, loot="saber 3*goods").answer("saber")
    assert table.asked() == (3, "take", ("goods",))  # of the Monkeys, green has the highest influence
    assert (table.loot(0), table.crew(0)) == ({"saber": 1}, ["brute", "captain"])
    assert table.crew(2) == ["cook"]


def test_saber_is_compulsory_also_with_a_single_target() -> None:
    table = played(seat("captain"), seat("monkey", crew="cook"), seat("monkey"), loot="3*saber").answer("saber")
    assert table.asked() == (0, "saber", ("1:cook",))


def test_saber_hits_a_character_that_came_home_earlier_in_the_same_dusk() -> None:
    table = played(seat("captain"), seat("monkey"), loot="saber goods").answer("goods", "saber")
    assert table.asked() == (1, "saber", ("0:captain",))
    table.answer("0:captain")
    assert (table.graveyard(0), table.crew(0), table.doubloons(0)) == (["captain"], [], 13)


def test_saber_does_not_reach_a_character_still_on_the_ship() -> None:
    table = played(seat("captain"), seat("monkey"), loot="saber goods").answer("saber")
    assert table.asked() == (1, "take", ("goods",))


def test_a_character_hit_by_a_saber_does_not_act_at_night() -> None:
    table = played(seat("barkeep"), seat("monkey"), loot="saber goods").answer("goods", "saber", "0:barkeep")
    assert table.doubloons(0) == 10


# ---- Spanish officer ---------------------------------------------------------------------------------------------------------


def test_officer_sends_his_takers_character_to_the_cemetery_and_stays_as_a_token() -> None:
    table = played(seat("captain"), seat("monkey"), loot="spanish-officer goods").answer("spanish-officer")
    assert (table.graveyard(0), table.crew(0), table.loot(0)) == (["captain"], [], {"spanish-officer": 1})
    table.answer("goods")
    assert table.crew(1) == ["monkey"]


def test_officer_leaves_the_rest_of_the_den_alone() -> None:
    table = played(seat("captain", crew="cook"), seat("monkey"), loot="2*spanish-officer")
    table.answer("spanish-officer", "spanish-officer")
    assert (table.crew(0), table.graveyard(0), table.graveyard(1)) == (["cook"], ["captain"], ["monkey"])


def test_a_character_discarded_by_an_officer_is_out_of_reach_of_a_later_saber() -> None:
    table = played(seat("captain"), seat("monkey"), loot="saber spanish-officer").answer("spanish-officer", "saber")
    assert table.asked() is None


def test_a_character_discarded_by_an_officer_does_not_act_at_night() -> None:
    table = played(seat("barkeep"), seat("monkey"), loot="2*spanish-officer").answer("spanish-officer", "spanish-officer")
    assert table.doubloons(0) == 10


# ---- tokens: left over, missing, discarded -----------------------------------------------------------------------------------


def test_where_no_token_is_left_none_is_taken_and_the_character_goes_home() -> None:
    table = played(seat("captain"), seat("monkey"), seat("topman"), loot="chest").answer("chest")
    assert table.asked() is None
    assert [table.crew(number) for number in range(3)] == [["captain"], ["monkey"], ["topman"]]
    assert (table.loot(1), table.loot(2)) == ({}, {})


def test_tokens_left_over_stay_on_their_day_out_of_the_bag_and_out_of_the_next_days_booty() -> None:
    table = played(seat("cabin-boy", "topman"), seat("monkey", "brute", "bosun"), loot="chest jewel").answer("jewel")
    assert table.moment == (1, 2)
    assert table.loot_on(1) == ["chest"]
    assert table.bag == TOKENS | {"chest": 3, "jewel": 5}
    table.play("topman", "brute")
    assert table.asked() is None
    assert table.loot_on(1) == ["chest"]


def test_tokens_left_over_go_back_at_the_end_of_the_campaign() -> None:
    table = played(seat("cabin-boy", "topman"), seat("monkey", "brute"), loot="chest jewel", day=6).answer("jewel")
    assert table.moment == (2, 1)
    laid = [kind for day in range(1, 7) for kind in table.loot_on(day)]
    assert len(laid) == 12
    assert {kind: table.bag.get(kind, 0) + laid.count(kind) for kind in TOKENS} == TOKENS


def test_discarded_tokens_are_in_the_bag_at_once() -> None:
    # the Preacher discards before the Gunner is asked, in the same day
    table = played(seat("preacher", loot="chest 2*jewel"), seat("gunner", crew="cook"), bag="").answer("chest")
    assert table.asked() == (1, "gunner", ("1:cook",))
    assert table.bag == {"jewel": 2}


def test_a_token_discarded_by_day_can_be_drawn_by_a_spanish_spy_the_same_day() -> None:
    drawn: set[str] = set()
    for seed in range(30):
        spy = seat("spanish-spy", loot="spanish-officer")
        drawn.update(played(seat("preacher", loot="chest jewel"), spy, bag="", seed=seed).answer("chest").loot(1))
    assert drawn == {"jewel", "spanish-officer"}
