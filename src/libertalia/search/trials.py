"""Trials: the same voyage with and without a card, or with and without a token. What differs is what it is worth.

Everyone has the same hand and follows a plan for it, so a voyage can be sailed again with one thing changed and the same chance
ahead. How well the plans are made, and how questions are answered, is the level:

    random     any card, any answer
    sensible   any card; every other question gets the answer that promises most at a glance
    search     cards that the search has found good on that day; sensible answers
"""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from libertalia.rules.asker import TAKE
from libertalia.rules.bits import bit, count_of, nth, size
from libertalia.rules.chance import scramble, step
from libertalia.rules.course import advance, begin_voyage, lapse, play, start_game
from libertalia.rules.edition import Edition
from libertalia.rules.happening import GAINED, HOUR_STRIKES, LOST, PAID, SCORED, Happening
from libertalia.rules.phases import NIGHT, OVER, REST, SUNRISE
from libertalia.rules.player import Player
from libertalia.rules.playout import random_action
from libertalia.rules.sense import sensible_action
from libertalia.rules.table import Table
from libertalia.search.learners import CURIOSITY, Learners

LEVELS: Final = ("random", "sensible", "search")
PARTS: Final = ("day", "night", "end", "loot", "others")
"""Where a lead comes from: own doubloons by day and dusk, by night, at the end of the voyage; own loot; what the others lose."""
SPARE_CARDS: Final = 3
"""How many cards more than days everyone holds."""
LESSONS: Final = 300
"""How many voyages are sailed in thought before plans are made at the level of the search."""


@final
class Trials:
    """A deal to try things on: the longest voyage of an edition, with the same cards for everyone."""

    __slots__ = ("_learners", "_level", "_luck", "_table")

    def __init__(self, edition: Edition, seats: i64, level: str, luck: i64) -> None:
        self._level: str = level
        self._luck: i64 = scramble(luck)
        self._table: Table = _dealt(edition, seats, self._next())
        self._learners: Learners = Learners(seats, self._next())
        if level == "search":
            for _ in range(LESSONS):
                world = self._table.clone()
                world.draws = self._next()
                self._learners.pick_all(world, CURIOSITY)
                self._learners.play_on(world)
                self._learners.learn(world)

    def _next(self) -> i64:
        self._luck = step(self._luck)
        return scramble(self._luck)

    def cards(self) -> list[tuple[int, int, list[list[float]]]]:
        """For each card of the hand: its rank, the day on which its owner would play it, and what it is worth on each day.

        Days count from 0, and -1 stands for any.

        The owner is a seat drawn by chance. On a day, the card is played in place of the one that was planned. A worth is the
        difference of each of `PARTS`.
        """
        table = self._table
        seat: i64 = self._next() * len(table.players) >> 32
        hand = table.players[seat].hand
        days = len(table.days)
        found: list[tuple[int, int, list[list[float]]]] = []
        plans = [self._plan(player.seat, player.hand) for player in table.players]
        rest = hand
        while rest:
            rank = nth(rest, 0)
            rest &= rest - 1
            plan = [*self._plan(seat, hand & ~bit(rank)), int(rank)]
            luck = self._next()
            plans[seat] = plan
            without = self._sailed(plans, seat, luck)
            worths: list[list[float]] = []
            for day in range(days):
                swapped = plan.copy()
                swapped[day] = rank
                swapped[len(plan) - 1] = plan[day]
                plans[seat] = swapped
                worths.append(_difference(self._sailed(plans, seat, luck), without))
            found.append((rank, self._best_day(seat, plan, rank, days), worths))
        return found

    def tokens(self) -> list[tuple[int, int, list[float]]]:
        """For each kind of token of which the bag has one: the kind, the day, and what it is worth to take it then.

        A seat and a day are drawn by chance. When that seat takes loot, it takes a token that wasn't there, or nothing at all.
        """
        table = self._table
        seat: i64 = self._next() * len(table.players) >> 32
        day: i64 = (self._next() * len(table.days) >> 32) + 1
        plans = [self._plan(player.seat, player.hand) for player in table.players]
        luck = self._next()
        asked = table.clone()
        asked.draws = self._next()
        asked.happenings = []
        if not self._sail(asked, plans, luck, seat, day):
            return []
        past = asked.happenings
        without = self._went_on(asked, past, plans, seat, luck, -1)
        found: list[tuple[int, int, list[float]]] = []
        for index in range(len(table.edition.kinds)):
            kind = 4 * index
            if count_of(asked.bag, kind):
                found.append((kind, day, _difference(self._went_on(asked, past, plans, seat, luck, kind), without)))
        return found

    def colours(self, editions: list[Edition]) -> list[list[tuple[int, float]]]:
        """The same voyage by several editions: for each, the colour of each seat and its share of the win.

        The editions may differ in how ties are split.
        """
        plans = [self._plan(player.seat, player.hand) for player in self._table.players]
        luck = self._next()
        found: list[list[tuple[int, float]]] = []
        for edition in editions:
            table = self._table.clone()
            table.edition = edition
            table.draws = luck
            self._sail(table, plans, scramble(luck + 1), -1, 0)
            found.append([(player.colour, share) for player, share in zip(table.players, _shares(table), strict=True)])
        return found

    def places(self) -> list[tuple[int, float]]:
        """One voyage: for each seat its place in ties at the first sunrise, 1 for who loses all, and its share of the win."""
        table = self._table.clone()
        table.draws = self._next()
        standing = [table.edition.tie_place(table, player) for player in table.players]
        plans = [self._plan(player.seat, player.hand) for player in table.players]
        self._sail(table, plans, self._next(), -1, 0)
        order = sorted(standing)
        return [(order.index(place) + 1, share) for place, share in zip(standing, _shares(table), strict=True)]

    def _went_on(
        self, asked: Table, past: list[Happening], plans: list[list[int]], seat: i64, luck: i64, kind: i64
    ) -> list[float]:
        """How a voyage ends in which a seat takes a token of a kind now; -1 stands for nothing."""
        table = asked.clone()
        table.happenings = past.copy()
        if kind < 0:
            lapse(table)
            advance(table)
        else:
            table.bag -= 1 << kind
            table.today += 1 << kind
            play(table, seat, kind)
        self._sail(table, plans, luck, -1, 0)
        return _takings(table, seat)

    def _plan(self, seat: i64, hand: i64) -> list[int]:
        """An order of a hand: a card for each day, then the spare ones."""
        plan: list[int] = []
        day: i64 = 1
        days = len(self._table.days)
        while hand:
            count = size(hand)
            rank = nth(hand, self._next() * count >> 32)
            if self._level == "search" and day <= days:
                other = nth(hand, self._next() * count >> 32)
                if self._learners.arm(seat, day, other).mean() > self._learners.arm(seat, day, rank).mean():
                    rank = other
            plan.append(rank)
            hand &= ~bit(rank)
            day += 1
        return plan

    def _best_day(self, seat: i64, plan: list[int], rank: i64, days: i64) -> i64:
        """The day, from 0, on which a player of this level puts a card in the place of the planned one; -1 for any day."""
        if self._level != "search":
            return -1
        best: i64 = 0
        most = 0.0
        for day in range(days):
            gain = self._learners.arm(seat, day + 1, rank).mean() - self._learners.arm(seat, day + 1, plan[day]).mean()
            if day == 0 or gain > most:
                best = day
                most = gain
        return best

    def _sailed(self, plans: list[list[int]], seat: i64, luck: i64) -> list[float]:
        table = self._table.clone()
        table.draws = luck
        table.happenings = []
        self._sail(table, plans, scramble(luck + 1), -1, 0)
        return _takings(table, seat)

    def _sail(self, table: Table, plans: list[list[int]], luck: i64, seat: i64, day: i64) -> bool:
        """Sail to the end of the voyage, or to the moment when a seat takes loot on a day. Returns whether it came to that."""
        wise = self._level != "random"
        while table.phase != OVER:
            luck = step(luck)
            if table.questions == 0:
                for me in table.players:
                    if table.picking >> me.seat & 1:
                        play(table, me.seat, _planned(plans[me.seat], table.day, me))
                continue
            asked = table.players[table.asked()]
            if asked.seat == seat and table.day == day and table.asking() == TAKE:
                return True
            play(table, asked.seat, sensible_action(table, asked, luck) if wise else random_action(table, asked, luck))
        return False


