"""Sensible answers: of all that may be answered, what promises most at a glance. For those who play on in thought."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mypy_extensions import i64

from libertalia.rules.asker import TAKE
from libertalia.rules.bits import bit, kinds, nth, of_seat
from libertalia.rules.playout import random_action

if TYPE_CHECKING:
    from libertalia.rules.player import Player
    from libertalia.rules.table import Table


def sensible_action(table: Table, me: Player, luck: i64) -> i64:
    """The answer of a player that promises most, by what the edition says; where it says nothing, any.

    ``luck`` is a number of 32 bits.
    """
    number = table.asking()
    if not table.edition.opinions >> number & 1:
        return random_action(table, me, luck)
    if number == TAKE:
        return most_promising(table, me, me, kinds(table.today))[0]
    if not table.across():
        return most_promising(table, me, me, table.options(me, me))[0]
    asker = table.edition.askers[number]
    best: i64 = -1
    most = 0.0
    for whose in table.players:
        options = asker.options(table, me, whose)
        if options:
            answer, promise = most_promising(table, me, whose, options)
            if best < 0 or promise > most:
                best = of_seat(whose.seat, answer)
                most = promise
    return best


def most_promising(table: Table, me: Player, whose: Player, options: i64) -> tuple[i64, float]:
    """Of a bit set of answers the one that promises most, and how much."""
    best = nth(options, 0)
    options &= options - 1
    if options == 0 and whose is me:
        return best, 0.0  # nothing to compare it with
    most = table.edition.promise(table, me, whose, best)
    while options:
        answer = nth(options, 0)
        options &= options - 1
        promise = table.edition.promise(table, me, whose, answer)
        if promise > most:
            best = answer
            most = promise
    return best, most


def home_worth(table: Table, owner: Player, rank: i64) -> float:
    """What a character at home still brings its owner in this voyage."""
    edition = table.edition
    worth = edition.nightly[rank] * float(len(table.days) - table.day + 1) + 0.3
    if edition.at_rest >> rank & 1:
        worth += float(edition.cast[rank].rest(table, owner))
    return worth


def dearest_worth(table: Table, owner: Player) -> float:
    """What the best character at home still brings its owner; 0 where none brings anything."""
    most = 0.0
    crew = owner.crew
    while crew:
        rank = nth(crew, 0)
        crew -= bit(rank)
        most = max(most, home_worth(table, owner, rank))
    return most
