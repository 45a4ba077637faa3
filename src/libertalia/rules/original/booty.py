"""The booty of 2012: how many tokens there are of each kind, what they are worth, and the saber that asks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, final

from mypy_extensions import i64

from libertalia.rules.asker import SEAT_CARD, Asker
from libertalia.rules.bits import number_of, seat_of

if TYPE_CHECKING:
    from libertalia.rules.player import Player
    from libertalia.rules.table import Table

TOKENS: Final = {
    "chest": 4,
    "jewel": 6,
    "goods": 10,
    "spanish-officer": 6,
    "saber": 6,
    "treasure-map": 8,
    "cursed-relic": 10,
}
CHEST: Final = 0
JEWEL: Final = 4
GOODS: Final = 8
SPANISH_OFFICER: Final = 12
SABER: Final = 16
TREASURE_MAP: Final = 20
CURSED_RELIC: Final = 24


@final
class Saber(Asker):
    """Its taker discards a character from the den of the left or the right neighbour."""

    def form(self) -> i64:
        return SEAT_CARD

    def options(self, table: Table, me: Player, whose: Player) -> i64:
        return whose.crew if table.beside(me, whose) else 0

    def choose(self, table: Table, me: Player, answer: i64) -> None:
        table.discard(table.players[seat_of(answer)], number_of(answer))


def value(me: Player) -> i64:
    """What a player's booty is worth on the day of rest."""
    return 5 * me.has(CHEST) + 3 * me.has(JEWEL) + me.has(GOODS) + 12 * (me.has(TREASURE_MAP) // 3) - 3 * me.has(CURSED_RELIC)
