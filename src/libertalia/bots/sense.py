"""A feeling for how a table stands, edition by edition."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from libertalia.rules.original.booty import (
    CHEST,
    CURSED_RELIC,
    GOODS,
    JEWEL,
    SABER,
    SPANISH_OFFICER,
    TREASURE_MAP,
)
from libertalia.rules.player import Player
from libertalia.rules.table import Table


@dataclass(frozen=True)
class Sense:
    """What one likes in an edition: which loot first, and what a seat may still hope for beyond what it has."""

    appetite: tuple[int, ...]
    hope: Callable[[Table, Player], float]

    def standing(self, table: Table, seat: int) -> float:
        """How far a seat is ahead of the others: scores as if the voyage ended now, and hopes."""
        ended = table.clone()
        table.edition.score_voyage(ended)
        worth = [float(ended.players[p.seat].score) + self.hope(table, p) for p in table.players]
        mine = worth.pop(seat)
        return mine - (max(worth) + sum(worth) / len(worth)) / 2


_NIGHTLY: Final = {7: 1.0, 8: 0.7, 12: 1.2, 13: 0.8, 20: 0.6, 27: 1.0}
"""What the characters of 2012 that work at night bring on an average night, by rank."""


def _original_hope(table: Table, me: Player) -> float:
    nights = float(len(table.days) - table.day + 1)
    income = sum(gain for rank, gain in _NIGHTLY.items() if me.crew >> rank & 1)
    part_of_a_set = (0.0, 2.0, 5.5)[me.has(TREASURE_MAP) % 3] if nights else 0.0
    return nights * income + part_of_a_set


SENSES: Final = {
    "original": Sense((CHEST, TREASURE_MAP, JEWEL, SABER, GOODS, SPANISH_OFFICER, CURSED_RELIC), _original_hope),
}
