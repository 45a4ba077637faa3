"""Measures our server beside boardgame.io on one machine, and says which goals it reaches.

python -m benchmarks.server                 all of it, some fifteen minutes; more while others use the machine
python -m benchmarks.server --quick         a first impression
python -m benchmarks.server --only abuse    how long players wait while somebody attacks
python -m benchmarks.server --only crowd    1,000 tables at the pace of people
python -m benchmarks.server --json FILE     writes every round down, too
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import json
import os
import resource
import signal
import sys
import time
from dataclasses import asdict, dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

import uvloop

from benchmarks.measure import MissingError
from benchmarks.report import Figure, figures_table, machine, number, summary, table
from benchmarks.server.abuse import Siege, besiege, siege_goals, sieges_table
from benchmarks.server.crowd import Crowd, crowd, crowd_goals, crowds_table
from benchmarks.server.load import SEATS, Sample, Traffic
from benchmarks.server.process import memory
from benchmarks.server.results import (
    BOARDGAME,
    FOUR_WORKERS,
    IDLE_TABLES,
    MORE_ROUNDS,
    OURS,
    POSTGRESQL,
    SQLITE,
    TWO_WORKERS,
    Idle,
    Round,
    cores_table,
    disturbed,
    goals,
    is_undisturbed,
    memory_table,
    rounds_table,
)
from benchmarks.server.servers import Contender, PostgreSQL, Running, boardgame, on_postgresql, on_sqlite

TABLES = 200
SPARES = 40
"""Tables that are ready to take the place of those whose game ends while it is measured."""
MOVES_A_GAME = 144
"""At least."""
IDLE_MOVES = 8
ROUNDS = 3
ABUSE, CROWD = "abuse", "crowd"
"""Parts of the benchmark besides the contest."""


@dataclass(frozen=True)
class Periods:
    """In seconds."""

    warm_up: float
    measured: float


async def play(server: Running, contender: Contender, periods: Periods) -> Round:
    """The peak, then half of it."""
    traffic = Traffic(contender.dialect, server.port)
    await traffic.stock(TABLES + SPARES)
    traffic.activate(TABLES)
    began, before, own = time.perf_counter(), server.cpu(), time.process_time()
    peak = await traffic.peak(periods.warm_up, periods.measured)
    seconds, after = time.perf_counter() - began, server.cpu()
    generator = time.process_time() - own
    await traffic.stock(spares_for(peak, periods))
    paced = await traffic.paced(peak.rate / 2, periods.warm_up, periods.measured)
    traffic.hang_up()
    return Round(
        *(peak.rate, peak.percentile(50), peak.percentile(99)),
        *(paced.rate, paced.percentile(50), paced.percentile(99), paced.stolen),
        cpu=(after[0] - before[0]) / seconds,
        database_cpu=(after[1] - before[1]) / seconds,
        generator_cpu=generator / seconds,
        failures=peak.failures + paced.failures,
    )


def spares_for(peak: Sample, periods: Periods) -> int:
    """As many tables as may end at half of the peak."""
    return int(peak.rate / 2 * (periods.warm_up + periods.measured) / MOVES_A_GAME * 2) + 10


async def idle(server: Running, contender: Contender) -> Idle:
    """The memory of games under way that wait: with all players connected, and with none."""
    empty = memory(server.process)
    traffic = Traffic(contender.dialect, server.port)
    await traffic.stock(IDLE_TABLES)
    traffic.activate(IDLE_TABLES)
    await traffic.few_moves(IDLE_MOVES)
    await asyncio.sleep(2)
    connected = memory(server.process)
    traffic.hang_up()
    await asyncio.sleep(3)
    left = memory(server.process)
    return Idle(
        *(empty.resident, connected.resident, left.resident),
        *(empty.proportional, connected.proportional, left.proportional),
    )


def starts(contender: Contender, times: int) -> float:
    """Milliseconds from the command to the first answer, at best."""
    seconds = []
    for _ in range(times):
        with contender.running() as server:
            seconds.append(server.seconds)
    return 1000 * min(seconds)


def contenders(folder: Path, only: list[str]) -> tuple[dict[str, Contender], dict[str, str], PostgreSQL | None]:
    """Who takes part, and who can't, in words."""
    there: dict[str, Contender] = {}
    missing: dict[str, str] = {}
    postgresql: PostgreSQL | None = None
    try:
        postgresql = PostgreSQL(folder / "postgresql")
    except MissingError as reason:
        missing |= dict.fromkeys((POSTGRESQL, TWO_WORKERS, FOUR_WORKERS), str(reason))
    else:
        there |= {POSTGRESQL: on_postgresql(postgresql, 1), TWO_WORKERS: on_postgresql(postgresql, 2)}
        there[FOUR_WORKERS] = on_postgresql(postgresql, 4)
    there[SQLITE] = on_sqlite()
    try:
        there[BOARDGAME] = boardgame()
    except MissingError as reason:
        missing[BOARDGAME] = str(reason)
    if only:
        missing = {name: missing.get(name, "not asked for") for name in (*OURS, BOARDGAME) if name not in only}
    return {name: there[name] for name in (*OURS, BOARDGAME) if name in there and name not in missing}, missing, postgresql


