"""Speaking to somebody in his language."""

from __future__ import annotations

from libertalia.game.errors import LibertaliaError
from libertalia.server.messages import Error
from libertalia.words import LANGUAGES, words


def preferred(wish: str | None) -> str:
    """The language to speak, by a browser's list of wishes.

    >>> preferred("fr-CH, fr;q=0.9, en;q=0.8"), preferred("de"), preferred(None)
    ('fr', 'en', 'en')
    """
    for part in (wish or "").split(","):
        language = part.strip()[:2].lower()
        if language in LANGUAGES:
            return language
    return "en"


def said(error: LibertaliaError, language: str) -> Error:
    """What was wrong, in a language."""
    return Error(error.key, words(language).error(error))
