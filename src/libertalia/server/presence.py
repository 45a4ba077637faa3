"""Who is connected to which table, by way of which worker."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping

from libertalia.server.messages import Presence
from libertalia.server.services import Services
from libertalia.server.signals import Signal

Here = Callable[[], Presence]
"""Who is connected to a table by way of this worker, at the moment of the call."""


class PresenceBoard:
    """Who is connected by way of other workers; and tells them who is connected by way of this one."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self._elsewhere: dict[str, dict[str, Presence]] = {}  # by table and worker
        self._sending = asyncio.Lock()

    def all_at(self, table: str, here: Presence) -> Presence:
        """Who is at a table by way of any worker."""
        if not (elsewhere := self._elsewhere.get(table)):
            return here
        parts = [here, *elsewhere.values()]
        return Presence(sorted({seat for part in parts for seat in part.seats}), sum(part.watchers for part in parts))

    def note(self, table: str, worker: str, there: Presence) -> None:
        """Another worker says who is at a table."""
        self._elsewhere.setdefault(table, {})[worker] = there

    def forget_table(self, table: str) -> None:
        self._elsewhere.pop(table, None)

    def forget_worker(self, worker: str) -> list[str]:
        """A worker is gone, and its people with it; the tables that they were at."""
        return [table for table, parts in self._elsewhere.items() if parts.pop(worker, None) is not None]

    def announce(self, tables: Mapping[str, Here]) -> None:
        """Tell the other workers who is at some tables."""
        if self._services.shared and not self._services.closing:
            self._services.spawn(self._send(tables))

    async def _send(self, tables: Mapping[str, Here]) -> None:
        async with self._sending:  # one after the other, each with what is true by then: the last one heard is the latest
            await self._services.send(Signal(here={table: here() for table, here in tables.items()}))
