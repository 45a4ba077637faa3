"""What holds at every moment of every game, over random games of all boards and numbers of players."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator

import pytest

from libertalia import Game
from tests.galecrest_table import CAST, TOKENS
from tests.games import fewer

BOARDS = ("calm", "stormy", "uncharted")


def moments(players: int, board: str, seed: int) -> Iterator[Game]:
    """A random game at its start and after each move."""
    rng = random.Random(seed)
    game = Game.new("galecrest", players=players, seed=seed, board=board)
    yield game
    while not game.over:
        decision = rng.choice(game.decisions)
        game.play(decision.seat, rng.choice(decision.options))
        yield game


@pytest.mark.parametrize("board", BOARDS)
@pytest.mark.parametrize("players", range(1, 7))
def test_nothing_is_lost_and_every_position_can_be_laid_again(players: int, board: str) -> None:
    for seed in range(fewer(3)):
        for game in moments(players, board, seed):
            position = game.position()
            tokens = Counter[str](position["bag"])
            for day in position["loot"]:
                tokens.update(day)
            for entry in position["seats"]:
                tokens.update(entry["loot"])
                assert entry["doubloons"] >= 0
            assert tokens == TOKENS
            colours = sorted(colour for colour in position["reputation"] if colour)
            assert colours == sorted(entry["colour"] for entry in position["seats"])
            assert len(position["reputation"]) == 6
            if not game.over or not any(entry["loot"] for entry in position["seats"]):
                again = Game.at(position)
                assert again.position() == position
                assert again.decisions == game.decisions


@pytest.mark.parametrize("board", BOARDS)
@pytest.mark.parametrize("players", range(1, 7))
def test_everyone_always_has_the_same_cards_somewhere(players: int, board: str) -> None:
    for game in moments(players, board, 7):
        lineup = Counter(game.view(None).lineup)
        kept = []
        for number, entry in enumerate(game.position()["seats"]):
            cards = [*entry["hand"], *entry["crew"], *entry["graveyard"], *(card for seat, card, _ in lineup if seat == number)]
            assert len(cards) == len(set(cards))
            kept.append(sorted(cards))
        assert all(cards == kept[0] for cards in kept)
        assert set(kept[0]) <= set(CAST)


@pytest.mark.parametrize("board", BOARDS)
@pytest.mark.parametrize("players", range(1, 7))
def test_answers_are_sorted_and_one_seat_at_a_time_is_asked_except_at_sunrise(players: int, board: str) -> None:
    for game in moments(players, board, 11):
        for decision in game.decisions:
            assert list(decision.options) == sorted(set(decision.options))
            assert decision.options != ("pass",)
        assert len(game.decisions) == 1 or {decision.kind for decision in game.decisions} <= {"pick"}
    assert len(game.winners) == 1


@pytest.mark.parametrize("board", BOARDS)
@pytest.mark.parametrize("players", range(1, 7))
def test_what_a_seat_imagines_agrees_with_what_it_sees(players: int, board: str) -> None:
    rng = random.Random(1)
    for game in moments(players, board, 13):
        if rng.random() < 0.2 and not game.over:
            viewer = rng.choice([None, *range(max(players, 2))])
            view = game.view(viewer)
            assert view.imagine(rng).view(viewer) == view
