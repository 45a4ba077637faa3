"""Bosun, Brawler, Thief, Topman, Recruiter, Cook, Watchman, Armorer, Infantry, Merchant."""

from __future__ import annotations

import pytest

from tests.galecrest_table import anchored, played, seat

# ---- 21 Bosun: gain 2 per lower character in your ship -----------------------------------------------------------------------


@pytest.mark.parametrize(("crew", "gain"), [("", 0), ("cook governor", 0), ("scout explorer cook", 4), ("necromancer", 2)])
def test_bosun_gains_2_per_lower_character_in_the_own_ship(crew: str, gain: int) -> None:
    assert played(seat("bosun", crew=crew), seat("treasurer", crew="scout")).purses == [10 + gain, 10]


# ---- 22 Brawler: discard an opponent's Brawler, then +2 reputation; gain 1 each night ----------------------------------------


def test_brawler_discards_an_opponents_brawler_and_gains_2_reputation() -> None:
    table = played(
        seat("brawler"), seat("treasurer", crew="brawler"), seat("cook", crew="brawler"), seat("cook"), reputation=".0123."
    )
    assert table.asked() == (0, "brawler", ("1:brawler", "2:brawler"))
    table.answer("2:brawler")
    assert (table.graveyard(2), table.reputation) == (["brawler"], ".1203.")
    assert table.purses == [11, 11, 10, 10]  # the night


def test_brawler_is_asked_for_a_single_target_too() -> None:
    assert played(seat("brawler"), seat("treasurer", crew="brawler")).asked() == (0, "brawler", ("1:brawler",))


def test_brawler_without_a_target_does_nothing() -> None:
    table = played(seat("brawler"), seat("brawler"), reputation=".012..")  # a Brawler on the island is in no ship
    assert (table.asked(), table.reputation, table.crew(1)) == (None, ".012..", ["brawler"])


def test_brawler_used_by_an_apprentice_is_no_opponents_brawler() -> None:
    table = played(seat("apprentice", crew="brawler"), reputation=".012..").answer("brawler")
    assert (table.asked(), table.reputation, table.crew(0)) == (None, ".012..", ["apprentice", "brawler"])


# ---- 23 Thief: take a token from an adjacent player, then -2 reputation ------------------------------------------------------


def test_thief_takes_a_token_of_a_neighbour_and_loses_2_reputation() -> None:
    table = played(
        seat("thief"),
        seat("treasurer", loot="2*map chest"),
        seat("treasurer", loot="amulet"),
        seat("treasurer", loot="map"),
        reputation="12.03.",
    )
    assert table.asked() == (0, "thief", ("1:chest", "1:map", "3:map"))
    table.answer("1:map")
    assert (table.loot(0), table.loot(1)) == ({"map": 1}, {"chest": 1, "map": 1})
    assert table.reputation == "102.3."


@pytest.mark.parametrize("token", ["barrel", "saber"])
def test_thief_does_not_set_off_a_dusk_ability(token: str) -> None:
    table = played(seat("thief"), seat("treasurer", loot=token), reputation="1.20..").answer(f"1:{token}")
    assert (table.asked(), table.reputation, table.loot(0)) == (None, "10.2..", {token: 1})


def test_thief_without_a_token_to_take_loses_no_reputation() -> None:
    table = played(seat("thief", loot="map"), seat("cook"), seat("cook", loot="map"), seat("cook"), reputation=".1023.")
    assert (table.asked(), table.reputation) == (None, ".1023.")


def test_thief_pays_a_doubloon_for_each_step_past_the_left_end() -> None:
    table = played(seat("thief"), seat("treasurer", loot="map"), reputation="102...").answer("1:map")
    assert (table.doubloons(0), table.reputation) == (9, "012...")


# ---- 24 Topman: each night gain 4, then lose 1 per character in your ship ----------------------------------------------------


@pytest.mark.parametrize(
    ("crew", "before", "after"),
    [
        ("", 10, 13),
        ("", 0, 3),
        ("bosun cook", 10, 11),
        ("bosun cook scout", 10, 10),
        ("bosun cook scout governor captain", 10, 8),
        ("bosun cook scout governor captain", 1, 0),
        ("bosun cook scout governor captain", 0, 0),
    ],
)
def test_topman_gains_4_and_loses_1_per_character(crew: str, before: int, after: int) -> None:
    assert played(seat(crew=f"topman {crew}", doubloons=before), seat("treasurer")).purses == [after, 10]


