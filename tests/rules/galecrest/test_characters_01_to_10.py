"""Scout, Apprentice, Beggar, Innkeeper, Cabin Boy, Bandit, Preacher, Barkeep, Stowaway, Explorer."""

from __future__ import annotations

import pytest

from tests.galecrest_table import BY_DAY, CAST, TOKENS, anchored, played, seat

# ---- 1 Scout: discard it and play another character into its place by rank --------------------------------------------------


def test_scout_is_discarded_and_another_card_of_the_hand_played() -> None:
    table = played(seat("scout", "cook", "explorer"), seat("treasurer"))
    assert table.asked() == (0, "scout", ("cook", "explorer"))
    table.answer("cook")
    assert (table.graveyard(0), table.crew(0), table.hand(0)) == (["scout"], ["cook"], ["explorer"])


def test_scout_must_be_replaced_even_by_the_only_other_card() -> None:
    assert played(seat("scout", "cook"), seat("treasurer")).asked() == (0, "scout", ("cook",))


@pytest.mark.parametrize(
    ("replacement", "lineup"),
    [
        ("apprentice", [(0, "apprentice"), (1, "gunner"), (2, "captain")]),
        ("explorer", [(0, "explorer"), (1, "gunner"), (2, "captain")]),
        ("topman", [(1, "gunner"), (0, "topman"), (2, "captain")]),
        ("governor", [(1, "gunner"), (2, "captain"), (0, "governor")]),
    ],
)
def test_scouts_replacement_is_placed_by_rank(replacement: str, lineup: list[tuple[int, str]]) -> None:
    table = played(seat("scout", replacement), seat("gunner"), seat("captain", crew="bosun")).answer(replacement)
    assert table.asked() == (1, "gunner", ("2:bosun",))
    assert table.lineup == lineup


@pytest.mark.parametrize(("reputation", "left", "right"), [("0.1.2.", 0, 1), ("1.0.2.", 1, 0)])
def test_scouts_replacement_of_a_rank_already_there_is_placed_by_reputation(reputation: str, left: int, right: int) -> None:
    table = played(seat("scout", "treasurer"), seat("treasurer"), loot="2*map", reputation=reputation).answer("treasurer")
    assert table.lineup == [(left, "treasurer"), (right, "treasurer")]


def test_scouts_replacement_is_placed_by_the_reputation_of_that_moment() -> None:
    # the Beggar of seat 0 has just moved seat 2 past seat 1
    table = played(
        seat("apprentice", crew="beggar"),
        seat("apprentice", "treasurer", crew="scout"),
        seat("treasurer"),
        reputation=".021..",
        loot="4*map",
    ).answer("beggar", "scout", "treasurer")
    assert table.reputation == ".012.."
    assert table.lineup == [(0, "apprentice"), (1, "apprentice"), (1, "treasurer"), (2, "treasurer")]


@pytest.mark.parametrize(("replacement", "doubloons"), [("carpenter", 5), ("officer", 12), ("infantry", 15)])
def test_scouts_replacement_still_acts_this_day(replacement: str, doubloons: int) -> None:
    assert played(seat("scout", replacement), seat("explorer")).answer(replacement).doubloons(0) == doubloons


def test_scouts_replacement_takes_loot_by_its_own_rank() -> None:
    table = played(seat("scout", "collector"), seat("treasurer"), loot="map relic").answer("collector")
    assert table.asked() == (0, "take", ("map", "relic"))


def test_scout_with_an_empty_hand_is_discarded_all_the_same() -> None:
    table = played(seat("scout", last=True), seat("treasurer"), loot="2*map")
    assert table.asked() == (1, "take", ("map",))
    table.answer("map")
    assert (table.graveyard(0), table.crew(0), table.loot(0)) == (["scout"], [], {})


def test_of_several_scouts_the_lower_reputation_goes_first_and_the_other_sees_it() -> None:
    table = played(*(seat("scout", "cook", "treasurer") for _ in range(3)), reputation="2.0.1.")
    asked = []
    for _ in range(3):
        question = table.asked()
        assert question is not None
        asked.append(question.seat)
        table.answer("cook")
    assert asked == [2, 0, 1]


# ---- 2 Apprentice: use the daytime ability of one character in your ship -----------------------------------------------------


def test_apprentice_may_choose_every_character_with_a_daytime_ability() -> None:
    table = played(seat("apprentice", crew=" ".join(card for card in CAST if card not in ("apprentice", "treasurer"))))
    assert table.asked() == (0, "apprentice", tuple(sorted(card for card in BY_DAY if card != "apprentice")))


