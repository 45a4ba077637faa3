"""Setup, and what lies between two campaigns."""

from __future__ import annotations

import pytest

from libertalia import Game, LibertaliaError
from tests.table import CAST, COLOURS, TOKENS, Table, played, seat

PLAYERS = [2, 3, 4, 5, 6]


def play_through(game: Game, voyage: int) -> None:
    """Go on with the first answer there is until a voyage is over."""
    while not game.over and game.position()["voyage"] == voyage:
        game.play(game.decisions[0].seat, game.decisions[0].options[0])


# ---- setup -------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", PLAYERS)
def test_everyone_starts_with_the_same_9_cards_10_doubloons_and_nothing_else(players: int) -> None:
    start = Game.new("original", players=players, seed=5).position()
    assert (start["voyage"], start["day"], len(start["seats"])) == (1, 1, players)
    hand = start["seats"][0]["hand"]
    assert len(hand) == 9
    for entry in start["seats"]:
        assert (entry["hand"], entry["doubloons"], entry["score"]) == (hand, 10, 0)
        assert (entry["crew"], entry["graveyard"], entry["loot"]) == ([], [], {})
    assert sorted([*hand, *start["deck"]]) == sorted(CAST)


@pytest.mark.parametrize("players", PLAYERS)
def test_each_of_6_days_has_one_token_per_player_the_rest_is_in_the_bag(players: int) -> None:
    start = Game.new("original", players=players, seed=5).position()
    assert [len(tokens) for tokens in start["loot"]] == [players] * 6
    laid = [kind for tokens in start["loot"] for kind in tokens]
    assert {kind: start["bag"].get(kind, 0) + laid.count(kind) for kind in TOKENS} == TOKENS


def test_there_are_50_tokens_and_30_characters() -> None:
    assert sum(TOKENS.values()) == 50
    assert len(set(CAST)) == 30


@pytest.mark.parametrize("players", PLAYERS)
def test_colours_are_dealt_at_random(players: int) -> None:
    deals = [
        tuple(entry["colour"] for entry in Game.new("original", players=players, seed=seed).position()["seats"])
        for seed in range(60)
    ]
    assert all(len(set(deal)) == players for deal in deals)
    for number in range(players):
        assert {deal[number] for deal in deals} == set(COLOURS)


@pytest.mark.parametrize("players", [0, 1, 7])
def test_there_are_2_to_6_players(players: int) -> None:
    with pytest.raises(LibertaliaError):
        Game.new("original", players=players)


# ---- between campaigns -------------------------------------------------------------------------------------------------------


def next_campaign(voyage: int) -> Table:
    """The morning after a campaign that left something of everything lying about."""
    return played(
        seat("topman", "captain", crew="bosun", graveyard="brute", loot="2*chest", doubloons=25),
        seat("treasurer", "cook", "armorer", graveyard="monkey", loot="2*saber", doubloons=3),
        day=6,
        voyage=voyage,
    )


@pytest.mark.parametrize("voyage", [1, 2])
def test_a_new_campaign_begins_with_10_doubloons_and_no_booty_den_or_cemetery(voyage: int) -> None:
    table = next_campaign(voyage)
    assert table.moment == (voyage + 1, 1)
    for number in range(2):
        assert (table.crew(number), table.graveyard(number), table.loot(number)) == ([], [], {})
        assert table.doubloons(number) == 10


@pytest.mark.parametrize("voyage", [1, 2])
def test_6_new_cards_the_same_for_all_are_added_to_those_left_in_hand(voyage: int) -> None:
    table = next_campaign(voyage)
    new = set(table.hand(0)) - {"captain"}
    assert len(new) == 6
    assert set(table.hand(0)) == new | {"captain"}
    assert set(table.hand(1)) == new | {"cook", "armorer"}
    used = {"topman", "bosun", "brute", "treasurer", "monkey", "captain", "cook", "armorer"}
    assert new.isdisjoint(used)  # what has been dealt is not dealt again
    assert set(table.game.position()["deck"]) == set(CAST) - used - new


@pytest.mark.parametrize("voyage", [1, 2])
def test_all_booty_goes_back_and_is_laid_out_anew(voyage: int) -> None:
    table = next_campaign(voyage)
    assert [len(table.loot_on(day)) for day in range(1, 7)] == [2] * 6
    laid = [kind for day in range(1, 7) for kind in table.loot_on(day)]
    assert {kind: table.bag.get(kind, 0) + laid.count(kind) for kind in TOKENS} == TOKENS


def test_scores_add_up_from_campaign_to_campaign() -> None:
    table = played(seat("topman", doubloons=12, scores=(7,)), seat("topman", loot="chest", scores=(1,)), day=6, voyage=2)
    assert (table.voyage_scores(0), table.voyage_scores(1)) == ([7, 12], [1, 15])
    assert table.game.scores == (19, 16)


@pytest.mark.parametrize("players", PLAYERS)
def test_a_game_is_three_campaigns_of_six_days_and_21_of_the_30_characters(players: int) -> None:
    game = Game.new("original", players=players, seed=3)
    for voyage in (1, 2, 3):
        play_through(game, voyage)
    assert game.over
    assert [event.data() for event in game.events if event.kind == "day-begins"] == [
        {"event": "day-begins", "day": day, "picking": list(range(players))} for _ in range(3) for day in range(1, 7)
    ]
    dealt = [event.data()["cards"] for event in game.events if event.kind == "cards-dealt"]
    assert [len(cards) for cards in dealt if isinstance(cards, list)] == [9, 6, 6]
    assert len(game.position()["deck"]) == 9
