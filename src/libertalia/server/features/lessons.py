"""Lessons: making tables for somebody who learns."""

from __future__ import annotations

from libertalia.features.lessons import lesson, repeated_day
from libertalia.server.clock import now
from libertalia.server.tables.registry import Place, Tables
from libertalia.tables.state import TableState


async def begin_lesson(tables: Tables, name: str, person: str) -> Place:
    """Make a table where a lesson is given, and start it."""
    return await tables.create_started(lesson(name, person, now()))


async def repeat_day(tables: Tables, state: TableState, day: int) -> Place:
    """Make a table where a lesson goes on from the sunrise of a day that was played, and start it."""
    return await tables.create_started(repeated_day(state, day, now()))
