"""A bot that looks one day ahead."""

from __future__ import annotations

from libertalia.bots.bot import Bot
from libertalia.game.answers import Decision, from_text
from libertalia.game.view import View
from libertalia.search.lookahead import days_ahead


class GreedyBot(Bot):
    """Imagines tables that agree with what it sees, tries each answer on them, and plays on to the next sunrise.

    It is the yardstick for other bots, and chooses as it did in version 0.3.0. Several of them often choose alike. It picks any
    card that seems at most `mix` doubloons worse than the best.
    """

    tables_per_pick = 8
    tables_per_choice = 2
    days_per_table = 3

    def __init__(self, seed: int = 0, mix: float = 0.0) -> None:
        super().__init__(seed)
        self.mix = mix

    def choose(self, view: View, decision: Decision) -> str:
        options = decision.options
        if len(options) == 1:
            return options[0]
        table = view.sight.table
        form = table.asker().form()
        answers = [from_text(table.edition, form, option) for option in options]
        hopes = [0.0] * len(answers)
        tables = self.tables_per_pick if decision.kind == "pick" else self.tables_per_choice
        for _ in range(tables):
            world = view.sight.imagine(self.rng)
            self.rng.getrandbits(128)  # what version 0.3.0 drew for a seed
            luck = [self.rng.getrandbits(31) for _ in range(self.days_per_table)]
            days_ahead(world, decision.seat, answers, luck, hopes)
        if not self.mix or decision.kind != "pick":
            return options[hopes.index(max(hopes))]
        enough = max(hopes) - self.mix * tables * self.days_per_table
        return self.rng.choice([option for option, hope in zip(options, hopes, strict=True) if hope >= enough])
