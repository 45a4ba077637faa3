"""Influence: which of several characters of the same rank comes first."""

from __future__ import annotations

from typing import Final

SIX: Final = range(6)

PRINTED: Final = [
    [(yellow + colour) % 6 + 1 for colour in SIX] for yellow in [(rank - 1 - (rank - 1) // 6) % 6 for rank in range(1, 31)]
]
"""The silver marks of the cards: a row for each rank, a column for each colour. Neighbouring colours split ties 25 to 5."""

_FAIR_ROWS: Final = """
    124635 236451 523146 312654 526143 261534 352641 543126 356214 642351
    415632 164253 415362 561234 253416 645321 534612 452163 143526 314265
    631542 123465 456123 165342 216435 631524 265413 432561 341256 624315
"""

FAIR: Final = [[int(mark) for mark in row] for row in _FAIR_ROWS.split()]
"""Each colour has each mark five times, and every two colours split ties 15 to 15."""
