"""How long players wait while somebody attacks. The server has its ordinary limits; the attackers come from another address."""

from __future__ import annotations

import asyncio
import sys
from dataclasses import dataclass

from benchmarks.measure import MissingError
from benchmarks.report import Figure, number, table
from benchmarks.server.attackers import ATTACKS
from benchmarks.server.cold_tables import lay_cold_tables
from benchmarks.server.load import Sample, Traffic
from benchmarks.server.ours import Ours
from benchmarks.server.results import MORE_ROUNDS, is_undisturbed
from benchmarks.server.servers import SQLITE, Running

TABLES = 200
SPARES = 20
RATE = 200.0
"""Moves a second of all players together: one of each in four seconds."""
WARM_UP, MEASURED = 1.0, 5.0
PATIENCE = 30.0
P99_GOAL = 100.0
NOBODY = "nobody"
UNTIL_FORGOTTEN = 60.0
"""Seconds until attackers may take as many seats as before."""


@dataclass(frozen=True)
class Siege:
    """What players had to wait during an attack, in milliseconds, and what the attacker did."""

    p50: float
    p99: float
    longest: float
    stolen: float
    """How many cores others had meanwhile."""
    did: str
    failures: list[str]


async def besiege(server: Running) -> dict[str, Siege]:
    """One attack after the other; before them, none. Then those again during which others had the cores."""
    lay_cold_tables(server.folder / SQLITE)
    traffic = Traffic(Ours(by_proxy=True), server.port)
    await traffic.stock(TABLES + SPARES)
    traffic.activate(TABLES)
    sieges = {NOBODY: _siege(await traffic.paced(RATE, WARM_UP, MEASURED), "")}
    disturbed = list(ATTACKS)
    for turn in range(1 + MORE_ROUNDS):
        if turn and disturbed:
            await asyncio.sleep(UNTIL_FORGOTTEN)
        for name in disturbed:
            siege = await attack(name, server, traffic)
            sieges[name] = min(sieges.get(name, siege), siege, key=lambda each: each.stolen)
            await traffic.stock(SPARES)
        disturbed = [name for name in ATTACKS if not is_undisturbed(sieges[name].stolen)]
    traffic.hang_up()
    return sieges


async def attack(name: str, server: Running, traffic: Traffic) -> Siege:
    """One attack, by a process of its own, while others play."""
    attacker = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "benchmarks.server.attackers", name, str(server.port)),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
    )
    assert attacker.stdin is not None
    assert attacker.stdout is not None
    try:
        if await asyncio.wait_for(attacker.stdout.readline(), PATIENCE) != b"ready\n":
            raise MissingError(f"the attack of {name} failed")
        sample = await traffic.paced(RATE, WARM_UP, MEASURED)
        attacker.stdin.close()
        return _siege(sample, (await asyncio.wait_for(attacker.stdout.readline(), PATIENCE)).decode().strip())
    finally:
        attacker.kill()
        await attacker.wait()


def _siege(sample: Sample, did: str) -> Siege:
    waited = {name: sample.percentile(percent) for name, percent in (("p50", 50), ("p99", 99), ("longest", 100))}
    return Siege(**waited, stolen=sample.stolen, did=did, failures=sample.failures)


def sieges_table(sieges: dict[str, Siege]) -> str:
    head = [
        f"{TABLES} tables, {RATE:.0f} moves/s, SQLite; who attacks",
        "p50 ms",
        "p99 ms",
        "longest",
        "stolen",
        "what the attacker did",
    ]
    rows = [[name, *map(number, (each.p50, each.p99, each.longest, each.stolen)), each.did] for name, each in sieges.items()]
    return table(head, rows)


def siege_goals(sieges: dict[str, Siege]) -> list[Figure]:
    attacks = {name: each for name, each in sieges.items() if name != NOBODY}
    return [Figure(f"attacked by {name}: others' p99", "ms", P99_GOAL, True, each.p99) for name, each in attacks.items()]
