"""Sets of cards and heaps of tokens as plain integers.

A *set of cards* has bit ``r`` set for the card of rank ``r``. A *heap of tokens* holds up to twelve counts of four bits each;
a *kind* of token is the position of its count, so ``1 << kind`` is one such token and heaps add and subtract like numbers.
A question holds a number and a seat in one integer, and so does an answer that may be about several players' things.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

ONE_EACH: Final = 0x111111111111
"""A heap with one token of every possible kind."""


def bit(rank: i64) -> i64:
    """The set of one card."""
    one = rank - rank + 1  # mypyc would shift a literal 1 as an int of 32 bits
    return one << rank


_DE_BRUIJN: Final = 0x03F79D71B4CB0A89
"""Every six bits in a row of this number are others than anywhere else in it. So times a card, its top six bits tell the card."""


def _ranks_by_top_bits() -> vec[i64]:
    found = vec[i64]([0] * 64)
    for rank in range(i64(63)):
        found[bit(rank) * _DE_BRUIJN >> 58 & 63] = rank
    return found


_RANKS: Final = _ranks_by_top_bits()


def of_seat(seat: i64, number: i64) -> i64:
    """A number and a seat, packed into one integer."""
    return seat << 6 | number


def seat_of(packed: i64) -> i64:
    """The seat of a question or of an answer."""
    return packed >> 6 & 7


def number_of(packed: i64) -> i64:
    """The number of a question's asker; the card or the kind of token of an answer."""
    return packed & 63


def size(cards: i64) -> i64:
    """How many cards a set holds. It counts bits 0 to 59: longer constants are no machine integers for mypyc."""
    pairs = cards - (cards >> 1 & 0x555555555555555)
    quads = (pairs & 0x333333333333333) + (pairs >> 2 & 0x333333333333333)
    octets = quads + (quads >> 4) & 0xF0F0F0F0F0F0F0F
    octets = (octets & 0xFFFFFFFF) + (octets >> 32)
    return (octets * 0x01010101 & 0xFFFFFFFF) >> 24


def top(cards: i64) -> i64:
    """The highest rank of a set; -1 for none."""
    whole: int = cards
    return whole.bit_length() - 1


def lowest(cards: i64) -> i64:
    """The lowest rank of a set that has one."""
    return _RANKS[(cards & -cards) * _DE_BRUIJN >> 58 & 63]


def nth(cards: i64, index: i64) -> i64:
    """The rank at ``index`` of a set, in ascending order."""
    while index > 0:
        cards &= cards - 1
        index -= 1
    return lowest(cards)


def ranks(cards: i64) -> list[int]:
    """The ranks of a set in ascending order."""
    found: list[int] = []
    while cards:
        lowest = cards & -cards
        found.append(top(lowest))
        cards -= lowest
    return found


def tokens(heap: i64) -> i64:
    """How many tokens a heap holds."""
    heap = (heap & 0x0F0F0F0F0F0F) + (heap >> 4 & 0x0F0F0F0F0F0F)
    heap = (heap & 0xFFFFFFFF) + (heap >> 32)
    return (heap * 0x01010101 & 0xFFFFFFFF) >> 24


def count_of(heap: i64, kind: i64) -> i64:
    """How many tokens of a kind a heap holds."""
    return heap >> kind & 15


def kind_at(heap: i64, index: i64) -> i64:
    """The kind of the token at ``index`` of a heap, in the order of the kinds."""
    kind: i64 = 0
    while index >= count_of(heap, kind):
        index -= count_of(heap, kind)
        kind += 4
    return kind


def kinds(heap: i64) -> i64:
    """The kinds of which a heap holds at least one, as a bit set."""
    return (heap | heap >> 1 | heap >> 2 | heap >> 3) & ONE_EACH


def pairs_of(heap: i64) -> i64:
    """The kinds of which a heap holds at least two, as a bit set."""
    return (heap >> 1 | heap >> 2 | heap >> 3) & ONE_EACH


def trios_of(heap: i64) -> i64:
    """The kinds of which a heap holds at least three, as a bit set."""
    return (heap & heap >> 1 | heap >> 2 | heap >> 3) & ONE_EACH
