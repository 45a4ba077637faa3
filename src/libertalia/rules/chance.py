"""Where chance comes from: a seed for real games, a quick generator for playouts.

Neither is global. A real game's draws are numbered, and draw ``i`` is read from a keyed hash of its number: the game can be dealt
again from its seed, and what has been seen of it does not tell what comes next.
"""

from __future__ import annotations

from hashlib import blake2b
from typing import final

from librt.strings import read_i32_be
from mypy_extensions import i64, mypyc_attr

from libertalia.rules.bits import bit, kind_at, nth


@mypyc_attr(acyclic=True)
class Seed:
    """A secret of up to 64 bytes that decides every draw of a game."""

    __slots__ = ("_block", "_digest", "_keyed", "secret")

    def __init__(self, secret: bytes) -> None:
        self.secret: bytes = secret
        self._block: i64 = -1
        self._digest: bytes = b""
        self._keyed: blake2b | None = None  # to be copied: that takes less time than to make a new one

    def draw(self, number: i64, below: i64, heap: i64 = 0, cards: i64 = 0, more: i64 = 0) -> i64:
        """Draw ``number`` of the game, as an integer from 0 to ``below`` - 1.

        Where a token is drawn, ``heap`` says from which tokens; where a card is drawn, ``cards`` says from which cards. ``more``
        says how many draws follow whatever is drawn: each from what the one before it has left, with nothing in between.
        """
        block: i64 = number >> 3
        if block != self._block:  # eight draws are read from one digest
            if self._keyed is None:
                self._keyed = blake2b(key=self.secret)
            counter: int = block
            keyed = self._keyed.copy()
            keyed.update(counter.to_bytes(8, "big"))
            self._digest = keyed.digest()
            self._block = block
        start = (number & 7) * 8
        high: i64 = i64(read_i32_be(self._digest, start)) & 0xFFFFFFFF
        low: i64 = i64(read_i32_be(self._digest, start + 4)) & 0xFFFFFFFF
        return (high % below * (0x100000000 % below) + low) % below  # a word of 64 bits, modulo `below`

    def lacks_a_draw(self) -> bool:
        """Whether a draw was made that nobody has told: then what came of it is not to be used."""
        return False


@final
@mypyc_attr(acyclic=True)
class Draw:
    """A draw that is to be made: a number below ``below``. See `Seed.draw`."""

    __slots__ = ("below", "cards", "heap", "more")

    def __init__(self, below: i64, heap: i64 = 0, cards: i64 = 0, more: i64 = 0) -> None:
        self.below: i64 = below
        self.heap: i64 = heap
        self.cards: i64 = cards
        self.more: i64 = more

    def copy(self) -> Draw:
        return Draw(self.below, self.heap, self.cards, self.more)

    def go_on(self, drawn: i64) -> None:
        """This has been drawn: become the first of the draws that follow."""
        self.below -= 1
        self.more -= 1
        if self.heap:
            self.heap -= bit(kind_at(self.heap, drawn))
        elif self.cards:
            self.cards -= bit(nth(self.cards, drawn))


@final
@mypyc_attr(acyclic=True)
class Outcomes(Seed):
    """Chance that is told its draws one after the other. `needed` is the first one that it was not told.

    From there on all draws are 0, and what comes of them is not to be used. (To raise an exception there would take longer.)
    """

    __slots__ = ("drawn", "needed")

    def __init__(self, drawn: list[int]) -> None:
        super().__init__(b"")
        self.drawn: list[int] = drawn
        self.needed: Draw | None = None

    def draw(self, number: i64, below: i64, heap: i64 = 0, cards: i64 = 0, more: i64 = 0) -> i64:
        if number < len(self.drawn):
            return self.drawn[number]
        if self.needed is None:
            self.needed = Draw(below, heap, cards, more)
        return 0

    def begin(self) -> None:
        """A move is about to be played, for the first time or again: no draw is missing yet."""
        self.needed = None

    def lacks_a_draw(self) -> bool:
        return self.needed is not None


def scramble(number: i64) -> i64:
    """A start for the quick generator: neighbouring numbers give unrelated ones, never 0."""
    number &= 0xFFFFFFFF
    number = (number >> 16 ^ number) * 0x45D9F3B & 0xFFFFFFFF
    number = (number >> 16 ^ number) * 0x45D9F3B & 0xFFFFFFFF
    return (number >> 16 ^ number) or 0x9E3779B9


def step(state: i64) -> i64:
    """The next state of the quick generator: 32 bits, never 0 (Marsaglia's xorshift)."""
    state ^= state << 13 & 0xFFFFFFFF
    state ^= state >> 17
    return state ^ state << 5 & 0xFFFFFFFF