def test_apprentice_uses_the_ability_and_both_stay() -> None:
    table = played(seat("apprentice", crew="officer bosun"), seat("treasurer")).answer("officer")
    assert (table.doubloons(0), table.crew(0), table.graveyard(0)) == (12, ["apprentice", "officer", "bosun"], [])


def test_apprentice_without_a_daytime_ability_in_the_ship_is_not_asked() -> None:
    table = played(seat("apprentice", crew="barkeep cook treasurer"), seat("treasurer", crew="officer"))
    assert table.asked() is None
    assert table.doubloons(0) == 11  # the Barkeep


@pytest.mark.parametrize("card", ["cabin-boy", "infantry"])
def test_apprentice_gains_nothing_by_a_cabin_boy_or_an_infantry_in_the_ship(card: str) -> None:
    table = played(seat("apprentice", crew=card), loot="map")
    assert table.asked() == (0, "apprentice", (card,))
    table.answer(card)
    assert table.doubloons(0) == 10
    assert table.asked() == (0, "take", ("map",))  # the Apprentice is no Cabin Boy


def test_apprentice_with_a_scout_has_two_characters_on_the_island_and_both_gain_loot() -> None:
    table = played(seat("apprentice", "collector", crew="scout"), seat("treasurer"), loot="chest map relic")
    table.answer("scout")
    assert table.asked() == (0, "scout", ("collector",))
    table.answer("collector")
    assert table.graveyard(0) == ["scout"]
    table.answer("chest", "map")
    assert table.asked() == (0, "take", ("relic",))
    table.answer("relic")
    assert (table.crew(0), table.loot(0)) == (["apprentice", "collector"], {"chest": 1, "relic": 1})


def test_apprentice_with_a_stowaway_discards_it_from_the_ship_and_stays_on_the_island() -> None:
    table = played(seat("apprentice", crew="stowaway"), seat("treasurer"), bag="chest", loot="2*map").answer("stowaway")
    assert (table.loot(0), table.graveyard(0), table.crew(0)) == ({"chest": 1}, ["stowaway"], [])
    table.answer("map", "map")
    assert (table.loot(0), table.crew(0)) == ({"chest": 1, "map": 1}, ["apprentice"])


def test_apprentice_with_a_smuggler_gives_its_loot_and_everyone_stays_where_he_is() -> None:
    table = played(seat("apprentice", crew="smuggler"), seat("treasurer"), loot="chest map relic").answer("smuggler")
    assert table.asked() == (0, "take", ("chest", "map", "relic"))
    table.answer("chest", "map", "relic")
    assert (table.loot(0), table.crew(0)) == ({"chest": 1, "relic": 1}, ["apprentice", "smuggler"])


@pytest.mark.parametrize(
    ("card", "options"),
    [("innkeeper", ("explorer", "innkeeper")), ("gunner", ("0:explorer", "0:gunner", "1:bosun"))],
)
def test_apprentice_with_an_innkeeper_or_a_gunner_may_choose_the_very_card(card: str, options: tuple[str, ...]) -> None:
    table = played(seat("apprentice", crew=f"{card} explorer"), seat("treasurer", crew="bosun")).answer(card)
    assert table.asked() == (0, card, options)


def test_apprentice_with_a_governor_discards_the_governor_too() -> None:
    table = played(seat("apprentice", crew="governor cook"), reputation="012...").answer("governor")
    assert (table.graveyard(0), table.crew(0), table.reputation) == (["cook", "governor"], ["apprentice"], "120...")


def test_apprentice_with_a_first_mate_counts_the_first_mate() -> None:
    assert played(seat("apprentice", crew="first-mate cook")).answer("first-mate").doubloons(0) == 8


def test_apprentice_with_a_brute_may_discard_himself() -> None:
    table = played(seat("apprentice", crew="brute"), reputation="012...").answer("brute")
    assert (table.graveyard(0), table.crew(0), table.reputation) == (["apprentice"], ["brute"], "102...")


# ---- 3 Beggar: the owner of the rightmost character gives you 2 and gains 1 reputation ---------------------------------------


def test_beggar_gets_2_from_the_owner_of_the_rightmost_who_gains_1_reputation() -> None:
    table = played(seat("beggar"), seat("cook"), seat("treasurer"), reputation=".012..")
    assert (table.purses, table.reputation) == ([12, 10, 8], ".01.2.")


