"""What a card is worth that is kept for the next voyage, in doubloons, by rank."""

from __future__ import annotations

from typing import Final

KEPT: Final = [0.0] * 31
