"""Names and messages in a form that can be shown to anyone."""

from __future__ import annotations

import unicodedata

from libertalia.tables.messages import NAME_LENGTH
from libertalia.tables.refusals import Malformed
from libertalia.words import LANGUAGES, visible, words


def _plain(text: str) -> str:
    return " ".join(visible(unicodedata.normalize("NFC", text), " ").split())


def clean_name(name: str) -> str:
    """A name in a form that can be shown; `Malformed` says why not.

    >>> clean_name("  Anne   Bonny ")
    'Anne Bonny'
    >>> clean_name("\\u200dAnne\\u200d \\U0001f3f4\\u200d\\u2620\\ufe0f") == "Anne \\U0001f3f4\\u200d\\u2620\\ufe0f"
    True
    """
    plain = _plain(name)
    if not 1 <= len(plain) <= NAME_LENGTH:
        raise Malformed(f"A name has 1 to {NAME_LENGTH} characters.", "name.length", most=NAME_LENGTH)
    if plain.casefold() in [words(language).text("cli.you").casefold() for language in LANGUAGES]:
        raise Malformed("That name would confuse everyone.", "name.you")
    return plain


def clean_text(text: str, most: int) -> str:
    """Something said, as one line of plain text."""
    plain = _plain(text)
    if not 1 <= len(plain) <= most:
        raise Malformed(f"A message has 1 to {most} characters.", "chat.length", most=most)
    return plain
