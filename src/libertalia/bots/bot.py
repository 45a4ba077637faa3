"""The base class of all bots, and the simplest one."""

from __future__ import annotations

import random

from libertalia.game.answers import Decision
from libertalia.game.errors import LibertaliaError, brief
from libertalia.game.view import View


class IllegalAnswer(LibertaliaError):
    """A bot has answered what is not among the options."""

    key = "bot.answer"


class Bot:
    """A player that knows only what its seat may know. A bot plays one seat of one game and has its own random generator."""

    def __init__(self, seed: int = 0) -> None:
        self.rng = random.Random(seed)

    def choose(self, view: View, decision: Decision) -> str:
        """One of the options of the decision. This is what a bot must implement."""
        raise NotImplementedError

    def answer(self, view: View, decision: Decision) -> str:
        """What the bot chooses; `IllegalAnswer` names the bot if that is not one of the options."""
        chosen = self.choose(view, decision)
        if chosen not in decision.options:
            raise IllegalAnswer(
                f"The bot {type(self).__name__} on seat {decision.seat} answered {brief(chosen)} to {decision.kind!r}; "
                f"legal are {', '.join(decision.options)}."
            )
        return chosen


class RandomBot(Bot):
    """Chooses each legal answer with the same probability."""

    def choose(self, view: View, decision: Decision) -> str:
        return self.rng.choice(decision.options)
