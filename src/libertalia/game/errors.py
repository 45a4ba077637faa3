"""The errors of this package. Each is a `ValueError` that says what was given and what was expected."""

from __future__ import annotations

import reprlib
from operator import index
from typing import Any

_BRIEF = reprlib.Repr()
_BRIEF.maxlevel = 2
_BRIEF.maxstring = _BRIEF.maxother = 60


def whole(value: Any) -> int | None:
    """A whole number as an `int`, one of NumPy's too; `None` for anything else, `True` and `False` included."""
    if type(value) is int:
        return value
    if isinstance(value, bool):
        return None
    try:
        return index(value)
    except TypeError:
        return None


def brief(value: object) -> str:
    """A value as one short line, however large or deep it is."""
    if isinstance(value, int) and not -(10**40) < value < 10**40:
        return "a huge number"
    return _BRIEF.repr(value)


class LibertaliaError(ValueError):
    """What all of them are. `key` and `details` let a user interface say it in another language."""

    key = "error"

    def __init__(self, message: str, key: str = "", **details: object) -> None:
        super().__init__(message)
        self.key = key or self.key
        self.details = details


class IllegalMove(LibertaliaError):
    """A move that can't be made now. The game is unchanged."""

    key = "illegal"


class InvalidSetup(LibertaliaError):
    """No such edition, option or number of players."""

    key = "setup"


class InvalidPosition(LibertaliaError):
    """A position that can't be."""

    key = "position"


class InvalidRecord(LibertaliaError):
    """A record that can't be read or doesn't replay."""

    key = "record"


class UnknownRules(InvalidRecord):
    """A game played by a version of the rules that this program does not have."""

    key = "rules.unknown"
