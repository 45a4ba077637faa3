"""The editions there are, by name."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from libertalia.rules.edition import Edition
from libertalia.rules.galecrest.edition import Galecrest
from libertalia.rules.original.edition import Original

EDITIONS: Final[dict[str, Callable[..., Edition]]] = {"original": Original, "galecrest": Galecrest}

OPTIONS: Final[dict[str, dict[str, tuple[str, ...]]]] = {
    "original": {"influence": ("printed", "fair"), "tie_break": ("shared", "last_campaign")},
    "galecrest": {"board": ("calm", "stormy", "uncharted"), "difficulty": ("easy", "normal", "hard", "expert")},
}
"""For each edition its options with the values they may have."""

RULES_VERSION: Final = 1
"""Counts up when the same seed and moves no longer give the same game."""
