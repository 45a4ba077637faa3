"""A day in order: who acts when others leave or come, and what an Apprentice sets in motion."""

from __future__ import annotations

import pytest

from tests.galecrest_table import lay, played, seat

# ---- characters that leave by day --------------------------------------------------------------------------------------------


def test_by_day_characters_act_from_left_to_right() -> None:
    table = played(
        seat("surgeon", graveyard="bosun"),
        seat("innkeeper", crew="cook"),
        seat("merchant", loot="2*map"),
        seat("preacher", loot="2*map"),
        seat("gunner", crew="captain"),
    )
    asked = []
    for answer in ("cook", "map", "4:captain", "2*map", "bosun"):
        question = table.asked()
        assert question is not None
        asked.append(question.kind)
        table.answer(answer)
    assert asked == ["innkeeper", "preacher", "gunner", "merchant", "surgeon"]


@pytest.mark.parametrize("card", ["smuggler", "stowaway"])
@pytest.mark.parametrize(
    ("victim", "purses"), [("1:cabin-boy", [10, 13, 15]), ("2:infantry", [10, 13, 10]), ("3:officer", [10, 13, 15])]
)
def test_when_a_saber_strikes_by_day_everyone_left_acts_once(card: str, victim: str, purses: list[int]) -> None:
    # the Officer, of rank 12, has acted before the Smuggler and not before the Stowaway
    seats = [seat(card), seat("cabin-boy"), seat("infantry"), seat("officer", doubloons=11)]
    if card == "smuggler":
        table = played(*seats, loot="saber").answer("saber", victim)
    else:
        table = played(*seats, bag="saber").answer(victim)
    officer = 11 if (card, victim) == ("stowaway", "3:officer") else 12
    assert table.purses == [*purses, officer]


def test_a_scout_and_a_smuggler_who_leave_make_nobody_miss_my_turn() -> None:
    table = played(seat("scout", "quartermaster", loot="map"), seat("smuggler"), seat("officer"), seat("infantry"))
    table.answer("quartermaster")
    assert table.purses == [11, 10, 12, 10]


def test_a_brute_who_discards_himself_ends_the_day() -> None:
    table = played(seat("brute"), seat("cabin-boy"), seat("officer"))
    assert table.purses == [10, 13, 12]


def test_the_owner_of_two_characters_may_lose_one_of_them_to_a_saber() -> None:
    table = played(seat("apprentice", "cook", crew="scout"), seat("treasurer"), loot="saber 3*map").answer(
        "scout", "cook", "saber"
    )
    assert table.asked() == (1, "saber", ("0:apprentice", "0:cook"))
    table.answer("0:apprentice", "map", "map")
    assert (table.asked(), table.crew(0), table.graveyard(0)) == (None, ["cook"], ["scout", "apprentice"])


def test_the_owner_of_two_characters_may_lose_the_higher_to_a_brute() -> None:
    table = played(seat("apprentice", "treasurer", crew="scout"), seat("brute"), loot="3*map").answer("scout", "treasurer")
    assert table.asked() == (1, "take", ("map",))
    table.answer("map", "map")
    assert (table.crew(0), table.graveyard(0), table.loot(0)) == (["apprentice"], ["scout", "treasurer"], {"map": 1})


# ---- the Apprentice ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("card", "options"),
    [
        ("preacher", ("map",)),
        ("gunner", ("0:gunner", "1:brawler")),
        ("necromancer", ("bosun",)),
        ("brawler", ("1:brawler",)),
        ("thief", ("1:chest",)),
        ("recruiter", ("cook", "explorer")),
        ("watchman", ("hook/amulet",)),
        ("merchant", ("1*map", "1*relic")),
        ("surgeon", ("bosun",)),
        ("innkeeper", ("innkeeper",)),
    ],
)
def test_an_apprentices_further_questions_come_under_the_chosen_card(card: str, options: tuple[str, ...]) -> None:
    loot = "map" if card == "preacher" else "map relic"
    table = played(
        seat("apprentice", "cook", "explorer", crew=card, loot=loot, graveyard="bosun"),
        seat("treasurer", crew="brawler", loot="chest"),
        loot="hook",
        later="amulet",
    ).answer(card)
    assert table.asked() == (0, card, options)


