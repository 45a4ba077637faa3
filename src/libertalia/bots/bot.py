"""The bot that every bot is."""

from __future__ import annotations

import random

from libertalia.game.answers import Decision
from libertalia.game.view import View


class Bot:
    """A player that answers from what its seat may know. One bot plays one seat of one game; its chance is its own."""

    def __init__(self, seed: int = 0) -> None:
        self.rng = random.Random(seed)

    def choose(self, view: View, decision: Decision) -> str:
        """One of the options of the decision."""
        raise NotImplementedError


class RandomBot(Bot):
    """Every legal answer alike likely."""

    def choose(self, view: View, decision: Decision) -> str:
        return self.rng.choice(decision.options)
