"""What people read, in their own language. Every text stands in a gettext catalogue under a stable key.

>>> from libertalia.words import words
>>> words("fr").character("original", "surgeon")
'Chirurgien'

A key that an edition could say differently starts with the edition's name: another edition is another set of keys, and another
language another folder under `locale/`. After a change of a catalogue, run ``python -m libertalia.words.compile``.
"""

from __future__ import annotations

from libertalia.words.words import LANGUAGES, UnknownLanguage, Words, words

__all__ = ["LANGUAGES", "UnknownLanguage", "Words", "words"]
