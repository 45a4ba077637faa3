"""A bot that looks one day ahead."""

from __future__ import annotations

from libertalia.bots.bot import Bot
from libertalia.game.answers import Decision, from_text
from libertalia.game.view import View
from libertalia.rules import course
from libertalia.rules.chance import scramble
from libertalia.rules.playout import finish_day
from libertalia.rules.table import Table


class GreedyBot(Bot):
    """Imagines tables that agree with what it sees, tries each answer there, and plays on to the next sunrise."""

    tables_per_pick = 8
    tables_per_choice = 2
    days_per_table = 3

    def choose(self, view: View, decision: Decision) -> str:
        if len(decision.options) == 1:
            return decision.options[0]
        hopes = dict.fromkeys(decision.options, 0.0)
        for _ in range(self.tables_per_pick if decision.kind == "pick" else self.tables_per_choice):
            imagined = view.imagine(self.rng).table
            imagined.seed = None  # the quick generator is good enough for playouts
            form = imagined.asker().form()
            appetite = imagined.edition.appetite()
            luck = [self.rng.getrandbits(31) for _ in range(self.days_per_table)]
            for option in hopes:
                answer = from_text(imagined.edition, form, option)
                for number in luck:  # the same luck for every option
                    table = imagined.clone()
                    table.draws = scramble(number)
                    course.play(table, decision.seat, answer)
                    finish_day(table, scramble(number + 1), appetite)
                    hopes[option] += lead(table, decision.seat)
        return max(hopes, key=hopes.__getitem__)


def lead(table: Table, seat: int) -> float:
    """How far a seat is ahead of the others: scores as if the voyage ended now, plus what each will probably still gain."""
    ended = table.clone()
    table.edition.score_voyage(ended)
    worth = [float(ended.players[p.seat].score) + table.edition.prospects(table, p) for p in table.players]
    mine = worth.pop(seat)
    return mine - (max(worth) + sum(worth) / len(worth)) / 2
