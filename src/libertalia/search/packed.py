"""What a row of features shows, packed into a few integers that are quick to compare.

Most features are 0, and most of the others are what the table holds in integers anyway: sets of cards and heaps of tokens. Each
*cell* stands for several features. First come the cells of the table, then those of each seat.

A cell has *parts*, some bits of it that stand for one feature or for several in a row. `row_writer` is told of them.
"""

from __future__ import annotations

from typing import Final, NamedTuple, final

from librt.vecs import vec
from mypy_extensions import i64

from libertalia.rules.bits import bit
from libertalia.rules.lineup import code_of_seat
from libertalia.rules.phases import SUNRISE
from libertalia.rules.table import Table
from libertalia.search.features import LEAD_UNIT, PICKED, SCORE_UNIT, SEATS, SIXTH, TENTH, Features, total_score

# The cells of the table.
CALENDAR: Final = 0
DECK: Final = 1
OPTIONS: Final = 2
HOUR: Final = 3  # the phase, who asks, and single characters that everyone sees
BAG: Final = 4
LOOT: Final = 5  # a cell for each day

# The cells of a seat.
HAND: Final = 0
CREW: Final = 1
GRAVEYARD: Final = 2
MARKS: Final = 3
OWNED: Final = 4
LINE: Final = 5  # what the seat has in the lineup
MONEY: Final = 6
SEAT_CELLS: Final = 7

# The bits of `HOUR`; the phase is lowest.
_ASKER: Final = 4
_NEUTRAL: Final = 10
_SHOWN: Final = 16

# The bits of `LINE`; the character in the lineup is lowest. What was earned may be negative, so it is highest.
_SECOND: Final = 6
_PLACE: Final = 12
_ACTING: Final = 16
_EARNED: Final = 17

# The bits of `MONEY`; the purse is lowest. The lead may be negative. No score has more than 18 bits.
_SCORE: Final = 20
_LEAD: Final = 40

# What a part is.
SET: Final = 0
"""Bit i is feature i."""
HEAP: Final = 1
"""A heap of tokens: the count of each kind is a feature, times `unit`."""
PLACE: Final = 2
"""Feature i is 1 if the part is i; none if it is 0."""
NUMBER: Final = 3
"""A feature of its own: the number times `unit`, divided by `divisor`."""

_ALL: Final = -1
_RANK: Final = 63


class Part(NamedTuple):
    """The bits `mask` of a cell, from bit `shift` on. Its features begin at `start` in the block."""

    cell: int
    kind: int
    shift: int
    mask: int
    start: int
    unit: float = 1.0
    divisor: float = 1.0


def table_parts(features: Features) -> list[Part]:
    """The parts of the cells of the table, in the order of the cells. There is no card of rank 0."""
    kinds = _kinds(features)
    parts = [
        Part(CALENDAR, SET, 0, _ALL, features.players),
        Part(DECK, SET, 0, _ALL, features.deck - 1),
        Part(OPTIONS, SET, 0, _ALL, features.options),
        Part(HOUR, PLACE, 0, 15, features.phase),
        Part(HOUR, PLACE, _ASKER, _RANK, features.asker),
        Part(HOUR, PLACE, _NEUTRAL, _RANK, features.neutral - 1),
        Part(HOUR, PLACE, _SHOWN, _RANK, features.shown - 1),
        Part(BAG, HEAP, 0, kinds, features.bag, TENTH),
    ]
    return parts + [Part(LOOT + day, HEAP, 0, kinds, features.loot + day * features.kinds) for day in range(int(features.days))]


def seat_parts(features: Features, seats: int) -> list[Part]:
    """The parts of the cells of a seat, in the order of the cells."""
    return [
        Part(HAND, SET, 0, _ALL, features.hand - 1),
        Part(CREW, SET, 0, _ALL, features.crew - 1),
        Part(GRAVEYARD, SET, 0, _ALL, features.graveyard - 1),
        Part(MARKS, SET, 0, _ALL, features.tie),
        Part(OWNED, HEAP, 0, _kinds(features), features.owned),
        Part(LINE, PLACE, 0, _RANK, features.standing - 1),
        Part(LINE, PLACE, _SECOND, _RANK, features.second - 1),
        Part(LINE, NUMBER, _PLACE, 15, features.place, SIXTH),
        Part(LINE, NUMBER, _ACTING, 1, features.acting),
        Part(LINE, NUMBER, _EARNED, _ALL, features.earned, TENTH),
        Part(MONEY, NUMBER, 0, (1 << _SCORE) - 1, features.doubloons, TENTH),
        Part(MONEY, NUMBER, _SCORE, (1 << _SCORE) - 1, features.score, SCORE_UNIT),
        Part(MONEY, NUMBER, _LEAD, _ALL, features.lead, LEAD_UNIT, float(seats - 1)),
    ]


