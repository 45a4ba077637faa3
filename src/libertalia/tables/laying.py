"""Making new tables: as somebody wishes, for a rematch, from a position, for a lesson, for a voyage of the day."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from libertalia.bots import LEVELS
from libertalia.game.daily import COLOURS as DAY_COLOURS
from libertalia.game.position import Position
from libertalia.tables import messages as m
from libertalia.tables.clean_text import clean_name
from libertalia.tables.drafts import check_deal, draft_bot, draft_joined
from libertalia.tables.entries import AnyFact, BotSeated, Created, Entry, Joined
from libertalia.tables.identity import new_table_id
from libertalia.tables.lessons import COLOURS, COMPANIONS, LESSONS
from libertalia.tables.refusals import Malformed
from libertalia.tables.state import TableState

LEARNER: Final = "Odile"
"""The name of somebody in a lesson who has the name of one of its bots."""
_TAKEN: Final = [name.casefold() for name in COMPANIONS]
STRONGEST: Final = LEVELS[-1].name
"""The level of the bots that play for people in a game that is tried again."""
DAY_BOTS: Final = (("pepper", "Pepper"), ("skerry", "Skerry"), ("mango", "Mango"))
"""The level and the name of each bot of the voyage of the day, the same for everyone."""


def new_table(setup: Created, bots: list[str], people: Sequence[tuple[str, m.Colour | None]], at: int) -> TableState:
    """A new table. Bots have the last seats; the one who makes it has the first one, or nobody does and they watch."""
    check_deal(setup.edition, setup.players, setup.options)
    if len(bots) + len(people) > setup.players:
        raise Malformed("There are more bots than seats.", "table.too-many-bots")
    state = _created(setup, at)
    for seat, person in enumerate(people):
        _add(state, draft_joined(state, *person, wanted=seat))
    for seat, level in enumerate(bots, setup.players - len(bots)):
        _add(state, draft_bot(state, seat, level))
    return state


def rematch_table(old: TableState, table_id: str, at: int) -> TableState:
    """The next table: the same people and the same bots on the same seats."""
    state = _created(old.setup, at, table_id)
    for number, seat in enumerate(old.seats):
        name, colour = seat.name or "", seat.colour or ""
        person = seat.kind == "person"
        _add(state, Joined(number, name, colour) if person else BotSeated(number, seat.level or "", name, colour))
    return state


def tried_table(old: TableState, move: int, seat: int, number: int, at: int) -> TableState:
    """A table where a finished game goes on from the decision `number` of a seat, which came after `move` moves."""
    assert old.game is not None
    start = old.game.record().settled().at(move).position()
    name, colours = old.seats[seat].name or "", [each.colour or "" for each in old.seats]
    levels = [each.level or STRONGEST for each in old.seats]
    return table_from(start, Joined(seat, name, colours[seat]), colours, levels, f"{old.id} {number}", at)


def puzzle_table(start: Mapping[str, Any], seat: int, players: int, puzzle: str, person: str, at: int) -> TableState:
    """A table where the game goes on from a puzzle: the person has the seat of the solver."""
    colours = [each["colour"] for each in start["seats"]][:players]
    me = Joined(seat, clean_name(person), colours[seat])
    return table_from(start, me, colours, [STRONGEST] * players, f"puzzle {puzzle}", at)


def table_from(
    start: Mapping[str, Any], me: Joined, colours: Sequence[str], levels: Sequence[str], tried: str, at: int
) -> TableState:
    """A table where a game goes on from a position: a person has their seat, bots have the others."""
    state = _created(_private(start["edition"], len(colours), start, start["options"], tried=tried), at)
    _add(state, me)
    for seat, (colour, level) in enumerate(zip(colours, levels, strict=True)):
        if seat != me.seat:
            _add(state, BotSeated(seat, level, draft_bot(state, seat, level).name, colour))
    return state


def lesson_table(name: str, person: str, at: int, start: Mapping[str, Any] | None = None) -> TableState:
    """A table where a lesson is given, from its beginning or from another position of it."""
    lesson = LESSONS[name]
    state = _created(_private(lesson.edition, len(COLOURS), start or lesson.start, {}, lesson=name), at)
    _add(state, draft_joined(state, person if person.casefold() not in _TAKEN else LEARNER, COLOURS[0], wanted=0))
    for seat, companion in enumerate(COMPANIONS, 1):
        _add(state, BotSeated(seat, "mango", companion, COLOURS[seat]))
    return state


def day_table(edition: str, day: str, deal: Position, person: str, at: int) -> TableState:
    """A table where the voyage of a day is sailed: the person has the first seat, and the bots of the day have the others."""
    players = len(deal["seats"])
    state = _created(_private(edition, players, deal, deal["options"], day=day), at)
    for seat, (level, name) in enumerate(DAY_BOTS[: players - 1], 1):
        _add(state, BotSeated(seat, level, name, DAY_COLOURS[seat]))
    _add(state, draft_joined(state, person, DAY_COLOURS[0], wanted=0))
    return state


def _private(
    edition: str,
    players: int,
    start: Mapping[str, Any],
    options: Mapping[str, Any],
    tried: str | None = None,
    lesson: str | None = None,
    day: str | None = None,
) -> Created:
    """A table for one person among bots, from a position."""
    return Created(
        edition,
        players,
        dict(options),
        public=False,
        clock=None,
        host_watches=False,
        start=dict(start),
        tried=tried,
        lesson=lesson,
        day=day,
    )


def _created(setup: Created, at: int, table_id: str | None = None) -> TableState:
    return TableState(table_id or new_table_id(), [Entry(1, at, setup)])


def _add(state: TableState, fact: AnyFact) -> None:
    state.add(Entry(state.number + 1, state.entries[0].at, fact))
