"""The editions there are, by name."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from libertalia.rules.edition import Edition
from libertalia.rules.original.edition import Original

EDITIONS: Final[dict[str, Callable[..., Edition]]] = {"original": Original}

OPTIONS: Final[dict[str, dict[str, tuple[str, ...]]]] = {
    "original": {"influence": ("printed", "fair"), "tie_break": ("shared", "last_campaign")},
}
"""For each edition its options with the values they may have, the default first."""

RULES_VERSION: Final = 1
"""Counts up when the same seed and moves no longer give the same game."""
