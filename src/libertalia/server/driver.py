"""Drives a game where nobody gives a command: bots answer, and bots take over from people whose time has run out."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Final

from libertalia.bots import BOTS, bot_seed
from libertalia.game.answers import Decision
from libertalia.game.errors import LibertaliaError
from libertalia.game.view import View
from libertalia.server.drafts import Draft, draft_bot_answer, draft_time_out
from libertalia.server.entries import now
from libertalia.server.refusals import Unavailable
from libertalia.server.services import Services
from libertalia.server.table_state import TableState

STAND_IN: Final = "greedy"
"""The bot that plays for people who are away."""
MERCY_AFTER_LOADING: Final = 15_000
"""When a game is loaded after a restart, nobody's time runs out sooner than this, in milliseconds."""

_logger: Final = logging.getLogger(__name__)


class Driver:
    """Drives the bots and clocks of one table, while this worker has the lease on it."""

    def __init__(self, services: Services, state: TableState, append: Callable[[Draft], Awaitable[object]]) -> None:
        self.leased = False
        """Whether this worker has the lease."""
        self._services = services
        self._state = state
        self._append = append
        self._thinking: set[int] = set()  # the seats whose bots are thinking
        self._alarm: asyncio.TimerHandle | None = None
        self._not_before = now() + MERCY_AFTER_LOADING if state.game is not None else 0

    @property
    def busy(self) -> bool:
        return bool(self._thinking or self._alarm)

    def update(self) -> None:
        """The table has changed: let bots think that must decide, and set the alarm for the next deadline."""
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None
        state, game = self._state, self._state.game
        if not self.leased or self._services.closing or game is None or game.over or state.seed is None:
            return
        for decision in game.decisions:
            seat = decision.seat
            if seat < len(state.seats) and state.seats[seat].bot and seat not in self._thinking:
                self._thinking.add(seat)
                seed = bot_seed(state.seed + state.turns[seat], seat)
                self._services.spawn(self._think(decision, state.turns[seat], seed, game.view(seat, events=False)))
        if deadlines := state.clocks.deadlines:
            wait = max(min(deadlines.values()), self._not_before) - now()
            self._alarm = asyncio.get_running_loop().call_later(max(wait, 0) / 1000, self._ring)

    async def _think(self, decision: Decision, turn: int, seed: int, view: View) -> None:
        """Let a bot answer a decision, unless its person or another worker answers first."""
        seat = decision.seat
        level = self._state.seats[seat].level
        try:
            answer = await self._services.bots.choose(level if level in BOTS else STAND_IN, seed, view, decision)
            await self._try(partial(draft_bot_answer, seat=seat, turn=turn, answer=answer))
        except Exception:
            _logger.exception("a bot could not answer")
            await asyncio.sleep(1)
        finally:
            self._thinking.discard(seat)
            self.update()

    def _ring(self) -> None:
        self._alarm = None
        self._services.spawn(self._take_over())

    async def _take_over(self) -> None:
        """Bots take over from people whose time has run out."""
        for seat, end in list(self._state.clocks.deadlines.items()):
            if end <= now():
                await self._try(partial(draft_time_out, seat=seat))
        self.update()

    async def _try(self, draft: Draft) -> None:
        """Add something, unless it has been decided otherwise meanwhile. Where nothing can be stored, wait a little."""
        try:
            await self._append(draft)
        except Unavailable:
            await asyncio.sleep(1)
        except LibertaliaError:
            pass
