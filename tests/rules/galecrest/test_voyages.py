"""Setup, voyages of 4, 5 and 6 days, the end of a voyage and what hooks keep."""

from __future__ import annotations

from typing import Any

import pytest

from libertalia import Game, IllegalMove, LibertaliaError
from tests.galecrest_table import CAST, COLOURS, TOKENS, VOYAGES, GaleTable, anchored, lay, played, seat

PLAYERS = [2, 3, 4, 5, 6]
SPACES = (12, 11, 10, 9, 8, 7)


def new(players: int, seed: int = 5, **options: Any) -> Game:
    return Game.new("galecrest", players=players, seed=seed, **options)


# ---- setup -------------------------------------------------------------------------------------------------------------------


def test_there_are_48_tokens_and_40_characters() -> None:
    assert sum(TOKENS.values()) == 48
    assert len(set(CAST)) == 40


@pytest.mark.parametrize("players", PLAYERS)
def test_everyone_starts_with_the_same_6_cards_and_doubloons_by_reputation(players: int) -> None:
    start = new(players).position()
    assert (start["voyage"], start["day"], len(start["seats"])) == (1, 1, players)
    hand = start["seats"][0]["hand"]
    assert len(hand) == 6
    for entry in start["seats"]:
        assert (entry["hand"], entry["doubloons"]) == (hand, SPACES[start["reputation"].index(entry["colour"])])
        assert (entry["crew"], entry["graveyard"], entry["loot"], entry["score"]) == ([], [], {}, 0)
    assert sorted([*hand, *start["deck"]]) == sorted(CAST)


@pytest.mark.parametrize("players", PLAYERS)
def test_the_track_has_six_spaces_with_null_for_colours_that_nobody_plays(players: int) -> None:
    start = new(players).position()
    track = start["reputation"]
    assert len(track) == 6
    assert sorted(colour for colour in track if colour) == sorted(entry["colour"] for entry in start["seats"])


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_reputation_starts_at_random(players: int) -> None:
    starts = [new(players, number).position() for number in range(80)]
    spaces = {start["reputation"].index(start["seats"][0]["colour"]) for start in starts}
    assert spaces == set(range(6))


@pytest.mark.parametrize(("players", "tokens"), [(2, 3), (3, 3), (4, 4), (5, 5), (6, 6)])
def test_each_of_4_days_has_a_token_per_player_but_3_for_two_players(players: int, tokens: int) -> None:
    start = new(players).position()
    assert [len(day) for day in start["loot"]] == [tokens] * 4
    laid = [kind for day in start["loot"] for kind in day]
    assert {kind: start["bag"].get(kind, 0) + laid.count(kind) for kind in TOKENS} == TOKENS


def test_colours_are_those_of_the_original() -> None:
    assert {entry["colour"] for entry in new(6).position()["seats"]} == set(COLOURS)


@pytest.mark.parametrize("players", [0, 7])
def test_there_are_1_to_6_players(players: int) -> None:
    with pytest.raises(LibertaliaError):
        new(players)


@pytest.mark.parametrize("board", ["calm", "stormy", "uncharted"])
def test_there_are_three_boards(board: str) -> None:
    assert len(new(3, board=board).decisions) == 3


def test_an_unknown_board_is_refused() -> None:
    with pytest.raises(LibertaliaError):
        new(3, board="sunny")


def test_uncharted_turns_each_tile_at_random() -> None:
    sides = [new(3, number, board="uncharted").position()["options"]["board"] for number in range(40)]
    for kind in TOKENS:
        assert {board[kind] for board in sides} == {"calm", "stormy"}


@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("board", ["calm", "stormy"])
def test_a_game_is_voyages_of_4_5_and_6_days_and_18_of_the_40_characters(players: int, board: str) -> None:
    game = new(players, board=board)
    while not game.over:
        game.play(game.decisions[0].seat, game.decisions[0].options[0])
    assert [event.data()["day"] for event in game.events if event.kind == "day-begins"] == [
        day for days in VOYAGES for day in range(1, days + 1)
    ]
    dealt = [event.data()["cards"] for event in game.events if event.kind == "cards-dealt"]
    assert [len(cards) for cards in dealt if isinstance(cards, list)] == [6, 6, 6]
    assert len(game.position()["deck"]) == 22
    assert len(game.winners) == 1


