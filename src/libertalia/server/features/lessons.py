"""Lessons: making tables for somebody who learns."""

from __future__ import annotations

from libertalia.server.clock import now
from libertalia.server.tables.registry import Place, Tables
from libertalia.tables.laying import lesson_table
from libertalia.tables.lessons import LESSONS, morning
from libertalia.tables.refusals import NotFound, Refused
from libertalia.tables.state import TableState


async def begin_lesson(tables: Tables, name: str, person: str) -> Place:
    """Make a table where a lesson is given, and start it."""
    if name not in LESSONS:
        raise NotFound("There is no such lesson.", "lesson.unknown")
    return await tables.create_started(lesson_table(name, person, now()))


async def repeat_day(tables: Tables, state: TableState, day: int) -> Place:
    """Make a table where a lesson goes on from the sunrise of a day that was played, and start it."""
    lesson = state.setup.lesson
    if lesson is None or lesson not in LESSONS or state.game is None:
        raise Refused("Only a day of a lesson can be played again.", "lesson.none")
    again = morning(state.game.record(), day)
    if again is None:
        raise Refused("That day was not reached yet.", "lesson.no-day")
    return await tables.create_started(lesson_table(lesson, state.seats[0].name or "", now(), again.position()))
