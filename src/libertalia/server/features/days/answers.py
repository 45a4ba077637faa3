"""The HTTP answers about the voyage of the day."""

from __future__ import annotations

from pydantic import BaseModel


class DayBot(BaseModel):
    """A bot of the day."""

    seat: int
    level: str
    name: str
    colour: str


class Sailed(BaseModel):
    """Somebody on the board of a day. Without a name, it was forgotten together with the table."""

    name: str
    score: int


class SailedToday(Sailed):
    """Somebody on the board of today."""

    mine: bool
    """Whether it is the person who asks."""


class SailedThen(Sailed):
    """Somebody on the board of a day that is over: their game can be looked at."""

    table: str | None
    """None if it was deleted by now."""


class PastDay(BaseModel):
    """A day that is over: how it was dealt, and who was best."""

    day: str
    number: int
    edition: str
    commitment: str
    seed: str
    sailed: int
    """How many have finished."""
    best: list[SailedThen]


class CalendarDay(BaseModel):
    day: str
    won: bool


class OwnYesterday(BaseModel):
    table: str
    score: int


class MyDays(BaseModel):
    """What the server knows of somebody, by their own secret."""

    table: str | None
    """Where they have set sail today. None before that."""
    at: int | None
    """The day of the voyage that they have come to; None before the start and after the end."""
    scores: list[int] | None
    """Of all seats, theirs first, when their voyage is over."""
    won: bool
    place: int | None
    """On the board of the day."""
    better: int | None
    """Percent of the others who scored less. None while there are no others."""
    running: int
    """Days in a row up to today, or up to yesterday if today is still to be sailed."""
    longest: int
    """The most days in a row there ever were."""
    calendar: list[CalendarDay]
    """The days on which they sailed, the first one first; of the last year."""
    yesterday: OwnYesterday | None


class Today(BaseModel):
    """The voyage of the day, the same for everyone."""

    day: str
    number: int
    edition: str
    seconds_left: int
    commitment: str
    """It was published the day before, as `next_commitment`."""
    next_commitment: str
    colour: str
    bots: list[DayBot]
    crew: list[str]
    loot: list[list[str]]
    sailed: int
    """How many have finished."""
    counts: list[tuple[int, int]]
    """How often each score was reached, the lowest first."""
    best: list[SailedToday]
    yesterday: PastDay
    me: MyDays | None
    """For people who show a secret."""
