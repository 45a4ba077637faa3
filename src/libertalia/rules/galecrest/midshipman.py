"""The Midshipman of two-player games: a neutral character of rank 20.5 who marks the character directly to the left.

By day and at dusk the mark is in the edition's scratch: the code of the marked character.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, final

from mypy_extensions import i64

from libertalia.rules.asker import LOOT, Asker
from libertalia.rules.bits import kinds
from libertalia.rules.happening import MARKED, NEUTRAL_STANDS
from libertalia.rules.lineup import NEUTRAL, left_of

if TYPE_CHECKING:
    from libertalia.rules.player import Player
    from libertalia.rules.table import Table

RANK: Final = 20  # and to the right of every other 20
NUMBER: Final = 61
MARK: Final = 8  # where the mark starts in the scratch


@final
class Midshipman(Asker):
    """Before the marked character takes loot, the opponent returns a token of the day to the bag."""

    def form(self) -> i64:
        return LOOT

    def options(self, table: Table, me: Player, whose: Player) -> i64:
        return kinds(table.today)

    def choose(self, table: Table, me: Player, answer: i64) -> None:
        table.remove(me.seat, answer)


def line_up(table: Table) -> None:
    """The Midshipman lines up and marks the character directly to the left."""
    table.neutral = RANK
    table.line_up(NEUTRAL, RANK)
    table.note(NEUTRAL_STANDS, -1, RANK, table.place(NEUTRAL))
    beside = left_of(table.lineup, NEUTRAL)
    if beside:
        mark(table, beside)


def see(table: Table, code: i64) -> None:
    """A replacement is marked if it stands directly left of the Midshipman."""
    if table.neutral == RANK and left_of(table.lineup, NEUTRAL) == code:
        mark(table, code)


def mark(table: Table, code: i64) -> None:
    table.edition_scratch = table.edition_scratch & ~(15 << MARK) | code << MARK
    table.note(MARKED, table.owner(code).seat, table.rank_at(code))


def forget(table: Table, code: i64) -> None:
    """A marked character leaves: the mark is gone, and a character in the same place does not get it."""
    if code and marked(table) == code:
        table.edition_scratch &= ~(15 << MARK)


def marked(table: Table) -> i64:
    """The code of the marked character."""
    return table.edition_scratch >> MARK & 15
