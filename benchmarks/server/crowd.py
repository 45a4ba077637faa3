"""Many tables at once, played at the pace of people: right after all of them have begun at the same moment, and later."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass

from benchmarks.report import Figure, number, table
from benchmarks.server.load import SEATS, Sample, Traffic
from benchmarks.server.ours import Ours
from benchmarks.server.servers import Running

TABLES = 1000
RATE = TABLES * SEATS / 5
"""Moves a second of all people together: each makes one in five seconds."""
MEASURED = 6.0
SPARES = 30
P99_GOAL = 100.0


@dataclass(frozen=True)
class Crowd:
    """How long people waited, in milliseconds; CPU in cores."""

    first_p99: float
    p50: float
    p99: float
    cpu: float
    stolen: float
    """How many cores others had meanwhile."""
    failures: list[str]


async def crowd(server: Running) -> Crowd:
    """All tables begin at the same moment; what is measured from then on, and after a while."""
    dialect = Ours(begin=False)
    traffic = Traffic(dialect, server.port)
    await traffic.stock(TABLES + SPARES)
    for each in traffic.spares:
        dialect.begin(each)
    await asyncio.gather(*(each.ready() for each in traffic.spares))
    traffic.activate(TABLES)
    first = await traffic.paced(RATE, 0, MEASURED)
    before = sum(server.cpu())
    later = await traffic.paced(RATE, 0, MEASURED)
    cpu = (sum(server.cpu()) - before) / MEASURED
    traffic.hang_up()
    stolen = max(first.stolen, later.stolen)
    return Crowd(first.percentile(99), later.percentile(50), later.percentile(99), cpu, stolen, _failures(first, later))


def _failures(*samples: Sample) -> list[str]:
    return [failure for sample in samples for failure in sample.failures]


def crowds_table(crowds: Mapping[str, Crowd]) -> str:
    head = [f"{TABLES:,} tables, {RATE:.0f} moves/s", "p99 ms right after the start", "p50 ms later", "p99 ms", "cores", "stolen"]
    rows = [[name, *map(number, (each.first_p99, each.p50, each.p99, each.cpu, each.stolen))] for name, each in crowds.items()]
    return table(head, rows)


def crowd_goals(crowds: Mapping[str, Crowd]) -> list[Figure]:
    figures = []
    for name, each in crowds.items():
        for when, p99 in (("right after the start", each.first_p99), ("later", each.p99)):
            figures.append(Figure(f"{name}, {TABLES:,} tables: p99 {when}", "ms", P99_GOAL, True, p99))
    return figures
