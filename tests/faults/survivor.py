"""Somebody who plays on whatever happens to the server: they come back, and send again what was not answered."""

from __future__ import annotations

import asyncio
import random
from collections import Counter, defaultdict, deque
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Self

import httpx
from websockets.exceptions import WebSocketException

from tests.faults.boundary import leaks
from tests.faults.truth import digest, own_of, stage_of
from tests.server.harness import Json
from tests.server.people import Player

if TYPE_CHECKING:
    from tests.faults.crowd import Voyage

SILENCE = 15.0
"""Seconds without a message until somebody connects again."""
GONE = (OSError, WebSocketException, httpx.HTTPError)
"""What somebody sees of a server that is killed, or not there yet."""
START_OVER, NO_TABLE, NO_SECRET = 4010, 4004, 4001
HINTS, HISTORIES = 0.02, 0.5
"""The shares of decisions before which curious people ask for a hint, and of games whose history they read at the end."""


class Survivor(Player):
    """Plays to the end whatever happens to the server; without a seat, watches."""

    def __init__(self, voyage: Voyage, table: str, seat: int | None, secret: str | None, name: str, rng: random.Random) -> None:
        super().__init__(voyage.servers[0], table, secret)  # type: ignore[arg-type]
        self.name = name
        self.seat = seat
        self.lost: list[int] = []
        """Seats whose secret nobody has received."""
        self.forbidden: list[str] = []
        """What this one must never be sent: the secrets of the others."""
        self.wrong: list[str] = []
        """What they were sent though it is secret, or refused though they have a seat."""
        self.glimpses: dict[int, set[tuple[str, str]]] = defaultdict(set)
        """What they were shown of the table after which entry, and a digest of it."""
        self.sent: dict[str, list[Json]] = defaultdict(list)
        """All commands that they ever sent, by name."""
        self.resent: dict[str, int] = {}
        """Commands that were sent again, and how long the log was then."""
        self.abandoned = False
        """Whether they have given the table up: a backup was restored from before they came, or from before the end."""
        self.turned_away = False
        """Whether the server says that there is no such table, or no such seat."""
        self.knows_too_much = False
        """Whether the log has gone back behind what they know, and the server has not sent them away yet."""
        self.welcomed = False
        """Whether they were let in since they last connected."""
        self.troubles: deque[str] = deque(maxlen=5)
        """What went wrong when they last came to the table, or played there."""
        self._counts: Counter[str] = Counter()
        self._voyage = voyage
        self._rng = random.Random(rng.random())

    # ---- listening --------------------------------------------------------------------------------------------------------

    def count(self, kind: str) -> int:
        return self._counts[kind]

    def _heed(self, frame: Json) -> None:
        self.wrong += leaks(frame, self.seat, self.forbidden)
        self._counts[frame["type"]] += 1
        del self.frames[:-3]  # an hour of them would fill the memory
        match frame["type"]:
            case "welcome":
                self.welcomed = True
                if frame["seat"] != self.seat:
                    self.wrong.append(f"was let in on seat {frame['seat']}")
            case "hint":
                self._check_hint(frame)
            case "history" if self.entries and self.entries[0]["number"] == 1:
                return self._compare(frame["entries"])
            case "done":
                self._voyage.acknowledged += 1
                self._voyage.progress.set()
            case "refused" if frame["error"]["key"] == "server.storage":
                return None  # whether it was stored is not known: it stays unanswered, and is sent again
        super()._heed(frame)
        if frame["type"] == "news":
            self._glimpse(frame)
        return None

    def _glimpse(self, news: Json) -> None:
        """Remember what was shown, to be compared with the game that the log has."""
        for what, digested in (("view", None), ("mine", own_of), ("table", stage_of)):
            if (shown := news.get(what)) is not None:
                name = "stage" if what == "table" else what
                self.glimpses[self.number].add((name, digest(digested(shown) if digested else shown)))

    def _check_hint(self, hint: Json) -> None:
        self._voyage.hints += 1
        if f"{self.name} asks {hint['turn']}" not in self.sent:
            self.wrong.append(f"was given a hint that they have not asked for: {hint}")
        if self.mine and self.decision and self.mine["turn"] == hint["turn"]:
            answers = {option["answer"] for option in hint["options"]}
            if strange := answers - set(self.decision["options"]):
                self.wrong.append(f"was given a hint of {strange}, which is not an answer of theirs")

    def _compare(self, history: list[Json]) -> None:
        """The history has the same entries that were sent before."""
        for entry in history:
            if entry != self.entries[entry["number"] - 1]:
                self.wrong.append(f"the history has {entry}, and before it was {self.entries[entry['number'] - 1]}")

    async def until(self, happened: Callable[[], object], patience: float = SILENCE) -> None:
        """Listen until something has happened; after too long a silence, the connection is given up."""
        while True:
            received = self._counts.total()
            try:
                return await super().until(happened, patience)
            except AssertionError:
                if self._counts.total() == received:
                    self.drop()
                    raise ConnectionError("nothing was received for long") from None

    # ---- coming back ------------------------------------------------------------------------------------------------------

    async def open(self, **headers: str) -> Self:
        self.welcomed = False
        return await super().open(**headers)

    @property
    def is_there(self) -> bool:
        return self.welcomed and self.closed is None

    @property
    def ponders(self) -> bool:
        """Whether the others wait for nobody but them: they were asked, and have not answered yet."""
        return self.is_there and self.decision is not None and not self.unanswered

    @property
    def finished(self) -> bool:
        return self.abandoned or self.turned_away or (self.over and not self.unanswered)

    def standing(self) -> str:
        """How they stand at the table, in words, for people who wonder why it does not end."""
        where = "has abandoned it" if self.abandoned else "is there" if self.is_there else f"was sent away: {self.closed}"
        asked = f"is asked for {self.decision['kind']}" if self.decision else "is asked nothing"
        return (
            f"{self.name} (table {self.id}, seat {self.seat}) {where}, knows {self.number} entries,"
            f" sees {self.presence.get('seats')}, {asked}, waits for answers to {list(self.unanswered)};"
            f" troubles: {list(self.troubles)}"
        )

    async def survive(self) -> None:
        while not self.finished:
            try:
                self.server = self._voyage.rng.choice(self._voyage.servers)  # type: ignore[assignment]
                unheard = list(self.unanswered)
                await self.connect()
                self.resent |= dict.fromkeys(unheard, self.number)
                await self._read_up()
                await self._play_on()
                await self._look_back()
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
        elif code in (NO_TABLE, NO_SECRET) and not self.abandoned:
            self.turned_away = True
            self.wrong.append(f"was turned away: {self.closed}")

    def forget(self) -> None:
        """Start over, as one who has just come."""
        self.knows_too_much = False
        self.entries, self.number, self.answers, self.unanswered, self.resent = [], 0, {}, {}, {}
        self.table, self.view, self.mine = {}, {}, None
        self.glimpses.clear()

    async def _read_up(self) -> None:
        """Ask for the entries before those that were sent first."""
        while self.entries and (first := self.entries[0]["number"]) > 1:
            await self._ask_for_history(first)

    async def _look_back(self) -> None:
        if self._voyage.curious and self._rng.random() < HISTORIES:
            await self._ask_for_history(self._rng.randint(2, self.number))

    async def _ask_for_history(self, before: int) -> None:
        received = self.count("history")
        await self.say(type="history", before=before)
        await self.until(lambda: self.count("history") > received)

    # ---- playing ----------------------------------------------------------------------------------------------------------

    async def send(self, kind: str, *, name: str | None = None, **fields: Any) -> str:
        assert name is not None
        command = {"type": kind, "id": name, **fields}
        if command not in self.sent[name]:
            self.sent[name].append(command)
        return await super().send(kind, name=name, **fields)

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
        turn, options = self.mine["turn"], self.decision["options"]
        if self._voyage.curious and self._rng.random() < HINTS:
            await self._ask_for_hint(turn)
        await self.send("play", name=f"{self.name} {turn}", turn=turn, answer=self._rng.choice(options))
        if self._rng.random() < 0.2:
            await self.send("chat", name=f"{self.name} says {turn}", text=f"That was move {turn}.")
        await self._settle()

    async def _ask_for_hint(self, turn: int) -> None:
        received = self.count("hint")
        name = await self.send("hint", name=f"{self.name} asks {turn}", turn=turn)
        await self._settle()
        if self.answers[name]["type"] == "done":
            await self.until(lambda: self.count("hint") > received)

    async def _settle(self) -> None:
        """Wait for all answers; send again what could not be stored."""
        while self.unanswered:
            refused = self.count("refused")
            await self.until(lambda refused=refused: not self.unanswered or self.count("refused") > refused)  # type: ignore[misc]
            if self.unanswered:
                await asyncio.sleep(0.5)
                for command in list(self.unanswered.values()):
                    await self.say(**command)
