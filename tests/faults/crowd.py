"""Many people at many tables, who play on whatever happens to the server."""

from __future__ import annotations

import asyncio
import os
import random
import signal
from collections.abc import Coroutine, Iterator, Sequence
from contextlib import suppress
from itertools import count
from typing import Any, Protocol

import httpx

from tests.faults.survivor import GONE, SILENCE, Survivor
from tests.server.harness import NAMES, PATIENCE, Json, Server

AT_A_TIME = 5
WATCHED = 0.3
"""How many tables somebody watches, where people are curious."""
LOOK_AGAIN = 1.0


class Entrance(Protocol):
    """Where people come in: a server, or a proxy before it."""

    @property
    def url(self) -> str: ...

    @property
    def ws(self) -> str: ...


class Voyage:
    """Some tables at a time, one after another, at servers that come and go.

    Curious people ask for hints, watch others, and have their games reviewed.
    """

    def __init__(self, servers: Sequence[Entrance], seed: int, at_a_time: int = AT_A_TIME, curious: bool = False) -> None:
        self.servers = servers
        self.rng = random.Random(seed)
        self.curious = curious
        self.acknowledged = 0
        self.hints = 0
        self.kills = 0
        self.backups_restored = 0
        self.ended = False
        self.tables: list[list[Survivor]] = []
        self.progress = asyncio.Event()
        self._reviewing: str | None = None
        self._reviewed: set[str] = set()
        self._seed = seed
        self._at_a_time = at_a_time
        self._http = httpx.AsyncClient(trust_env=False, timeout=SILENCE)

    # ---- sailing ----------------------------------------------------------------------------------------------------------

    async def sail(self, lane: int) -> None:
        """One table after the other, until it ends."""
        for number in count():
            if self.ended:
                return
            rng = random.Random(f"{self._seed} {lane} {number}")
            people, bots = rng.choice([(2, 0), (1, 2), (3, 1), (2, 2)])
            if crew := await self._gather(rng, people, bots):
                await asyncio.gather(*(player.survive() for player in crew))

    async def _gather(self, rng: random.Random, people: int, bots: int) -> list[Survivor]:
        """The people of a new table; nobody if a backup from before it was restored meanwhile."""
        levels = [rng.choice(["random", "greedy"]) for _ in range(bots)]
        edition = rng.choice(["original", "galecrest"])
        wish = {"edition": edition, "players": people + bots, "bots": levels, "me": {"name": NAMES[0]}, "hints": self.curious}
        crew: list[Survivor] = []
        taken = await self._seat("/api/tables", wish)
        if taken is None:
            return []
        self.tables.append(crew)
        table = taken["table"]
        for seat, name in enumerate(NAMES[:people]):
            if seat:
                taken = await self._seat(f"/api/tables/{table}/seats", {"name": name, "seat": seat})
            if taken is not None:
                crew.append(Survivor(self, table, seat, taken["secret"], name, rng))
        if crew[0].abandoned:
            return []
        if self.curious and rng.random() < WATCHED:
            crew.append(Survivor(self, table, None, None, "somebody", rng))
        crew[0].lost = sorted(set(range(people)) - {player.seat for player in crew})
        for player in crew:
            player.forbidden = [other.secret for other in crew if other.secret not in (None, player.secret)]
        return crew

    async def _seat(self, path: str, body: Json) -> Json | None:
        """A seat. Nothing if it had been taken, unheard, before; or if a backup was restored that may not know it."""
        restored = self.backups_restored
        answer = await self._ask("POST", path, body)
        assert answer.status_code in (201, 404, 409), answer.text
        taken: Json = answer.json()
        return taken if answer.status_code == 201 and restored == self.backups_restored else None

    async def _ask(self, method: str, path: str, body: Json | None = None) -> httpx.Response:
        """Ask any server until one has answered."""
        while True:
            with suppress(*GONE):
                answer = await self._http.request(method, self.rng.choice(self.servers).url + path, json=body)
                if answer.status_code != 503:  # nothing can be stored just now
                    return answer
            await asyncio.sleep(0.05)

    async def look_back(self) -> None:
        """Have one finished game after another reviewed, until it ends."""
        while not self.ended:
            over = [crew[0] for crew in self.tables if crew[0].over and not crew[0].abandoned]
            if over and over[-1].id not in self._reviewed:
                await self._review(over[-1])
            await asyncio.sleep(LOOK_AGAIN)

    async def _review(self, host: Survivor) -> None:
        """Have a game reviewed, and wait until each decision is judged once. If a backup is restored, ask again."""
        self._reviewing = host.id
        asked = -1
        while not host.abandoned:
            method = "GET" if asked == self.backups_restored else "POST"
            asked = self.backups_restored
            answer = await self._ask(method, f"/api/tables/{host.id}/review", {} if method == "POST" else None)
            if host.abandoned or asked != self.backups_restored:
                continue
            if not answer.is_success:
                host.wrong.append(f"there is no review: {answer.text}")
                break
            review = answer.json()
            if method == "GET" and review["done"] == review["decisions"]:
                self._reviewed.add(host.id)
                if (judged := [each["number"] for each in review["judgements"]]) != list(range(review["decisions"])):
                    host.wrong.append(f"the review judges {judged} of {review['decisions']}")
                break
            await asyncio.sleep(LOOK_AGAIN)
        self._reviewing = None

    # ---- through harm -----------------------------------------------------------------------------------------------------

    async def brave(self, harm: Coroutine[Any, Any, None]) -> None:
        """Sail on while harm is done; when there is no more of it, every game comes to its end."""
        async with asyncio.TaskGroup() as lanes:
            sailing = [lanes.create_task(self.sail(lane)) for lane in range(self._at_a_time)]
            if self.curious:
                sailing.append(lanes.create_task(self.look_back()))
            await harm
            self.ended = True
            try:
                await asyncio.wait_for(asyncio.gather(*sailing), PATIENCE)
            except TimeoutError:
                raise AssertionError("\n".join(self._stuck())) from None
        await self._http.aclose()

    def _stuck(self) -> Iterator[str]:
        """The tables that don't come to their end, and how each person stands there."""
        for crew in self.tables:
            if not all(player.finished for player in crew):
                yield f"table {crew[0].id} does not end:"
                yield from (f"    {player.standing()}" for player in crew)
        if self._reviewing:
            yield f"the review of table {self._reviewing} does not end"

    @property
    def reviews(self) -> int:
        return len(self._reviewed)

    def missing(self) -> list[Survivor]:
        """Those who have not come back to their table yet."""
        return [player for crew in self.tables for player in crew if not player.finished and not player.is_there]

    def waiting(self, since: int) -> list[Survivor]:
        """Those at whose table nothing has happened since a moment, in milliseconds, though nobody there ponders."""
        still = []
        for crew in self.tables:
            moved = any(player.entries and player.entries[-1]["at"] > since for player in crew)
            if not moved and not any(player.ponders for player in crew):
                still += [player for player in crew if not player.finished]
        return still

    def misled(self) -> list[Survivor]:
        """The people who were never sent that the log has gone back behind what they know."""
        return [player for crew in self.tables for player in crew if player.knows_too_much and not player.abandoned]

    async def shoot(self, victim: Server) -> None:
        """Kill a server after a random number of acknowledged moves, and a few milliseconds."""
        target = self.acknowledged + self.rng.randint(1, 40)
        while self.acknowledged < target:
            self.progress.clear()
            await asyncio.wait_for(self.progress.wait(), PATIENCE)
        await asyncio.sleep(self.rng.random() * 0.005)
        os.kill(victim.pid, signal.SIGKILL)
        self.kills += 1
