"""What was measured, in tables, and beside its goals."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from benchmarks.report import Figure, number, table
from benchmarks.server.load import SEATS

SQLITE = "ours, SQLite"
POSTGRESQL = "ours, PostgreSQL"
TWO_WORKERS = "ours, PostgreSQL, 2 workers"
FOUR_WORKERS = "ours, PostgreSQL, 4 workers"
BOARDGAME = "boardgame.io, in memory"
OURS = (SQLITE, POSTGRESQL, TWO_WORKERS, FOUR_WORKERS)

P99_GOAL = 50.0
SPEED_UP_GOAL = 1.3
"""How much more two workers do than one."""
UNDISTURBED = 0.85
MOST_STOLEN = 0.03
"""If more cores than that are stolen, the slowest moves are slow because of it."""
MORE_ROUNDS = 3
"""The number of further rounds where others had the cores in all before."""
IDLE_TABLES = 1000


@dataclass(frozen=True)
class Round:
    """What one server did once. Times in milliseconds, CPU in cores."""

    rate: float
    p50: float
    p99: float
    paced_rate: float
    paced_p50: float
    paced_p99: float
    stolen: float
    """How many cores others had at half of the peak."""
    cpu: float
    database_cpu: float
    generator_cpu: float
    failures: list[str]


@dataclass(frozen=True)
class Idle:
    """The memory of a server in megabytes; resident, and with its part of what is shared."""

    empty: float
    connected: float
    left: float
    empty_proportional: float
    connected_proportional: float
    left_proportional: float


def rounds_table(rounds: Mapping[str, list[Round]]) -> str:
    head = ["contender", "moves/s", "worst", "p50 ms", "p99 ms", "at half: moves/s", "p50 ms", "p99 ms", "stolen cores"]
    rows = []
    for name, each in rounds.items():
        best = max(each, key=lambda once: once.rate)
        paced = min(each, key=lambda once: once.paced_p99)
        worst = min(once.rate for once in each)
        at_half = (paced.paced_rate, paced.paced_p50, paced.paced_p99, paced.stolen)
        rows.append([name, *map(number, (best.rate, worst, best.p50, best.p99, *at_half))])
    return table(head, rows)


def cores_table(rounds: Mapping[str, list[Round]]) -> str:
    """Who used the machine at the peak. A generator near 1 would measure itself; a server below 1 was kept from its core."""
    rows = []
    for name, each in rounds.items():
        best = max(each, key=lambda once: once.rate)
        a_move = 1e6 * (best.cpu + best.database_cpu) / best.rate
        rows.append([name, *map(number, (best.cpu, best.database_cpu, best.generator_cpu, a_move))])
    return table(["cores used at the peak", "server", "database", "generator", "CPU us a move"], rows)


def disturbed(rounds: Mapping[str, list[Round]]) -> list[str]:
    """Whose best rounds are worth little: at its peak a server uses a core, unless somebody else has it."""
    best = {name: max(each, key=lambda once: once.rate) for name, each in rounds.items()}
    kept_from_core = {name for name, once in best.items() if once.cpu + once.database_cpu < UNDISTURBED}
    return [
        name for name, each in rounds.items() if name in kept_from_core or not any(is_undisturbed(once.stolen) for once in each)
    ]


def is_undisturbed(stolen: float) -> bool:
    """Whether so few cores were stolen that the figures can be trusted."""
    return stolen <= MOST_STOLEN


def memory_table(idles: Mapping[str, Idle]) -> str:
    head = [f"{IDLE_TABLES:,} tables, MB", "empty", f"with {SEATS * IDLE_TABLES:,} players", "players gone", "kB a table", "gone"]
    rows = []
    for name, each in idles.items():
        a_table = [1000 * (each.connected - each.empty) / IDLE_TABLES, 1000 * (each.left - each.empty) / IDLE_TABLES]
        rows.append([name, *map(number, (each.empty, each.connected, each.left, *a_table))])
    return table(head, rows)


def goals(rounds: Mapping[str, list[Round]], missing: Mapping[str, str]) -> list[Figure]:
    figures = []
    theirs = max((once.rate for once in rounds.get(BOARDGAME, [])), default=None)
    for name in OURS:
        mine = rounds.get(name, [])
        reason = missing.get(name, "") or missing.get(BOARDGAME, "")
        rate = max((once.rate for once in mine), default=None)
        figures.append(Figure(f"{name}: peak", "moves/s", 1, False, rate, BOARDGAME, theirs, reason))
        p99 = min((once.paced_p99 for once in mine), default=None)
        figures.append(Figure(f"{name}: p99 at half of the peak", "ms", P99_GOAL, True, p99, missing=missing.get(name, "")))
    one, two = (max((once.rate for once in rounds.get(name, [])), default=None) for name in (POSTGRESQL, TWO_WORKERS))
    reason = missing.get(POSTGRESQL, "") or missing.get(TWO_WORKERS, "")
    figures.append(Figure(f"{TWO_WORKERS}: peak", "moves/s", SPEED_UP_GOAL, False, two, POSTGRESQL, one, reason))
    return figures
