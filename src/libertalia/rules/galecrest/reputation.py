"""Reputation: six colours on a track of six spaces, from the lowest on the left to the highest on the right.

The track is the low part of the edition's state, four bits a space, the leftmost lowest. A colour stands there as its number + 1.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from libertalia.rules.happening import REPUTATION

if TYPE_CHECKING:
    from libertalia.rules.player import Player
    from libertalia.rules.table import Table

HIGHEST: Final = 5


def space(table: Table, me: Player) -> i64:
    """The space of a player's token, from 0 to 5."""
    found: i64 = 0
    while table.edition_state >> 4 * found & 15 != me.colour + 1:
        found += 1
    return found


def move_to(table: Table, me: Player, target: i64) -> i64:
    """Move a token to a space, the tokens in between sliding; returns by how many spaces it moved."""
    start = space(table, me)
    if target == start:
        return 0
    low = table.edition_state & (1 << 4 * start) - 1
    without = table.edition_state >> 4 * start + 4 << 4 * start | low
    low = without & (1 << 4 * target) - 1
    table.edition_state = (without >> 4 * target << 4 | me.colour + 1) << 4 * target | low
    if table.happenings is not None:
        table.note(REPUTATION, me.seat, start, target, table.edition_state)
    return target - start if target > start else start - target


def rise(table: Table, me: Player, steps: i64) -> None:
    """Gain reputation; each step beyond the right end is a doubloon gained."""
    start = space(table, me)
    target: i64 = min(HIGHEST, start + steps)
    move_to(table, me, target)
    table.gain(me, start + steps - target)


def fall(table: Table, me: Player, steps: i64) -> None:
    """Lose reputation; each step beyond the left end is a doubloon lost."""
    start = space(table, me)
    target: i64 = max(0, start - steps)
    move_to(table, me, target)
    table.lose(me, target - (start - steps))
