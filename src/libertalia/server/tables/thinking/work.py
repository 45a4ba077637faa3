"""What the processes of bots do: answer, give hints and judge decisions.

Such a process imports this file and hardly anything else of the server, so it starts in a moment.
"""

from __future__ import annotations

import os
import time
from typing import Final

import msgspec

from libertalia.bots import bot_named
from libertalia.game.answers import Decision
from libertalia.game.record import Record
from libertalia.game.view import View
from libertalia.review import Budget, Hint, Question, hint, judge
from libertalia.server.process_end import end_with_parent

_HINT: Final = 1.0
"""Seconds to think about a hint."""
_LEAST: Final = 0.3
"""Seconds to think about a hint that is late already."""


def prepare() -> None:
    """Set up such a process."""
    if hasattr(os, "nice"):
        os.nice(19)
    end_with_parent()


def choose(level: str, seed: int, view: View, decision: Decision) -> str:
    """What a bot answers."""
    return bot_named(level)(seed).answer(view, decision)


def advise(view: View, kind: str, until: float) -> Hint:
    """A hint that should be there at a time. The longer it had to wait for others, the less time it gets."""
    seconds = max(_LEAST, min(_HINT, until - time.time()))
    return hint(view, kind, Budget(ms=1000 * seconds))


def judged(record: Record, question: Question, budget: Budget) -> str:
    """What a decision of a finished game was worth, as JSON."""
    return msgspec.json.encode(judge(record, question, budget).data()).decode()
