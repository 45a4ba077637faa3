"""The day of rest: max(0, doubloons + gains - losses), then max(0, that + the value of the booty); and who wins."""

from __future__ import annotations

import pytest

from tests.table import TOKENS, lay, played, rested, seat

# ---- the value of booty ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("loot", "worth"),
    [
        ("chest", 5),
        ("4*chest", 20),
        ("jewel", 3),
        ("goods", 1),
        ("spanish-officer", 0),
        ("saber", 0),
        ("treasure-map", 0),
        ("2*treasure-map", 0),
        ("3*treasure-map", 12),
        ("5*treasure-map", 12),
        ("6*treasure-map", 24),
        ("8*treasure-map", 24),
        ("cursed-relic", -3),
        ("3*cursed-relic", -9),
        ("chest 2*jewel 3*goods saber spanish-officer 4*treasure-map 2*cursed-relic", 5 + 6 + 3 + 12 - 6),
        (" ".join(f"{count}*{kind}" for kind, count in TOKENS.items()), 20 + 18 + 10 + 24 - 30),
    ],
)
def test_booty_is_worth(loot: str, worth: int) -> None:
    assert rested(seat(loot=loot), seat()).last_scores == [10 + worth, 10]


# ---- gains, losses and the two floors ----------------------------------------------------------------------------------------


def test_doubloons_and_booty_make_the_score() -> None:
    assert rested(seat(doubloons=17, loot="chest"), seat(doubloons=0, loot="jewel")).last_scores == [22, 3]


def test_gains_and_losses_are_netted_whatever_their_order() -> None:
    # the Quartermaster's loss is covered by the Preacher's and the Gambler's gains, of lower rank
    crew = "preacher gambler quartermaster"
    assert rested(seat(crew=crew, doubloons=0), seat()).last_scores[0] == 5 + 8 - 8


def test_the_doubloons_fall_to_0_at_most_before_the_booty_is_added() -> None:
    assert rested(seat(crew="quartermaster", doubloons=3, loot="chest"), seat()).last_scores[0] == 5


def test_the_captains_loss_counts_among_the_doubloons_the_relics_own_among_the_booty() -> None:
    # 4 - 6 falls to 0; then 5 + 5 - 6
    assert rested(seat(crew="captain", doubloons=4, loot="2*cursed-relic 2*chest"), seat()).last_scores[0] == 4


def test_the_score_of_a_campaign_falls_to_0_at_most() -> None:
    table = rested(seat(doubloons=5, loot="4*cursed-relic", scores=(20, 1)), seat())
    assert table.voyage_scores(0) == [20, 1, 0]
    assert table.game.scores[0] == 21


def test_booty_pays_for_relics_before_the_floor() -> None:
    assert rested(seat(doubloons=0, loot="2*cursed-relic chest jewel"), seat()).last_scores[0] == 2


def test_everyone_rests_at_the_same_time() -> None:
    # the first seat's den still counts for the Topman of the last one, and the other way round
    crews = ["cook bosun", "governors-daughter brute", "topman"]
    assert rested(*(seat(crew=crew) for crew in crews)).last_scores == [10, 16, 15]
    assert rested(*(seat(crew=crew) for crew in crews[::-1])).last_scores == [15, 16, 10]


def test_only_the_den_counts_not_the_cemetery_and_not_the_hand() -> None:
    table = rested(seat(graveyard="carpenter gambler quartermaster"), seat())
    assert table.last_scores == [10, 10]


def test_characters_without_an_end_of_campaign_action_earn_nothing() -> None:
    silent = "parrot monkey beggar recruiter cabin-boy french-officer voodoo-witch brute gunner spanish-spy cook bosun merchant"
    table = rested(seat(crew=f"{silent} surgeon spanish-governor", loot="goods"), seat())
    assert table.last_scores == [11, 10]


# ---- who wins ----------------------------------------------------------------------------------------------------------------


def test_the_score_of_all_three_campaigns_decides() -> None:
    table = rested(seat(scores=(20, 20), doubloons=5), seat(scores=(10, 10), doubloons=20))
    assert table.game.over
    assert table.game.scores == (45, 40)
    assert table.winners == (0,)


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_final_ties_stand_as_shared_victories(players: int) -> None:
    tied = [seat(scores=(20 - number, 0), doubloons=number) for number in range(players - 1)]
    table = rested(*tied, seat(scores=(5, 5), doubloons=0))
    assert table.winners == tuple(range(players - 1))


def test_a_tie_may_be_broken_by_the_last_campaign() -> None:
    tied = [seat(scores=(10, 10), doubloons=5), seat(scores=(0, 5), doubloons=20), seat(scores=(0, 1), doubloons=23)]
    # the last has the best last campaign but is not among those tied
    assert rested(*tied).winners == (0, 1)
    assert rested(*tied, tie_break="last_campaign").winners == (1,)


def test_a_tie_in_the_last_campaign_too_stands_as_a_shared_victory() -> None:
    tied = [seat(scores=(10, 10), doubloons=5), seat(scores=(0, 5), doubloons=20), seat(scores=(5, 0), doubloons=20)]
    assert rested(*tied, tie_break="last_campaign").winners == (1, 2)


def test_there_are_no_winners_before_the_end() -> None:
    table = lay(seat("topman", scores=(20, 20)), seat("topman", scores=(1, 1)), voyage=3, day=6)
    assert not table.game.over
    assert table.winners == ()


# ---- the table when the game is over -----------------------------------------------------------------------------------------


def test_when_the_game_is_over_everything_is_cleared_but_scores_hands_and_graveyards() -> None:
    table = played(
        seat("bosun", "captain", crew="cook", graveyard="brute", loot="chest", scores=(1, 2)),
        seat("cabin-boy", last=True, loot="saber", scores=(3, 4)),
        voyage=3,
        day=6,
        loot="goods jewel",
    ).answer("jewel")
    position = table.game.position()
    assert table.game.decisions == ()
    assert (position["voyage"], position["day"]) == (3, 7)
    assert position["loot"] == [[]] * 6
    assert position["bag"] == TOKENS
    assert "pending" not in position
    empty = {"crew": [], "loot": {}, "doubloons": 0}
    first = {"colour": "yellow", "score": 23, "voyage_scores": [1, 2, 20], "hand": ["captain"], "graveyard": ["brute"]}
    second = {"colour": "red", "score": 17, "voyage_scores": [3, 4, 10], "hand": [], "graveyard": []}
    assert position["seats"] == [first | empty, second | empty]
