"""A bot without plans: it picks any card, and answers sensibly."""

from __future__ import annotations

from libertalia.bots.bot import Bot
from libertalia.game.answers import Decision, to_text
from libertalia.game.view import View
from libertalia.rules.sense import sensible_action


class SensibleBot(Bot):
    """Picks any card. Other questions get the answer that promises most at a glance, by what the edition says."""

    def choose(self, view: View, decision: Decision) -> str:
        table = view.sight.table
        answer = sensible_action(table, table.players[decision.seat], self.rng.getrandbits(32))
        return to_text(table.edition, table.asker().form(), answer)
