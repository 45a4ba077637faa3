"""What the engine writes down while somebody listens: numbers only, turned into words and types elsewhere."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64, mypyc_attr

# What happened, and what `a`, `b` and `c` then mean.
VOYAGE_BEGINS: Final = 0  # a: voyage
LOOT_LAID_OUT: Final = 1  # a: day, b: heap
CARDS_DEALT: Final = 2  # a: cards, the same to every seat
PURSE_FILLED: Final = 3  # a: the doubloons to start the voyage with
DAY_BEGINS: Final = 4  # a: day
PICKED: Final = 5  # a: rank
UNPICKED: Final = 6
HOUR_STRIKES: Final = 7  # a: the hour that begins
ACTS: Final = 8  # a: number of the character or token whose ability begins
MOVED: Final = 9  # a: rank, b: from zone, c: to zone
GAINED: Final = 10  # a: doubloons
LOST: Final = 11  # a: doubloons
PAID: Final = 12  # a: doubloons, b: the seat that receives them
TOOK: Final = 13  # a: kind, out of the loot of the day
DREW: Final = 14  # a: kind, out of the bag
RETURNED: Final = 15  # a: heap, into the bag
HANDED_OVER: Final = 16  # a: heap, b: the seat that receives it
DECLINED: Final = 17
EARNED: Final = 18  # a: what a character earns or loses at the end of the voyage
SCORED: Final = 19  # a: the voyage's score, b: doubloons in it, c: value of the loot
CLEARED: Final = 20  # a: the zone whose cards leave the game, unseen
REPUTATION: Final = 22  # a: the space left, b: the space reached, from 0
REMOVED: Final = 23  # a: kind, out of the loot of the day and into the bag
SWAPPED: Final = 24  # a: kind of today, b: kind of tomorrow
NEUTRAL_STANDS: Final = 25  # a: number of a character that is nobody's, b: its rank
MARKED: Final = 26  # a: rank
KEPT: Final = 27  # a: rank
GAME_ENDS: Final = 21  # a: the seats that win, as a bit set

# The zones between which cards move.
HAND: Final = 0
LINEUP: Final = 1
CREW: Final = 2
GRAVEYARD: Final = 3


@final
@mypyc_attr(acyclic=True)
class Happening:
    """One thing that happened to `seat` (-1: to nobody in particular), because of asker number `why` of seat `by`.

    The course of the game itself is number 0.
    """

    __slots__ = ("a", "b", "by", "c", "seat", "what", "why")

    def __init__(self, what: i64, seat: i64, why: i64, by: i64, a: i64, b: i64, c: i64) -> None:
        self.what: i64 = what
        self.seat: i64 = seat
        self.why: i64 = why
        self.by: i64 = by
        self.a: i64 = a
        self.b: i64 = b
        self.c: i64 = c
