"""What a worker does at every heartbeat: renew its leases, drive tables that are due, evict quiet ones, and delete old ones."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Mapping
from itertools import count
from typing import Final

from libertalia.server.clock import now
from libertalia.server.storage import DatabaseTrouble
from libertalia.server.tables.actor import TableActor
from libertalia.server.tables.due import DueTables
from libertalia.server.tables.peers import Peers
from libertalia.server.tables.services import Services

_HEARTBEATS_BETWEEN_SWEEPS: Final = 12
"""Heartbeats between two looks for tables to hide or to delete."""
_logger: Final = logging.getLogger(__name__)


class Heartbeat:
    """The heartbeat of a worker."""

    def __init__(self, services: Services, actors: Mapping[str, TableActor], due: DueTables, peers: Peers) -> None:
        self.is_well = True
        """Whether the database could be used at the last heartbeat."""
        self._services = services
        self._actors = actors
        self._due = due
        self._peers = peers
        self._sweeping = asyncio.Lock()

    async def run(self) -> None:
        """Beat for as long as the worker lives; `DatabaseTrouble` if the database can't be used any more."""
        for beat in count():
            try:
                if self._services.shared:
                    await self._services.database.check_schema()
                await self._due.renew()
                self._services.spawn(self._due.look())
                await self._peers.heartbeat()
                await self._evict_idle()
                if beat % _HEARTBEATS_BETWEEN_SWEEPS == 0:
                    self._services.spawn(self._sweep())
                self.is_well = True
            except DatabaseTrouble:
                raise
            except Exception as error:  # whatever it is, the next heartbeat has to come
                self.is_well = False
                _logger.warning("the leases could not be renewed: %s", type(error).__name__)
            self._peers.evict_silent()
            await asyncio.sleep(self._services.settings.heartbeat)

    async def _evict_idle(self) -> None:
        """Evict tables that nobody is at."""
        moment, idle = time.monotonic(), self._services.settings.idle
        leaving = [actor for actor in self._actors.values() if not actor.busy and moment - actor.audience.left_at > idle]
        await self._due.let_go(leaving)

    async def _sweep(self) -> None:
        """Hide or delete tables where nothing has happened for a long time, as the host has set it."""
        if self._sweeping.locked():
            return
        async with self._sweeping:
            await self._hide_and_delete()

    async def _hide_and_delete(self) -> None:
        settings, aging = self._services.settings, self._services.aging
        while await aging.hide(_days_ago(settings.archive_days)):
            pass
        while settings.delete_days is not None and (deleted := await aging.delete(_days_ago(settings.delete_days))):
            _logger.info("deleted %s quiet tables", len(deleted))
            for table in self._actors.keys() & deleted:
                self._actors[table].start_over()
            await self._peers.tables_deleted(deleted)


def _days_ago(days: float) -> int:
    return now() - int(days * 86_400_000)
