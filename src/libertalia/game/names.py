"""The engine's numbers as names: cards, tokens and ranks as people and programs outside read them."""

from __future__ import annotations

from functools import lru_cache

from libertalia.rules.bits import count_of, ranks
from libertalia.rules.edition import Edition


@lru_cache(4096)
def heap_to_kinds(edition: Edition, heap: int) -> tuple[str, ...]:
    """The tokens of a heap, sorted as text."""
    return tuple(sorted(kind for kind, shift in edition.kind_of.items() for _ in range(count_of(heap, shift))))


@lru_cache(4096)  # most cards are where they were a move ago
def slugs(edition: Edition, cards: int) -> tuple[str, ...]:
    """Cards by name, in the order of their ranks."""
    return tuple(edition.slugs[rank] for rank in ranks(cards))


def shown_rank(edition: Edition, rank: int) -> float:
    """The rank of the neutral character as people read it; a whole number where it is one."""
    shown = edition.neutral_rank(rank)
    return int(shown) if shown == int(shown) else shown


def heap_to_counts(edition: Edition, heap: int) -> dict[str, int]:
    """How many tokens of each kind a heap holds; kinds that it lacks are left out."""
    return {kind: count_of(heap, shift) for kind, shift in edition.kind_of.items() if count_of(heap, shift)}
