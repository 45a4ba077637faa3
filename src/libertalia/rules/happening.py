"""What the engine writes down while somebody listens. It is numbers only; `game/typed_events.py` makes typed events of it."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64, mypyc_attr

# What happened, and what `a` to `d` then mean.
VOYAGE_BEGINS: Final = 0  # a: voyage
LOOT_LAID_OUT: Final = 1  # a: day, b: heap
CARDS_DEALT: Final = 2  # a: cards, the same to every seat
PURSE_FILLED: Final = 3  # a: the doubloons to start the voyage with; b: how many of them are for the difficulty
DAY_BEGINS: Final = 4  # a: day, b: the seats that must pick, as a bit set
PICKED: Final = 5  # a: rank
UNPICKED: Final = 6
HOUR_STRIKES: Final = 7  # a: the hour that begins, b: the day; the rest after the last day counts as one more
ACTS: Final = 8  # a: number of the character or token whose ability begins
MOVED: Final = 9  # a: rank, b: from zone, c: to zone, d: into the lineup: its place from the left, from 0
GAINED: Final = 10  # a: doubloons
LOST: Final = 11  # a: doubloons
PAID: Final = 12  # a: doubloons, b: the seat that receives them
TOOK: Final = 13  # a: kind, out of the loot of the day
DREW: Final = 14  # a: kind, out of the bag
RETURNED: Final = 15  # a: heap of a player, into the bag
HANDED_OVER: Final = 16  # a: heap, b: the seat that receives it
DECLINED: Final = 17
EARNED: Final = 18  # a: what a character or a token earns or loses at the end of the voyage; no purse changes by it
SCORED: Final = 19  # a: the voyage's score, b: the purse in it, c: what characters earned, d: the value of the loot
CLEARED: Final = 20  # a: the zone whose cards leave the game, unseen
GAME_ENDS: Final = 21  # a: the seats that win, as a bit set
REPUTATION: Final = 22  # a: the space left, b: the space reached, from 0, c: the edition's state after it
REMOVED: Final = 23  # a: kind, out of the loot of the day and into the bag
SWAPPED: Final = 24  # a: kind of today, b: kind of tomorrow
NEUTRAL_STANDS: Final = 25  # a: the rank of the neutral character, b: its place in the lineup from the left
MARKED: Final = 26  # a: rank
KEPT: Final = 27  # a: rank
ASKED: Final = 28  # a: the number of the asker to whom the seat must answer now
NEUTRAL_LEAVES: Final = 29  # the neutral character, out of the lineup
LEFTOVERS_RETURNED: Final = 30  # a: day, b: heap that lay there, into the bag
EXTRAS_CHANGED: Final = 31  # a: the edition's state from now on
TURNED_UP: Final = 32  # a: rank of the card that was on top of the deck; it is in the deck no longer
DECK_GATHERED: Final = 33  # a: the cards that the deck holds from now on
CAME_TO_NOTHING: Final = 34  # the ability that began has no effect; a: the doubloons of the seat

# The zones between which cards move.
HAND: Final = 0
LINEUP: Final = 1
CREW: Final = 2
GRAVEYARD: Final = 3


@final
@mypyc_attr(acyclic=True)
class Happening:
    """One thing that happened to `seat` (-1: to nobody in particular), caused by asker number `cause` of seat `cause_seat`.

    The course of the game itself is number 0.
    """

    __slots__ = ("a", "b", "c", "cause", "cause_seat", "d", "seat", "what")

    def __init__(self, what: i64, seat: i64, cause: i64, cause_seat: i64, a: i64, b: i64, c: i64, d: i64) -> None:
        self.what: i64 = what
        self.seat: i64 = seat
        self.cause: i64 = cause
        self.cause_seat: i64 = cause_seat
        self.a: i64 = a
        self.b: i64 = b
        self.c: i64 = c
        self.d: i64 = d

    def without_card(self) -> Happening:
        """The same, for those who may not know which card it was."""
        return Happening(self.what, self.seat, self.cause, self.cause_seat, 0, self.b, self.c, self.d)
