"""Carpenter, Officer, Smuggler, Bodyguard, Witch, Mutineer, Brute, Gunner, Necromancer, Freed Prisoner."""

from __future__ import annotations

import pytest

from tests.galecrest_table import BY_NIGHT, CAST, TOKENS, anchored, played, seat

# ---- 11 Carpenter: lose half your doubloons, the loss rounded down; gain 10 at anchor ----------------------------------------


@pytest.mark.parametrize(("before", "after"), [(0, 0), (1, 1), (2, 1), (3, 2), (10, 5), (11, 6)])
def test_carpenter_loses_half_the_doubloons_rounded_down(before: int, after: int) -> None:
    assert played(seat("carpenter", doubloons=before), seat("treasurer")).purses == [after, 10]


def test_carpenter_gains_10_at_anchor() -> None:
    assert anchored(seat(crew="carpenter"), seat()).last_scores == [20, 10]


# ---- 12 Officer: with 12 or more +2 reputation, otherwise up to 12 doubloons -------------------------------------------------


@pytest.mark.parametrize(
    ("before", "after", "reputation"), [(0, 12, ".012.."), (11, 12, ".012.."), (12, 12, ".120.."), (20, 20, ".120..")]
)
def test_officer_goes_up_to_12_doubloons_or_gains_2_reputation(before: int, after: int, reputation: str) -> None:
    table = played(seat("officer", doubloons=before), reputation=".012..")
    assert (table.doubloons(0), table.reputation) == (after, reputation)


# ---- 13 Smuggler: take a loot of today by day, then into the ship ------------------------------------------------------------


def test_smuggler_takes_by_day_goes_to_the_ship_and_gains_nothing_at_dusk() -> None:
    table = played(seat("smuggler"), seat("treasurer"), loot="chest map")
    assert table.asked() == (0, "take", ("chest", "map"))
    table.answer("chest")
    assert table.crew(0) == ["smuggler"]
    assert table.asked() == (1, "take", ("map",))
    table.answer("map")
    assert (table.loot(0), table.loot(1)) == ({"chest": 1}, {"map": 1})


def test_smuggler_takes_before_a_higher_character_acts() -> None:
    table = played(seat("smuggler"), seat("bodyguard"), loot="saber hook").answer("hook")
    assert (table.loot(0), table.doubloons(1)) == ({"hook": 1}, 12)


def test_smuggler_resolves_a_barrel() -> None:
    table = played(seat("smuggler"), loot="barrel", reputation=".012..").answer("barrel")
    assert table.reputation == ".102.."


def test_smuggler_with_a_saber_discards_a_character_before_its_turn() -> None:
    table = played(seat("smuggler"), seat("infantry"), seat("innkeeper"), loot="saber").answer("saber")
    assert table.asked() == (0, "saber", ("1:infantry", "2:innkeeper"))
    table.answer("1:infantry")
    assert (table.graveyard(1), table.doubloons(1), table.crew(0)) == (["infantry"], 10, ["smuggler"])


def test_smuggler_without_loot_goes_to_the_ship_all_the_same() -> None:
    table = played(seat("smuggler"), seat("gunner"))
    assert table.asked() == (1, "gunner", ("0:smuggler",))


def test_of_two_smugglers_the_lower_reputation_takes_first() -> None:
    table = played(seat("smuggler"), seat("smuggler"), loot="map relic", reputation=".102..")
    assert table.asked() == (1, "take", ("map", "relic"))
    table.answer("map")
    assert table.asked() == (0, "take", ("relic",))


# ---- 14 Bodyguard: discard every saber and hook of today, gain 2 per token ---------------------------------------------------


def test_bodyguard_discards_every_saber_and_hook_of_today_for_2_each() -> None:
    table = played(seat("bodyguard", loot="saber"), seat("treasurer"), loot="2*saber hook map", later="saber")
    assert table.doubloons(0) == 16
    assert table.asked() == (1, "take", ("map",))
    table.answer("map")
    assert (table.loot(0), table.loot_on(2)) == ({"saber": 1}, ["saber"])
    assert table.bag == TOKENS | {"map": 9, "saber": 4}


def test_bodyguard_without_a_saber_or_a_hook_gains_nothing() -> None:
    table = played(seat("bodyguard"), loot="map")
    assert (table.doubloons(0), table.asked()) == (10, (0, "take", ("map",)))


# ---- 15 Witch: use the night ability of another character; back to the hand at anchor ----------------------------------------


def test_witch_uses_the_night_ability_of_another_character() -> None:
    table = played(seat(crew="barkeep witch brawler bosun"), seat("treasurer", crew="armorer"))
    assert table.asked() == (0, "witch", ("barkeep", "brawler"))
    table.answer("brawler")
    assert table.doubloons(0) == 13


