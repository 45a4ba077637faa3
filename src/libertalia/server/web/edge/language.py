"""Which language to answer in, and errors in that language."""

from __future__ import annotations

from libertalia.game.errors import LibertaliaError
from libertalia.tables.messages import Error
from libertalia.words import LANGUAGES, words


def preferred_language(wish: str | None) -> str:
    """The language to answer in, by a browser's list of preferences.

    >>> preferred_language("fr-CH, fr;q=0.9, en;q=0.8"), preferred_language("de"), preferred_language(None)
    ('fr', 'en', 'en')
    """
    for part in (wish or "").split(","):
        language = part.strip()[:2].lower()
        if language in LANGUAGES:
            return language
    return "en"


def error_in(language: str, error: LibertaliaError) -> Error:
    """What was wrong, in a language."""
    return Error(error.key, words(language).error(error))
