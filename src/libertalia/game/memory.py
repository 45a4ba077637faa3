"""What everyone at the table can know of the hands, and of earlier days, if they watched the whole game and remember everything.

All cards are dealt openly and played openly; only a Surgeon takes a card back unseen. So a seat has a list of *guesses*, each
a hand and a graveyard that agree with all that was seen: one guess as a rule, several after a Surgeon chose among several.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, final

from mypy_extensions import i64

from libertalia.rules.bits import bit, ranks, size
from libertalia.rules.happening import CARDS_DEALT, CLEARED, GRAVEYARD, HAND, MOVED, Happening

if TYPE_CHECKING:
    from libertalia.rules.table import Table

MORNINGS: Final = 8
"""The number of sunrises that are remembered."""


@final
class Guess:
    """A hand and a graveyard, as sets of cards."""

    __slots__ = ("graveyard", "hand")

    def __init__(self, hand: i64, graveyard: i64) -> None:
        self.hand: i64 = hand
        self.graveyard: i64 = graveyard


@final
class Knowledge:
    """What everyone knows of a seat's hand and graveyard, as sets of cards; `unseen` cards of the graveyard went back unseen."""

    __slots__ = ("graveyard", "hand_size", "holds", "may_hold", "unseen")

    def __init__(self, guesses: list[Guess]) -> None:
        may_hold: i64 = 0
        holds: i64 = guesses[0].hand
        graveyard: i64 = 0
        for guess in guesses:
            may_hold |= guess.hand
            holds &= guess.hand
            graveyard |= guess.graveyard
        self.may_hold: i64 = may_hold
        self.holds: i64 = holds
        self.graveyard: i64 = graveyard
        self.unseen: i64 = size(graveyard) - size(guesses[0].graveyard)
        self.hand_size: i64 = size(guesses[0].hand)


@final
class Morning:
    """An earlier sunrise: the table as everyone saw it, with a first guess where something was hidden, and everyone's pick."""

    __slots__ = ("picks", "table")

    def __init__(self, table: Table, picks: list[int]) -> None:
        self.table: Table = table
        self.picks: list[int] = picks


@final
class Memory:
    """The guesses of each seat, and the last sunrises. Lists and what they hold are never changed in place: copies share them."""

    __slots__ = ("guesses", "mornings")

    def __init__(self, guesses: list[list[Guess]], mornings: list[Morning] | None = None) -> None:
        self.guesses: list[list[Guess]] = guesses
        self.mornings: list[Morning] = [] if mornings is None else mornings

    def copy(self) -> Memory:
        return Memory(self.guesses.copy(), self.mornings)

    def remember(self, morning: Morning) -> None:
        """Remember a sunrise, once all picks are shown."""
        self.mornings = [*self.mornings[1 - MORNINGS :], morning]

    def known(self, seat: i64) -> Knowledge:
        """What everyone knows of a seat's hand and graveyard."""
        return Knowledge(self.guesses[seat])

    def observe(self, happening: Happening) -> bool:
        """Learn from what happened; says whether a card moved unseen."""
        what = happening.what
        if what == MOVED:
            return self._moved(happening.seat, bit(happening.a), happening.b, happening.c)
        if what == CARDS_DEALT:
            self.guesses = [[Guess(g.hand | happening.a, g.graveyard) for g in guesses] for guesses in self.guesses]
        elif what == CLEARED and happening.a == GRAVEYARD:
            self.guesses[happening.seat] = distinct([Guess(g.hand, 0) for g in self.guesses[happening.seat]])
        return False

    def _moved(self, seat: i64, card: i64, source: i64, target: i64) -> bool:
        guesses = self.guesses[seat]
        if source == GRAVEYARD and target == HAND:
            found: list[Guess] = []
            for guess in guesses:
                for rank in ranks(guess.graveyard):
                    one: i64 = bit(rank)
                    found.append(Guess(guess.hand | one, guess.graveyard - one))
            self.guesses[seat] = distinct(found)
            return len(found) > 1
        if source not in (HAND, GRAVEYARD) and target not in (HAND, GRAVEYARD):
            return False
        into_hand: i64 = card if target == HAND else 0
        into_graveyard: i64 = card if target == GRAVEYARD else 0
        seen: list[Guess] = []
        for guess in guesses:
            if (source == HAND and not guess.hand & card) or (source == GRAVEYARD and not guess.graveyard & card):
                continue  # this guess was wrong
            hand = guess.hand & ~card if source == HAND else guess.hand
            graveyard = guess.graveyard & ~card if source == GRAVEYARD else guess.graveyard
            seen.append(Guess(hand | into_hand, graveyard | into_graveyard))
        self.guesses[seat] = seen
        return False


def distinct(guesses: list[Guess]) -> list[Guess]:
    """The same guesses, each once, in a fixed order."""
    found: dict[tuple[int, int], Guess] = {(guess.hand, guess.graveyard): guess for guess in guesses}
    return [found[key] for key in sorted(found)]
