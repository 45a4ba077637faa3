"""Tables that are put into a database before a server opens it."""

from __future__ import annotations

import random
import secrets
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from sqlalchemy import update

from libertalia.game.logbook import commitment
from libertalia.rules.editions import RULES_VERSION
from libertalia.server.clock import now
from libertalia.server.settings import Settings
from libertalia.server.storage import Database, SeatKey
from libertalia.server.storage.rows import hashed
from libertalia.server.storage.schema import tables
from libertalia.server.tables.listing import list_row
from libertalia.tables.drafts import draft_joined
from libertalia.tables.entries import Created, Entry, Played, Started
from libertalia.tables.laying import new_table
from libertalia.tables.messages import ClockRules
from libertalia.tables.state import TableState


def lobby(at: int, clock: ClockRules | None = None, bots: int = 0) -> TableState:
    """A table where one of two seats is open, made at some time."""
    made = new_table(Created("original", 2 + bots, {}, True, clock, False), ["random"] * bots, [("Ines", None)], now())
    return TableState(made.id, [Entry(entry.number, at, entry.fact) for entry in made.entries])


def table_of_two(at: int, clock: ClockRules | None = None, bots: int = 0, moves: int = 0) -> TableState:
    """A game under way, dealt at some time, that waits for a person."""
    state = lobby(at, clock, bots)
    state.add(Entry(state.number + 1, at, draft_joined(state, "Joris", None, None)))
    state.add(Entry(state.number + 1, at, Started("7", commitment(state.id, 7), RULES_VERSION)))
    rng = random.Random(7)
    assert state.game is not None
    while state.game.decisions and (moves > 0 or any(state.seats[each.seat].bot for each in state.game.decisions)):
        decision = next((each for each in state.game.decisions if state.seats[each.seat].bot), state.game.decisions[0])
        played = Played(decision.seat, state.turns[decision.seat], rng.choice(decision.options))
        state.add(Entry(state.number + 1, at, played))
        moves -= 1
    return state


@asynccontextmanager
async def opened(database: str) -> AsyncIterator[Database]:
    store = Database(Settings(database=database).url)
    await store.open()
    yield store
    await store.close()


async def put(store: Database, state: TableState, due: int | None, touched: int | None = None) -> list[str]:
    """Put a table into a database; the secrets of its seats."""
    made = [secrets.token_urlsafe(24) for seat in state.seats if seat.kind == "person"]
    await store.create(list_row(state), state.entries, [SeatKey(hashed(secret), seat) for seat, secret in enumerate(made)])
    async with store.writing() as connection:
        values = {"due": due, **({"touched": touched} if touched is not None else {})}
        await connection.execute(update(tables).where(tables.c.id == state.id).values(values))
    return made
