"""A table of the engine as plain numbers: it can be pickled and copied in the middle of a game.

The engine's classes are compiled and don't know their editions by name, so pickle is told here how to take them apart.
"""

from __future__ import annotations

import copyreg
from typing import Any

from libertalia.game.memory import Guess
from libertalia.game.setup import edition_of
from libertalia.rules.chance import Outcomes, Seed
from libertalia.rules.player import Player
from libertalia.rules.table import Table

_TABLE = (
    "acting", "bag", "cause", "cause_seat", "day", "days", "deck", "doomed_by", "draws", "dusk_ahead", "edition_scratch",
    "edition_state", "last_voyage", "leftovers", "lineup", "neutral", "phase", "picking", "progress", "questions", "today",
    "turns_ahead", "voyage",
)  # fmt: skip
_PLAYER = (
    "colour", "crew", "doubloons", "earned", "graveyard", "hand", "loot", "pick", "score", "seat", "second", "standing",
    "voyage_scores",
)  # fmt: skip


def _taken_apart(table: Table) -> tuple[Any, ...]:
    """How to make the table again. What happened there before is not part of it."""
    edition = table.edition
    public = [getattr(table, name) for name in _TABLE]
    seats = [[getattr(player, name) for name in _PLAYER] for player in table.players]
    return _put_together, (edition.name(), edition.options(), edition.rules, public, seats, table.seed)


def _put_together(
    name: str, options: dict[str, Any], rules: int, public: list[Any], seats: list[list[int]], seed: Seed | None
) -> Table:
    players = []
    for numbers in seats:
        player = Player(0, 0)
        for field, number in zip(_PLAYER, numbers, strict=True):
            setattr(player, field, number)
        players.append(player)
    table = Table(edition_of(name, options, rules), players, [])
    for field, value in zip(_TABLE, public, strict=True):
        setattr(table, field, value)
    table.seed = seed
    return table


def _seed(seed: Seed) -> tuple[Any, ...]:
    return Seed, (seed.secret,)


def _outcomes(outcomes: Outcomes) -> tuple[Any, ...]:
    return Outcomes, (outcomes.drawn.copy(),)


def _guess(guess: Guess) -> tuple[Any, ...]:
    return Guess, (guess.hand, guess.graveyard)


copyreg.pickle(Table, _taken_apart)
copyreg.pickle(Seed, _seed)
copyreg.pickle(Outcomes, _outcomes)
copyreg.pickle(Guess, _guess)
