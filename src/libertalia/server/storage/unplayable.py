"""Games that this version of the program can't play, though another version may.

Nothing of such a game is changed. Its row only gets a note of which program could not play it. Other programs ignore the note.
"""

from __future__ import annotations

from importlib.metadata import version
from typing import Final

from sqlalchemy import ColumnElement, Update, func, true, update

from libertalia.rules.editions import KNOWN_RULES, RULES_VERSION
from libertalia.server.storage.schema import tables

PROGRAM: Final = f"{version('libertalia')}, rules {RULES_VERSION}"
"""The version of the program and of its rules, on which it depends whether a game can be played."""
UNFINISHED: Final = ("open", "playing")


def playable() -> ColumnElement[bool]:
    """Tables that this program can play, as far as is known."""
    return tables.c.unplayable_by.is_distinct_from(PROGRAM)


def looks_playable() -> ColumnElement[bool]:
    """Tables of which nothing says that this program can't play them again, finished ones included."""
    return playable() & (tables.c.rules.is_(None) | tables.c.rules.in_(KNOWN_RULES))


def note_withdrawn() -> ColumnElement[str | None]:
    """The note on a table after this program has played it: what other programs have noted stays true."""
    return func.nullif(tables.c.unplayable_by, PROGRAM)


def listed_as(status: str) -> ColumnElement[bool]:
    """Tables that have a status for this program."""
    if status == "unplayable":
        return tables.c.status.in_(UNFINISHED) & ~playable()
    return (tables.c.status == status) & (playable() if status in UNFINISHED else true())


def noted(table: str) -> Update:
    """Note that this program can't play a table."""
    return update(tables).where(tables.c.id == table, tables.c.status.in_(UNFINISHED)).values(unplayable_by=PROGRAM)


def unknown_rules_noted() -> Update:
    """Note that this program can't play the games that were dealt by rules it does not know."""
    unknown = (tables.c.status == "playing") & tables.c.rules.not_in(KNOWN_RULES)
    return update(tables).where(unknown, playable()).values(unplayable_by=PROGRAM)
