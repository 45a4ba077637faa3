"""Which day it is: a voyage of the day lasts from midnight to midnight, by universal time."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta
from typing import Final

from libertalia.tables.refusals import Refused

_FIRST: Final = date(2026, 1, 1)
"""The day with the number 1."""


def date_at(at: int) -> date:
    """The date at a time in milliseconds since 1970.

    >>> date_at(1_700_000_000_000)
    datetime.date(2023, 11, 14)
    """
    return datetime.fromtimestamp(at / 1000, UTC).date()


def is_running(day: str | None, at: int) -> bool:
    """Whether a voyage of the day is still to be sailed by others; never where there is none."""
    return day is not None and day >= date_at(at).isoformat()


def check_over(day: str | None, at: int) -> None:
    """Refuse what would tell others how a voyage of the day goes, as long as they can still sail."""
    if is_running(day, at):
        raise Refused("Record, replay and review of today's game are given out when the day is over.", "day.running")


def number_of(day: date) -> int:
    """The number of a day, as people tell it to each other.

    >>> number_of(date(2026, 5, 8))
    128
    """
    return (day - _FIRST).days + 1


def seconds_left(at: int) -> int:
    """Seconds until the day is over."""
    midnight = datetime.combine(date_at(at) + timedelta(days=1), time(), UTC)
    return int(midnight.timestamp() - at / 1000)
