"""Sets of cards and heaps of tokens, against the plain Python that they stand for."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from libertalia.rules import bits

cards = st.sets(st.integers(0, 59))
heaps = st.lists(st.integers(0, 15), min_size=12, max_size=12)


def mask(ranks: set[int]) -> int:
    return sum(1 << rank for rank in ranks)


def heap(counts: list[int]) -> int:
    return sum(count << 4 * index for index, count in enumerate(counts))


@given(cards)
def test_sets(ranks: set[int]) -> None:
    assert bits.size(mask(ranks)) == len(ranks)
    assert bits.ranks(mask(ranks)) == sorted(ranks)
    assert bits.top(mask(ranks)) == max(ranks, default=-1)
    assert [bits.nth(mask(ranks), index) for index in range(len(ranks))] == sorted(ranks)


@given(heaps)
def test_heaps(counts: list[int]) -> None:
    assert bits.tokens(heap(counts)) == sum(counts)
    for least, of in ((1, bits.kinds), (2, bits.pairs_of), (3, bits.trios_of)):
        assert of(heap(counts)) == mask({4 * index for index, count in enumerate(counts) if count >= least})
