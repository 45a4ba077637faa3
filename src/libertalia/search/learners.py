"""Every seat is a learner of its own: it finds out which of its picks lead far while all others are finding out, too.

A learner knows how far each of its cards has led on each day of the voyage. Today's pick is chosen by upper confidence bounds
(decoupled UCB: no seat sees what another one has chosen). On the days after, two cards come to mind at random and the one that
has led farther is picked. Other questions get the sensible answer of the edition.
"""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from libertalia.rules.bits import nth, seat_of, size
from libertalia.rules.chance import scramble, step
from libertalia.rules.course import play
from libertalia.rules.phases import OVER
from libertalia.rules.sense import sensible_action
from libertalia.rules.table import Table
from libertalia.search.arms import Arm, Spread, hope
from libertalia.search.evaluation import leads

_RANKS: Final = 64
_DAYS: Final = 8


@final
class Learners:
    """The learners of all seats, for one voyage."""

    __slots__ = ("_arms", "_luck", "_picked", "_spreads")

    def __init__(self, seats: i64, luck: i64) -> None:
        self._luck: i64 = scramble(luck)
        self._arms: list[Arm] = []  # by seat, day and rank
        self._spreads: list[Spread] = []
        self._picked: list[Arm] = []  # all that was picked since the last lesson
        for seat in range(seats):
            self._spreads.append(Spread())
            for _ in range(_DAYS * _RANKS):
                self._arms.append(Arm(seat))

    def arm(self, seat: i64, day: i64, rank: i64) -> Arm:
        """What was learnt about picking a card on a day."""
        return self._arms[(seat * _DAYS + day) * _RANKS + rank]

    def pick_all(self, table: Table, curiosity: float) -> None:
        """Have every seat that has yet to pick choose today's card, all at the same time."""
        chosen: list[int] = []
        for me in table.players:
            chosen.append(self._next(me.seat, table.day, me.hand, curiosity) if table.picking >> me.seat & 1 else 0)
        for me in table.players:
            if chosen[me.seat]:
                self._picked.append(self.arm(me.seat, table.day, chosen[me.seat]))
        for seat, rank in enumerate(chosen):
            if rank:
                play(table, seat, rank)

    def _next(self, seat: i64, day: i64, hand: i64, curiosity: float) -> i64:
        """The card of a hand to try next: what has led far, or was hardly tried."""
        first = (seat * _DAYS + day) * _RANKS
        reach = self._spreads[seat].reach(curiosity)
        best: i64 = -1
        most = 0.0
        while hand:
            rank = nth(hand, 0)
            hand &= hand - 1
            arm = self._arms[first + rank]
            if arm.visits == 0.0:
                return rank
            hoped = hope(arm, reach)
            if best < 0 or hoped > most:
                best = rank
                most = hoped
        return best

    def play_on(self, table: Table) -> None:
        """Play a table to the end of its last voyage."""
        luck = self._luck
        while table.phase != OVER:
            luck = step(luck)
            if table.questions:
                me = table.players[seat_of(table.questions)]
                play(table, me.seat, sensible_action(table, me, luck))
                continue
            for me in table.players:
                if table.picking >> me.seat & 1:
                    luck = step(luck)
                    rank = self._of_two(me.seat, table.day, me.hand, luck)
                    play(table, me.seat, rank)
        self._luck = luck

    def _of_two(self, seat: i64, day: i64, hand: i64, luck: i64) -> i64:
        """Of two cards of a hand, drawn at random, the one that has led farther."""
        first = (seat * _DAYS + day) * _RANKS
        count = size(hand)
        rank = nth(hand, (luck & 0xFFFF) * count >> 16)
        other = nth(hand, (luck >> 16) * count >> 16)
        arm = self._arms[first + rank]
        rival = self._arms[first + other]
        if rival.mean() > arm.mean():
            arm = rival
            rank = other
        self._picked.append(arm)
        return rank

    def learn(self, table: Table) -> list[float]:
        """Everyone learns from how a table ended; returns the leads."""
        found = leads(table)
        for arm in self._picked:
            arm.add(found[arm.seat])
        self._picked.clear()
        for seat, spread in enumerate(self._spreads):
            spread.add(found[seat])
        return found
