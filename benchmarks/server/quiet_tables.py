"""How a server starts on a database with many unfinished games that nobody is at: how long it takes, and its memory.

python -m benchmarks.server.quiet_tables [--tables 10000]
"""

from __future__ import annotations

import argparse
import asyncio
import random
import secrets
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.server.process import cpu_seconds, memory
from benchmarks.server.servers import PostgreSQL, on_postgresql, on_sqlite
from libertalia.game.answers import Decision
from libertalia.game.logbook import commitment
from libertalia.rules.editions import RULES_VERSION
from libertalia.server.clock import now
from libertalia.server.settings import Settings
from libertalia.server.storage import Database
from libertalia.server.storage.rows import insert_table
from libertalia.server.tables.listing import list_row
from libertalia.tables.drafts import draft_joined
from libertalia.tables.entries import Created, Entry, Played, Started
from libertalia.tables.laying import new_table
from libertalia.tables.messages import ClockRules
from libertalia.tables.state import TableState

MOVES = 80
SETTLED = 20.0
"""Seconds from the start of a server until it has nothing left to do."""


def under_way(clock: ClockRules | None, bots: list[str]) -> TableState:
    """A game of four that waits for a person."""
    state = new_table(Created("original", 4, {}, False, clock, False), bots, [("Ines", None)], now())
    for name in ("Joris", "Katell", "Lorcan")[: 3 - len(bots)]:
        state.add(Entry(state.number + 1, now(), draft_joined(state, name, None, None)))
    state.add(Entry(state.number + 1, now(), Started("7", commitment(state.id, 7), RULES_VERSION)))
    rng = random.Random(7)
    while state.number < MOVES or any(state.seats[decision.seat].bot for decision in _decisions(state)):
        decision = next((each for each in _decisions(state) if state.seats[each.seat].bot), _decisions(state)[0])
        played = Played(decision.seat, state.turns[decision.seat], rng.choice(decision.options))
        state.add(Entry(state.number + 1, now(), played))
    return state


def _decisions(state: TableState) -> tuple[Decision, ...]:
    assert state.game is not None
    return tuple(state.game.decisions)


async def fill(address: str, tables: int) -> None:
    """Put copies of three games into a database: people alone, people with a clock, people with bots."""
    patterns = [under_way(None, []), under_way(ClockRules(decision=86_400), []), under_way(None, ["greedy", "greedy"])]
    rows = [list_row(pattern) for pattern in patterns]

    database = Database(Settings(database=address).url)
    await database.open()
    with database.ledger_engine.begin() as connection:
        for number in range(tables):
            which = number % len(patterns)
            insert_table(connection, replace(rows[which], id=secrets.token_urlsafe(9)), patterns[which].entries, [])
    await database.close()


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--tables", type=int, default=10_000)
    tables = options.parse_args().tables
    with TemporaryDirectory(prefix="quiet-tables-") as folder:
        postgresql = PostgreSQL(Path(folder, "postgresql"))
        try:
            for name, contender in (("SQLite", on_sqlite()), ("PostgreSQL", on_postgresql(postgresql, 1))):
                for count in (0, tables):
                    address = str(Path(folder, f"{count}.sqlite")) if name == "SQLite" else postgresql.new_database()
                    if count:
                        asyncio.run(fill(address, count))
                    with replace(contender, command=_on(contender.command, address)).running() as server:
                        time.sleep(SETTLED)
                        print(
                            f"{name}, {count:6} tables: ready after {server.seconds:.1f} s; after {SETTLED:.0f} s"
                            f" {memory(server.process).resident:.0f} MB, {cpu_seconds(server.process):.1f} s of CPU",
                            flush=True,
                        )
        finally:
            postgresql.stop()


def _on(command: Callable[[int, Path], list[str]], address: str) -> Callable[[int, Path], list[str]]:
    return lambda port, folder: [*command(port, folder)[:-1], address]


if __name__ == "__main__":
    main()