# ---- 25 Recruiter: put a character from your hand straight into your ship ----------------------------------------------------


def test_recruiter_puts_a_card_of_the_hand_into_the_ship_without_its_daytime_ability() -> None:
    table = played(seat("recruiter", "officer", "barkeep"), seat("treasurer"))
    assert table.asked() == (0, "recruiter", ("barkeep", "officer"))
    table.answer("officer")
    assert (table.crew(0), table.hand(0), table.doubloons(0)) == (["officer", "recruiter"], ["barkeep"], 10)


def test_recruiter_must_even_with_the_only_card() -> None:
    assert played(seat("recruiter", "officer"), seat("treasurer")).asked() == (0, "recruiter", ("officer",))


def test_recruiter_with_an_empty_hand_is_not_asked() -> None:
    assert played(seat("recruiter", last=True), seat("treasurer")).asked() is None


# ---- 26 Cook: a second loot of the day ---------------------------------------------------------------------------------------


def test_cook_gains_a_second_loot() -> None:
    table = played(seat("cook"), seat("innkeeper"), loot="chest map relic").answer("chest")
    assert table.asked() == (0, "take", ("map", "relic"))
    table.answer("map")
    assert table.asked() == (1, "take", ("relic",))
    assert (table.loot(0), table.crew(0)) == ({"chest": 1, "map": 1}, ["cook"])


def test_cook_gains_one_where_there_is_only_one() -> None:
    table = played(seat("cook"), loot="chest").answer("chest")
    assert (table.asked(), table.loot(0), table.crew(0)) == (None, {"chest": 1}, ["cook"])


def test_cook_resolves_both_tokens() -> None:
    table = played(seat("cook"), seat("innkeeper"), seat("bosun"), loot="barrel saber map", reputation=".012..")
    table.answer("saber")
    assert table.asked() == (0, "saber", ("1:innkeeper", "2:bosun"))  # the token first, then the Cook's own ability
    table.answer("2:bosun")
    assert table.asked() == (0, "take", ("barrel", "map"))
    table.answer("barrel")
    assert table.reputation == ".102.."
    assert table.asked() == (1, "take", ("map",))


def test_cook_resolves_a_saber_as_his_second_token_at_once() -> None:
    table = played(seat("cook"), seat("innkeeper"), loot="map saber").answer("map", "saber")
    assert table.asked() == (0, "saber", ("1:innkeeper",))


def test_cook_discarded_by_a_saber_gains_nothing() -> None:
    table = played(seat("cook"), seat("treasurer"), loot="2*saber map").answer("saber", "0:cook")
    assert (table.asked(), table.loot(0), table.graveyard(0)) == (None, {}, ["cook"])


# ---- 27 Watchman: swap a loot of today with one of tomorrow ------------------------------------------------------------------


def test_watchman_swaps_a_loot_of_today_with_one_of_tomorrow() -> None:
    table = played(seat("watchman"), loot="chest 2*map", later="relic saber")
    assert table.asked() == (0, "watchman", ("chest/relic", "chest/saber", "map/relic", "map/saber"))
    table.answer("map/saber")
    assert table.asked() == (0, "take", ("chest", "map", "saber"))
    assert (table.loot_on(1), table.loot_on(2)) == (["chest", "map", "saber"], ["map", "relic"])


def test_watchman_may_swap_like_for_like() -> None:
    table = played(seat("watchman"), loot="map", later="map")
    assert table.asked() == (0, "watchman", ("map/map",))
    table.answer("map/map")
    assert (table.loot_on(1), table.loot_on(2)) == (["map"], ["map"])


@pytest.mark.parametrize(("loot", "later", "day"), [("map", "", 1), ("", "map", 1), ("map", "", 4)])
def test_watchman_needs_loot_on_both_days(loot: str, later: str, day: int) -> None:
    table = played(seat("watchman"), loot=loot, later=later, day=day)
    question = table.asked()
    assert question is None or question.kind == "take"


