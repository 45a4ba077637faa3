"""A feeling for how a table stands, edition by edition."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from libertalia.rules.galecrest import loot as galecrest
from libertalia.rules.galecrest.automa import LIKED
from libertalia.rules.galecrest.reputation import space
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


_GALECREST_NIGHTLY: Final = {8: 1.0, 15: 0.8, 16: 0.8, 20: 1.0, 22: 1.0, 24: 0.8, 28: 0.7, 37: 1.5}


def _galecrest_hope(table: Table, me: Player) -> float:
    nights = float(len(table.days) - table.day + 1)
    income = sum(gain for rank, gain in _GALECREST_NIGHTLY.items() if me.crew >> rank & 1)
    lonely_map = 2.0 if me.has(galecrest.MAP) == 1 and nights else 0.0
    return nights * income + lonely_map + 0.4 * float(space(table, me))


SENSES: Final = {
    "galecrest": Sense(LIKED, _galecrest_hope),
    "original": Sense((CHEST, TREASURE_MAP, JEWEL, SABER, GOODS, SPANISH_OFFICER, CURSED_RELIC), _original_hope),
}