# ---- picks -------------------------------------------------------------------------------------------------------------------


def test_everyone_picks_at_the_same_time_and_may_think_again() -> None:
    table = lay(seat("treasurer", "collector"), seat("cook"), seat("bosun"))
    assert [(d.seat, d.kind) for d in table.game.decisions] == [(0, "pick"), (1, "pick"), (2, "pick")]
    table.game.play(0, "treasurer")
    table.game.unpick(0)
    table.play("collector", "cook", "bosun")
    assert table.crew(0) == ["collector"]


def test_a_player_without_a_hand_skips_the_pick_but_not_the_night() -> None:
    table = lay(seat(crew="barkeep"), seat("treasurer"))
    assert [d.seat for d in table.game.decisions] == [1]
    assert table.play(None, "treasurer").doubloons(0) == 11


# ---- between voyages ---------------------------------------------------------------------------------------------------------


def next_voyage(voyage: int, **more: str) -> GaleTable:
    return played(
        seat("treasurer", "captain", crew="bosun", graveyard="brute", loot="2*chest", doubloons=25),
        seat("collector", "cook", "armorer", graveyard="scout", loot="2*saber", doubloons=3),
        day=VOYAGES[voyage - 1],
        voyage=voyage,
        **more,  # type: ignore[arg-type]
    )


@pytest.mark.parametrize("voyage", [1, 2])
def test_at_the_end_of_a_voyage_ships_go_to_the_graveyard_and_loot_and_doubloons_are_gone(voyage: int) -> None:
    table = next_voyage(voyage, reputation="0.1..2")
    assert table.moment == (voyage + 1, 1)
    assert [table.graveyard(0), table.graveyard(1)] == [["brute", "bosun", "treasurer"], ["scout", "collector"]]
    for number in range(2):
        assert (table.crew(number), table.loot(number)) == ([], {})
    assert table.purses == [12, 10]
    assert table.last_scores == [25 + 10 + 2, 3]


@pytest.mark.parametrize("voyage", [1, 2])
def test_hands_are_kept_and_6_new_cards_the_same_for_all_are_added(voyage: int) -> None:
    table = next_voyage(voyage)
    new_cards = set(table.hand(0)) - {"captain"}
    assert len(new_cards) == 6
    assert set(table.hand(1)) == new_cards | {"cook", "armorer"}
    used = {"treasurer", "captain", "bosun", "brute", "collector", "cook", "armorer", "scout"}
    assert new_cards.isdisjoint(used)
    assert set(table.game.position()["deck"]) == set(CAST) - used - new_cards


@pytest.mark.parametrize("voyage", [1, 2])
def test_the_next_voyage_is_a_day_longer_and_its_loot_is_laid_out(voyage: int) -> None:
    table = next_voyage(voyage)
    loot = table.game.position()["loot"]
    assert [len(day) for day in loot] == [3] * VOYAGES[voyage]
    laid = [kind for day in loot for kind in day]
    assert {kind: table.bag.get(kind, 0) + laid.count(kind) for kind in TOKENS} == TOKENS


@pytest.mark.parametrize(("voyage", "days"), list(enumerate(VOYAGES, 1)))
def test_no_voyage_ends_a_day_early(voyage: int, days: int) -> None:
    assert played(seat("treasurer"), voyage=voyage, day=days - 1).moment == (voyage, days)


def test_scores_add_up_from_voyage_to_voyage() -> None:
    table = played(seat("cook", doubloons=12, scores=(7,)), seat("cook", loot="chest", scores=(1,)), day=5, voyage=2)
    assert (table.voyage_scores(0), table.voyage_scores(1)) == ([7, 12], [1, 15])
    assert table.game.scores[:2] == (19, 16)


def test_the_night_of_the_last_day_comes_before_the_anchor() -> None:
    assert anchored(seat(crew="barkeep mutineer", doubloons=0)).answer("barkeep").last_scores == [3]


# ---- hooks: keep a character of the ship for the next voyage, or gain 2 ------------------------------------------------------


