"""Hints in a running game: thought of in a process of their own, from what the seat that asks may know."""

from __future__ import annotations

import asyncio
import logging
import time
from typing import Final

import msgspec

from libertalia.game.answers import Decision
from libertalia.game.view import View
from libertalia.review import Hint, Teller
from libertalia.server.tables.services import Services
from libertalia.server.tables.thinking.pool import TooManyBots
from libertalia.server.tables.thinking.work import advise
from libertalia.tables import messages as m
from libertalia.tables.state import TableState
from libertalia.words import words

_LIMIT: Final = 2.0
"""So many seconds after it was asked for, a hint should be there."""
_GIVE_UP: Final = 60.0
"""After so many seconds nobody waits for a hint any more."""
_PADDED: Final = 4096
"""Messages are filled up to a multiple of this many bytes, so that their length does not tell which card is named."""
_logger: Final = logging.getLogger(__name__)


class Hinting:
    """The hints of one table. Each decision is thought about once, however often a seat asks."""

    def __init__(self, services: Services, state: TableState) -> None:
        self._services = services
        self._state = state
        self._thoughts: dict[int, tuple[Decision, int, asyncio.Task[Hint | None]]] = {}  # by seat: what is thought of a decision

    async def message(self, seat: int, turn: int, language: str, host: str) -> bytes | None:
        """What to tell a seat that has asked for a hint; `None` if it has decided meanwhile."""
        state = self._state
        decision = next((each for each in state.game.decisions if each.seat == seat), None) if state.game is not None else None
        if state.game is None or decision is None or state.turns[seat] != turn:
            return None
        known = self._thoughts.get(seat)
        if known is None or known[:2] != (decision, turn) or (known[2].done() and known[2].result() is None):
            view = state.game.view(seat, events=False)
            known = decision, turn, asyncio.create_task(self._thought(view, decision.kind, host))
            self._thoughts[seat] = known
        found = await asyncio.shield(known[2])
        teller = Teller(words(language), state.setup.edition, [each.name or "" for each in state.seats], seat)
        message = msgspec.json.encode(_told(found, turn, teller))
        return message.ljust(-(-len(message) // _PADDED) * _PADDED)

    async def _thought(self, view: View, kind: str, host: str) -> Hint | None:
        until = time.time() + _LIMIT
        try:
            async with asyncio.timeout(_GIVE_UP):
                return await self._services.advisers.think(advise, view, kind, until, table=self._state.id, host=host)
        except (TimeoutError, TooManyBots):
            return None
        except Exception:
            if not self._services.closing:
                _logger.exception("there was no hint")
            return None


def _told(found: Hint | None, turn: int, teller: Teller) -> m.HintMessage:
    if found is None:
        return m.HintMessage(turn, teller.words.text("hint.none"), teller.words.text("hint.none.why"), False, [])
    title, text = teller.hint(found)
    options = [m.HintOption(option.answer, option.share, option.chance) for option in found.options]
    return m.HintMessage(turn, title, text, found.alike, options)
