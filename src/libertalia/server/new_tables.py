"""Making tables: from somebody's wish, and for a rematch."""

from __future__ import annotations

import secrets

from libertalia.game.game import Game
from libertalia.game.setup import check_options
from libertalia.server import messages as m
from libertalia.server.drafts import draft_bot, draft_joined
from libertalia.server.entries import AnyFact, BotSeated, Created, Entry, Joined, now
from libertalia.server.refusals import Malformed
from libertalia.server.table_state import TableState


def new_table(setup: Created, bots: list[str], me: tuple[str, m.Colour | None] | None) -> TableState:
    """A new table. Bots have the last seats, and the one who makes it has the first one, or watches."""
    check_options(setup.edition, setup.options)
    Game.new(setup.edition, setup.players, 0, **setup.options)  # so that what can't be dealt is refused now
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


def _add(state: TableState, fact: AnyFact) -> None:
    state.add(Entry(state.number + 1, now(), fact))
