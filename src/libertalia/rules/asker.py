"""Who may ask a seat to decide: characters, tokens, and the moments of a day."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

if TYPE_CHECKING:
    from libertalia.rules.player import Player
    from libertalia.rules.table import Table

# What an answer's number means. PASS may be among the answers of any of them.
CARD: Final = 0  # a rank
LOOT: Final = 1  # a kind of token
SEAT_CARD: Final = 2  # seat * 64 + rank
SALE: Final = 3  # a kind, + 1 for a pair, + 2 for a trio
SEAT_LOOT: Final = 4  # seat * 64 + a kind
SWAP: Final = 5  # 2 * a kind of today + a kind of tomorrow / 4
SEAT: Final = 6  # a seat
ABILITY: Final = 7  # the number of an asker

DOUBLOONS: Final = 57  # the doubloons instead
PASS: Final = 58

# The numbers under which askers are known. A character's is its rank.
FIRST_TOKEN: Final = 48  # the token of kind k asks as FIRST_TOKEN + k // 4
TAKE: Final = 60
PICK: Final = 63


def slug_of(named: type) -> str:
    """A class's name in answers and decisions: `GovernorsDaughter` is `governors-daughter`."""
    return re.sub(r"(?<!^)(?=[A-Z])", "-", named.__name__).lower()


class Asker:
    """Asks under a number; `options` says what may be answered and `choose` does what was answered."""

    def __init__(self, number: i64) -> None:
        self.number: i64 = number

    def slug(self) -> str:
        """The asker's name in answers and decisions."""
        return slug_of(type(self))

    def form(self) -> i64:
        """What the numbers of this asker's answers mean."""
        return CARD

    def options(self, table: Table, me: Player, whose: Player) -> i64:
        """What may be answered, as a bit set; with `SEAT_CARD` answers, of the cards that are `whose`."""
        return 0

    def choose(self, table: Table, me: Player, answer: i64) -> None:
        """Do what was answered."""

    def lapse(self, table: Table, me: Player) -> None:
        """What happens when its turn comes and there is nothing, or nothing any more, to answer."""


class Character(Asker):
    """A card. It does nothing of its own at any hour, unless it says otherwise."""

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
    """Sunrise: a card of the hand. `Table.options` knows the answers, and `course.play` keeps them side by side."""


class Take(Asker):
    """A token out of the loot of the day. `Table.options` knows the answers and `Table.take` does what was answered."""

    def form(self) -> i64:
        return LOOT
