"""Which day it is: a voyage of the day lasts from midnight to midnight, by universal time."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta
from typing import Final

_FIRST: Final = date(2026, 1, 1)
"""The day with the number 1."""


def today() -> date:
    """The date."""
    return datetime.now(UTC).date()


def is_running(day: str | None) -> bool:
    """Whether a voyage of the day is still to be sailed by others; never where there is none."""
    return day is not None and day >= today().isoformat()


def number_of(day: date) -> int:
    """The number of a day, as people tell it to each other.

    >>> number_of(date(2026, 5, 8))
    128
    """
    return (day - _FIRST).days + 1


def seconds_left() -> int:
    """How long the day lasts."""
    now = datetime.now(UTC)
    midnight = datetime.combine(now.date() + timedelta(days=1), time(), UTC)
    return int((midnight - now).total_seconds())