def _dealt(edition: Edition, seats: i64, luck: i64) -> Table:
    """The last of the longest voyages at its first sunrise. Everyone has the same cards, a few more than there are days."""
    table = start_game(edition, seats, None, luck, None)
    longest: i64 = 1
    for index in range(len(edition.voyages)):
        if edition.voyages[index] >= edition.voyages[longest - 1]:
            longest = index + 1
    table.voyage = longest
    table.last_voyage = longest
    table.bag = edition.full_bag
    table.deck = edition.full_deck
    for player in table.players:
        player.hand = 0
    begin_voyage(table)
    hand = table.players[0].hand
    hand |= table.draw_cards(len(table.days) + SPARE_CARDS - size(hand))
    for player in table.players:
        player.hand = hand
    return table


def _planned(plan: list[int], day: i64, me: Player) -> i64:
    """The card that was planned for a day; if it is gone, the next one of the plan that is still in the hand."""
    count = len(plan)
    index = day - 1
    for _ in range(count):
        rank: i64 = plan[index]
        if me.hand >> rank & 1:
            return rank
        index += 1
        if index == count:
            index = 0
    return nth(me.hand, 0)  # a card that the plan does not know


def _takings(table: Table, seat: i64) -> list[float]:
    """What a voyage has brought a seat, by `PARTS`."""
    happenings = table.happenings
    assert happenings is not None
    hour: i64 = SUNRISE
    by_day: i64 = 0
    by_night: i64 = 0
    at_end: i64 = 0
    in_loot: i64 = 0
    others: i64 = 0
    for happening in happenings:
        what = happening.what
        if what == HOUR_STRIKES:
            hour = happening.a
            continue
        gain: i64 = 0
        if what == GAINED and happening.seat == seat:
            gain = happening.a
        elif what == LOST and happening.seat == seat:
            gain = -happening.a
        elif what == PAID:
            if happening.seat == seat:
                gain = -happening.a
            elif happening.b == seat:
                gain = happening.a
        elif what == SCORED:
            if happening.seat == seat:
                at_end += happening.a - happening.b - happening.d
                in_loot = happening.d
            else:
                others += happening.a
        if hour == NIGHT:
            by_night += gain
        elif hour == REST:
            at_end += gain
        else:
            by_day += gain
    mean = -float(others) / float(len(table.players) - 1)
    return [float(by_day), float(by_night), float(at_end), float(in_loot), mean]


def _shares(table: Table) -> list[float]:
    """The share of the win of each seat: those with the best score have equal ones."""
    best = max([player.score for player in table.players])
    winners = 0.0
    for player in table.players:
        if player.score == best:
            winners += 1.0
    return [1.0 / winners if player.score == best else 0.0 for player in table.players]


def _difference(one: list[float], other: list[float]) -> list[float]:
    return [one[index] - other[index] for index in range(len(one))]
