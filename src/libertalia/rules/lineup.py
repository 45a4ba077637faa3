"""The lineup: the characters played today, in rank order, packed into one integer.

Each character takes four bits, its *code*. The rightmost character has the lowest four bits. The code of a player's character is
the seat + 1. A player may have a second character there: its code also has the bit `SECOND`. One character may be neutral: it
belongs to no player.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from libertalia.rules.bits import bit

NEUTRAL: Final = 7
SECOND: Final = 8


def code_of_seat(seat: i64) -> i64:
    """The code of a player's first character in the lineup."""
    return seat + 1


def seat_of_code(code: i64) -> i64:
    """The seat of the player whose character has this code; not for the neutral one."""
    return (code & 7) - 1


def rightmost(lineup: i64) -> i64:
    """The code of the highest character; 0 for an empty lineup."""
    return lineup & 15


def leftmost(lineup: i64) -> i64:
    """The code of the lowest character; 0 for an empty lineup."""
    while lineup > 15:
        lineup >>= 4
    return lineup


def left_of(lineup: i64, code: i64) -> i64:
    """The code of the character directly to the left of another; 0 for none."""
    while lineup & 15 != code:
        lineup >>= 4
    return lineup >> 4 & 15


def to_the_left(lineup: i64, code: i64) -> i64:
    """How many characters stand to the left of one: its place, counted from 0."""
    while lineup & 15 != code:
        lineup >>= 4
    count: i64 = 0
    while lineup > 15:
        lineup >>= 4
        count += 1
    return count


def to_the_right(lineup: i64, code: i64) -> i64:
    """How many characters stand to the right of one."""
    count: i64 = 0
    while lineup & 15 != code:
        lineup >>= 4
        count += 1
    return count


def inserted(lineup: i64, code: i64, right: i64) -> i64:
    """The lineup with one more character, which has `right` characters to its right."""
    shift = 4 * right
    return (lineup >> shift << 4 | code) << shift | lineup & bit(shift) - 1


def removed(lineup: i64, right: i64) -> i64:
    """The lineup without the character that has `right` characters to its right."""
    shift = 4 * right
    return lineup >> shift + 4 << shift | lineup & bit(shift) - 1


def codes(lineup: i64) -> list[int]:
    """The codes of all characters, from left to right."""
    found: list[int] = []
    while lineup:
        found.append(lineup & 15)
        lineup >>= 4
    found.reverse()
    return found
