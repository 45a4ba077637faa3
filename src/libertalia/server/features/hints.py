"""Hints in a running game: thought of in a process of their own, from what the seat that asks may know."""

from __future__ import annotations

import asyncio
import logging
import time
from typing import Final
from weakref import WeakKeyDictionary

import msgspec

from libertalia.features.hints import hint_message, open_decision
from libertalia.features.thinking import advise
from libertalia.game.answers import Decision
from libertalia.game.view import View
from libertalia.review import Hint
from libertalia.server.tables.actor import TableActor
from libertalia.server.tables.audience import Viewer
from libertalia.server.tables.services import Services
from libertalia.server.tables.thinking.pool import TooManyBots
from libertalia.tables.entries import HintAsked
from libertalia.tables.state import TableState

_GOAL: Final = 2.0
"""Seconds in which a hint should be there."""
_TIMEOUT: Final = 60.0
"""Seconds until a hint is given up."""
_PADDED: Final = 4096
"""Bytes: messages are padded to a multiple of them, so that their length does not reveal which card is named."""
_logger: Final = logging.getLogger(__name__)


_Thought = tuple[Decision, int, "asyncio.Task[Hint | None]"]
"""A decision, its number, and the task that thinks about it."""


class Hints:
    """The hints of a worker. Each decision is thought about once, however often a seat asks."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self._thoughts: WeakKeyDictionary[TableState, dict[int, _Thought]] = WeakKeyDictionary()  # by seat

    async def send(self, actor: TableActor, viewer: Viewer, asked: HintAsked) -> None:
        """Send a hint to somebody who has asked for it, if they have not decided by then."""
        message = await self._message(actor.state, asked, viewer.language, actor.audience.host_address())
        if message is not None and viewer in actor.audience.viewers:
            viewer.send(message)

    async def _message(self, state: TableState, asked: HintAsked, language: str, host: str) -> bytes | None:
        game, seat, turn = state.game, asked.seat, asked.turn
        decision = open_decision(state, asked)
        if game is None or decision is None:
            return None
        thoughts = self._thoughts.setdefault(state, {})
        known = thoughts.get(seat)
        if known is None or known[:2] != (decision, turn) or (known[2].done() and known[2].result() is None):
            view = game.view(seat, events=False)
            known = decision, turn, asyncio.create_task(self._thought(view, decision.kind, state.id, host))
            thoughts[seat] = known
        found = await asyncio.shield(known[2])
        message = msgspec.json.encode(hint_message(state, asked, found, language))
        return message.ljust(-(-len(message) // _PADDED) * _PADDED)

    async def _thought(self, view: View, kind: str, table: str, host: str) -> Hint | None:
        until = time.time() + _GOAL
        try:
            async with asyncio.timeout(_TIMEOUT):
                return await self._services.advisers.think(advise, view, kind, until, table=table, host=host)
        except (TimeoutError, TooManyBots):
            return None
        except Exception:
            if not self._services.closing:
                _logger.exception("there was no hint")
            return None
