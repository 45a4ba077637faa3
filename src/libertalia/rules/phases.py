"""The phases of a day, in their order."""

from __future__ import annotations

from typing import Final

SUNRISE: Final = 0
DAY: Final = 1
DUSK: Final = 2
NIGHT: Final = 3
REST: Final = 4  # the end of a voyage, after its last day
OVER: Final = 5  # the end of the game
