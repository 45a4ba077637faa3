"""People who come to a server over real sockets."""

from __future__ import annotations

import asyncio
import json
import random
import secrets
import time
from collections.abc import Callable
from contextlib import suppress
from itertools import count
from typing import Any, Self

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from tests.server.harness import NAMES, PATIENCE, Json, Server

_LOOK_AGAIN = 0.2


class Player:
    """Somebody at a table: with a secret on a seat, without one a spectator. Remembers everything they were told."""

    def __init__(self, server: Server, table: str, secret: str | None = None, lang: str = "en") -> None:
        self.server = server
        self.id = table
        self.secret = secret
        self.lang = lang
        self.frames: list[Json] = []
        self.entries: list[Json] = []
        self.number = 0
        self.seat: int | None = None
        self.welcome: Json = {}
        self.table: Json = {}
        self.view: Json = {}
        self.mine: Json | None = None
        self.clock: Json | None = None
        self.presence: Json = {}
        self.answers: dict[str, Json] = {}
        self.unanswered: dict[str, Json] = {}
        self.closed: tuple[int, str] | None = None
        self._ids = (f"{secrets.token_hex(4)} {number}" for number in count(1))  # unlike those of the same seat's other devices
        self._socket: ClientConnection | None = None
        self._listening: asyncio.Task[None] | None = None
        self._something = asyncio.Event()

    # ---- coming and going ---------------------------------------------------------------------------------------

    async def connect(self, since: int | None = None, **headers: str) -> Self:
        """Come to the table, and send again what was not answered. `since` is the last number seen, if not said otherwise."""
        await self.open(**headers)
        before = self.count("presence")
        last = {} if since is not None or not self.entries else {"since_at": self.entries[-1]["at"]}
        since = self.number if since is None else since
        await self.say(type="hello", secret=self.secret, since=since, lang=self.lang, **last)
        await self.until(lambda: self.count("presence") > before)
        for command in list(self.unanswered.values()):
            await self.say(**command)
        return self

    async def open(self, **headers: str) -> Self:
        """Only open the socket."""
        address = f"{self.server.ws}/api/tables/{self.id}/socket"
        self._socket = await connect(address, proxy=None, additional_headers=headers, close_timeout=1)
        self.closed = None
        self._listening = asyncio.create_task(self._listen(self._socket))
        return self

    async def close(self) -> None:
        """Go, politely."""
        if self._socket is not None and self._listening is not None:
            await self._socket.close()
            await self._listening

    def drop(self) -> None:
        """Cut the connection without closing it."""
        assert self._socket is not None
        self._socket.transport.abort()

    async def sent_away(self) -> tuple[int, str]:
        """Wait until the server closes the connection: the code, and the reason."""
        await self.until(lambda: self.closed is not None)
        assert self.closed is not None
        return self.closed

    # ---- talking ------------------------------------------------------------------------------------------------

    async def say(self, **frame: Any) -> None:
        await self.say_text(json.dumps(frame))

    async def say_text(self, text: str | bytes) -> None:
        assert self._socket is not None
        with suppress(ConnectionClosed):  # who listens will hear of it
            await self._socket.send(text)

    async def send(self, kind: str, *, name: str | None = None, **fields: Any) -> str:
        """Send a command, and don't wait for the answer; its id."""
        name = name or next(self._ids)
        self.unanswered[name] = {"type": kind, "id": name, **fields}
        self.answers.pop(name, None)
        await self.say(**self.unanswered[name])
        return name

    async def ask(self, kind: str, **fields: Any) -> Json:
        """Send a command; the answer, `done` or `refused`."""
        name = await self.send(kind, **fields)
        await self.until(lambda: name in self.answers)
        return self.answers[name]

    async def do(self, kind: str, **fields: Any) -> int:
        """Send a command that has to be done; the number of its entry."""
        answer = await self.ask(kind, **fields)
        assert answer["type"] == "done", answer
        return int(answer["number"])

    async def refused(self, kind: str, **fields: Any) -> str:
        """Send a command that has to be refused; the error's key."""
        answer = await self.ask(kind, **fields)
        assert answer["type"] == "refused", answer
        return str(answer["error"]["key"])

    async def change(self, **fields: str) -> Json:
        """Take another name or colour; the answer."""
        command = next(self._ids)
        await self.say(type="change", id=command, **fields)
        await self.until(lambda: command in self.answers)
        return self.answers[command]

    # ---- listening ----------------------------------------------------------------------------------------------

    async def _listen(self, there: ClientConnection) -> None:
        try:
            async for text in there:
                frame: Json = json.loads(text)
                self.frames.append(frame)
                self._heed(frame)
                self._something.set()
        except ConnectionClosed:
            pass
        finally:
            if there is self._socket:
                self.closed = (there.close_code or 1006, there.close_reason or "")
            self._something.set()

    def _heed(self, frame: Json) -> None:
        match frame["type"]:
            case "welcome":
                self.welcome = frame
                self.seat = frame["seat"]
            case "news":
                self.entries += frame["entries"]
                if frame["entries"]:
                    self.number = frame["entries"][-1]["number"]
                self.table = frame.get("table", self.table)
                self.view = frame.get("view", self.view)
                self.mine = frame.get("mine", self.mine)
                self.clock = frame.get("clock", self.clock)
            case "history":
                self.entries = frame["entries"] + self.entries
            case "presence":
                self.presence = frame
            case "done" | "refused":
                self.answers[frame["id"]] = frame
                self.unanswered.pop(frame["id"], None)

    async def until(self, happened: Callable[[], object], patience: float = PATIENCE) -> None:
        """Listen until something has happened; it may be something that others hear of."""
        end = time.monotonic() + patience
        while not happened():
            if self.closed is not None:
                raise ConnectionError(f"The server has closed the connection: {self.closed}")
            if time.monotonic() > end:
                raise AssertionError(f"It did not happen; the last frames are {[str(frame)[:300] for frame in self.frames[-3:]]}")
            self._something.clear()
            with suppress(TimeoutError):
                await asyncio.wait_for(self._something.wait(), _LOOK_AGAIN)

    async def hear(self, kind: str, seat: int | None = None, **fields: Any) -> Json:
        """Listen until there is an entry of a kind, and maybe of a seat and with such fields; the first of them."""
        wanted = {"kind": kind, **({} if seat is None else {"seat": seat}), **fields}

        def found() -> Json | None:
            return next((entry for entry in self.entries if wanted.items() <= entry.items()), None)

        await self.until(found)
        entry = found()
        assert entry is not None
        return entry

    async def hear_up_to(self, number: int) -> None:
        await self.until(lambda: self.number >= number)

    def count(self, kind: str) -> int:
        """How many frames of a type there were."""
        return sum(frame["type"] == kind for frame in self.frames)

    # ---- playing ------------------------------------------------------------------------------------------------

    @property
    def own(self) -> Json:
        """What only this seat knows."""
        assert self.mine is not None
        return self.mine

    @property
    def decision(self) -> Json | None:
        """What this seat has to decide now."""
        decision: Json | None = self.mine["decision"] if self.mine else None
        return decision

    @property
    def over(self) -> bool:
        return bool(self.table.get("scores"))

    async def my_turn(self) -> Json:
        """Wait for something to decide; what it is."""
        await self.until(lambda: self.decision)
        assert self.decision is not None
        return self.decision

    async def play(self, answer: str | None = None) -> int:
        """Answer the open decision, with the first option if not said otherwise; the number of the entry."""
        decision = await self.my_turn()
        assert self.mine is not None
        return await self.do("play", turn=self.mine["turn"], answer=answer or decision["options"][0])

    async def play_to_the_end(self, rng: random.Random) -> list[int]:
        """Answer every decision until the game is over; the scores."""
        while not self.over:
            await self.until(lambda: self.decision or self.over)
            if self.decision and not self.over:
                await self.play(rng.choice(self.decision["options"]))
        scores: list[int] = self.table["scores"]
        return scores