def crowd_contenders(postgresql: PostgreSQL | None) -> dict[str, Contender]:
    """The servers at which a thousand tables are played."""
    there = {SQLITE: on_sqlite()}
    if postgresql is not None:
        there |= {POSTGRESQL: on_postgresql(postgresql, 1), TWO_WORKERS: on_postgresql(postgresql, 2)}
    return there


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.server", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--quick", action="store_true", help="one short round: a first impression")
    parser.add_argument(
        "--only", action="append", default=[], metavar="NAME", help="only this contender, or abuse, or crowd; may be given again"
    )
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the whole result here")
    options = parser.parse_args()

    began = time.perf_counter()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # so that no PostgreSQL is left behind
    gc.disable()  # the generator makes no cycles worth mentioning, and its pauses would look like the server's
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))  # a socket each for thousands of players, on both sides
    facts = {
        name: fact for name, fact in machine().items() if name in ("processor", "cores", "load", "system", "python", "libertalia")
    }
    with TemporaryDirectory(prefix="bench-server-") as folder:
        os.chmod(folder, 0o755)  # PostgreSQL does not run as root, but as somebody who must get there
        taking_part, missing, postgresql = contenders(Path(folder), options.only)
        if postgresql is not None:
            facts["PostgreSQL"] = postgresql.facts
        print("\n".join(f"{name:12}{fact}" for name, fact in facts.items()))
        print(f"\nTables of {SEATS} players, a websocket each; each in turn ...", flush=True)
        rounds: dict[str, list[Round]] = {}
        started: dict[str, float] = {}
        idles: dict[str, Idle] = {}
        crowds: dict[str, Crowd] = {}
        sieges: dict[str, Siege] = {}
        try:
            periods = Periods(1, 3) if options.quick else Periods(1.5, 6)
            for turn in range(1 if options.quick else ROUNDS + MORE_ROUNDS):
                for name, contender in taking_part.items():
                    if turn >= ROUNDS and any(is_undisturbed(once.stolen) for once in rounds.get(name, [])):
                        continue
                    try:
                        with contender.running() as server:
                            rounds.setdefault(name, []).append(uvloop.run(play(server, contender, periods)))
                    except MissingError as reason:
                        missing[name] = str(reason)
            for name, contender in taking_part.items():
                if name not in missing:
                    started[name] = starts(contender, 1 if options.quick else 3)
            for name in (SQLITE, BOARDGAME):
                if name in rounds:
                    with taking_part[name].running() as server:
                        idles[name] = uvloop.run(idle(server, taking_part[name]))
            if not options.only or CROWD in options.only:
                for name, contender in crowd_contenders(postgresql).items():
                    tries: list[Crowd] = []
                    while not tries or (len(tries) <= MORE_ROUNDS and not is_undisturbed(tries[-1].stolen)):
                        with contender.running() as server:
                            tries.append(uvloop.run(crowd(server)))
                    crowds[name] = min(tries, key=lambda each: each.stolen)
            if not options.only or ABUSE in options.only:
                with on_sqlite(limits=True).running() as server:
                    sieges = uvloop.run(besiege(server))
        finally:
            if postgresql is not None:
                postgresql.stop()

    figures: list[Figure] = []
    failures = {name: [failure for once in each for failure in once.failures] for name, each in rounds.items()}
    if rounds:
        figures += goals(rounds, missing)
        print("\nEvery move acknowledged is stored safely (fsync) by ours, and kept in memory by boardgame.io.\n")
        print(rounds_table(rounds))
        print()
        print(cores_table(rounds))
        if names := disturbed(rounds):
            print(f"\nSomebody else was using this machine. Don't trust the figures of: {'; '.join(names)}.")
        print()
        print(memory_table(idles))
        print()
        print(table(["from the command to the first answer", "ms"], [[name, number(each)] for name, each in started.items()]))
    if crowds:
        figures += crowd_goals(crowds)
        failures |= {f"{name}, crowd": each.failures for name, each in crowds.items()}
        print(f"\n{crowds_table(crowds)}")
    if sieges:
        figures += siege_goals(sieges)
        failures |= {f"attacked by {name}": each.failures for name, each in sieges.items()}
        print(f"\n{sieges_table(sieges)}")
    for name, them in failures.items():
        if them:
            print(f"\n{name}: {len(them)} failures, such as {them[0]}")
    print("\nGoals, from the best rounds.\n")
    print(figures_table(figures))
    print(f"\n{summary(figures)}\nTook {time.perf_counter() - began:.0f} seconds.")
    if options.json:
        result = {
            "machine": facts,
            "rounds": {name: [asdict(once) for once in each] for name, each in rounds.items()},
            "memory": {name: asdict(each) for name, each in idles.items()},
            "start-up": started,
            "crowd": {name: asdict(each) for name, each in crowds.items()},
            "abuse": {name: asdict(each) for name, each in sieges.items()},
            "missing": missing,
            "goals": [figure.as_json() for figure in figures],
        }
        options.json.write_text(json.dumps(result, indent=2) + "\n")


if __name__ == "__main__":
    main()
