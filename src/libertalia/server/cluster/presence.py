"""Who is connected to which table on other workers; and sends them who is connected to this one."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable, Mapping
from contextlib import suppress
from typing import Final

from sqlalchemy.exc import SQLAlchemyError

from libertalia.server.storage.signals import Signal
from libertalia.server.tables.peers import Here
from libertalia.server.tables.services import Services
from libertalia.tables.messages import Presence

_ANSWER_TIMEOUT: Final = 2.0
"""Seconds to wait for another worker. One that is slower hangs, and its people will come back to another one."""
_BATCH: Final = 50
"""Tables that fit into one signal."""
_RETRY: Final = 1.0
"""Seconds until a signal that could not be sent is sent again."""
_logger: Final = logging.getLogger(__name__)


class Inquiry:
    """A question to the other workers, and who has not answered yet."""

    def __init__(self, workers: set[str]) -> None:
        self.all_answered = asyncio.Event()
        self._missing = workers

    def answered(self, worker: str) -> None:
        self._missing.discard(worker)
        if not self._missing:
            self.all_answered.set()


class PresenceBoard:
    """Who is connected to other workers; and sends them who is connected to this one."""

    def __init__(self, services: Services, send: Callable[[Signal], Awaitable[None]]) -> None:
        self.seen_at: dict[str, float] = {}
        """When each of the other workers last sent something, by the monotonic clock."""
        self._services = services
        self._send_signal = send
        self._elsewhere: dict[str, dict[str, Presence]] = {}  # by table and worker
        self._inquiries: dict[str, Inquiry] = {}  # by table
        self._unsent: dict[str, Here] = {}  # what is still to be sent to the other workers, by table
        self._unasked: set[str] = set()  # the tables that they are still to be asked for
        self._sending = False

    def at(self, table: str) -> Iterable[Presence]:
        """Who is connected to a table, for each of the other workers."""
        return self._elsewhere.get(table, {}).values()

    def note(self, table: str, worker: str, there: Presence) -> None:
        """Another worker says who is at a table."""
        self._elsewhere.setdefault(table, {})[worker] = there
        if (inquiry := self._inquiries.get(table)) is not None:
            inquiry.answered(worker)

    def forget_table(self, table: str) -> None:
        self._elsewhere.pop(table, None)

    def forget_worker(self, worker: str) -> list[str]:
        """A worker has ended, and its people are no longer connected; the tables that they were at."""
        del self.seen_at[worker]
        return [table for table, parts in self._elsewhere.items() if parts.pop(worker, None) is not None]

    async def ask(self, table: str) -> None:
        """Ask the other workers who is at a table, and wait until each of them has answered, or is too slow to be waited for."""
        if not self.seen_at:
            return
        inquiry = self._inquiries[table] = Inquiry(set(self.seen_at))
        await self._send_signal(Signal(who=[table], at_once=True))
        with suppress(TimeoutError):
            await asyncio.wait_for(inquiry.all_answered.wait(), _ANSWER_TIMEOUT)
        if self._inquiries.get(table) is inquiry:
            del self._inquiries[table]

    def announce(self, tables: Mapping[str, Here]) -> None:
        """Send the other workers who is at some tables: of many tables in one signal, each time what is true by then."""
        self._unsent |= tables
        self._send_soon()

    def ask_later(self, tables: Iterable[str]) -> None:
        """Ask the other workers who is at some tables, and don't wait for the answers."""
        self._unasked |= set(tables)
        self._send_soon()

    def _send_soon(self) -> None:
        if not self._services.closing and not self._sending:
            self._sending = True
            self._services.spawn(self._send())

    async def _send(self) -> None:
        """Send until nothing is left. What can't be sent is sent again: nothing else would notice that it is missing."""
        try:
            while self._unsent or self._unasked:
                sent = {table: self._unsent.pop(table) for table in list(self._unsent)[:_BATCH]}
                asked = {self._unasked.pop() for _ in range(min(_BATCH, len(self._unasked)))}
                try:
                    await self._send_signal(Signal(here={table: here() for table, here in sent.items()}, who=list(asked)))
                except SQLAlchemyError as error:
                    _logger.warning("presence could not be sent to the other workers: %s", type(error).__name__)
                    self._unsent = sent | self._unsent
                    self._unasked |= asked
                    await asyncio.sleep(_RETRY)
        finally:
            self._sending = False
