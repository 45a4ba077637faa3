"""Finished games step by step."""

from __future__ import annotations

import msgspec

from libertalia.tables import boundary, days
from libertalia.tables.entries import Entry
from libertalia.tables.refusals import Refused
from libertalia.tables.state import TableState


def check_replay(state: TableState, seat: int | None, at: int) -> None:
    """Refuse what can't be shown: a game that goes on, today's voyage, or the view of a seat that does not exist."""
    if state.problem is not None:
        raise Refused(str(state.problem), state.problem.key, **state.problem.details)
    if state.result is None:
        raise Refused("The game is not over.", "table.not-over")
    if seat is not None and seat >= len(state.seats):
        raise Refused("There is no such seat.", "table.no-seat")
    days.check_over(state.setup.day, at)


def replay(info: bytes, entries: list[Entry], seat: int | None) -> bytes:
    """A finished game as a seat or a spectator saw it, as JSON. `info` is what `boundary.info` says of the table, encoded.

    The game is played again, which takes some ten milliseconds or more.
    """
    again = TableState("again", entries[:1])
    steps = []
    for entry in entries[1:]:
        again.add(entry)
        if again.game is not None and entry.fact.in_game:
            seen, view = boundary.seen(again, entry, seat), boundary.public(again.game)
            steps.append(msgspec.json.encode({"entry": seen, "view": view, "mine": boundary.mine(again, seat)}))
    return b'{"table":' + info + b',"steps":[' + b",".join(steps) + b"]}"
