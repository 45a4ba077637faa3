"""Two players: the Midshipman of rank 20.5, and the token that goes back before the left neighbour gains loot."""

from __future__ import annotations

import pytest

from libertalia import Game
from tests.galecrest_table import TOKENS, GaleTable, Question, Seat, played, seat


def duel(one: Seat, other: Seat, loot: str = "chest map relic", reputation: str = "..01..", **more: str) -> GaleTable:
    return played(one, other, loot=loot, reputation=reputation, duel=True, **more)  # type: ignore[arg-type]


def dusk(table: GaleTable) -> list[tuple[int, str]]:
    """Who is asked what from now on, always with the first answer."""
    asked = []
    while (question := table.asked()) is not None:
        asked.append((question.seat, question.kind))
        table.answer(question.options[0])
    return asked


# ---- setup -------------------------------------------------------------------------------------------------------------------


def test_two_players_start_on_spaces_3_and_4_with_10_and_9_doubloons() -> None:
    seconds = set()
    for number in range(20):
        start = Game.new("galecrest", players=2, seed=number).position()
        colours = [entry["colour"] for entry in start["seats"]]
        assert [colour is not None for colour in start["reputation"]] == [False, False, True, True, False, False]
        assert sorted(entry["doubloons"] for entry in start["seats"]) == [9, 10]
        seconds.add(colours.index(start["reputation"][3]))
    assert seconds == {0, 1}


# ---- the removal -------------------------------------------------------------------------------------------------------------


def test_the_opponent_removes_a_token_before_the_character_left_of_the_midshipman_gains_loot() -> None:
    table = duel(seat("explorer"), seat("treasurer")).answer("chest")
    assert table.asked() == (1, "midshipman", ("map", "relic"))
    table.answer("map")
    assert table.asked() == (0, "take", ("relic",))
    table.answer("relic")
    assert (table.loot(0), table.loot(1)) == ({"relic": 1}, {"chest": 1})
    assert table.bag == TOKENS | {"chest": 3, "relic": 7}


def test_the_removed_token_has_no_effect() -> None:
    table = duel(seat("explorer"), seat("treasurer"), loot="saber barrel map").answer("map", "saber")
    assert table.asked() == (0, "take", ("barrel",))
    assert table.reputation == "..01.."


@pytest.mark.parametrize(("one", "other"), [("cook", "treasurer"), ("bosun", "governor")])
def test_nobody_is_left_of_him_when_both_rank_above_20(one: str, other: str) -> None:
    assert {kind for _, kind in dusk(duel(seat(one), seat(other)))} == {"take"}


def test_of_two_characters_up_to_20_the_higher_stands_beside_him() -> None:
    assert dusk(duel(seat("explorer"), seat("innkeeper"))) == [(1, "midshipman"), (0, "take"), (1, "take")]


@pytest.mark.parametrize(("reputation", "marked"), [("..01..", 1), ("..10..", 0)])
def test_of_two_equal_characters_the_higher_reputation_stands_beside_him(reputation: str, marked: int) -> None:
    table = duel(seat("explorer"), seat("explorer"), reputation=reputation)
    assert dusk(table) == [(1 - marked, "midshipman"), (marked, "take"), (1 - marked, "take")]


@pytest.mark.parametrize(("card", "marked"), [("freed-prisoner", True), ("bosun", False)])
def test_he_ranks_between_20_and_21(card: str, marked: bool) -> None:
    asked = dusk(duel(seat(card), seat("treasurer")))
    assert asked == [(1, "take"), *([(1, "midshipman")] if marked else []), (0, "take")]


def test_nothing_is_removed_for_a_cabin_boy() -> None:
    assert dusk(duel(seat("cabin-boy"), seat("treasurer"))) == [(1, "take")]


def test_nothing_left_to_remove_is_not_asked() -> None:
    assert dusk(duel(seat("explorer"), seat("treasurer"), loot="map")) == [(1, "take")]


def test_the_last_token_may_be_removed_and_nothing_is_left_to_gain() -> None:
    assert dusk(duel(seat("explorer"), seat("treasurer"), loot="2*map")) == [(1, "take"), (1, "midshipman")]


def test_a_marked_smuggler_takes_by_day_without_a_removal_and_nobody_slides_into_his_space() -> None:
    table = duel(seat("smuggler"), seat("explorer"))
    assert table.asked() == (0, "take", ("chest", "map", "relic"))
    assert dusk(table) == [(0, "take"), (1, "take")]


def test_a_marked_character_that_leaves_takes_the_mark_along() -> None:
    # the Stowaway's saber discards the marked Explorer; nobody else stands there
    table = duel(seat("explorer"), seat("stowaway"), bag="saber")
    assert table.asked() == (1, "saber", ("0:explorer",))
    assert dusk(table.answer("0:explorer")) == []


