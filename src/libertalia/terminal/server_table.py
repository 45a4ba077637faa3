"""A table on a server, by its link: see docs/protocol.md."""

from __future__ import annotations

import asyncio
import json
import re
import secrets
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from itertools import count
from typing import Any, Final
from urllib.error import HTTPError, URLError
from urllib.parse import urlsplit
from urllib.request import ProxyHandler, Request, build_opener

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, WebSocketException

from libertalia.game.errors import IllegalMove, LibertaliaError
from libertalia.game.events import Event, event_of
from libertalia.game.setup import edition_names
from libertalia.terminal.table_source import Advice, Data, News, OnNews
from libertalia.words import Words, visible

_LINK = re.compile(r"(?P<server>https?://[^/?#]+(?:/[^?#]*?)?)/t/(?P<table>[\w-]+)/?(?:#(?P<secret>[^#\s]*))?")
_TIMEOUT = 10.0
"""Seconds until the server has to answer an HTTP request."""
_PAUSES = (1, 2, 4, 8, 10)
"""Seconds between two attempts to connect."""

_FOR_GOOD: Final = {4000: "join.protocol", 4001: "join.no-seat", 4004: "join.no-table", 1008: "join.not-allowed"}
"""Close codes after which connecting again makes no sense, and the texts that say why."""

_NOTED: Final = ("joined", "left", "away", "back", "chat", "take-back", "reminded", "kicked", "hint")
"""The kinds of entries beside the game that have a sentence."""

_LEVEL: Final = "skerry"
"""The level of bots that get the free seats: the one in the middle."""

_HINT = 60.0
"""Seconds until a hint is given up."""

_START_OVER = 4010
"""The close code for a client that has to load the table again."""
_BLOCK = 128
"""Bytes: commands are padded to a multiple of them, so that their length reveals nothing."""


class CanNotJoin(LibertaliaError):
    """A link that leads to no table, or a server that doesn't answer."""

    key = "join"


@dataclass(frozen=True, slots=True)
class Link:
    """The link of a table. With a secret it is the private link of a seat.

    >>> Link.of("https://example.org/t/f3XkQ#s3cret")
    Link(server='https://example.org', table='f3XkQ', secret='s3cret')
    """

    server: str
    table: str
    secret: str | None

    @classmethod
    def of(cls, text: str) -> Link:
        found = _LINK.fullmatch(text.strip())
        if found is None:
            message = f"{text!r} is not a link of a table; one looks like https://example.org/t/TABLE or …/t/TABLE#SECRET."
            raise CanNotJoin(message, "join.link", given=repr(text))
        return cls(found["server"], found["table"], found["secret"] or None)

    def __str__(self) -> str:
        return f"{self.server}/t/{self.table}" + (f"#{self.secret}" if self.secret else "")

    @property
    def here(self) -> bool:
        """Whether the server is on this machine, where no proxy can reach it."""
        return urlsplit(self.server).hostname in ("localhost", "127.0.0.1", "::1")

    def ask(self, path: str, words: Words, body: Mapping[str, Any] | None = None) -> Data:
        """Ask the server by HTTP; with a body, post it."""
        headers = {"accept-language": words.language, "content-type": "application/json"}
        data = None if body is None else json.dumps(body).encode()
        request = Request(f"{self.server}/api/tables/{self.table}{path}", data, headers)
        opener = build_opener(*([ProxyHandler({})] if self.here else []))
        try:
            with opener.open(request, timeout=_TIMEOUT) as response:
                answer: Data = _read(response.read())
        except HTTPError as error:
            raise _refusal(error) from None
        except (URLError, OSError, ValueError) as error:
            reason = getattr(error, "reason", error)
            message = f"The server {self.server} doesn't answer: {reason}."
            raise CanNotJoin(message, "join.no-server", server=self.server, reason=reason) from None
        return answer


def _read(text: str | bytes) -> Any:
    """What the server sends, with every text in it fit to be shown."""
    return _visible(json.loads(text))


def _visible(data: Any) -> Any:
    if isinstance(data, str):
        return visible(data)
    if isinstance(data, dict):
        return {visible(key): _visible(value) for key, value in data.items()}
    return [_visible(value) for value in data] if isinstance(data, list) else data


