"""Where chance comes from: a seed for real games, a quick generator for playouts.

Neither is global. A real game's draws are numbered, and draw ``i`` is read from a keyed hash of its number: the game can be dealt
again from its seed, and what has been seen of it does not tell what comes next.
"""

from __future__ import annotations

from hashlib import blake2b
from typing import final

from mypy_extensions import i64, mypyc_attr


@final
@mypyc_attr(acyclic=True)
class Seed:
    """A secret of up to 64 bytes that decides every draw of a game."""

    __slots__ = ("_block", "_digest", "secret")

    def __init__(self, secret: bytes) -> None:
        self.secret: bytes = secret
        self._block: i64 = -1
        self._digest: bytes = b""

    def draw(self, number: i64, below: i64) -> i64:
        """Draw ``number`` of the game, as an integer from 0 to ``below`` - 1."""
        block: i64 = number >> 3
        if block != self._block:  # eight draws are read from one digest
            counter: int = block
            self._digest = blake2b(counter.to_bytes(8, "big"), key=self.secret).digest()
            self._block = block
        start: int = (number & 7) * 8
        word = int.from_bytes(self._digest[start : start + 8], "big")
        limit: int = below
        return word % limit


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
