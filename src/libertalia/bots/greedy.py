"""A bot that looks one day ahead."""

from __future__ import annotations

from libertalia.bots.bot import Bot
from libertalia.bots.sense import SENSES
from libertalia.game.answers import Decision, from_text
from libertalia.game.view import View
from libertalia.rules import course
from libertalia.rules.asker import PICK
from libertalia.rules.chance import scramble
from libertalia.rules.playout import finish_day


class GreedyBot(Bot):
    """Imagines tables that agree with what it sees, tries each answer on them, and plays on to the next sunrise."""

    tables_per_pick = 8
    tables_per_choice = 2
    days_per_table = 3

    def choose(self, view: View, decision: Decision) -> str:
        if len(decision.options) == 1:
            return decision.options[0]
        sense = SENSES[view.edition]
        hopes = dict.fromkeys(decision.options, 0.0)
        for _ in range(self.tables_per_pick if decision.kind == "pick" else self.tables_per_choice):
            imagined = view.imagine(self.rng).table
            imagined.seed = None  # nobody cheats in thought: the quick generator will do
            number = imagined.questions & 63 if imagined.questions else PICK
            form = imagined.edition.askers[number].form()
            luck = [self.rng.getrandbits(31) for _ in range(self.days_per_table)]
            for option in hopes:
                answer = from_text(imagined.edition, form, option)
                for number in luck:  # the same luck for every option
                    table = imagined.clone()
                    table.draws = scramble(number)
                    course.play(table, decision.seat, answer)
                    finish_day(table, scramble(number + 1), list(sense.appetite))
                    hopes[option] += sense.standing(table, decision.seat)
        return max(hopes, key=hopes.__getitem__)
