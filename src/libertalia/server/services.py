"""What all tables of a worker share."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Coroutine
from typing import Any, Final

from sqlalchemy import func, select

from libertalia.server.bot_pool import BotPool
from libertalia.server.entries import now
from libertalia.server.settings import Settings
from libertalia.server.signals import CHANNEL, Signal
from libertalia.server.storage import Database, Lease, Ledger

MISSED_HEARTBEATS: Final = 3
"""A worker that was not heard of so many times is gone, and so are its leases."""
_FOR_GOOD: Final = 2**53

_logger: Final = logging.getLogger(__name__)


class Services:
    """The database, the bots and the background tasks of one worker."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.worker = secrets.token_hex(6)
        """The id of this worker."""
        self.database = Database(settings.url)
        self.ledger = Ledger(self.database, self.worker)
        self.bots = BotPool(settings.bot_processes)
        self.closing = False
        self._tasks: set[asyncio.Task[Any]] = set()

    @property
    def shared(self) -> bool:
        """Whether other workers may use the same database."""
        return self.database.shared

    async def stop_tasks(self) -> None:
        """Stop what goes on in the background, then store what was accepted."""
        self.closing = True
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self.bots.close()
        await self.ledger.close()

    def spawn(self, work: Coroutine[Any, Any, Any]) -> None:
        """Do something in the background. What goes wrong is logged."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._finished)

    def _finished(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            _logger.error("a background task failed: %s", type(error).__name__, exc_info=error)

    def new_lease(self) -> Lease:
        """A lease for this worker: for some heartbeats, or where it is the only worker, for good."""
        if not self.shared:
            return Lease(self.worker, _FOR_GOOD)
        return Lease(self.worker, now() + int(self.settings.heartbeat * MISSED_HEARTBEATS * 1000))

    async def send(self, signal: Signal) -> None:
        """Tell the other workers something."""
        async with self.database.engine.begin() as connection:
            await connection.execute(select(func.pg_notify(CHANNEL, signal.payload(self.worker))))
