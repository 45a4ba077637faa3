"""What the others pick by habit: what seems to pay most to somebody who looks no farther than the next sunrise.

Whether somebody is such a player shows in what they picked before: the last mornings are looked at again, as they were then.
"""

from __future__ import annotations

from math import exp
from typing import Final

from mypy_extensions import i64

from libertalia.game.sight import Sight
from libertalia.rules.bits import bit, ranks
from libertalia.rules.chance import scramble, step
from libertalia.rules.table import Table
from libertalia.search.learners import Learners
from libertalia.search.lookahead import days_ahead

_TRIES: Final = 24
_TRIES_OF_EARLIER_DAYS: Final = 8
"""How often each card is tried, up to the next sunrise."""

SHARP: Final = 0.8
BLUNT: Final = 5.0
"""Doubloons by which a card seems worse if it is picked e times less often: by those who look no farther; by all others."""

_NEVER: Final = 0.01
"""No card is picked less often: everyone has whims."""


def learn_habits(learners: Learners, sight: Sight, luck: i64, habit: float) -> None:
    """Tell the learners what the others pick by habit today, and how often.

    `habit` says how likely a player is to pick by habit, as long as nothing is known of them.
    """
    luck = scramble(luck)
    table = sight.table.clone()
    table.picking |= sight.picked
    for player in table.players:
        seat = player.seat
        if seat == sight.viewer or not table.picking >> seat & 1:
            continue
        by_habit = habit
        for morning in sight.mornings:
            luck = step(luck)
            by_habit *= _telling(morning.table, seat, morning.picks[seat], luck)
        learners.habits[seat] = by_habit / (by_habit + 1.0 - habit)
        luck = step(luck)
        cards = ranks(player.hand)
        for card, behind in zip(cards, _all_behind(table, seat, cards, _TRIES, luck)):
            learners.arm(seat, table.day, card).habit = exp(-behind / SHARP)


def _telling(table: Table, seat: i64, pick: i64, luck: i64) -> float:
    """How many times more likely somebody was to pick a card who looks no farther than the next sunrise."""
    hand = table.players[seat].hand
    if not hand & bit(pick) or hand == bit(pick):
        return 1.0
    cards = ranks(hand)
    behind = _all_behind(table, seat, cards, _TRIES_OF_EARLIER_DAYS, luck)
    return _likely(behind, cards.index(pick), SHARP) / _likely(behind, cards.index(pick), BLUNT)


def _likely(behind: list[float], index: i64, doubt: float) -> float:
    total = 0.0
    for each in behind:
        total += exp(-each / doubt)
    return max(_NEVER, exp(-behind[index] / doubt) / total)


def _all_behind(table: Table, seat: i64, cards: list[int], tries: i64, luck: i64) -> list[float]:
    """By how many doubloons each card of a seat seems worse than the best, up to the next sunrise."""
    numbers: list[int] = []
    for _ in range(tries):
        luck = step(luck)
        numbers.append(luck)
    hopes = [0.0] * len(cards)
    days_ahead(table, seat, cards, numbers, hopes)
    best = max(hopes)
    return [(best - hope) / float(tries) for hope in hopes]
