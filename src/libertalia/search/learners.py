"""Every seat is a learner of its own: it finds out which of its picks lead far while all others are finding out, too.

A learner knows how far each of its cards has led on each day of the voyage. Today's pick is chosen by upper confidence bounds
(decoupled UCB: no seat sees what another one has chosen), or by habit where a seat is known for it. On the days after, two cards
come to mind at random and the one that has led farther is picked. Other questions get the sensible answer of the edition.
"""

from __future__ import annotations

from math import log, sqrt
from typing import Final, final

from mypy_extensions import i64

from libertalia.rules.bits import nth, seat_of, size
from libertalia.rules.chance import scramble, step
from libertalia.rules.course import play
from libertalia.rules.phases import OVER, SUNRISE
from libertalia.rules.sense import sensible_action
from libertalia.rules.table import Table
from libertalia.search.arms import Arm, Spread, hope
from libertalia.search.evaluation import leads
from libertalia.search.net import Net

_RANKS: Final = 64
_DAYS: Final = 8
_LUCK: Final = 4294967296.0  # random numbers are below it

CURIOSITY: Final = 2.2
"""How curious to be, in units of the spread of the leads. With much less, the others settle on one card, and are believed to."""

_LESSONS: Final = 200.0
"""The simulations of each search from which the nets have learned how often each card is tried."""


@final
class Learners:
    """The learners of all seats, for one voyage."""

    __slots__ = ("_arms", "_luck", "_net", "_picked", "_spreads", "habits")

    def __init__(self, seats: i64, luck: i64, net: Net | None = None) -> None:
        self._luck: i64 = scramble(luck)
        self._net: Net | None = net
        self._arms: list[Arm] = []  # by seat, day and rank
        self._spreads: list[Spread] = []
        self._picked: list[Arm] = []  # all that was picked since the last lesson
        self.habits: list[float] = []
        """Of each seat: how often it picks by habit today. Otherwise it tries what it has to find out."""
        for seat in range(seats):
            self._spreads.append(Spread())
            self.habits.append(0.0)
            for _ in range(_DAYS * _RANKS):
                self._arms.append(Arm(seat))

    def arm(self, seat: i64, day: i64, rank: i64) -> Arm:
        """What was learnt about picking a card on a day."""
        return self._arms[(seat * _DAYS + day) * _RANKS + rank]

    def pick_all(self, table: Table, curiosity: float) -> None:
        """Have every seat that has yet to pick choose today's card, all at the same time."""
        chosen: list[int] = []
        for me in table.players:
            rank: i64 = 0
            if table.picking >> me.seat & 1:
                rank = self._by_habit(me.seat, table.day, me.hand) or self._next(me.seat, table.day, me.hand, curiosity)
            chosen.append(rank)
        for me in table.players:
            if chosen[me.seat]:
                self._picked.append(self.arm(me.seat, table.day, chosen[me.seat]))
        for seat, rank in enumerate(chosen):
            if rank:
                play(table, seat, rank)

    def _by_habit(self, seat: i64, day: i64, hand: i64) -> i64:
        """A card that a seat picks by habit; 0 if it does not this time."""
        if self.habits[seat] == 0.0:
            return 0
        self._luck = step(self._luck)
        if float(self._luck) >= self.habits[seat] * _LUCK:
            return 0
        first = (seat * _DAYS + day) * _RANKS
        total = 0.0
        left = hand
        while left:
            total += self._arms[first + nth(left, 0)].habit
            left &= left - 1
        self._luck = step(self._luck)
        total *= float(self._luck) / _LUCK
        while hand:
            rank = nth(hand, 0)
            hand &= hand - 1
            total -= self._arms[first + rank].habit
            if total < 0.0:
                return rank
        return 0

    def _next(self, seat: i64, day: i64, hand: i64, curiosity: float) -> i64:
        """The card of a hand to try next: what has led far, or was hardly tried."""
        first = (seat * _DAYS + day) * _RANKS
        spread = self._spreads[seat]
        reach = spread.reach(curiosity)
        best: i64 = -1
        most = 0.0
        while hand:
            rank = nth(hand, 0)
            hand &= hand - 1
            arm = self._arms[first + rank]
            trials = arm.visits + arm.trust
            if trials == 0.0:
                return rank
            hoped = hope(arm, reach) if arm.trust == 0.0 else arm.judged(spread) + reach / sqrt(trials)
            if best < 0 or hoped > most:
                best = rank
                most = hoped
        return best

    def expect(self, table: Table, net: Net, trust: float) -> None:
        """Count what a net says about today's picks like `trust` trials of each card.

        The net says how often a search tries each card. By UCB, what a card has led to and its share of the trials go together:
        the less it was tried, the more its lead is behind what is hoped of the best.
        """
        net.look(table)
        doubt = CURIOSITY * sqrt(log(_LESSONS) / _LESSONS)
        for me in table.players:
            if me.hand == 0:
                continue
            shares = net.picks(me.seat, me.hand)
            behind = [doubt / sqrt(max(share, 1.0 / _LESSONS)) for share in shares]
            average = 0.0
            for index in range(len(shares)):
                average += shares[index] * behind[index]
            hand = me.hand
            for gap in behind:
                arm = self.arm(me.seat, table.day, nth(hand, 0))
                hand &= hand - 1
                arm.trust = trust
                arm.gain = average - gap

    def judged(self, seat: i64, day: i64, rank: i64) -> float:
        """How far picking a card on a day leads a seat."""
        return self.arm(seat, day, rank).judged(self._spreads[seat])

    def play_on(self, table: Table) -> None:
        """Play a table to the end of its last voyage; with a net, to the next sunrise."""
        luck = self._luck
        while table.phase != OVER:
            if table.phase == SUNRISE and self._net is not None:
                break
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

    def restart(self, luck: i64) -> None:
        """Go on with another chance, and learn nothing from what was picked since the last lesson."""
        self._luck = scramble(luck)
        self._picked.clear()

    def mean_leads(self) -> list[float]:
        """How far each seat was ahead on average in all that was tried."""
        return [spread.mean() for spread in self._spreads]

    def learn(self, table: Table) -> list[float]:
        """Everyone learns from how a table ended; returns the leads."""
        net = self._net
        if net is None or table.phase == OVER:
            found = leads(table)
        else:
            net.look(table)
            found = net.margins(table)
        for arm in self._picked:
            arm.add(found[arm.seat])
        self._picked.clear()
        for seat, spread in enumerate(self._spreads):
            spread.add(found[seat])
        return found