def _kinds(features: Features) -> int:
    """The bits of a heap: four for each kind."""
    return (1 << 4 * int(features.kinds)) - 1


@final
class Packed:
    """The cells of the table that was looked at last."""

    __slots__ = ("_features", "now", "picks", "size", "table_cells")

    def __init__(self, features: Features, seats: i64) -> None:
        self._features: Features = features
        self.table_cells: i64 = LOOT + features.days
        self.size: i64 = self.table_cells + SEAT_CELLS * seats
        self.now: vec[i64] = vec[i64]([0] * int(self.size))
        self.picks: bool = False
        """Whether somebody has picked."""

    def gather(self, table: Table) -> None:
        """Look at a table as it is: what a viewer may not know is left out later."""
        features = self._features
        now = self.now
        now[CALENDAR] = features.calendar(table)
        now[DECK] = table.deck
        now[OPTIONS] = features.chosen(table.edition)
        shown = table.edition.shown_card(table)
        now[HOUR] = table.phase | table.asking() << _ASKER | table.neutral << _NEUTRAL | shown << _SHOWN
        now[BAG] = table.bag
        index: i64 = LOOT
        days: i64 = len(table.days)
        today = table.day
        if today <= days:
            now[index] = table.today
            index += 1
            loot = table.days
            for day in range(today, days):
                now[index] = loot[day]
                index += 1
        while index < self.table_cells:
            now[index] = 0
            index += 1
        self._gather_seats(table)

    def _gather_seats(self, table: Table) -> None:
        now = self.now
        edition = table.edition
        asked: i64 = table.asked() if table.questions else -1
        total = total_score(table) if table.voyage > 1 else i64(0)
        seats: i64 = len(table.players)
        sunrise = table.phase == SUNRISE
        places: i64 = 0 if sunrise else _places(table.lineup)
        acting = table.acting & 7
        picks: i64 = 0
        first = self.table_cells
        for me in table.players:
            now[first + HAND] = me.hand
            now[first + CREW] = me.crew
            now[first + GRAVEYARD] = me.graveyard
            now[first + OWNED] = me.loot
            marks = bit(edition.tie_place(table, me))
            if me.seat == asked:
                marks |= self._features.decides
            now[first + MARKS] = marks
            line: i64 = 0
            if not sunrise:
                code = code_of_seat(me.seat)
                line = me.standing | me.second << _SECOND | (places >> 4 * code & 15) << _PLACE | me.earned << _EARNED
                if code == acting:
                    line |= 1 << _ACTING
            now[first + LINE] = line
            money = me.doubloons
            if total:  # the first voyage shows no scores
                money |= me.score << _SCORE | me.score * seats - total << _LEAD
            now[first + MONEY] = money
            picks |= me.pick
            first += SEAT_CELLS
        self.picks = picks != 0

    def show_hand(self, seat: i64, hand: i64, graveyard: i64) -> None:
        """Show these cards as the hand and the graveyard of a seat."""
        first = self.table_cells + SEAT_CELLS * seat
        self.now[first + HAND] = hand
        self.now[first + GRAVEYARD] = graveyard

    def show_picked(self, seat: i64, pick: i64) -> None:
        """Show that a seat has picked, and what, unless it is 0."""
        index = self.table_cells + SEAT_CELLS * seat + MARKS
        self.now[index] &= PICKED - 1
        self.now[index] |= PICKED | bit(SEATS + pick) if pick else PICKED


def _places(lineup: i64) -> i64:
    """The place of each character in a lineup, counted from the left, from 1: four bits for each, by its code."""
    place: i64 = 0
    left = lineup
    while left:
        left >>= 4
        place += 1
    places: i64 = 0
    while lineup:
        places |= place << 4 * (lineup & 15)
        lineup >>= 4
        place -= 1
    return places