def test_witch_may_use_every_other_night_ability() -> None:
    crew = [card for card in CAST if card not in ("mutineer", "treasurer", "topman")]
    table = played(seat(crew=" ".join(crew)), seat("treasurer"))
    assert table.asked() == (0, "witch", tuple(sorted(set(BY_NIGHT) & set(crew) - {"witch"})))


def test_witch_must_use_the_only_one() -> None:
    assert played(seat(crew="barkeep witch"), seat("treasurer")).asked() == (0, "witch", ("barkeep",))


def test_witch_without_another_night_ability_is_not_asked() -> None:
    assert played(seat("witch", crew="bosun"), seat("treasurer", crew="barkeep")).asked() is None


@pytest.mark.parametrize(
    ("crew", "loot", "copied", "doubloons"),
    [
        ("witch armorer", "2*saber hook", "armorer", 16),
        ("witch topman", "", "topman", 14),
        ("witch wind-nymph", "", "wind-nymph", 14),
        ("witch freed-prisoner bosun cook", "", "freed-prisoner", 14),
    ],
)
def test_witch_doubles(crew: str, loot: str, copied: str, doubloons: int) -> None:
    table = played(seat(crew=crew, loot=loot), seat("treasurer"))
    assert table.asked() == (0, "witch", (copied,))
    assert table.answer(copied).doubloons(0) == doubloons


def test_witch_copies_the_freed_prisoner_once_counted_twice_gained_and_he_leaves() -> None:
    table = played(seat(crew="witch freed-prisoner bosun cook collector"), seat("treasurer")).answer("freed-prisoner")
    assert (table.doubloons(0), table.graveyard(0)) == (16, ["freed-prisoner"])
    assert table.crew(0) == ["witch", "bosun", "cook", "collector"]


def test_witch_returns_to_the_hand_at_anchor() -> None:
    table = anchored(seat(crew="witch bosun"))
    assert (table.hand(0), "witch" in table.graveyard(0)) == (["witch"], False)


def test_witch_returns_to_the_hand_for_the_next_voyage() -> None:
    table = played(seat(crew="witch bosun"), seat("treasurer"), day=4)
    assert (table.moment, table.graveyard(0)) == ((2, 1), ["bosun"])
    assert "witch" in table.hand(0)
    assert len(table.hand(0)) == 7


@pytest.mark.parametrize("company", [card for card in BY_NIGHT if card not in ("witch", "mutineer")])
def test_witch_stays_beside_another_night_ability_at_anchor(company: str) -> None:
    table = anchored(seat(crew=f"witch {company}")).answer(company)
    assert table.hand(0) == []


# ---- 16 Mutineer: discard the lowest of your ship, gain 2 --------------------------------------------------------------------


def test_mutineer_discards_the_lowest_of_the_own_ship_and_gains_2() -> None:
    table = played(seat(crew="explorer innkeeper mutineer"), seat("treasurer", crew="scout"))
    assert (table.crew(0), table.graveyard(0), table.doubloons(0)) == (["explorer", "mutineer"], ["innkeeper"], 12)
    assert table.graveyard(1) == []


@pytest.mark.parametrize("crew", ["mutineer", "mutineer bosun governor"])
def test_mutineer_who_is_the_lowest_discards_himself(crew: str) -> None:
    table = played(seat(crew=crew), seat("treasurer"))
    assert (table.graveyard(0), table.doubloons(0)) == (["mutineer"], 12)


def test_mutineer_acts_every_night() -> None:
    table = played(seat("mutineer", "treasurer", "collector", crew="scout innkeeper")).play("treasurer")
    assert (table.crew(0), table.graveyard(0), table.doubloons(0)) == (["mutineer", "treasurer"], ["scout", "innkeeper"], 14)


# ---- 17 Brute: discard the rightmost character; its owner gains 1 reputation -------------------------------------------------


def test_brute_discards_the_rightmost_whose_owner_gains_1_reputation() -> None:
    table = played(seat("brute"), seat("infantry"), seat("bosun"), loot="3*map", reputation=".012..")
    assert (table.graveyard(1), table.reputation, table.doubloons(1)) == (["infantry"], ".021..", 10)
    assert table.asked() == (2, "take", ("map",))
    table.answer("map", "map")
    assert table.asked() is None
    assert table.crew(1) == []


def test_brute_discards_himself_when_he_is_rightmost() -> None:
    table = played(seat("brute"), seat("explorer"), loot="2*map", reputation=".012..")
    assert (table.graveyard(0), table.reputation) == (["brute"], ".102..")
    assert table.asked() == (1, "take", ("map",))


