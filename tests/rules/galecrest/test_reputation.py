"""The reputation track: how tokens slide, what lies beyond its ends, and what it is good for."""

from __future__ import annotations

import pytest

from tests.galecrest_table import anchored, played, seat

# ---- gaining and losing ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("before", "after"),
    [("012...", "120..."), (".1.0.2", ".1..20"), ("1.2.0.", "1.2..0"), ("...012", "...120")],
)
def test_who_gains_reputation_moves_right_and_the_others_slide_left(before: str, after: str) -> None:
    assert played(seat("aristocrat"), reputation=before).reputation == after


@pytest.mark.parametrize(
    ("before", "after"),
    [("12...0", "12.0.."), (".1.0.2", ".01..2"), ("...120", "...012"), ("120...", "012...")],
)
def test_who_loses_reputation_moves_left_and_the_others_slide_right(before: str, after: str) -> None:
    assert played(seat("thief"), seat("treasurer", loot="map"), reputation=before).answer("1:map").reputation == after


def test_the_example_of_the_rulebook() -> None:
    # Jamey (0) on the sixth space, Megan (1) on the fifth, Paolo (2) on the third: Paolo gains 2
    table = played(seat(), seat(), seat("armorer"), reputation="..2.10", loot="hook").answer("hook")
    assert table.reputation == "...120"


@pytest.mark.parametrize(
    ("before", "after", "doubloons"),
    [("12...0", "12...0", 12), ("12..0.", "12...0", 11), ("12.0..", "12...0", 10)],
)
def test_past_the_right_end_each_step_gains_a_doubloon(before: str, after: str, doubloons: int) -> None:
    table = played(seat("aristocrat"), reputation=before)
    assert (table.reputation, table.doubloons(0)) == (after, doubloons)


@pytest.mark.parametrize(
    ("before", "purse", "doubloons"),
    [("012...", 10, 8), ("102...", 10, 9), ("120...", 10, 10), ("012...", 1, 0), ("012...", 0, 0)],
)
def test_past_the_left_end_each_step_costs_a_doubloon(before: str, purse: int, doubloons: int) -> None:
    table = played(seat("thief", doubloons=purse), seat("treasurer", loot="map"), reputation=before).answer("1:map")
    assert (table.reputation, table.doubloons(0)) == ("012...", doubloons)


def test_tokens_of_colours_that_nobody_plays_move_like_the_others() -> None:
    assert played(seat("captain"), reputation="0...12").reputation == "...120"
    assert played(seat("bandit"), reputation="12...0").reputation == "012..."


# ---- equal ranks -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("reputation", ["012345", "543210", "304152"])
def test_equal_ranks_stand_by_reputation_the_higher_farther_right(reputation: str) -> None:
    table = played(*(seat("treasurer") for _ in range(6)), reputation=reputation, loot="6*map")
    assert table.lineup == [(int(mark), "treasurer") for mark in reputation]


def test_rank_goes_before_reputation() -> None:
    table = played(seat("scout", last=True), seat("innkeeper"), seat("treasurer"), reputation="2.1..0", loot="2*map")
    assert table.lineup == [(1, "innkeeper"), (2, "treasurer")]


def test_the_example_of_the_rulebook_a_bandit_and_two_smugglers() -> None:
    # Jamey (0), Paolo (1) and Megan (2), who has more reputation than Paolo
    table = played(seat("bandit"), seat("smuggler"), seat("smuggler"), reputation="..102.", loot="3*map")
    assert table.lineup == [(0, "bandit"), (1, "smuggler"), (2, "smuggler")]
    assert table.asked() == (1, "take", ("map",))


def test_later_changes_of_reputation_do_not_re_sort_the_island() -> None:
    table = played(seat("bandit"), seat("bandit"), reputation="..01.2", loot="2*map")
    assert table.reputation == "10...2"  # seat 1 moved last, below seat 0
    assert table.lineup == [(0, "bandit"), (1, "bandit")]
    assert table.asked() == (1, "take", ("map",))


# ---- what else it is good for ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("reputation", "doubloons"),
    [("012...", [12, 11, 10]), ("...012", [9, 8, 7]), ("2.0..1", [10, 7, 12])],
)
def test_doubloons_at_the_start_of_a_voyage_go_by_space(reputation: str, doubloons: list[int]) -> None:
    table = played(seat("treasurer", doubloons=3), seat("treasurer"), seat(), day=4, reputation=reputation)
    assert (table.moment, table.purses) == ((2, 1), doubloons)


def test_reputation_stays_from_voyage_to_voyage() -> None:
    assert played(seat("aristocrat"), day=4, reputation="012...").reputation == "120..."


@pytest.mark.parametrize(("reputation", "winner"), [("012...", 1), ("102...", 0), ("..0..1", 1)])
def test_a_tie_goes_to_the_higher_reputation(reputation: str, winner: int) -> None:
    tied = [seat(scores=(10, 10), doubloons=5), seat(scores=(0, 0), doubloons=25)]
    track = reputation if "2" in reputation else reputation.replace(".", "2", 1)
    table = anchored(*tied, reputation=track)
    assert table.game.scores[:2] == (25, 25)
    assert table.winners == (winner,)


def test_there_is_always_one_winner() -> None:
    assert anchored(*(seat() for _ in range(6)), reputation="542310").winners == (0,)


def test_reputation_does_not_beat_a_higher_score() -> None:
    assert anchored(seat(doubloons=11), seat(), reputation="012...").winners == (0,)