def _refusal(error: HTTPError) -> CanNotJoin:
    try:
        return CanNotJoin(_read(error.read())["error"]["message"])
    except (ValueError, KeyError, TypeError):
        return CanNotJoin(f"The server answers {error.code} {error.reason}.", "join.status", code=error.code, reason=error.reason)


def joined(link: Link, words: Words, name: str, watch: bool) -> Link:
    """The link of a seat: the one that the link has, or a free one, taken under this name. Without either, one watches."""
    table = link.ask("", words)
    if table["edition"] not in edition_names():
        message = f"The table plays the edition {table['edition']!r}, which this program doesn't have."
        raise CanNotJoin(message, "join.edition", edition=repr(table["edition"]))
    if link.secret or watch or not any(seat["kind"] == "open" for seat in table["seats"]) or table["status"] != "open":
        return link
    seat = link.ask("/seats", words, {"name": name})
    return Link(link.server, link.table, seat["secret"])


class ServerTable:
    """A `TableSource` for a table on a server. It connects again when the connection is lost."""

    def __init__(self, link: Link, words: Words) -> None:
        self._link = link
        self._words = words
        self._table = link.ask("", words)
        self._view: Data | None = None
        self._mine: Data | None = None
        self._number = 0
        self._at: int | None = None
        self._socket: ClientConnection | None = None
        self._commands: dict[str, Data] = {}  # those without an answer, by their id
        self._answers: dict[str, asyncio.Future[None]] = {}
        self._hints: dict[int, asyncio.Future[Data]] = {}  # those that were asked for, by the turn of the seat
        self._ids = (f"{secrets.token_hex(4)} {number}" for number in count(1))
        self.edition: str = self._table["edition"]
        self._seat: int | None = None

    @property
    def goodbye(self) -> str:
        return self._words.text("join.come-back", command=f"libertalia join {self._link}")

    # ---- the person -----------------------------------------------------------------------------------

    async def answer(self, answer: str) -> None:
        await self._do(type="play", turn=self._mine["turn"] if self._mine else 0, answer=answer)

    async def take_back(self) -> None:
        mine = self._mine or {"pick": None}
        if not mine["pick"] and not mine.get("take_back"):
            raise IllegalMove("There is no choice of yours to take back.", "illegal.nothing-to-take-back")
        await self._do(type="unpick" if mine["pick"] else "take-back", turn=mine["turn"])

    async def start(self) -> None:
        await self._do(type="start")

    async def seat_bots(self) -> None:
        for seat in self._table["seats"]:
            if seat["kind"] == "open":
                await self._do(type="bot", seat=seat["seat"], level=_LEVEL)

    async def hint(self) -> Advice:
        turn = self._mine["turn"] if self._mine else 0
        found = self._hints.setdefault(turn, asyncio.get_running_loop().create_future())
        await self._do(type="hint", turn=turn)
        try:
            frame = await asyncio.wait_for(asyncio.shield(found), _HINT)
        except TimeoutError:
            return Advice(self._words.text("hint.none"), self._words.text("hint.none.why"), {})
        shares = {option["answer"]: option["share"] for option in frame["options"]}
        return Advice(frame["title"], frame["text"], {} if frame["alike"] else shares)

    async def _do(self, **command: Any) -> None:
        """Send a command and wait for its answer. If the connection is lost, it is sent again under the same name."""
        name = next(self._ids)
        self._commands[name] = {"id": name, **command}
        answered = self._answers[name] = asyncio.get_running_loop().create_future()
        if self._socket is not None:
            await self._send(self._socket, self._commands[name])
        await answered

    # ---- the server -----------------------------------------------------------------------------------

    async def run(self, on_news: OnNews) -> None:
        tries = 0
        while True:
            try:
                address = f"{self._link.server.replace('http', 'ws', 1)}/api/tables/{self._link.table}/socket"
                async with connect(address, proxy=None if self._link.here else True, max_size=None) as socket:
                    await self._hello(socket)
                    async for frame in socket:
                        tries = 0
                        self._receive(_read(frame), on_news)
            except ConnectionClosed as closed:
                if closed.rcvd is not None:
                    self._closed(closed.rcvd.code, closed.rcvd.reason)
            except (OSError, TimeoutError, WebSocketException):
                pass  # it may be back in a moment
            finally:
                self._socket = None
            pause = _PAUSES[min(tries, len(_PAUSES) - 1)]
            tries += 1
            on_news(self._news(trouble=self._words.text("join.offline", seconds=pause)))
            await asyncio.sleep(pause)

    async def _hello(self, socket: ClientConnection) -> None:
        hello: Data = {"type": "hello", "since": self._number, "lang": self._words.language}
        if self._link.secret:
            hello["secret"] = self._link.secret
        if self._at is not None:
            hello["since_at"] = self._at
        await self._send(socket, hello)
        self._socket = socket
        for command in list(self._commands.values()):
            await self._send(socket, command)

    async def _send(self, socket: ClientConnection, message: Data) -> None:
        text = json.dumps(message)
        with suppress(OSError, WebSocketException):  # it is sent again after connecting again
            await socket.send(text.ljust(-(-len(text) // _BLOCK) * _BLOCK))

    def _closed(self, code: int, reason: str) -> None:
        """The server has closed the connection; `CanNotJoin` if it makes no sense to connect again."""
        if code == _START_OVER:
            self._number, self._at, self._view = 0, None, None
            for answered in self._answers.values():
                answered.cancel()
            self._commands, self._answers = {}, {}
        elif code in _FOR_GOOD:
            message = f"The server has closed the connection: {reason or code}."
            raise CanNotJoin(message, _FOR_GOOD[code], reason=reason or code)

    def _receive(self, frame: Data, on_news: OnNews) -> None:
        match frame["type"]:
            case "welcome":
                self._seat = frame["seat"]
            case "news":
                first = self._number == 0
                self._table = frame.get("table", self._table)
                self._view = frame.get("view", self._view)
                self._mine = frame.get("mine", self._mine)
                entries = frame["entries"]
                if entries:
                    self._number, self._at = entries[-1]["number"], entries[-1]["at"]
                events = tuple(event for entry in entries for event in _events(entry))
                notes = () if first else tuple(filter(None, map(self._note, entries)))
                taken_back = any(entry["kind"] == "take-back" for entry in entries)
                on_news(self._news(events, notes, sudden=first or taken_back))
            case "hint":
                if (hinted := self._hints.pop(frame["turn"], None)) is not None:
                    hinted.set_result(frame)
            case "done":
                self._answered(frame["id"], None)
            case "refused":
                self._answered(frame["id"], IllegalMove(frame["error"]["message"]))

    def _answered(self, name: str, error: LibertaliaError | None) -> None:
        self._commands.pop(name, None)
        answered = self._answers.pop(name, None)
        if answered is not None and not answered.done():
            if error is None:
                answered.set_result(None)
            else:
                answered.set_exception(error)

    def _news(self, events: tuple[Event, ...] = (), notes: tuple[str, ...] = (), sudden: bool = False, trouble: str = "") -> News:
        seats = self._table["seats"]
        names = tuple(seat["name"] or self._words.text("join.free") for seat in seats)
        bots = frozenset(seat["seat"] for seat in seats if seat["bot"])
        problem = self._table.get("problem")
        return News(
            self._view,
            self._mine,
            self._seat,
            names,
            bots,
            events,
            notes,
            sudden,
            trouble or (problem["message"] if problem else ""),
            self._words.text("join.waits", names=self._words.listed(names)),
        )

    def _note(self, entry: Data) -> str:
        """What happened beside the game, as a sentence; empty for what goes without saying."""
        key = f"join.{entry['kind']}"
        if entry["kind"] not in _NOTED:
            return ""
        name = self._table["seats"][entry["seat"]]["name"] or entry.get("name", "")
        return self._words.text(key, name=name, text=entry.get("text", ""))


def _events(entry: Data) -> list[Event]:
    """The events of an entry. A newer server may send events that this program doesn't know."""
    known = []
    for data in entry.get("events", []):
        try:
            known.append(event_of(data))
        except (KeyError, TypeError):
            continue
    return known