@pytest.mark.parametrize(("voyage", "day"), [(1, 3), (2, 4), (3, 5)])
def test_watchman_reaches_the_last_day_from_the_day_before(voyage: int, day: int) -> None:
    table = played(seat("watchman"), loot="map", later="relic", voyage=voyage, day=day)
    assert table.asked() == (0, "watchman", ("map/relic",))


# ---- 28 Armorer: +2 reputation for taking a saber or a hook; each night 1 per saber and hook ---------------------------------


@pytest.mark.parametrize(("token", "reputation"), [("saber", ".120.."), ("hook", ".120.."), ("map", ".012..")])
def test_armorer_gains_2_reputation_for_taking_a_saber_or_a_hook(token: str, reputation: str) -> None:
    table = played(seat("armorer"), loot=token, reputation=".012..").answer(token)
    assert table.reputation == reputation


def test_armorer_uses_the_saber_before_the_reputation_moves() -> None:
    table = played(seat("armorer"), seat("innkeeper"), loot="saber map", reputation=".012..").answer("saber")
    assert (table.asked(), table.reputation) == ((0, "saber", ("1:innkeeper",)), ".012..")
    assert table.answer("1:innkeeper").reputation == ".120.."


@pytest.mark.parametrize(("loot", "gain"), [("", 0), ("2*saber hook", 3), ("map chest", 0), ("3*hook amulet", 3)])
def test_armorer_gains_1_per_saber_and_hook_each_night(loot: str, gain: int) -> None:
    assert played(seat(crew="armorer", loot=loot), seat("treasurer", loot="saber")).purses == [10 + gain, 10]


def test_armorer_counts_the_token_taken_this_dusk() -> None:
    assert played(seat("armorer"), loot="hook").answer("hook").doubloons(0) == 11


# ---- 29 Infantry: if rightmost, gain 5 ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(("other", "gain"), [("cook", 5), ("scout", 5), ("surgeon", 0), ("governor", 0)])
def test_infantry_gains_5_if_rightmost(other: str, gain: int) -> None:
    table = played(seat("infantry"), seat(other, last=True))
    assert table.doubloons(0) == 10 + gain


@pytest.mark.parametrize(("reputation", "purses"), [(".012..", [10, 15]), (".102..", [15, 10])])
def test_of_two_infantries_the_higher_reputation_is_rightmost(reputation: str, purses: list[int]) -> None:
    assert played(seat("infantry"), seat("infantry"), reputation=reputation).purses == purses


def test_infantry_is_rightmost_once_the_higher_one_is_gone() -> None:
    assert played(seat("infantry"), seat("brute"), seat("captain")).doubloons(0) == 15


# ---- 30 Merchant: discard 1, 2 or 3 identical tokens for 1, 4 or 9 -----------------------------------------------------------


@pytest.mark.parametrize(("answer", "gain", "maps"), [("1*map", 1, 3), ("2*map", 4, 2), ("3*map", 9, 1)])
def test_merchant_sells_1_2_or_3_identical_tokens(answer: str, gain: int, maps: int) -> None:
    table = played(seat("merchant", loot="4*map chest"), seat("treasurer"), bag="")
    assert table.asked() == (0, "merchant", ("1*chest", "1*map", "2*map", "3*map"))
    table.answer(answer)
    assert (table.doubloons(0), table.loot(0)) == (10 + gain, {"chest": 1, "map": maps})
    assert table.bag == {"map": 4 - maps}


def test_merchant_must_sell_his_only_token() -> None:
    assert played(seat("merchant", loot="relic")).asked() == (0, "merchant", ("1*relic",))


def test_merchant_sells_exactly_once() -> None:
    table = played(seat("merchant", loot="6*map 2*relic")).answer("2*map")
    assert (table.asked(), table.loot(0)) == (None, {"map": 4, "relic": 2})


def test_merchant_without_tokens_is_not_asked() -> None:
    assert played(seat("merchant"), seat("treasurer", loot="2*map")).asked() is None


def test_characters_21_to_30_have_no_anchor_ability() -> None:
    crew = "bosun thief recruiter cook watchman infantry merchant surgeon"
    assert anchored(seat(crew=crew, loot="2*saber map")).last_scores == [10]