def test_of_two_brutes_alone_the_lower_discards_the_higher_who_does_not_act() -> None:
    table = played(seat("brute"), seat("brute"), seat("explorer"), reputation=".102..")
    assert (table.graveyard(0), table.crew(1), table.crew(2)) == (["brute"], ["brute"], ["explorer"])


# ---- 18 Gunner: discard a character from any ship; +1 reputation if yours, -1 if not -----------------------------------------


def test_gunner_chooses_among_all_ships() -> None:
    table = played(
        seat("gunner", crew="bosun"), seat("treasurer"), seat("cook", crew="bosun explorer"), seat("cook", crew="scout")
    )
    assert table.asked() == (0, "gunner", ("0:bosun", "2:bosun", "2:explorer", "3:scout"))


@pytest.mark.parametrize(("target", "reputation"), [("0:bosun", ".102.."), ("1:bosun", "0.12..")])
def test_gunner_gains_or_loses_1_reputation(target: str, reputation: str) -> None:
    table = played(seat("gunner", crew="bosun"), seat("treasurer", crew="bosun"), reputation=".012..").answer(target)
    assert table.reputation == reputation
    assert table.graveyard(int(target[0])) == ["bosun"]


def test_gunner_without_a_target_does_nothing() -> None:
    table = played(seat("gunner"), seat("treasurer"), reputation=".012..")
    assert (table.asked(), table.reputation, table.purses) == (None, ".012..", [10, 10])


# ---- 19 Necromancer: discard a relic, put a character from your graveyard into your ship -------------------------------------


def test_necromancer_discards_a_relic_and_puts_a_character_from_the_graveyard_into_the_ship() -> None:
    table = played(seat("necromancer", loot="2*relic", graveyard="bosun barkeep"), seat("treasurer", graveyard="scout"), bag="")
    assert table.asked() == (0, "necromancer", ("barkeep", "bosun"))
    table.answer("barkeep")
    assert (table.loot(0), table.bag) == ({"relic": 1}, {"relic": 1})
    assert (table.crew(0), table.graveyard(0)) == (["barkeep", "necromancer"], ["bosun"])
    assert table.doubloons(0) == 11  # a Barkeep come back acts the same night


def test_necromancer_without_a_relic_does_nothing() -> None:
    table = played(seat("necromancer", loot="map", graveyard="bosun"))
    assert (table.asked(), table.graveyard(0), table.loot(0)) == (None, ["bosun"], {"map": 1})


def test_necromancer_with_an_empty_graveyard_discards_the_relic_all_the_same() -> None:
    table = played(seat("necromancer", loot="2*relic"), seat("treasurer", graveyard="bosun"))
    assert (table.asked(), table.loot(0), table.crew(0)) == (None, {"relic": 1}, ["necromancer"])


def test_necromancer_does_not_use_the_daytime_ability_of_whom_he_raises() -> None:
    table = played(seat("necromancer", loot="relic", graveyard="officer")).answer("officer")
    assert (table.doubloons(0), table.crew(0)) == (10, ["officer", "necromancer"])


# ---- 20 Freed Prisoner: at the end of the night 1 per higher character in your ship; 3 or more, and it goes ------------------


@pytest.mark.parametrize(
    ("crew", "gain", "leaves"),
    [
        ("", 0, False),
        ("scout necromancer", 0, False),
        ("bosun", 1, False),
        ("scout bosun cook", 2, False),
        ("bosun cook treasurer", 3, True),
        ("bosun cook treasurer governor", 4, True),
    ],
)
def test_freed_prisoner_gains_1_per_higher_character_and_leaves_at_3(crew: str, gain: int, leaves: bool) -> None:
    table = played(seat(crew=f"freed-prisoner {crew}"), seat("treasurer", crew="governor captain"))
    assert table.doubloons(0) == 10 + gain
    assert table.graveyard(0) == (["freed-prisoner"] if leaves else [])


def test_freed_prisoner_counts_after_clashing_wind_nymphs_have_left() -> None:
    table = played(seat(crew="freed-prisoner wind-nymph bosun"), seat("treasurer", crew="wind-nymph"))
    assert (table.doubloons(0), table.graveyard(0)) == (11, ["wind-nymph"])


def test_freed_prisoner_counts_who_came_home_this_dusk() -> None:
    assert played(seat("treasurer", crew="freed-prisoner")).doubloons(0) == 11


def test_freed_prisoner_acts_after_the_topman_has_counted_him() -> None:
    # the Topman counts four in the ship, 4 - 4; the Freed Prisoner then three above it, and goes
    table = played(seat(crew="freed-prisoner topman cook collector"), seat("treasurer"))
    assert (table.doubloons(0), table.graveyard(0)) == (13, ["freed-prisoner"])
