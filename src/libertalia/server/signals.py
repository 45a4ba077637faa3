"""What workers call out to each other over PostgreSQL: that a table has new entries, who is there, and that they are alive."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterator
from typing import Final

import msgspec
import psycopg
from msgspec import Struct

from libertalia.server.log import Entry
from libertalia.server.messages import Presence

CHANNEL: Final = "libertalia"
_LONGEST: Final = 7999  # bytes that PostgreSQL takes as a payload
_logger: Final = logging.getLogger(__name__)


class Signal(Struct, omit_defaults=True):
    """New entries by table; who is where; and the tables whose people the worker asks for."""

    worker: str
    entries: dict[str, Entry] = {}
    here: dict[str, Presence] = {}
    who: list[str] = []

    def payloads(self) -> Iterator[str]:
        """The signal as text, in pieces that are not too long."""
        whole = msgspec.json.encode(self)
        if len(whole) <= _LONGEST or len(self.entries) < 2:
            yield whole.decode()
            return
        entries = list(self.entries.items())
        for half in (entries[: len(entries) // 2], entries[len(entries) // 2 :]):
            yield from Signal(self.worker, dict(half)).payloads()


class Listener:
    """Hears what other workers call. After a lost connection it says so, for something may have been missed."""

    def __init__(self, url: str, worker: str, heard: Callable[[Signal], None], missed: Callable[[], None]) -> None:
        self._url = url.replace("postgresql+psycopg://", "postgresql://", 1)
        self._worker = worker
        self._heard = heard
        self._missed = missed
        self._task: asyncio.Task[None] | None = None
        self._listening = asyncio.Event()

    async def open(self) -> None:
        self._task = asyncio.create_task(self._listen(), name="signals")
        await self._listening.wait()

    async def close(self) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _listen(self) -> None:
        while True:
            try:
                async with await psycopg.AsyncConnection.connect(self._url, autocommit=True) as connection:
                    await connection.execute(f"listen {CHANNEL}")
                    if self._listening.is_set():
                        self._missed()
                    self._listening.set()
                    async for notice in connection.notifies():
                        signal = msgspec.json.decode(notice.payload, type=Signal)
                        if signal.worker != self._worker:
                            self._heard(signal)
            except psycopg.Error as error:
                _logger.warning("listening to the other workers failed: %s", type(error).__name__)
                await asyncio.sleep(1)