@pytest.mark.parametrize(("purse", "paid"), [(3, 2), (2, 2), (1, 1), (0, 0)])
def test_beggar_gets_what_there_is_and_the_reputation_is_gained_all_the_same(purse: int, paid: int) -> None:
    table = played(seat("beggar"), seat("treasurer", doubloons=purse), reputation=".012..")
    assert (table.purses, table.reputation) == ([10 + paid, purse - paid], ".021..")


def test_beggar_himself_the_rightmost_pays_himself_and_gains_the_reputation() -> None:
    table = played(seat("beggar"), seat("apprentice"), reputation=".012..")
    assert (table.purses, table.reputation) == ([10, 10], ".102..")


def test_beggar_is_paid_before_the_reputation_is_gained() -> None:
    # past the right end the reputation is worth a doubloon, which comes too late for the Beggar
    table = played(seat("beggar"), seat("cook"), seat("treasurer", doubloons=1), reputation=".01..2")
    assert table.purses == [11, 10, 1]


# ---- 4 Innkeeper: return a character from your ship to your hand -------------------------------------------------------------


def test_innkeeper_returns_a_character_of_the_own_ship_to_the_hand() -> None:
    table = played(seat("innkeeper", crew="bosun cook"), seat("treasurer", crew="brute"))
    assert table.asked() == (0, "innkeeper", ("bosun", "cook"))
    table.answer("cook")
    assert table.crew(0) == ["innkeeper", "bosun"]
    assert "cook" in table.hand(0)


def test_innkeeper_must_return_the_only_character() -> None:
    assert played(seat("innkeeper", crew="bosun")).asked() == (0, "innkeeper", ("bosun",))


def test_innkeeper_with_an_empty_ship_is_not_asked() -> None:
    assert played(seat("innkeeper"), seat("treasurer", crew="bosun")).asked() is None


# ---- 5 Cabin Boy: if leftmost, gain 3; it gains no loot ----------------------------------------------------------------------


@pytest.mark.parametrize(("other", "gain"), [("explorer", 3), ("treasurer", 3), ("innkeeper", 0), ("apprentice", 0)])
def test_cabin_boy_gains_3_if_leftmost(other: str, gain: int) -> None:
    assert played(seat("cabin-boy"), seat(other)).doubloons(0) == 10 + gain


@pytest.mark.parametrize(("reputation", "purses"), [(".012..", [13, 10]), (".102..", [10, 13])])
def test_of_two_cabin_boys_the_lower_reputation_is_leftmost(reputation: str, purses: list[int]) -> None:
    assert played(seat("cabin-boy"), seat("cabin-boy"), reputation=reputation).purses == purses


def test_cabin_boy_is_leftmost_once_the_scout_has_gone() -> None:
    assert played(seat("cabin-boy"), seat("scout", "cook")).answer("cook").doubloons(0) == 13


def test_cabin_boy_gains_no_loot_and_it_goes_back_to_the_bag() -> None:
    table = played(seat("cabin-boy"), seat("treasurer"), loot="2*map")
    assert table.asked() == (1, "take", ("map",))
    table.answer("map")
    assert table.asked() is None
    assert (table.loot(0), table.crew(0)) == ({}, ["cabin-boy"])
    assert table.bag == TOKENS | {"map": 9}


# ---- 6 Bandit: move to the leftmost reputation space, gain 1 per space moved -------------------------------------------------


@pytest.mark.parametrize(("reputation", "gain"), [("012...", 0), ("102...", 1), (".102..", 2), ("12.0..", 3), ("12...0", 5)])
def test_bandit_moves_to_the_leftmost_space_and_gains_1_per_space(reputation: str, gain: int) -> None:
    table = played(seat("bandit"), seat("treasurer"), reputation=reputation)
    assert (table.doubloons(0), table.reputation) == (10 + gain, "0" + reputation.replace("0", ""))


# ---- 7 Preacher: keep one token, +1 reputation for each other; gain 6 at anchor ----------------------------------------------


def test_preacher_keeps_one_token_and_gains_1_reputation_for_each_discarded() -> None:
    table = played(seat("preacher", loot="map 2*relic"), seat("treasurer", loot="map"), reputation=".012..", bag="")
    assert table.asked() == (0, "preacher", ("map", "relic"))
    table.answer("map")
    assert (table.loot(0), table.loot(1), table.reputation) == ({"map": 1}, {"map": 1}, ".120..")
    assert table.bag == {"relic": 2}


