"""Looking back at what has happened at a table."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest

from libertalia.tables import boundary
from libertalia.tables import messages as m
from libertalia.tables.broadcast import PAGE, Broadcast
from libertalia.tables.entries import ChatSaid, Entry, Played, TookBack, Unpicked, Unreadable
from libertalia.tables.identity import Identity
from libertalia.tables.state import TableState
from libertalia.tables.table import PATIENCE
from tests.tables.people import START, dealt, happens


def plain_history(table: TableState, seat: int | None) -> bytes:
    """The first page, put together from what `boundary` says of each entry."""
    entries = table.entries[:PAGE]
    told = msgspec.json.encode(m.History([boundary.seen(table, entry, seat) for entry in entries]))
    return told if seat is None else told + boundary.padding(table, entries, seat, None)


def move(table: TableState, rng: random.Random) -> None:
    """Somebody plays, takes back what they can, or talks."""
    assert table.game is not None
    picked = [seat.seat for seat in table.game.view(None, events=False).seats if seat.picked]
    if table.returnable is not None and rng.random() < 0.1:
        happens(table, TookBack(table.returnable, table.turns[table.returnable]))
    elif picked and rng.random() < 0.2:
        happens(table, Unpicked(picked[0], table.turns[picked[0]]))
    elif rng.random() < 0.1:
        happens(table, ChatSaid(0, "Well, well."))
    else:
        decision = rng.choice(table.game.decisions)
        happens(table, Played(decision.seat, table.turns[decision.seat], rng.choice(decision.options)))


def test_a_page_of_the_history_stays_the_same_to_the_byte() -> None:
    """Whatever happens after an entry was first told, also if the game can't be played any more."""
    table, rng = dealt(people=4, players=4), random.Random(1)
    broadcast = Broadcast(table)

    def assert_told() -> None:
        for seat in (None, 0, 1, 2, 3):
            assert broadcast.history(seat, PAGE + 1) == plain_history(table, seat)

    while table.game is not None and not table.game.over:
        move(table, rng)
        assert_told()
    assert table.number > PAGE
    assert {TookBack, Unpicked} <= {type(entry.fact) for entry in table.entries}
    happens(table, Unreadable("made up"))
    assert_told()


def test_an_entry_is_looked_at_once_for_all_who_look_back(monkeypatch: pytest.MonkeyPatch) -> None:
    table, rng = dealt(people=4, players=4), random.Random(1)
    while table.game is not None and not table.game.over:
        move(table, rng)
    broadcast, looks = Broadcast(table), list[int]()
    seen = boundary.seen

    def look(state: TableState, entry: Entry, seat: int | None) -> dict[str, Any]:
        looks.append(entry.number)
        return seen(state, entry, seat)

    monkeypatch.setattr(boundary, "seen", look)
    for before in (PAGE + 1, PAGE, PAGE - 7) * 10:
        for seat in (None, 0, 1, 2, 3):
            broadcast.history(seat, before)
    assert len(looks) < 2 * PAGE, "once for spectators, and once for a seat that sees more of it"
    looks.clear()
    for seat in (None, 0):
        broadcast.welcome(Identity(seat), 0, PATIENCE, START)
    assert len(looks) <= 2 * (table.number - PAGE)
