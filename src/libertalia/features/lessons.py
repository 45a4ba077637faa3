"""Lessons: tables for somebody who learns."""

from __future__ import annotations

from libertalia.tables.laying import lesson_table
from libertalia.tables.lessons import LESSONS, morning
from libertalia.tables.refusals import NotFound, Refused
from libertalia.tables.state import TableState


def lesson(name: str, person: str, at: int) -> TableState:
    """A table where a lesson is given."""
    if name not in LESSONS:
        raise NotFound("There is no such lesson.", "lesson.unknown")
    return lesson_table(name, person, at)


def repeated_day(state: TableState, day: int, at: int) -> TableState:
    """A table where a lesson goes on from the sunrise of a day that was played."""
    name = state.setup.lesson
    if name is None or name not in LESSONS or state.game is None:
        raise Refused("Only a day of a lesson can be played again.", "lesson.none")
    again = morning(state.game.record(), day)
    if again is None:
        raise Refused("That day was not reached yet.", "lesson.no-day")
    return lesson_table(name, state.seats[0].name or "", at, again.position())
