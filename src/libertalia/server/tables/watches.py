"""What happens at a table when people stay away: another person becomes host, or a game ends that all others want to end."""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from contextlib import suppress
from typing import Final

from libertalia.server.clock import now
from libertalia.server.tables.audience import Audience
from libertalia.server.tables.driver import Appender
from libertalia.server.tables.services import Services
from libertalia.tables.drafts import draft_agreed_end, draft_host_passed
from libertalia.tables.entries import AnyFact
from libertalia.tables.refusals import Refused
from libertalia.tables.state import TableState
from libertalia.tables.table import HostedTable

_RETRY: Final = 1.0
"""Seconds between two tries, if something was in the way, such as a clock that is a millisecond behind."""


class Watch(ABC):
    """Waits for a moment at one table. Every worker that has people of the table does so; the first one adds the entry."""

    def __init__(self, services: Services, table: HostedTable, appender: Appender, audience: Audience) -> None:
        self._services = services
        self._table = table
        self._appender = appender
        self._audience = audience
        self._timer: asyncio.TimerHandle | None = None

    @abstractmethod
    def _moment(self) -> float | None:
        """When to act, in milliseconds since 1970; `None` if there is nothing to wait for."""

    @abstractmethod
    def _draft(self, state: TableState, at: int) -> AnyFact:
        """What is added then."""

    def update(self, not_before: float = 0) -> None:
        """Somebody came or went, or the table has changed: set the timer, if there is something to wait for."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        moment = None if self._services.closing else self._moment()
        if moment is not None:
            wait = max((moment - now()) / 1000, not_before)
            self._timer = asyncio.get_running_loop().call_later(wait, self._time_out)

    def _time_out(self) -> None:
        self._timer = None
        self._services.spawn(self._act())

    async def _act(self) -> None:
        await self._audience.ask_elsewhere()
        with suppress(Refused):  # somebody is back; or nothing can be stored just now
            await self._appender.append(self._draft)
        self.update(not_before=_RETRY)


class HostWatch(Watch):
    """After a while without the host, the next person who is here becomes host."""

    def _moment(self) -> float | None:
        return self._table.attendance.host_passes_at() if self._audience.here().seats else None

    def _draft(self, state: TableState, at: int) -> AnyFact:
        return draft_host_passed(state, self._table.attendance)


class EndWatch(Watch):
    """A game that everyone here wants to end is over when those who are missing count as away."""

    def _moment(self) -> float | None:
        return self._table.attendance.game_ends_at()

    def _draft(self, state: TableState, at: int) -> AnyFact:
        return draft_agreed_end(state, self._table.attendance, at)
