"""What all tables of a worker share."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Coroutine
from typing import Any, Final

from sqlalchemy.exc import SQLAlchemyError

from libertalia.server.clock import now
from libertalia.server.settings import Settings
from libertalia.server.storage import Aging, Database, DayResults, Leases, Ledger, ReviewJobs
from libertalia.server.tables.thinking.pool import BotPool
from libertalia.tables.messages import Patience
from libertalia.tables.refusals import Refused

MISSED_HEARTBEATS: Final = 3
"""Heartbeats that a worker misses until it counts as dead, and its leases end."""

_logger: Final = logging.getLogger(__name__)


class Services:
    """The database, the bots and the background tasks of one worker."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.worker = secrets.token_hex(6)
        """The id of this worker."""
        self.database = Database(settings.url)
        self.leases = Leases(self.database, self.worker, settings.heartbeat * MISSED_HEARTBEATS)
        self.aging = Aging(self.database)
        self.ledger = Ledger(self.database, self.worker)
        self.bots = BotPool(settings.bot_processes)
        self.reviewers = BotPool(settings.reviews_at_once, settings.review_seconds)
        """Reviews have processes of their own, so that no bot waits for one."""
        self.advisers = BotPool(1)
        """The process in which hints are thought of. No bot waits for a hint either."""
        self.review_jobs = ReviewJobs(self.database, self.worker, settings.heartbeat * MISSED_HEARTBEATS)
        self.day_results = DayResults(self.database)
        self.patience = Patience(settings.away_seconds, settings.host_seconds, settings.stand_in_seconds)
        self.listing = asyncio.Lock()
        """Tables are listed one after the other: no older row replaces a newer one, and when many games end at the same moment,
        nobody has to wait for a connection to the database."""
        self.closing = False
        self.started_at = now()
        """When this worker began to serve."""
        self._tasks: set[asyncio.Task[Any]] = set()

    @property
    def soon(self) -> int:
        """Milliseconds: a table that is due within them is driven now."""
        return int(self.settings.heartbeat * 2000)

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
        await self.reviewers.close()
        await self.advisers.close()
        await self.ledger.close()

    def spawn(self, work: Coroutine[Any, Any, Any]) -> None:
        """Do something in the background. What goes wrong is logged."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._finished)

    def _finished(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if task.cancelled() or (error := task.exception()) is None:
            return
        if isinstance(error, SQLAlchemyError | Refused):  # the database was away; the callers try again
            _logger.warning("a background task could not be done: %s", type(error).__name__)
        else:
            _logger.error("a background task failed: %s", type(error).__name__, exc_info=error)
