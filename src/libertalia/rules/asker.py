"""What can ask a seat to decide: characters, tokens, the pick at sunrise, the taking of loot."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

if TYPE_CHECKING:
    from libertalia.rules.player import Player
    from libertalia.rules.table import Table

# What the number of an answer means: the form of an asker's answers. Any form may have PASS among its answers.
CARD: Final = 0  # a rank
LOOT: Final = 1  # a kind of token
SEAT_CARD: Final = 2  # a seat and a rank: `bits.of_seat`
SALE: Final = 3  # one to three tokens of a kind: `packed_sale`
SEAT_LOOT: Final = 4  # a seat and a kind: `bits.of_seat`
SWAP: Final = 5  # a kind of today and a kind of tomorrow: `packed_swap`
SEAT: Final = 6  # a seat
ABILITY: Final = 7  # the number of an asker

DOUBLOONS: Final = 57  # doubloons instead of a card
PASS: Final = 58

# The numbers under which askers are known. A character's is its rank.
FIRST_TOKEN: Final = 48  # the token of kind k asks as FIRST_TOKEN + k // 4
TAKE: Final = 60
PICK: Final = 63


def packed_sale(kind: i64, count: i64) -> i64:
    """The answer that sells `count` tokens of a kind. A kind is a multiple of 4, so the low two bits are free."""
    return kind + count - 1


def sold_kind(answer: i64) -> i64:
    return answer & ~3


def sold_count(answer: i64) -> i64:
    return (answer & 3) + 1


def packed_swap(today: i64, tomorrow: i64) -> i64:
    """The answer that swaps a kind of today for a kind of tomorrow: the index of each takes three bits."""
    return 2 * today + tomorrow // 4


def swapped_today(answer: i64) -> i64:
    return answer >> 3 << 2


def swapped_tomorrow(answer: i64) -> i64:
    return (answer & 7) << 2


def slug_of(named: type) -> str:
    """A class's name in answers and decisions: `GovernorsDaughter` is `governors-daughter`."""
    return re.sub(r"(?<!^)(?=[A-Z])", "-", named.__name__).lower()


class Asker:
    """Asks questions. It has a number; `options` gives the legal answers, and `choose` does what was answered."""

    def __init__(self, number: i64) -> None:
        self.number: i64 = number

    def slug(self) -> str:
        """The asker's name in answers and decisions."""
        return slug_of(type(self))

    def form(self) -> i64:
        """What the numbers of this asker's answers mean."""
        return CARD

    def options(self, table: Table, me: Player, whose: Player) -> i64:
        """The legal answers as a bit set. If answers name a seat too, those that name `whose`."""
        return 0

    def choose(self, table: Table, me: Player, answer: i64) -> None:
        """Do what was answered."""

    def lapse(self, table: Table, me: Player) -> None:
        """Called instead of a question that has come up and has no legal answer."""


class Character(Asker):
    """A card. It does nothing at any hour, unless its class says so."""

    def day(self, table: Table, me: Player) -> None:
        """What the character does by day."""

    def dusk(self, table: Table, me: Player) -> None:
        """What the character does at dusk, once its owner has taken loot."""

    def takes(self) -> bool:
        """Whether the character takes loot at dusk."""
        return True

    def night(self, table: Table, me: Player) -> None:
        """What the character does every night at home."""

    def rest(self, table: Table, me: Player) -> i64:
        """What the character earns at the end of the voyage; a loss is negative."""
        return 0


class Pick(Asker):
    """Sunrise: pick a card of the hand. `Table.options` has the legal answers, and `course.play` takes them."""


class Take(Asker):
    """Take a token from the loot of the day. `Table.options` has the legal answers, and `Table.take` does what was answered."""

    def form(self) -> i64:
        return LOOT
