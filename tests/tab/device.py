"""A device in memory: a host with a store, a page that is connected to it, and thoughts that take no other worker."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from typing import Any

import msgspec

from libertalia.tab import requests
from libertalia.tab.host import Connection, Host
from libertalia.tab.store import MemoryStore
from libertalia.tab.thinker import done
from libertalia.tables import messages as m

START = 10**12
"""When the tables here were made, in milliseconds since 1970."""


async def think_here(job: bytes) -> bytes:
    await asyncio.sleep(0)  # others come in between, as when another worker thinks
    return done(job)


def host(store: MemoryStore | None = None, review_seconds: float = 0.5) -> Host:
    return Host(store or MemoryStore(), think_here, lambda: START, review_seconds)


async def ask(host: Host, method: str, path: str, body: Any = None, language: str = "en") -> tuple[int, Any]:
    """The status of an answer, and its body."""
    request = requests.Request(method, path, language, msgspec.Raw(msgspec.json.encode(body)))
    status, answer = await requests.answer(host, request)
    return status, json.loads(answer) if answer else None


def tasks_of_the_device() -> list[asyncio.Task[Any]]:
    """What a host does by itself: bots, hints and reviews."""
    tasks = asyncio.all_tasks()
    return [task for task in tasks if "/libertalia/tab/" in task.get_coro().cr_code.co_filename]  # type: ignore[union-attr]


async def settle() -> None:
    """Wait until nothing is left to do but for people."""
    while tasks_of_the_device():
        await asyncio.sleep(0)


class Page:
    """A page that shows a table, as a seat or as a spectator."""

    def __init__(self, host: Host, table: str, secret: str | None = "0") -> None:
        self.heard: list[dict[str, Any]] = []
        self.known: dict[str, Any] = {}
        self._host = host
        self._table = table
        self._secret = secret
        self._connection: Connection | None = None
        self._sent = 0

    async def open(self, since: int = 0, on: Callable[[dict[str, Any]], None] = lambda _: None) -> Page:
        def hear(message: bytes) -> None:
            said = json.loads(message)
            self.heard.append(said)
            self.known |= {name: said[name] for name in ("table", "view", "mine") if said.get(name) is not None}
            on(said)

        hello = m.Hello(secret=self._secret, since=since)
        self._connection = await self._host.connect(self._table, msgspec.json.encode(hello).decode(), hear)
        return self

    async def do(self, kind: str, **fields: Any) -> dict[str, Any]:
        """Give a command; what it is answered with."""
        self._sent += 1
        command = {"type": kind, "id": f"c{self._sent}", **fields}
        await self.say(command)
        return next(each for each in reversed(self.heard) if each.get("id") == command["id"])

    async def say(self, command: dict[str, Any]) -> None:
        assert self._connection is not None
        await self._connection.receive(json.dumps(command))

    def close(self) -> None:
        assert self._connection is not None
        self._connection.close()

    @property
    def mine(self) -> dict[str, Any]:
        found: dict[str, Any] = self.known["mine"]
        return found

    @property
    def status(self) -> str:
        return str(self.known["table"]["status"])
