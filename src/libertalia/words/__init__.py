"""What people read, in their own language. Every text stands in a gettext catalogue under a stable key.

>>> from libertalia.words import words
>>> words("fr").character("original", "surgeon")
'Chirurgien'

The catalogues `words/locale/<language>.po` hold what all editions have in common; an edition brings its own words in the `locale`
folder beside its rules. Where both have a key, the edition's text is used.
"""

from __future__ import annotations

from libertalia.words.catalogue import LANGUAGES
from libertalia.words.visible import visible
from libertalia.words.words import UnknownLanguage, Words, words

__all__ = ["LANGUAGES", "UnknownLanguage", "Words", "visible", "words"]
