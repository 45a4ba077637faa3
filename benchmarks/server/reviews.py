"""How long moves take elsewhere while a finished game is reviewed, and how long the review takes.

python -m benchmarks.server.reviews [--rounds 3] [--rate 100]
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory

import uvloop

from benchmarks.server.load import Sample, Traffic
from benchmarks.server.servers import Contender, Running, on_sqlite
from benchmarks.server.sockets import Http
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
from libertalia.tables.state import TableState

TABLES = 60
WARM_UP = 1.0
MEASURED = 10.0
LONGEST = 300.0
"""Seconds until a review has failed."""


def finished(seed: int) -> TableState:
    """A game of four people, played to its end."""
    state = new_table(Created("original", 4, {}, False, None, False), [], [("Ines", None)], now())
    for name in ("Joris", "Katell", "Lorcan"):
        state.add(Entry(state.number + 1, now(), draft_joined(state, name, None, None)))
    state.add(Entry(state.number + 1, now(), Started(str(seed), commitment(state.id, seed), RULES_VERSION)))
    rng = random.Random(seed)
    while state.game is not None and not state.game.over:
        decision = state.game.decisions[0]
        played = Played(decision.seat, state.turns[decision.seat], rng.choice(decision.options))
        state.add(Entry(state.number + 1, now(), played))
    return state


async def fill(address: str, state: TableState) -> None:
    database = Database(Settings(database=address).url)
    await database.open()
    with database.ledger_engine.begin() as connection:
        insert_table(connection, list_row(state), state.entries, [])
    await database.close()


@dataclass(frozen=True)
class Round:
    """What was measured: moves without and with a review beside them."""

    before: Sample
    beside: list[Sample]
    seconds: float

    def __str__(self) -> str:
        during = sorted(latency for sample in self.beside for latency in sample.latencies)
        beside = Sample(sum(sample.seconds for sample in self.beside), during)
        return (
            f"without a review p50 {self.before.percentile(50):.1f} ms, p99 {self.before.percentile(99):.1f} ms; "
            f"beside a review p50 {beside.percentile(50):.1f} ms, p99 {beside.percentile(99):.1f} ms "
            f"({len(during)} moves, {beside.rate:.0f} a second); review done after {self.seconds:.1f} s"
        )


async def measure(server: Running, contender: Contender, table: str, rate: float) -> Round:
    traffic = Traffic(contender.dialect, server.port)
    await traffic.stock(TABLES + 10)
    traffic.activate(TABLES)
    before = await traffic.paced(rate, WARM_UP, MEASURED)
    http = Http(server.port)
    await http.call("POST", f"/api/tables/{table}/review", {})
    began = time.perf_counter()
    took: list[float] = []

    async def done() -> None:
        while time.perf_counter() < began + LONGEST:
            found = await http.call("GET", f"/api/tables/{table}/review?after=100000")
            if found["done"] == found["decisions"]:
                break
            await asyncio.sleep(0.5)
        took.append(time.perf_counter() - began)

    waiting = asyncio.create_task(done())
    beside = []
    while not waiting.done():
        beside.append(await traffic.paced(rate, 0, MEASURED / 2))
    traffic.hang_up()
    http.close()
    return Round(before, beside, took[0])


def _on(command: Callable[[int, Path], list[str]], address: str) -> Callable[[int, Path], list[str]]:
    return lambda port, folder: [*command(port, folder)[:-1], address]


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--rounds", type=int, default=3)
    options.add_argument("--rate", type=float, default=100, help="moves a second")
    given = options.parse_args()
    print(f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}; {TABLES} tables of four, {given.rate:.0f} moves a second")
    for number in range(given.rounds):
        with TemporaryDirectory(prefix="bench-reviews-") as folder:
            address, state = str(Path(folder, "tables.sqlite")), finished(number + 1)
            asyncio.run(fill(address, state))
            contender = on_sqlite()
            with replace(contender, command=_on(contender.command, address)).running() as server:
                print(
                    uvloop.run(measure(server, contender, state.id, given.rate)), f"(load {os.getloadavg()[0]:.1f})", flush=True
                )


if __name__ == "__main__":
    main()
