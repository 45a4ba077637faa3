"""Starts the host in a browser's worker. The only file that knows Pyodide: JavaScript gives and takes texts and bytes."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from libertalia.tab import requests
from libertalia.tab.host import Closed, Connection, Host
from libertalia.tab.thinker import done, is_compiled


class BrowserStore:
    """`web/src/device/store.ts`, whose methods return promises."""

    def __init__(self, store: Any) -> None:
        self._store = store

    async def entries(self, table: str) -> list[str]:
        return list(json.loads(await self._store.entries(table)))

    async def add(self, table: str, number: int, entries: Sequence[str]) -> None:
        await self._store.add(table, number, json.dumps(entries))

    async def summarise(self, table: str, summary: str) -> None:
        await self._store.summarise(table, summary)

    async def judgements(self, table: str) -> list[str]:
        return list(json.loads(await self._store.judgements(table)))

    async def judge(self, table: str, number: int, judgement: str) -> None:
        await self._store.judge(table, number, judgement)


class TabHost:
    """What the worker calls."""

    def __init__(self, store: Any, think: Callable[[bytes], Any]) -> None:
        async def elsewhere(job: bytes) -> bytes:
            answer = await think(job)
            return bytes(answer.to_bytes() if hasattr(answer, "to_bytes") else answer)

        self._host = Host(BrowserStore(store), elsewhere, lambda: int(time.time() * 1000))

    async def request(self, request: str) -> list[Any]:
        """The status of the answer, and its body."""
        status, body = await requests.answer(self._host, msgspec.json.decode(request, type=requests.Request))
        return [status, body.decode()]

    async def connect(self, table: str, hello: str, send: Callable[[str], None]) -> Any:
        """A connection; or, where the page can't be connected, the code and the reason with which a server would close."""
        try:
            return BrowserConnection(await self._host.connect(table, hello, lambda message: send(message.decode())))
        except Closed as closed:
            return [closed.code, closed.reason]

    def drop(self, table: str) -> None:
        self._host.drop(table)


class BrowserConnection:
    """A page that is connected to a table."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    async def receive(self, frame: str) -> list[Any] | None:
        """Do what the page asks for; if it must be disconnected for that, the code and the reason."""
        try:
            await self._connection.receive(frame)
        except Closed as closed:
            return [closed.code, closed.reason]
        return None

    def close(self) -> None:
        self._connection.close()


def think(job: Any) -> bytes:
    """What the worker beside the host calls."""
    return done(job.to_bytes())


__all__ = ["TabHost", "is_compiled", "think"]
