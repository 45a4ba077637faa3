"""What happens at a table when people stay away: another person becomes host, or a game ends that all others want to end."""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Final

from libertalia.server.tables.audience import Audience
from libertalia.server.tables.services import Services
from libertalia.tables.drafts import Draft, draft_agreed_end, draft_host_passed
from libertalia.tables.entries import AnyFact, now
from libertalia.tables.refusals import Refused
from libertalia.tables.state import TableState

_TRY_AGAIN: Final = 1.0
"""Seconds after which it is tried again, if something was in the way, such as a clock that is a millisecond behind."""


class Watch(ABC):
    """Waits for a moment at one table. Every worker does so that has people of the table; the first of them is right."""

    def __init__(
        self, services: Services, state: TableState, append: Callable[[Draft], Awaitable[object]], audience: Audience
    ) -> None:
        self._services = services
        self._state = state
        self._append = append
        self._audience = audience
        self._alarm: asyncio.TimerHandle | None = None

    @abstractmethod
    def _moment(self) -> float | None:
        """When to act, in milliseconds; `None` if there is nothing to wait for."""

    @abstractmethod
    def _draft(self, state: TableState) -> AnyFact:
        """What is added then."""

    def update(self, not_before: float = 0) -> None:
        """Somebody came or went, or the table has changed: set the alarm, if there is something to wait for."""
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None
        moment = None if self._services.closing else self._moment()
        if moment is not None:
            wait = max((moment - now()) / 1000, not_before)
            self._alarm = asyncio.get_running_loop().call_later(wait, self._ring)

    def _ring(self) -> None:
        self._alarm = None
        self._services.spawn(self._act())

    async def _act(self) -> None:
        await self._audience.ask_elsewhere()
        with suppress(Refused):  # somebody is back; or nothing can be stored just now
            await self._append(self._draft)
        self.update(not_before=_TRY_AGAIN)


class HostWatch(Watch):
    """After a while without the host, the next person who is here becomes host."""

    def _moment(self) -> float | None:
        since = self._audience.host_away_since
        waiting = self._state.status in ("open", "playing") and bool(self._audience.here().seats)
        return since + self._audience.patience.host * 1000 if since is not None and waiting else None

    def _draft(self, state: TableState) -> AnyFact:
        return draft_host_passed(state, self._audience)


class EndWatch(Watch):
    """A game that everyone here wants to end is over when those who are missing count as away."""

    def _moment(self) -> float | None:
        if not self._state.ending or self._state.status != "playing":
            return None
        away_since = self._audience.away_since
        missing = self._state.without_end_wish()
        if not all(seat in away_since for seat in missing):
            return None
        return max((away_since[seat] for seat in missing), default=0) + self._audience.patience.away * 1000

    def _draft(self, state: TableState) -> AnyFact:
        return draft_agreed_end(state, self._audience)
