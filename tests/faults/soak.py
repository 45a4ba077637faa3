"""Plays many tables for long while everything goes wrong that can, and says what was lost, doubled, reordered or leaked.

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
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import httpx

from tests.faults.crowd import Voyage
from tests.faults.faults import ON_POSTGRESQL, ON_SQLITE, change_version
from tests.faults.scene import KINDS, Scene, scene_on
from tests.faults.survivor import GONE
from tests.server.harness import PATIENCE

LIMIT = 10.0
"""Seconds after a fault until everything has to serve again, on a machine that nobody else uses."""
LASTING = 3.0
"""Seconds that most faults last."""


@dataclass(frozen=True)
class Recovery:
    """How everything served again after a fault."""

    fault: str
    whom: str
    """Who was served again: a new table; or everyone who was there before, and every table that was not over."""
    seconds: float
    cores_of_others: float
    """How many cores others used meanwhile."""

    @property
    def limit(self) -> float:
        """How long it may take: the longer, the less of the machine was left. What the soak itself uses does not count."""
        cores = os.cpu_count() or 1
        return LIMIT * cores / max(cores - self.cores_of_others, 0.2)

    def __str__(self) -> str:
        extended = (
            f" (others used {self.cores_of_others:.1f} cores: at most {self.limit:.0f} s)" if self.limit > 1.1 * LIMIT else ""
        )
        return f"{self.fault}: serves {self.whom} after {self.seconds:.1f} s{extended}"


async def until_it_serves(scene: Scene) -> None:
    """Wait until a new table can be made and read through the proxy."""
    async with httpx.AsyncClient(base_url=scene.url, trust_env=False, timeout=5) as http:
        while True:
            with suppress(*GONE):
                made = await http.post("/api/tables", json={"edition": "original", "players": 2, "me": {"name": "Ines"}})
                if made.status_code == 201 and (await http.get(f"/api/tables/{made.json()['table']}")).status_code == 200:
                    return
            await asyncio.sleep(0.1)


async def recovery(scene: Scene, fault: str) -> Recovery:
    """Wait until everything serves again, the start of a server included.

    A new table can be made; and mostly, everyone is back at their table, and every table has moved on since the fault.
    """
    of_everyone = scene.rng.random() < 0.6  # otherwise the next fault comes while people are still on their way
    others, began, moment = scene.others(), time.monotonic(), int(time.time() * 1000)
    with suppress(TimeoutError):
        async with asyncio.timeout(PATIENCE):
            await until_it_serves(scene)
            while of_everyone and (scene.voyage.missing() or scene.voyage.waiting(moment)):
                await asyncio.sleep(0.1)
    took = time.monotonic() - began
    found = Recovery(fault, "everyone" if of_everyone else "a new table", took, others.cores(took))
    if took > found.limit:
        scene.wrong.append(f"{found}: too late")
        scene.wrong += [player.standing() for player in {*scene.voyage.missing(), *scene.voyage.waiting(moment)}]
    return found


async def do_harm(scene: Scene, kind: str, seconds: float, recoveries: list[Recovery]) -> None:
    """One fault after another, for so long and until each kind of fault was there; each once before any comes again."""
    faults = ON_SQLITE if kind == "sqlite" else ON_POSTGRESQL
    began = time.monotonic()
    waiting: list[str] = []
    while time.monotonic() < began + seconds or len(recoveries) < len(faults):
        waiting = waiting or scene.rng.sample(sorted(faults), len(faults))
        name = waiting.pop()
        await asyncio.sleep(scene.rng.random() * scene.lasting)
        before = scene.voyage.acknowledged
        await faults[name](scene)
        recoveries.append(await recovery(scene, name))
        passed = time.monotonic() - began
        print(f"{kind}, {passed:.0f} s: {recoveries[-1]}; {before} acknowledged before", flush=True)
    if scene.server.source == scene.other_source:  # which is interpreted: reviews would take long
        await change_version(scene)


async def soak(kind: str, seconds: float, tables: int, seed: int, lasting: float = LASTING) -> tuple[list[str], set[str]]:
    """Play and do harm for so long; everything that was wrong, and the kinds of fault that were done."""
    recoveries: list[Recovery] = []
    with tempfile.TemporaryDirectory(prefix="soak-") as folder:
        async with scene_on(kind, Path(folder), seed, lasting) as scene:
            scene.voyage = Voyage([scene], seed, tables, curious=True)
            try:
                await scene.voyage.brave(do_harm(scene, kind, seconds, recoveries))
            except BaseException:
                print(scene.server.log[-4000:])
                raise
            scene.wrong += scene.checker.findings(scene.voyage.tables)
            scene.wrong += [f"was never sent away to start over: {player.standing()}" for player in scene.voyage.misled()]
            for line in _summary(scene, recoveries):
                print(f"{kind}: {line}; seed {seed}", flush=True)
            if scene.wrong:
                print(scene.server.log[-4000:])
            return scene.wrong, {each.fault for each in recoveries}


def _summary(scene: Scene, recoveries: list[Recovery]) -> Iterator[str]:
    voyage = scene.voyage
    yield ", ".join(f"{name} {times}" for name, times in sorted(Counter(each.fault for each in recoveries).items()))
    extended = sum(each.seconds > LIMIT for each in recoveries)
    yield f"longest recovery: {max(recoveries, key=lambda each: each.seconds)}; {extended} took more than {LIMIT:.0f} s"
    yield (
        f"{len(recoveries)} faults, {len(voyage.tables)} tables, {voyage.acknowledged} acknowledged, {voyage.hints} hints,"
        f" {voyage.reviews} reviews, {len(scene.wrong)} wrong"
    )


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--minutes", type=float, default=60)
    options.add_argument("--tables", type=int, default=40, help="how many are played at a time, on each database")
    options.add_argument("--on", action="append", choices=KINDS, help="only on this database; may be given again")
    options.add_argument("--seed", type=int, default=random.randrange(10**6))
    given = options.parse_args()
    wrong = []
    for kind in given.on or KINDS:
        found, _ = asyncio.run(soak(kind, given.minutes * 60 / len(given.on or KINDS), given.tables, given.seed))
        wrong += found
    print("\n".join(wrong))
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
