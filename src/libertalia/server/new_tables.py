"""Making tables: from somebody's wish, for a rematch, and to try a finished game again."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from typing import Any, Final

from libertalia.bots import LEVELS
from libertalia.game.daily import COLOURS as DAY_COLOURS
from libertalia.game.position import Position
from libertalia.review import Question
from libertalia.server import messages as m
from libertalia.server.drafts import check_deal, draft_bot, draft_joined
from libertalia.server.entries import AnyFact, BotSeated, Created, Entry, Joined, now
from libertalia.server.lessons import COLOURS, COMPANIONS, LESSONS
from libertalia.server.refusals import Malformed
from libertalia.server.table_state import TableState

LEARNER: Final = "Odile"
"""What somebody is called in a lesson who has the name of one of its bots."""
_TAKEN: Final = [name.casefold() for name in COMPANIONS]
STRONGEST: Final = LEVELS[-1].name
"""Who plays for the people of a game that is tried again."""
DAY_BOTS: Final = (("pepper", "Pepper"), ("skerry", "Skerry"), ("mango", "Mango"))
"""The level and the name of each bot of the voyage of the day, the same for everyone."""


def new_table(setup: Created, bots: list[str], me: tuple[str, m.Colour | None] | None) -> TableState:
    """A new table. Bots have the last seats, and the one who makes it has the first one, or watches."""
    check_deal(setup.edition, setup.players, setup.options)
    if len(bots) + (me is not None) > setup.players:
        raise Malformed("There are more bots than seats.", "table.too-many-bots")
    state = TableState(secrets.token_urlsafe(9), [Entry(1, now(), setup)])
    if me is not None:
        _add(state, draft_joined(state, *me, wanted=0))
    for seat, level in enumerate(bots, setup.players - len(bots)):
        _add(state, draft_bot(state, seat, level))
    return state


def rematch_table(old: TableState, table_id: str) -> TableState:
    """The next table: the same people and the same bots on the same seats."""
    state = TableState(table_id, [Entry(1, now(), old.setup)])
    for number, seat in enumerate(old.seats):
        name, colour = seat.name or "", seat.colour or ""
        person = seat.kind == "person"
        _add(state, Joined(number, name, colour) if person else BotSeated(number, seat.level or "", name, colour))
    return state


def tried_table(old: TableState, question: Question) -> TableState:
    """A table where a finished game goes on from one of its decisions: the person who asks has its seat, bots have the others."""
    assert old.game is not None
    record = old.game.record().settled()
    start = record.at(question.move).position()
    setup = Created(
        record.edition,
        record.players,
        dict(record.options),
        public=False,
        clock=None,
        host_watches=False,
        start=dict(start),
        tried=f"{old.id} {question.number}",
    )
    state = TableState(secrets.token_urlsafe(9), [Entry(1, now(), setup)])
    me = old.seats[question.seat]
    _add(state, Joined(question.seat, me.name or "", me.colour or ""))
    for number, seat in enumerate(old.seats):
        if number != question.seat:
            bot = draft_bot(state, number, seat.level or STRONGEST)
            _add(state, BotSeated(number, bot.level, bot.name, seat.colour or ""))
    return state


def lesson_table(name: str, person: str, start: Mapping[str, Any] | None = None) -> TableState:
    """A table where a lesson is given, from its beginning or from another position of it."""
    lesson = LESSONS[name]
    setup = Created(
        lesson.edition,
        len(COLOURS),
        {},
        public=False,
        clock=None,
        host_watches=False,
        start=dict(start or lesson.start),
        lesson=name,
    )
    state = TableState(secrets.token_urlsafe(9), [Entry(1, now(), setup)])
    _add(state, draft_joined(state, person if person.casefold() not in _TAKEN else LEARNER, COLOURS[0], wanted=0))
    for seat, companion in enumerate(COMPANIONS, 1):
        _add(state, BotSeated(seat, "mango", companion, COLOURS[seat]))
    return state


def day_table(edition: str, day: str, deal: Position, person: str) -> TableState:
    """A table where the voyage of a day is sailed: the person has the first seat, and the bots of the day have the others."""
    players = len(deal["seats"])
    setup = Created(
        edition, players, dict(deal["options"]), public=False, clock=None, host_watches=False, start=dict(deal), day=day
    )
    state = TableState(secrets.token_urlsafe(9), [Entry(1, now(), setup)])
    for seat, (level, name) in enumerate(DAY_BOTS[: players - 1], 1):
        _add(state, BotSeated(seat, level, name, DAY_COLOURS[seat]))
    _add(state, draft_joined(state, person, DAY_COLOURS[0], wanted=0))
    return state


def _add(state: TableState, fact: AnyFact) -> None:
    state.add(Entry(state.number + 1, now(), fact))
