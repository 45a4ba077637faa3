"""Plays many tables for long while everything goes wrong that can, and says what was lost, doubled, reordered or told in secret.

python -m tests.faults.soak --minutes 60 --tables 40
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import sys
import tempfile
import time
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import ExitStack, asynccontextmanager, suppress
from pathlib import Path

import httpx

from libertalia.rules.editions import KNOWN_RULES
from tests.faults.checker import findings
from tests.faults.crowd import GONE, Voyage
from tests.faults.faults import ON_POSTGRESQL, ON_SQLITE, Scene, proxy_before, through_proxy
from tests.server.harness import PATIENCE, PostgreSQL, Server
from tests.server.other_version import OtherVersion

KINDS = ("sqlite", "postgresql")
LIMIT = 10.0
"""So many seconds after a fault everything has to serve again, on a machine that has nothing else to do."""


@asynccontextmanager
async def scene_on(kind: str, folder: Path, seed: int) -> AsyncIterator[Scene]:
    """A server on a database of a kind, with proxies between all parts."""
    with ExitStack() as stack:
        if kind == "sqlite":
            past = address = str(folder / "tables.sqlite")
            before_database = postgresql = None
        else:
            postgresql = PostgreSQL()
            stack.callback(postgresql.stop)
            past = postgresql.new()
            before_database, address_through = through_proxy(past)
            stack.enter_context(before_database)
            address = address_through()
        server = Server(address, folder, workers=1 if kind == "sqlite" else 2, heartbeat=1)
        stack.callback(server.kill)
        await asyncio.to_thread(server.start)
        before_server = stack.enter_context(proxy_before(server))
        other = OtherVersion(folder / "other", "99.0")
        other.deals_by(min(KNOWN_RULES), *KNOWN_RULES)
        yield Scene(folder, random.Random(seed), server, past, other.source, before_server, before_database, postgresql)


async def until_it_serves(scene: Scene) -> None:
    """Wait until a new table can be made and read through the proxy."""
    async with httpx.AsyncClient(base_url=scene.url, trust_env=False, timeout=5) as http:
        while True:
            with suppress(*GONE):
                made = await http.post("/api/tables", json={"edition": "original", "players": 2, "me": {"name": "Ines"}})
                if made.status_code == 201 and (await http.get(f"/api/tables/{made.json()['table']}")).status_code == 200:
                    return
            await asyncio.sleep(0.1)


async def recovery(scene: Scene, of_everyone: bool) -> float:
    """How many seconds it takes until everything serves again, the start of a server included.

    A new table can be made; and, where it is asked for, everyone is back at their table.
    """
    began = time.monotonic()
    with suppress(TimeoutError):
        async with asyncio.timeout(PATIENCE):
            await until_it_serves(scene)
            while of_everyone and scene.voyage.missing():
                await asyncio.sleep(0.1)
    return time.monotonic() - began


async def do_harm(scene: Scene, kind: str, seconds: float) -> None:
    """One fault after another, each kind of fault once before any comes again."""
    faults = ON_SQLITE if kind == "sqlite" else ON_POSTGRESQL
    end = time.monotonic() + seconds
    waiting: list[str] = []
    while time.monotonic() < end:
        if not waiting:
            waiting = scene.rng.sample(sorted(faults), len(faults))
        name = waiting.pop()
        await asyncio.sleep(scene.rng.random() * 2)
        before = scene.voyage.acknowledged
        await faults[name](scene)
        of_everyone = scene.rng.random() < 0.5  # otherwise the next fault comes while people are still on their way
        took = await recovery(scene, of_everyone)
        limit = LIMIT * max(1.0, os.getloadavg()[0] / (os.cpu_count() or 1))
        scene.recoveries.append((name, took))
        whom = "everyone" if of_everyone else "a new table"
        print(f"{kind}: {name}: serves {whom} after {took:.1f} s; {before} acknowledged before", flush=True)
        if took > limit:
            scene.wrong.append(f"after {name!r} it took {took:.1f} s until everything served again (at most {limit:.0f} s)")
            scene.wrong += [player.standing() for player in scene.voyage.missing()]


async def soak(kind: str, seconds: float, tables: int, seed: int) -> list[str]:
    """Play and do harm for so long; everything that was wrong."""
    with tempfile.TemporaryDirectory(prefix="soak-") as folder:
        async with scene_on(kind, Path(folder), seed) as scene:
            scene.voyage = Voyage([scene], seed, tables)
            try:
                await scene.voyage.brave(do_harm(scene, kind, seconds))
            except BaseException:
                print(scene.server.log[-4000:])
                raise
            scene.wrong += findings(scene.past, scene.voyage.tables)
            scene.wrong += [f"was never told to start over: {player.standing()}" for player in scene.voyage.misled()]
            played = len(scene.voyage.tables)
            counts = Counter(name for name, _ in scene.recoveries)
            print(f"{kind}: {', '.join(f'{name} {times}' for name, times in sorted(counts.items()))}")
            slowest, took = max(scene.recoveries, key=lambda recovery: recovery[1], default=("nothing", 0.0))
            print(
                f"{kind}: {len(scene.recoveries)} faults, {played} tables, {scene.voyage.acknowledged} acknowledged, longest"
                f" recovery {took:.1f} s after {slowest!r}, {len(scene.wrong)} wrong; seed {seed}",
                flush=True,
            )
            if scene.wrong:
                print(scene.server.log[-4000:])
            return scene.wrong


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--minutes", type=float, default=60)
    options.add_argument("--tables", type=int, default=40, help="how many are played at a time, on each database")
    options.add_argument("--on", action="append", choices=KINDS, help="only on this database; may be given again")
    options.add_argument("--seed", type=int, default=random.randrange(10**6))
    given = options.parse_args()
    wrong = []
    for kind in given.on or KINDS:
        wrong += asyncio.run(soak(kind, given.minutes * 60 / len(given.on or KINDS), given.tables, given.seed))
    print("\n".join(wrong))
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
