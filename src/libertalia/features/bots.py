"""The levels of bots that people may play against, for the page."""

from __future__ import annotations

from typing import Any

from libertalia.bots import LEVELS, league
from libertalia.words import words


def levels_in(language: str) -> list[dict[str, Any]]:
    """The levels, from the weakest to the strongest, with names in a language and what was measured."""
    speech = words(language)
    return [
        {
            "level": level.name,
            "face": level.face,
            "name": speech.text(f"level.{level.name}"),
            "line": speech.text(f"level.{level.name}.line"),
            "strength": {edition: figures[level.name] for edition, figures in league()["editions"].items()},
        }
        for level in LEVELS
    ]
