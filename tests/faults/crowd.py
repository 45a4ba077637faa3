"""People who play on whatever happens to the server: they come back, and send again what was not answered."""

from __future__ import annotations

import asyncio
import json
import os
import random
import signal
from collections import Counter, deque
from collections.abc import Callable, Coroutine, Iterator, Sequence
from contextlib import suppress
from itertools import count
from typing import Any, Protocol, Self

import httpx
from websockets.exceptions import WebSocketException

from tests.server.harness import NAMES, PATIENCE, Json, Server
from tests.server.people import Player

AT_A_TIME = 5
SILENCE = 15.0
"""Whoever has heard nothing for so many seconds connects again."""
GONE = (OSError, WebSocketException, httpx.HTTPError)
"""What somebody sees of a server that is killed, or not there yet."""
START_OVER, NO_TABLE, NO_SECRET = 4010, 4004, 4001


class Entrance(Protocol):
    """Where people come in: a server, or a proxy before it."""

    @property
    def url(self) -> str: ...

    @property
    def ws(self) -> str: ...


class Voyage:
    """Some tables at a time, one after another, at servers that come and go."""

    def __init__(self, servers: Sequence[Entrance], seed: int, at_a_time: int = AT_A_TIME) -> None:
        self.servers = servers
        self.rng = random.Random(seed)
        self.acknowledged = 0
        self.kills = 0
        self.ended = False
        self.tables: list[list[Survivor]] = []
        self.progress = asyncio.Event()
        self._seed = seed
        self._at_a_time = at_a_time
        self._http = httpx.AsyncClient(trust_env=False, timeout=SILENCE)

    async def post(self, path: str, body: Json) -> Json | None:
        """Ask any server until one has answered. Nothing if what was asked for had been done, unheard, before."""
        while True:
            with suppress(*GONE):
                response = await self._http.post(self.rng.choice(self.servers).url + path, json=body)
                if response.status_code != 503:  # nothing can be stored just now
                    assert response.status_code in (201, 404, 409), response.text
                    answer: Json = response.json()
                    return answer if response.status_code == 201 else None
            await asyncio.sleep(0.05)

    async def sail(self, lane: int) -> None:
        """One table after the other, until it ends."""
        for number in count():
            if self.ended:
                return
            rng = random.Random(f"{self._seed} {lane} {number}")
            people, bots = rng.choice([(2, 0), (1, 2), (3, 1), (2, 2)])
            await self._game(rng, people, bots)

    async def _game(self, rng: random.Random, people: int, bots: int) -> None:
        levels = [rng.choice(["random", "greedy"]) for _ in range(bots)]
        edition = rng.choice(["original", "galecrest"])
        wish = {"edition": edition, "players": people + bots, "bots": levels, "me": {"name": NAMES[0]}}
        made = await self.post("/api/tables", wish)
        assert made is not None
        seats = {0: made}
        for seat, name in enumerate(NAMES[1:people], 1):
            if taken := await self.post(f"/api/tables/{made['table']}/seats", {"name": name, "seat": seat}):
                seats[seat] = taken
        crew = [Survivor(self, made["table"], taken["secret"], NAMES[seat], rng) for seat, taken in seats.items()]
        crew[0].lost = [seat for seat in range(people) if seat not in seats]
        for player in crew:
            player.forbidden = [taken["secret"] for taken in seats.values() if taken["secret"] != player.secret]
        self.tables.append(crew)
        await asyncio.gather(*(player.survive() for player in crew))

    async def brave(self, harm: Coroutine[Any, Any, None]) -> None:
        """Sail on while harm is done; when there is no more of it, every game comes to its end."""
        async with asyncio.TaskGroup() as lanes:
            sailing = [lanes.create_task(self.sail(lane)) for lane in range(self._at_a_time)]
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

    def missing(self) -> list[Survivor]:
        """Those who have not come back to their table yet."""
        return [player for crew in self.tables for player in crew if not player.finished and not player.is_there]

    def misled(self) -> list[Survivor]:
        """Those who were never told that the log has gone back behind what they know."""
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


