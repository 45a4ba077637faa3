"""The base class of all bots, and the simplest one."""

from __future__ import annotations

import random

from libertalia.game.answers import Decision
from libertalia.game.view import View


class Bot:
    """A player that knows only what its seat may know. A bot plays one seat of one game and has its own random generator."""

    def __init__(self, seed: int = 0) -> None:
        self.rng = random.Random(seed)

    def choose(self, view: View, decision: Decision) -> str:
        """One of the options of the decision."""
        raise NotImplementedError


class RandomBot(Bot):
    """Chooses each legal answer with the same probability."""

    def choose(self, view: View, decision: Decision) -> str:
        return self.rng.choice(decision.options)
