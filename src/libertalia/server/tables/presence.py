"""Who is connected to which table, by way of which worker."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from typing import Final

from sqlalchemy.exc import SQLAlchemyError

from libertalia.server.cluster.signals import Signal
from libertalia.server.tables.services import Services
from libertalia.tables.messages import Presence

_ANSWER_WITHIN: Final = 2.0
"""How long another worker is waited for, in seconds. One that is slower hangs, and its people will come back by another way."""
_AT_ONCE: Final = 50
"""So many tables fit into one signal."""
_AGAIN: Final = 1.0
"""After so many seconds a signal that could not be sent is tried again."""
_logger: Final = logging.getLogger(__name__)
Here = Callable[[], Presence]
"""Who is connected to a table by way of this worker, at the moment of the call."""


class Asked:
    """A question to the other workers, and who has not answered yet."""

    def __init__(self, workers: set[str]) -> None:
        self.all_heard = asyncio.Event()
        self._missing = workers

    def heard(self, worker: str) -> None:
        self._missing.discard(worker)
        if not self._missing:
            self.all_heard.set()


class PresenceBoard:
    """Who is connected by way of other workers; and tells them who is connected by way of this one."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self.heard_at: dict[str, float] = {}
        """When each of the other workers was last heard of."""
        self._elsewhere: dict[str, dict[str, Presence]] = {}  # by table and worker
        self._asked: dict[str, Asked] = {}  # by table
        self._unsaid: dict[str, Here] = {}  # what the other workers are still to be told, by table
        self._unasked: set[str] = set()  # the tables that they are still to be asked for
        self._sending = False

    def all_at(self, table: str, here: Presence) -> Presence:
        """Who is at a table by way of any worker."""
        if not (elsewhere := self._elsewhere.get(table)):
            return here
        parts = [here, *elsewhere.values()]
        seats = sorted({seat for part in parts for seat in part.seats})
        return Presence(seats, sum(part.watchers for part in parts), host=any(part.host for part in parts))

    def note(self, table: str, worker: str, there: Presence) -> None:
        """Another worker says who is at a table."""
        self._elsewhere.setdefault(table, {})[worker] = there
        if (asked := self._asked.get(table)) is not None:
            asked.heard(worker)

    def forget_table(self, table: str) -> None:
        self._elsewhere.pop(table, None)

    def forget_worker(self, worker: str) -> list[str]:
        """A worker is gone, and its people with it; the tables that they were at."""
        return [table for table, parts in self._elsewhere.items() if parts.pop(worker, None) is not None]

    async def ask(self, table: str) -> None:
        """Ask the other workers who is at a table, and wait until each of them has answered, or is too slow to be waited for."""
        if not self._services.shared or not self.heard_at:
            return
        asked = self._asked[table] = Asked(set(self.heard_at))
        await self._services.send(Signal(who=[table], at_once=True))
        with suppress(TimeoutError):
            await asyncio.wait_for(asked.all_heard.wait(), _ANSWER_WITHIN)
        if self._asked.get(table) is asked:
            del self._asked[table]

    def announce(self, tables: Mapping[str, Here]) -> None:
        """Tell the other workers who is at some tables: of many tables at once, each time what is true by then."""
        if self._services.shared:
            self._unsaid |= tables
            self._send_soon()

    def wonder(self, tables: Iterable[str]) -> None:
        """Ask the other workers who is at some tables, and don't wait for the answers."""
        self._unasked |= set(tables)
        self._send_soon()

    def _send_soon(self) -> None:
        if not self._services.closing and not self._sending:
            self._sending = True
            self._services.spawn(self._send())

    async def _send(self) -> None:
        """Tell and ask, until nothing is left. What can't be sent is not forgotten: nobody would miss it but the people."""
        try:
            while self._unsaid or self._unasked:
                said = {table: self._unsaid.pop(table) for table in list(self._unsaid)[:_AT_ONCE]}
                asked = {self._unasked.pop() for _ in range(min(_AT_ONCE, len(self._unasked)))}
                try:
                    await self._services.send(Signal(here={table: here() for table, here in said.items()}, who=list(asked)))
                except SQLAlchemyError as error:
                    _logger.warning("the other workers could not be told who is here: %s", type(error).__name__)
                    self._unsaid = said | self._unsaid
                    self._unasked |= asked
                    await asyncio.sleep(_AGAIN)
        finally:
            self._sending = False