class Survivor(Player):
    """Plays to the end whatever happens to the server."""

    def __init__(self, voyage: Voyage, table: str, secret: str | None, name: str, rng: random.Random) -> None:
        super().__init__(voyage.servers[0], table, secret)  # type: ignore[arg-type]
        self.name = name
        self.lost: list[int] = []
        """Seats whose secret nobody has heard."""
        self.forbidden: list[str] = []
        """What this one must never be told: the secrets of the others."""
        self.leaks: list[str] = []
        self.resent: dict[str, int] = {}
        """Commands that were sent again, and how long the log was then."""
        self.abandoned = False
        """Whether the table is gone: a backup was restored that is older than it."""
        self.knows_too_much = False
        """Whether the log has gone back behind what they know, and nobody has told them yet."""
        self.welcomed = False
        """Whether they were let in since they last connected."""
        self.troubles: deque[str] = deque(maxlen=5)
        """What went wrong when they last came to the table, or played there."""
        self._counts: Counter[str] = Counter()
        self._voyage = voyage
        self._rng = random.Random(rng.random())

    # ---- listening ------------------------------------------------------------------------------------------------------------

    def count(self, kind: str) -> int:
        return self._counts[kind]

    def _heed(self, frame: Json) -> None:
        self._look_for_leaks(frame)
        self._counts[frame["type"]] += 1
        del self.frames[:-3]  # an hour of them would fill the memory
        if frame["type"] == "welcome":
            self.welcomed = True
        elif frame["type"] == "done":
            self._voyage.acknowledged += 1
            self._voyage.progress.set()
        elif frame["type"] == "refused" and frame["error"]["key"] == "server.storage":
            return  # whether it was stored is not known: it stays unanswered, and is sent again
        super()._heed(frame)

    def _look_for_leaks(self, frame: Json) -> None:
        if frame["type"] != "news":
            return
        text = json.dumps(frame)
        self.leaks += [f"a secret of another seat, in {text[:200]}" for secret in self.forbidden if secret in text]
        table = frame.get("table") or self.table
        if table.get("seed") is not None and table.get("scores") is None:
            self.leaks.append("the seed before the end")
        for entry in frame["entries"]:
            for event in entry.get("events", []):
                if event["event"] == "picked" and event["seat"] != self.seat and "card" in event:
                    self.leaks.append(f"what seat {event['seat']} has picked, in entry {entry['number']}")

    async def until(self, happened: Callable[[], object], patience: float = SILENCE) -> None:
        """Listen until something has happened; after too long a silence, the connection is given up."""
        try:
            await super().until(happened, patience)
        except AssertionError:
            self.drop()
            raise ConnectionError("nothing was heard for long") from None

    # ---- playing ----------------------------------------------------------------------------------------------------------

    async def open(self, **headers: str) -> Self:
        self.welcomed = False
        return await super().open(**headers)

    @property
    def is_there(self) -> bool:
        return self.welcomed and self.closed is None

    @property
    def finished(self) -> bool:
        return self.abandoned or (self.over and not self.unanswered)

    def standing(self) -> str:
        """How they stand at the table, in words, for whoever wonders why it does not end."""
        where = "has abandoned it" if self.abandoned else "is there" if self.is_there else f"was sent away: {self.closed}"
        asked = f"is asked for {self.decision['kind']}" if self.decision else "is asked nothing"
        return (
            f"{self.name} (seat {self.seat}) {where}, knows {self.number} entries, sees {self.presence.get('seats')}, {asked}, "
            f"waits for answers to {list(self.unanswered)}; troubles: {list(self.troubles)}"
        )

    async def survive(self) -> None:
        while not self.finished:
            try:
                self.server = self._voyage.rng.choice(self._voyage.servers)  # type: ignore[assignment]
                unheard = list(self.unanswered)
                await self.connect()
                self.resent |= dict.fromkeys(unheard, self.number)
                await self._play_on()
            except GONE as error:
                self.troubles.append(f"{type(error).__name__}: {error}")
                self._heed_close()
                await asyncio.sleep(0.05 + self._rng.random() * 0.2)
        with suppress(*GONE):
            await self.close()

    def _heed_close(self) -> None:
        code = self.closed[0] if self.closed is not None else None
        if code == START_OVER:
            self.forget()
        elif code in (NO_TABLE, NO_SECRET):
            self.abandoned = True

    def forget(self) -> None:
        """Begin anew, as one who has just come."""
        self.knows_too_much = False
        self.entries, self.number, self.answers, self.unanswered, self.resent = [], 0, {}, {}, {}
        self.table, self.view, self.mine = {}, {}, None

    async def _play_on(self) -> None:
        await self._settle()
        if self.seat == 0 and self.table["status"] == "open":
            for seat, there in enumerate(self.table["seats"]):
                # Open after going back to a backup from before somebody came.
                if there["kind"] == "open" or (seat in self.lost and there["kind"] == "person"):
                    await self.send("bot", name=f"bot {seat}", seat=seat, level="random")
                    await self._settle()
            await self.send("start", name="start")
            await self._settle()
        while not self.over:
            await self.until(lambda: self.decision or self.over)
            if self.decision and not self.over:
                await self._move()

    async def _move(self) -> None:
        assert self.mine is not None
        assert self.decision is not None
        turn = self.mine["turn"]
        await self.send("play", name=f"{self.name} {turn}", turn=turn, answer=self._rng.choice(self.decision["options"]))
        if self._rng.random() < 0.2:
            await self.send("chat", name=f"{self.name} says {turn}", text=f"That was move {turn}.")
        await self._settle()

    async def _settle(self) -> None:
        """Wait for all answers; send again what could not be stored."""
        while self.unanswered:
            refused = self.count("refused")
            await self.until(lambda refused=refused: not self.unanswered or self.count("refused") > refused)  # type: ignore[misc]
            if self.unanswered:
                await asyncio.sleep(0.5)
                for command in list(self.unanswered.values()):
                    await self.say(**command)