@pytest.mark.parametrize(
    ("card", "doubloons", "reputation"),
    [
        ("beggar", 12, "..01.2"),
        ("bandit", 13, "0..1.2"),
        ("carpenter", 5, "..10.2"),
        ("officer", 12, "..10.2"),
        ("bosun", 12, "..10.2"),
        ("gambler", 8, "..10.2"),
        ("aristocrat", 10, "..1.20"),
        ("quartermaster", 12, "..10.2"),
        ("first-mate", 8, "..10.2"),
        ("captain", 8, "..1.20"),
    ],
)
def test_an_apprentice_uses_what_is_in_the_ship(card: str, doubloons: int, reputation: str) -> None:
    # scout in the ship: one lower for the Bosun, two of them for the First Mate
    table = played(seat("apprentice", crew=f"{card} scout", loot="2*map"), seat("cook"), reputation="..10.2").answer(card)
    assert (table.doubloons(0), table.reputation) == (doubloons, reputation)
    assert sorted(table.crew(0)) == sorted(["apprentice", card, "scout"])


def test_an_apprentice_with_a_bodyguard() -> None:
    table = played(seat("apprentice", crew="bodyguard"), loot="saber hook map").answer("bodyguard")
    assert (table.doubloons(0), table.asked()) == (14, (0, "take", ("map",)))


def test_an_apprentice_with_a_gunner_may_discard_the_gunner_for_reputation() -> None:
    table = played(seat("apprentice", crew="gunner"), reputation=".012..").answer("gunner", "0:gunner")
    assert (table.graveyard(0), table.reputation) == (["gunner"], ".102..")


def test_an_apprentice_with_an_innkeeper_may_take_the_innkeeper_back() -> None:
    table = played(seat("apprentice", crew="innkeeper"), seat("treasurer")).answer("innkeeper", "innkeeper")
    assert table.crew(0) == ["apprentice"]
    assert "innkeeper" in table.hand(0)


def test_an_apprentice_with_a_smuggler_uses_a_saber_by_day() -> None:
    table = played(seat("apprentice", crew="smuggler"), seat("infantry"), loot="saber").answer("smuggler", "saber")
    assert table.asked() == (0, "saber", ("1:infantry",))
    table.answer("1:infantry")
    assert (table.doubloons(1), table.crew(0)) == (10, ["apprentice", "smuggler"])


def test_a_scouts_replacement_from_the_ship_acts_this_day() -> None:
    table = played(seat("apprentice", "officer", "cook", crew="scout")).answer("scout", "officer")
    assert (table.doubloons(0), table.crew(0)) == (12, ["apprentice", "officer"])


# ---- stormy tokens by day ----------------------------------------------------------------------------------------------------


def test_a_smuggler_resolves_a_stormy_saber_and_a_stormy_amulet_by_day() -> None:
    table = played(seat("smuggler"), seat("treasurer", crew="bosun", loot="chest"), board="stormy", loot="saber").answer("saber")
    assert table.asked() == (0, "saber", ("1:bosun",))
    table = played(seat("smuggler"), seat("treasurer", loot="chest"), board="stormy", loot="amulet").answer("amulet")
    assert table.asked() == (0, "amulet", ("1:chest", "pass"))
    table.answer("1:chest")
    assert (table.loot(0), table.loot(1), table.crew(0)) == ({"chest": 1}, {"amulet": 1}, ["smuggler"])


def test_a_cook_resolves_two_stormy_tokens() -> None:
    table = played(seat("cook"), seat("explorer", loot="chest"), board="stormy", loot="amulet barrel", reputation=".012..")
    table.answer("amulet", "1:chest", "barrel")
    assert table.asked() == (0, "barrel", ("1", "2"))
    assert table.answer("1").reputation == ".120.."  # seat 1 falls below seat 0, who then rises by one


# ---- days on which nobody has a card -----------------------------------------------------------------------------------------


def test_days_go_by_where_nobody_has_a_card_and_their_loot_goes_back() -> None:
    table = lay(seat(crew="barkeep"), loot="map", later="chest")
    assert (table.moment, table.last_scores) == ((2, 1), [10 + 4])
    assert table.happened("took") == []
