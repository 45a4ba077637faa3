"""The tree with explicit chance: many draws need no replay of the move, and a node never changes its clones."""

from __future__ import annotations

import copyreg
import random
from typing import Any

import pytest

from libertalia import COMPILED
from libertalia.game.setup import seated
from libertalia.rules.chance import Draw, Seed
from libertalia.rules.table import Table
from libertalia.search.actions import Actions
from libertalia.search.tree import CHANCE, ENDED, SUNRISE, Node, before_the_deal


def parts(draw: Draw | None) -> tuple[int, int, int, int] | None:
    return None if draw is None else (draw.below, draw.heap, draw.cards, draw.more)


def moment(node: Node) -> object:
    """Everything about a node; of its table, all but the source of its draws, which the node sets for every move."""
    parts_of_table = copyreg.dispatch_table[Table](node.episode.table)[1]
    assert isinstance(parts_of_table, tuple)
    table = parts_of_table[:-1]
    seats = range(len(node.episode.table.players))
    return table, parts(node._needed), node.turn(), [(node.legal(seat), node.information(seat)) for seat in seats]


@pytest.mark.parametrize(
    ("edition", "players", "options"),
    [
        ("original", 2, {}),
        ("original", 6, {"influence": "fair"}),
        ("galecrest", 2, {"board": "stormy"}),
        ("galecrest", 5, {}),
        ("galecrest", 1, {"difficulty": "hard"}),
    ],
)
def test_draws_that_follow_each_other_are_those_of_a_move_played_again_and_clones_stay_as_they_are(
    edition: str, players: int, options: dict[str, Any]
) -> None:
    rules, seats = seated(edition, players, Seed(b""), options, None)
    rng, followed = random.Random(7), 0
    twins: list[tuple[Node, object]] = []
    for _ in range(5 if COMPILED else 1):
        node: Node = before_the_deal(Actions(rules), rules, seats)
        while node.turn() != ENDED:
            if rng.random() < 0.1:
                twins.append((node.clone(), moment(node)))
            if node.turn() == CHANCE:
                again = node.clone()
                again.go_on()
                assert parts(again._needed) == parts(node._needed)
                assert again.draws() == node.draws()
                followed += node._needed is not None and node._needed.more > 0
                outcomes, odds = zip(*node.draws(), strict=True)
                assert sum(odds) == pytest.approx(1)
                node.draw(rng.choices(outcomes, odds)[0])
            elif node.turn() == SUNRISE:
                node.play_all([rng.choice(node.legal(seat)) for seat in range(players)])
            else:
                node.answer(rng.choice(node.legal(node.turn())))
    assert followed
    for twin, as_it_was in twins:
        assert moment(twin) == as_it_was
