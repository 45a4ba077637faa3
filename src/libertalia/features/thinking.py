"""What takes long, and is done beside the tables: in other processes on a server, in another worker in a browser tab."""

from __future__ import annotations

import time
from typing import Final

import msgspec

from libertalia.bots import SearchBot, bot_named
from libertalia.game.answers import Decision
from libertalia.game.record import Record
from libertalia.game.view import View
from libertalia.review import Budget, Hint, Question, hint, judge

_HINT: Final = 1.0
"""Seconds to think about a hint."""
_QUICK: Final = 100
"""Simulations that take less than a second where the engine is interpreted."""
_MOST_MS: Final = 2000.0
"""Milliseconds that a bot thinks at most where the engine is slow."""
_LEAST: Final = 0.3
"""Seconds to think about a hint that is late already."""


def choose(level: str, seed: int, view: View, decision: Decision, slow: bool = False) -> str:
    """What a bot answers. Where the engine is `slow`, the strongest bots stop after two seconds."""
    bot = bot_named(level)(seed)
    if slow and isinstance(bot, SearchBot) and bot.n > _QUICK:
        bot.ms = _MOST_MS
    return bot.answer(view, decision)


def advise(view: View, kind: str, until: float) -> Hint:
    """A hint that should be there at a time. The longer it had to wait for others, the less time it gets."""
    seconds = max(_LEAST, min(_HINT, until - time.time()))
    return hint(view, kind, Budget(ms=1000 * seconds))


def judged(record: Record, question: Question, budget: Budget) -> str:
    """What a decision of a finished game was worth, as JSON."""
    return msgspec.json.encode(judge(record, question, budget).data()).decode()