def test_preacher_keeps_just_one_of_several_of_a_kind() -> None:
    table = played(seat("preacher", loot="4*map"), reputation="012...").answer("map")
    assert (table.loot(0), table.reputation) == ({"map": 1}, "12.0..")


def test_preacher_is_asked_with_a_single_token_too() -> None:
    table = played(seat("preacher", loot="map"), reputation=".012..")
    assert table.asked() == (0, "preacher", ("map",))
    table.answer("map")
    assert (table.loot(0), table.reputation) == ({"map": 1}, ".012..")


def test_preacher_without_tokens_is_not_asked() -> None:
    assert played(seat("preacher"), seat("treasurer", loot="map")).asked() is None


def test_preacher_gains_6_at_anchor() -> None:
    assert anchored(seat(crew="preacher"), seat()).last_scores == [16, 10]


# ---- 8 Barkeep: gain 1 each night; 1 per barrel at anchor --------------------------------------------------------------------


def test_barkeep_gains_1_each_night() -> None:
    table = played(seat("barkeep"), seat("treasurer"))
    assert table.purses == [11, 10]
    table.play("treasurer", "collector")
    assert table.purses == [12, 10]


@pytest.mark.parametrize("barrels", [0, 1, 3])
def test_barkeep_gains_1_per_barrel_at_anchor(barrels: int) -> None:
    loot = f"{barrels}*barrel amulet"
    assert anchored(seat(crew="barkeep", loot=loot), seat(loot=loot)).last_scores == [11 + 2 * barrels + 3, 10 + barrels + 3]


# ---- 9 Stowaway: gain a random token from the bag, then discard the Stowaway -------------------------------------------------


def test_stowaway_draws_from_the_bag_and_is_discarded_without_loot_at_dusk() -> None:
    table = played(seat("stowaway"), seat("treasurer"), bag="chest", loot="2*map")
    assert (table.loot(0), table.graveyard(0), table.bag) == ({"chest": 1}, ["stowaway"], {})
    assert table.asked() == (1, "take", ("map",))
    table.answer("map")
    assert table.asked() is None
    assert (table.loot(0), table.crew(0)) == ({"chest": 1}, [])


def test_stowaway_draws_at_random() -> None:
    drawn = {kind for number in range(30) for kind in played(seat("stowaway"), bag="chest map relic", seed=number).loot(0)}
    assert drawn == {"chest", "map", "relic"}


def test_stowaway_with_an_empty_bag_is_discarded_all_the_same() -> None:
    table = played(seat("stowaway"), seat("treasurer"), bag="")
    assert (table.loot(0), table.graveyard(0)) == ({}, ["stowaway"])


def test_stowaway_resolves_a_barrel() -> None:
    table = played(seat("stowaway"), bag="barrel", reputation=".012..")
    assert (table.loot(0), table.reputation) == ({"barrel": 1}, ".102..")


def test_stowaway_with_a_saber_discards_a_character_before_its_turn() -> None:
    table = played(seat("stowaway"), seat("infantry"), seat("innkeeper"), bag="saber")
    assert table.asked() == (0, "saber", ("1:infantry", "2:innkeeper"))
    table.answer("1:infantry")
    assert (table.graveyard(0), table.graveyard(1), table.doubloons(1)) == (["stowaway"], ["infantry"], 10)


# ---- 10 Explorer: +2 reputation for taking a map; one map counts twice at anchor ---------------------------------------------


@pytest.mark.parametrize(("token", "reputation"), [("map", ".120.."), ("relic", ".012.."), ("amulet", ".012..")])
def test_explorer_gains_2_reputation_for_taking_a_map(token: str, reputation: str) -> None:
    table = played(seat("explorer"), seat("innkeeper"), loot=f"{token} hook", reputation=".012..").answer(token)
    assert table.reputation == reputation


def test_explorer_gains_nothing_for_maps_taken_before() -> None:
    table = played(seat("explorer", loot="2*map"), loot="relic", reputation=".012..").answer("relic")
    assert table.reputation == ".012.."


@pytest.mark.parametrize(("maps", "worth"), [(0, 0), (1, 7), (2, 12), (3, 14), (4, 19), (9, 38), (10, 43)])
def test_explorer_lets_one_map_count_twice_at_anchor(maps: int, worth: int) -> None:
    assert anchored(seat(crew="explorer", loot=f"{maps}*map")).last_scores == [10 + worth]