class Company:
    """People at the tables of a server. At the end all of them disconnect."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.people: list[Player] = []

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await asyncio.gather(*(player.close() for player in self.people), return_exceptions=True)

    async def come(self, table: str, secret: str | None = None, lang: str = "en") -> Player:
        """Somebody comes to a table: with a secret to its seat, without one to watch."""
        player = Player(self.server, table, secret, lang)
        self.people.append(player)
        return await player.connect()

    async def watch(self, table: str) -> Player:
        return await self.come(table)

    async def join(self, table: str, **guest: Any) -> Player:
        """Somebody sits down."""
        return await self.come(table, self.server.join(table, **guest)["secret"])

    async def gather(self, people: int = 2, bots: tuple[str, ...] = (), **wish: Any) -> list[Player]:
        """A table with all its people, the host first; the game has not begun."""
        wish = {"players": people + len(bots), "bots": list(bots), "me": {"name": NAMES[0]}} | wish
        made = self.server.create(**wish)
        host = await self.come(made["table"], made["secret"])
        players = [host, *[await self.join(host.id, name=name) for name in NAMES[1:people]]]
        await all_hear(players, players[-1].number)
        return players

    async def begin(self, people: int = 2, bots: tuple[str, ...] = (), **wish: Any) -> list[Player]:
        """A table whose game has just begun."""
        players = await self.gather(people, bots, **wish)
        await all_hear(players, await players[0].do("start"))
        return players


async def play_out(players: list[Player], seed: int = 0) -> list[int]:
    """All of them play to the end; the scores, on which they agree."""
    scores = await asyncio.gather(*(player.play_to_the_end(random.Random(seed + i)) for i, player in enumerate(players)))
    assert all(each == scores[0] for each in scores)
    return scores[0]


async def all_hear(players: list[Player], number: int) -> None:
    """Wait until everyone has heard of an entry."""
    for player in players:
        await player.hear_up_to(number)


async def eventually(happened: Callable[[], object], patience: float = PATIENCE) -> None:
    """Wait until something is so that nobody is told of."""
    pause = 0.02
    async with asyncio.timeout(patience):
        while not happened():
            await asyncio.sleep(pause)
            pause = min(2 * pause, 0.3)
