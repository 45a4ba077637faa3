"""One day ahead: what the greedy bot thinks with."""

from __future__ import annotations

from mypy_extensions import i64

from libertalia.rules.chance import scramble
from libertalia.rules.course import play
from libertalia.rules.playout import finish_day
from libertalia.rules.table import Table
from libertalia.search.evaluation import lead_of


def days_ahead(world: Table, seat: i64, answers: list[int], luck: list[int], hopes: list[float]) -> None:
    """Try each answer of a seat on a world and play on to the next sunrise, once for each number of luck.

    What is hoped for from an answer grows by the leads that it led to.
    """
    appetite = world.edition.appetite()
    for index, answer in enumerate(answers):
        hope = hopes[index]
        for number in luck:  # the same luck for every answer
            table = world.clone()
            table.draws = scramble(number)
            play(table, seat, answer)
            finish_day(table, scramble(number + 1), appetite)
            hope += lead_of(table, seat)
        hopes[index] = hope