# ---- Scouts ------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("replacement", "asked"),
    [
        ("necromancer", [(1, "midshipman"), (0, "take"), (1, "take")]),
        ("innkeeper", [(0, "midshipman"), (1, "take"), (0, "take")]),
        ("treasurer", [(0, "take"), (0, "midshipman"), (1, "take")]),
    ],
)
def test_a_scouts_replacement_takes_the_mark_if_it_stands_beside_him(replacement: str, asked: list[tuple[int, str]]) -> None:
    table = duel(seat("scout", replacement), seat("explorer")).answer(replacement)
    assert dusk(table) == asked


def test_the_replacement_of_a_marked_scout_takes_the_vacated_space() -> None:
    table = duel(seat("scout", "explorer"), seat("treasurer")).answer("explorer")
    assert dusk(table) == [(1, "take"), (1, "midshipman"), (0, "take")]


def test_a_marked_scout_replaced_above_20_leaves_nobody_there() -> None:
    table = duel(seat("scout", "cook"), seat("treasurer"), loot="2*map").answer("cook")
    assert dusk(table) == [(1, "take"), (0, "take")]


@pytest.mark.parametrize(
    ("first", "second", "asked"),
    [
        ("explorer", "cook", [(1, "take"), (1, "take"), (1, "midshipman")]),
        ("explorer", "innkeeper", [(1, "midshipman"), (0, "take"), (1, "take")]),
        ("innkeeper", "explorer", [(0, "midshipman"), (1, "take"), (0, "take")]),
        ("collector", "explorer", [(0, "take"), (0, "midshipman"), (1, "take")]),
        ("collector", "treasurer", [(0, "take"), (1, "take")]),
    ],
)
def test_of_two_scouts_the_later_replacement_takes_or_leaves_the_mark(
    first: str, second: str, asked: list[tuple[int, str]]
) -> None:
    table = duel(seat("scout", first), seat("scout", second)).answer(first, second)
    assert dusk(table) == asked


@pytest.mark.parametrize(
    ("replacement", "asked"),
    [
        ("explorer", [(1, "take"), (1, "midshipman"), (0, "take"), (0, "take")]),
        ("collector", [(0, "take"), (1, "take"), (1, "midshipman"), (0, "take")]),
    ],
)
def test_the_mark_is_a_characters_not_a_players(replacement: str, asked: list[tuple[int, str]]) -> None:
    table = duel(seat("apprentice", replacement, crew="scout"), seat("treasurer"), loot="4*map").answer("scout", replacement)
    assert dusk(table) == asked


def test_a_scouts_replacement_takes_the_mark_of_its_own_apprentice() -> None:
    table = duel(seat("apprentice", "explorer", crew="scout"), seat("apprentice"), reputation="..10..")
    assert table.asked() == (0, "apprentice", ("scout",))
    assert dusk(table.answer("scout", "explorer")) == [(1, "midshipman"), (0, "take"), (0, "take")]


# ---- leftmost, rightmost, neighbours -----------------------------------------------------------------------------------------


def test_a_brute_who_meets_him_as_the_rightmost_does_nothing() -> None:
    table = duel(seat("brute"), seat("explorer"), loot="")
    assert (table.crew(0), table.crew(1), table.reputation) == (["brute"], ["explorer"], "..01..")


def test_a_beggar_who_meets_him_as_the_rightmost_gets_nothing() -> None:
    table = duel(seat("beggar"), seat("explorer"), loot="")
    assert (table.purses, table.reputation) == ([10, 10], "..01..")


def test_beggar_and_brute_work_on_a_character_right_of_him() -> None:
    assert duel(seat("beggar"), seat("treasurer"), loot="").purses == [12, 8]
    assert duel(seat("brute"), seat("treasurer"), loot="").graveyard(1) == ["treasurer"]


def test_a_saber_cannot_discard_him() -> None:
    table = duel(seat("explorer"), seat("treasurer"), loot="saber map").answer("saber")
    assert table.asked() == (1, "saber", ("0:explorer",))


def test_cabin_boy_and_infantry_are_leftmost_and_rightmost_all_the_same() -> None:
    assert duel(seat("cabin-boy"), seat("infantry"), loot="").purses == [13, 15]


def test_both_neighbours_are_the_same_opponent() -> None:
    table = duel(seat("thief"), seat("treasurer", loot="map chest"), loot="")
    assert table.asked() == (0, "thief", ("1:chest", "1:map"))
    table = duel(seat("treasurer"), seat("cook"), loot="barrel", board="stormy").answer("barrel")
    assert table.asked() == Question(0, "barrel", ("1",))


def test_three_players_play_without_him() -> None:
    table = played(seat("explorer"), seat("treasurer"), loot="2*map").answer("map")
    assert table.asked() == (0, "take", ("map",))
