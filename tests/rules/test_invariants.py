"""Whole random games, looked at after every move."""

from __future__ import annotations

import random

import pytest

from libertalia.game.setup import edition_of
from libertalia.rules import course
from libertalia.rules.bits import size, tokens
from libertalia.rules.chance import scramble
from libertalia.rules.edition import Edition
from libertalia.rules.phases import OVER, SUNRISE
from libertalia.rules.player import Player
from libertalia.rules.table import Table
from tests.games import BOARDS, GAMES, SEATS

LONGEST = 800  # decisions; a game of six has some 240


def zones(player: Player) -> list[int]:
    lineup = [1 << rank for rank in (player.standing, player.second) if rank]
    return [player.hand, *lineup, player.crew, player.graveyard]


def snapshot(table: Table) -> tuple[object, ...]:
    """Everything that a move could change."""
    seats = [(*zones(p), p.pick, p.doubloons, p.loot, p.score, p.voyage_scores, p.earned) for p in table.players]
    luck = (table.draws, table.deck, table.bag, table.today, tuple(table.days), table.leftovers)
    hour = (table.phase, table.picking, table.questions, table.lineup, table.acting, table.doomed_by)
    progress = (table.turns_ahead, table.dusk_ahead, table.progress)
    return (*seats, *luck, *hour, *progress, table.voyage, table.day, table.neutral, table.edition_state, table.edition_scratch)


def check(table: Table, dealt: list[int], in_all: int) -> None:
    """What must hold at any moment; `dealt` are the cards that each seat should have, `in_all` counts the tokens."""
    days = [table.loot_on(day) for day in range(1, len(table.days) + 1)]
    assert sum(days) + table.bag + sum(p.loot for p in table.players) == table.edition.full_bag
    assert tokens(table.edition.full_bag) == in_all
    for player, cards in zip(table.players, dealt, strict=True):
        assert sum(zones(player)) == cards, "each card is in exactly one zone, and all that were dealt are there"
        assert player.doubloons >= 0
        assert player.pick == 0 or (table.phase == SUNRISE and player.hand >> player.pick & 1)


def check_options(table: Table, rng: random.Random) -> list[int]:
    """All that is offered can be played; now and then: nothing else is allowed, and what is done to a clone is not done here."""
    seat = table.asked()
    offered = table.legal_actions()
    assert offered
    for action in offered:
        course.play(table.clone(), seat, action)
    if rng.random() < 0.02:
        before = snapshot(table)
        for action in offered:
            clone = table.clone()
            assert snapshot(clone) == before
            course.play(clone, seat, action)
            assert snapshot(clone) != before
        assert snapshot(table) == before
        numbers = range(64 * (1 + len(table.players)))
        assert offered == [action for action in numbers if table.allows(seat, action)]
    return offered


@pytest.mark.parametrize("influence", ["printed", "fair"])
@pytest.mark.parametrize("seats", SEATS)
def test_whole_random_games(seats: int, influence: str) -> None:
    edition = edition_of("original", {"influence": influence})
    for number in range(GAMES // 10):
        rng = random.Random(number)
        table = course.start_game(edition, seats, None, scramble(number), None)
        voyage = 0
        dealt: list[int] = []
        for _ in range(LONGEST):
            if table.phase == OVER:
                break
            if table.voyage != voyage:
                voyage = table.voyage
                dealt = [player.hand for player in table.players]
                assert all(
                    player.doubloons == 10 and not player.loot | player.crew | player.graveyard for player in table.players
                )
            check(table, dealt, 50)
            course.play(table, table.asked(), rng.choice(check_options(table, rng)))
        assert table.phase == OVER
        assert table.voyage == 3
        assert all(player.score >= 0 for player in table.players)
        assert all(sum(player.voyage_scores >> 16 * v & 0xFFFF for v in range(3)) == player.score for player in table.players)


def galecrest(players: int, board: str, rng: random.Random) -> Edition:
    """Uncharted is another board for every game; who plays alone plays at any difficulty."""
    options: dict[str, object] = {"board": board}
    if board == "uncharted":
        kinds = edition_of("galecrest", {}).kinds
        options["board"] = {kind: rng.choice(("calm", "stormy")) for kind in kinds}
    if players == 1:
        options["difficulty"] = rng.choice(("easy", "normal", "hard", "expert"))
    return edition_of("galecrest", options)


@pytest.mark.parametrize("board", BOARDS)
@pytest.mark.parametrize("players", [1, *SEATS])
def test_whole_random_games_of_galecrest(players: int, board: str) -> None:
    for number in range(-(-GAMES // 18)):
        rng = random.Random(number)
        table = course.start_game(galecrest(players, board, rng), max(2, players), None, scramble(number), None)
        voyage = 0
        dealt = [0] * len(table.players)
        for _ in range(LONGEST):
            if table.phase == OVER:
                break
            if table.voyage != voyage:
                voyage = table.voyage
                (new,) = {player.hand & ~cards for player, cards in zip(table.players, dealt, strict=True)}
                assert size(new) == 6, "the same six new characters for all"
                dealt = [cards | new for cards in dealt]
            check(table, dealt, 48)
            assert sorted(table.edition_state >> 4 * index & 15 for index in range(6)) == [1, 2, 3, 4, 5, 6]
            assert players > 1 or table.asked() == 0, "the Automa never waits"
            course.play(table, table.asked(), rng.choice(check_options(table, rng)))
        assert table.phase == OVER
        assert table.voyage == 3
        assert all(size(cards) == 18 for cards in dealt)
        check(table, dealt, 48)
        assert all(sum(player.voyage_scores >> 16 * v & 0xFFFF for v in range(3)) == player.score for player in table.players)
        assert len(table.edition.winners(table)) == 1


def test_every_rank_is_dealt_once() -> None:
    table = course.start_game(edition_of("original", {}), 4, None, 99, None)
    seen = table.players[0].hand
    assert size(seen) == 9
    rng = random.Random(1)
    while table.phase != OVER:
        deck = table.deck
        course.play(table, table.asked(), rng.choice(table.legal_actions()))
        if table.deck != deck:
            new = deck - table.deck
            assert size(new) == 6
            assert not seen & new
            assert all(player.hand & new == new for player in table.players)
            seen |= new
    assert size(seen) == 21
