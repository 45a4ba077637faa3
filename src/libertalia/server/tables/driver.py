"""Drives a table where nobody gives a command: bots answer, and bots take over from people whose time has run out."""

from __future__ import annotations

import asyncio
import logging
from functools import partial
from typing import Final, Protocol

from libertalia.game.errors import LibertaliaError
from libertalia.server.clock import now
from libertalia.server.storage import Lease
from libertalia.server.tables.audience import Audience
from libertalia.server.tables.services import Services
from libertalia.server.tables.thinking.pool import TooManyBots
from libertalia.tables.drafts import Draft, draft_bot_answer, draft_paused, draft_resumed, draft_time_out
from libertalia.tables.entries import AnyFact, ChatSaid, HintAsked, Paused
from libertalia.tables.refusals import Unavailable
from libertalia.tables.table import HostedTable
from libertalia.tables.upkeep import PAUSE_AFTER, BotTurn, bot_decisions, bot_turn, due_at, waits_for_people

MERCY_AFTER_START: Final = 3_600_000
"""Milliseconds after the start of a worker in which nobody's time runs out in a game over days. Other clocks begin again."""
_RETRY: Final = 1.0
"""Seconds until a bot, or something that can't be stored, is tried again."""

_logger: Final = logging.getLogger(__name__)


class Appender(Protocol):
    """A table to which something can be added."""

    async def append(self, draft: Draft) -> object: ...


class Driver:
    """Drives the bots and clocks of one table, while this worker has the lease on it."""

    def __init__(self, services: Services, table: HostedTable, appender: Appender, audience: Audience) -> None:
        self.lease: Lease | None = None
        """The lease of this worker, as far as it knows."""
        self._services = services
        self._table = table
        self._state = table.state
        self._appender = appender
        self._audience = audience
        self._thinking: set[int] = set()  # the seats whose bots are thinking
        self._unattended_since = self._state.entries[-1].at if self._state.pausable else None
        self._timer: asyncio.TimerHandle | None = None

    @property
    def leased(self) -> bool:
        """Whether this worker has the lease, as far as it knows. If two believe that they have it, the entries decide."""
        return self.lease is not None

    @property
    def due(self) -> int | None:
        """From when on the table has to be driven."""
        return due_at(self._state, self._table.attendance)

    @property
    def busy(self) -> bool:
        """Whether there is something to do, now or soon."""
        if self._thinking or not self.leased:
            return bool(self._thinking)
        due, will_pause = self.due, self._state.pausable and self._table.attendance.empty_since is not None
        return due is not None and (will_pause or due < now() + self._services.soon)

    def makes_due(self, fact: AnyFact) -> bool:
        """Whether the database has to store that the table is due if this fact is added."""
        state, lease = self._state, self.lease
        if not fact.in_game and (state.status != "playing" or isinstance(fact, ChatSaid | HintAsked | Paused)):
            return False
        if lease is not None and lease.until > now() and lease.due is not None and lease.due <= now():
            return False  # it is due already, and stays so as long as this worker has the lease
        return not fact.in_game or state.setup.clock is not None or any(seat.bot for seat in state.seats)

    async def claim(self) -> None:
        """Drive the table, if there is something to do and no other worker drives it."""
        if self.lease is None and self.due is not None:
            self.lease = await self._services.leases.make_due(self._state.id, now())
            self.update()

    def update(self) -> None:
        """The table has changed, or somebody came or went: let bots decide, and set the timer."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        state, empty_since = self._state, self._table.attendance.empty_since
        if not self.leased or self._services.closing or state.status != "playing":
            return
        if (since := self._unattended_since) is not None:
            self._unattended_since = None  # another process has driven it: nobody knows how long ago, or by which clock
            self._services.spawn(self._try(lambda state, _: draft_paused(state, since)))
        if state.clocks.paused and empty_since is None:
            self._services.spawn(self._try(lambda state, _: draft_resumed(state)))
        if waits_for_people(state, self._table.attendance):
            return
        for decision in bot_decisions(state):
            if decision.seat not in self._thinking:
                turn = bot_turn(state, decision)
                self._thinking.add(decision.seat)
                self._services.spawn(self._think(turn))
        if deadlines := state.clocks.deadlines:
            end = min(deadlines.values())
            if not state.clocks.pausable:
                end = max(end, self._services.started_at + MERCY_AFTER_START)
            if state.pausable and empty_since is not None:
                end = min(end, empty_since + PAUSE_AFTER)
            self._timer = asyncio.get_running_loop().call_later(max(end - now(), 0) / 1000, self._time_out)

    async def _think(self, turn: BotTurn) -> None:
        """Let a bot answer a decision, unless its person or another worker answers first."""
        seat = turn.decision.seat
        try:
            answer = turn.scripted()
            if answer is None:
                table, host = self._state.id, self._audience.host_address()
                answer = await self._services.bots.choose(turn.level, turn.seed, turn.view, turn.decision, table=table, host=host)
            await self._try(lambda state, _: draft_bot_answer(state, seat, turn.turn, answer))
        except TooManyBots:
            await asyncio.sleep(_RETRY)
        except Exception:
            _logger.exception("a bot could not answer")
            await asyncio.sleep(_RETRY)
        finally:
            self._thinking.discard(seat)
            self.update()

    def _time_out(self) -> None:
        self._timer = None
        self._services.spawn(self._take_over())

    async def _take_over(self) -> None:
        """Bots take over from people whose time has run out. If nobody is here, the clocks stand still instead."""
        empty_since = self._table.attendance.empty_since
        if empty_since is not None and self._state.pausable:
            await self._try(lambda state, _: draft_paused(state, empty_since))
            return self.update()
        for seat, end in list(self._state.clocks.deadlines.items()):
            if end <= now() and self.leased:
                await self._try(partial(draft_time_out, seat=seat))
        return self.update()

    async def _try(self, draft: Draft) -> None:
        """Add something, unless it has been decided otherwise meanwhile. Where nothing can be stored, wait a little."""
        try:
            await self._appender.append(draft)
        except Unavailable:
            await asyncio.sleep(_RETRY)
        except LibertaliaError:
            pass
