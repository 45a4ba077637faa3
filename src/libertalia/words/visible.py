"""Text from a file or from the network, made fit to be shown."""

from __future__ import annotations

import unicodedata
from typing import Final

_UNFIT: Final = ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")
"""Characters that can't be seen, that command a terminal, or that turn a line around."""


def visible(text: str, instead: str = "\ufffd") -> str:
    """A line of text in which every character can be seen. Another one stands for each that can't; a line break is one of them.

    >>> visible("9f86\\x1b[2K\\rtrue")
    '9f86�[2K�true'
    """
    if text.isprintable():
        return text
    kinds = [unicodedata.category(char) for char in text]
    return "".join(instead if kind in _UNFIT and not _joins(text, kinds, at) else text[at] for at, kind in enumerate(kinds))


def _joins(text: str, kinds: list[str], at: int) -> bool:
    """Whether a joiner makes one picture of two: a flag and a skull are a pirate flag."""
    return text[at] == "\u200d" and kinds[at + 1 : at + 2] == ["So"] and kinds[max(0, at - 1)] in ("So", "Mn")