@pytest.mark.parametrize("voyage", [1, 2])
def test_a_hook_keeps_a_character_in_the_ship_for_the_next_voyage(voyage: int) -> None:
    table = played(seat("cook", crew="bosun barkeep", loot="hook"), day=VOYAGES[voyage - 1], voyage=voyage)
    assert table.asked() == (0, "hook", ("barkeep", "bosun", "cook", "doubloons"))
    table.answer("barkeep")
    assert (table.moment, table.crew(0), table.graveyard(0)) == ((voyage + 1, 1), ["barkeep"], ["bosun", "cook"])
    assert (table.last_scores, table.loot(0)) == ([11], {})


def test_a_hook_may_bring_doubloons_instead() -> None:
    table = played(seat("cook", crew="bosun", loot="hook"), day=4).answer("doubloons")
    assert (table.last_scores, table.crew(0), table.graveyard(0)) == ([12], [], ["bosun", "cook"])


def test_each_hook_is_asked_and_a_character_is_kept_once() -> None:
    table = played(seat("cook", crew="bosun", loot="3*hook"), day=4).answer("cook")
    assert table.asked() == (0, "hook", ("bosun", "doubloons"))
    table.answer("bosun")
    assert table.asked() == (0, "hook", ("doubloons",))
    table.answer("doubloons")
    assert (table.crew(0), table.graveyard(0), table.last_scores) == (["bosun", "cook"], [], [12])


def test_hooks_are_asked_in_seat_order() -> None:
    table = played(seat("cook", loot="hook"), seat("cook"), seat("bosun", loot="2*hook"), day=4)
    seats = []
    while (question := table.asked()) is not None:
        seats.append((question.seat, question.kind))
        table.answer("doubloons")
    assert seats == [(0, "hook"), (2, "hook"), (2, "hook")]


def test_what_a_hook_keeps_still_counts_at_this_anchor() -> None:
    table = played(seat("cook", crew="first-mate", loot="hook"), day=4).answer("first-mate")
    assert table.last_scores == [12]


def test_after_the_third_voyage_a_hook_brings_doubloons_only() -> None:
    table = anchored(seat(crew="bosun", loot="hook"))
    assert table.asked() == (0, "hook", ("doubloons",))
    with pytest.raises(IllegalMove):
        table.answer("bosun")


def test_a_witch_who_returned_to_the_hand_cannot_be_kept() -> None:
    table = played(seat("cook", crew="witch", loot="hook"), day=4)
    assert table.asked() == (0, "hook", ("cook", "doubloons"))
    assert "witch" in table.answer("cook").hand(0)


def test_a_witch_beside_a_night_ability_can_be_kept() -> None:
    table = played(seat("cook", crew="witch barkeep", loot="hook"), day=4).answer("barkeep")
    assert table.asked() == (0, "hook", ("barkeep", "cook", "doubloons", "witch"))
    assert table.answer("witch").crew(0) == ["witch"]


# ---- when the game is over ---------------------------------------------------------------------------------------------------


def test_when_the_game_is_over_everything_is_cleared_but_scores_hands_and_graveyards() -> None:
    table = played(seat("cook", "captain", crew="bosun", graveyard="brute", loot="chest", scores=(1, 2)), voyage=3, day=6)
    position = table.game.position()
    assert (table.game.over, table.game.decisions, table.moment) == (True, (), (3, 7))
    assert (position["loot"], position["bag"], "pending" in position) == ([[]] * 6, TOKENS, False)
    assert position["reputation"] == [None, "yellow", "red", "blue", None, None]
    first = position["seats"][0]
    assert (first["voyage_scores"], first["score"], first["hand"]) == ([1, 2, 15], 18, ["captain"])
    assert (first["graveyard"], first["crew"], first["loot"], first["doubloons"]) == (["brute", "bosun", "cook"], [], {}, 0)


@pytest.mark.parametrize("players", [2, 3, 6])
def test_a_position_in_the_middle_of_a_game_can_be_laid_again(players: int) -> None:
    game = new(players, board="stormy")
    while not game.over:
        assert Game.at(game.position()).position() == game.position()
        game.play(game.decisions[-1].seat, game.decisions[-1].options[-1])
