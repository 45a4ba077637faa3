"""Five levels of bots, from one that a child beats to the strongest. Each has a name, a face and a line of character.

The words are in the catalogues: `level.<name>` and `level.<name>.line`. How strong each was measured to be is in `league.json`,
which `python -m benchmarks.league` writes.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final


@dataclass(frozen=True)
class Level:
    """A bot for people to play against."""

    name: str
    """Also the name by which it plays."""
    face: str
    """The animal that it is."""
    bot: str
    """How it thinks: a bot with its parameters."""


LEVELS: Final = (
    Level("bilge", "rat", "random"),
    Level("mango", "monkey", "sensible"),
    Level("skerry", "gull", "greedy(mix=2)"),
    Level("pepper", "cat", "search(n=80)"),
    Level("fathom", "octopus", "search(n=1500, habit=0.5)"),
)
"""From the weakest to the strongest."""


@cache
def league() -> dict[str, Any]:
    """What was measured, by edition and level: its `rating`, and `beats`, the share that it wins against the one below."""
    found: dict[str, Any] = json.loads((Path(__file__).parent / "league.json").read_text(encoding="utf-8"))
    return found
