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
from libertalia.game.game import Game
from libertalia.game.view import View
from libertalia.server.storage import Lease
from libertalia.server.tables.audience import Audience
from libertalia.server.tables.services import Services
from libertalia.server.tables.thinking.pool import TooManyBots
from libertalia.tables.drafts import Draft, draft_bot_answer, draft_paused, draft_resumed, draft_time_out
from libertalia.tables.entries import AnyFact, ChatSaid, HintAsked, Paused, now
from libertalia.tables.lessons import LESSONS, scripted_answer
from libertalia.tables.refusals import Unavailable
from libertalia.tables.state import TableState

STAND_IN: Final = "skerry"
"""The bot that plays for people who are away."""
MERCY_AFTER_START: Final = 15_000
"""Nobody's time runs out sooner than this after the start of a worker, in milliseconds: people have to find it first."""
_PAUSE_AFTER: Final = 5_000
"""When nobody is here for so long, the clocks stand still, in milliseconds. Who loads the page again is back sooner."""

_logger: Final = logging.getLogger(__name__)


class Driver:
    """Drives the bots and clocks of one table, while this worker has the lease on it."""

    def __init__(
        self, services: Services, state: TableState, append: Callable[[Draft], Awaitable[object]], audience: Audience
    ) -> None:
        self.lease: Lease | None = None
        """The lease of this worker, as far as it knows."""
        self._services = services
        self._state = state
        self._append = append
        self._audience = audience
        self._empty_since: int | None = None  # since when no person of the table has been here
        self._thinking: set[int] = set()  # the seats whose bots are thinking
        self._alarm: asyncio.TimerHandle | None = None

    @property
    def leased(self) -> bool:
        """Whether this worker has the lease, as far as it knows. If two believe that they have it, the entries decide."""
        return self.lease is not None

    @property
    def due(self) -> int | None:
        """From when on the table has to be driven: at once if a bot must decide, or when a person's time runs out.

        While nobody is here, clocks are stopped after a moment, and a table that is left to bots waits.
        """
        state, game = self._state, self._state.game
        if game is None or state.status != "playing":
            return None
        empty = not self._audience.anyone_here
        if state.left_to_bots and empty:
            return None
        bots = any(decision.seat < len(state.seats) and state.seats[decision.seat].bot for decision in game.decisions)
        if bots or (state.clocks.paused and not empty):
            return state.entries[-1].at
        end = min(state.clocks.deadlines.values(), default=None)
        if end is not None and state.pausable and empty:
            end = min(end, (self._empty_since or now()) + _PAUSE_AFTER)
        return end

    @property
    def busy(self) -> bool:
        """Whether there is something to do, now or soon."""
        if self._thinking or not self.leased:
            return bool(self._thinking)
        due, will_pause = self.due, self._state.pausable and not self._audience.anyone_here
        return due is not None and (will_pause or due < now() + self._services.soon)

    def makes_due(self, fact: AnyFact) -> bool:
        """Whether the database has to be told that the table is due if this fact is added."""
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
        """The table has changed, or somebody came or went: let bots think that must decide, and set the alarm.

        Bots that play for people don't go on among themselves: the table waits for somebody to come.
        """
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None
        state, game = self._state, self._state.game
        if self._audience.anyone_here:
            self._empty_since = None
        elif self._empty_since is None:
            self._empty_since = now()
        if not self.leased or self._services.closing or game is None or state.status != "playing" or state.seed is None:
            return
        if state.clocks.paused and self._empty_since is None:
            self._services.spawn(self._try(draft_resumed))
        if state.left_to_bots and self._empty_since is not None:
            return
        for decision in game.decisions:
            seat = decision.seat
            if seat < len(state.seats) and state.seats[seat].bot and seat not in self._thinking:
                self._thinking.add(seat)
                seed = bot_seed(state.seed + state.turns[seat], seat)
                seen = before_picks(game) if state.setup.day is not None and decision.kind == "pick" else game
                self._services.spawn(self._think(decision, state.turns[seat], seed, seen.view(seat, events=False)))
        if deadlines := state.clocks.deadlines:
            end = max(min(deadlines.values()), self._services.started_at + MERCY_AFTER_START)
            if state.pausable and self._empty_since is not None:
                end = min(end, self._empty_since + _PAUSE_AFTER)
            self._alarm = asyncio.get_running_loop().call_later(max(end - now(), 0) / 1000, self._ring)

    async def _think(self, decision: Decision, turn: int, seed: int, view: View) -> None:
        """Let a bot answer a decision, unless its person or another worker answers first."""
        seat = decision.seat
        level, lesson = self._state.seats[seat].level, self._state.setup.lesson
        try:
            if lesson is not None and lesson in LESSONS and self._state.seats[seat].kind == "bot":
                answer = scripted_answer(lesson, view, decision)
            else:
                answer = await self._services.bots.choose(
                    level if level in BOTS else STAND_IN,
                    seed,
                    view,
                    decision,
                    table=self._state.id,
                    host=self._audience.host_address(),
                )
            await self._try(partial(draft_bot_answer, seat=seat, turn=turn, answer=answer))
        except TooManyBots:
            await asyncio.sleep(1)
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
        """Bots take over from people whose time has run out. If nobody is here, the clocks stand still instead."""
        if self._empty_since is not None and self._state.pausable:
            await self._try(partial(draft_paused, since=self._empty_since))
            return self.update()
        for seat, end in list(self._state.clocks.deadlines.items()):
            if end <= now() and self.leased:
                await self._try(partial(draft_time_out, seat=seat))
        return self.update()

    async def _try(self, draft: Draft) -> None:
        """Add something, unless it has been decided otherwise meanwhile. Where nothing can be stored, wait a little."""
        try:
            await self._append(draft)
        except Unavailable:
            await asyncio.sleep(1)
        except LibertaliaError:
            pass


def before_picks(game: Game) -> Game:
    """A game as it was at sunrise, before anyone had picked.

    In the voyage of the day bots see that and nothing else, so that they pick alike for everyone, whoever is quicker.
    """
    position = game.position()
    position.pop("pending", None)
    return Game.at(position)
