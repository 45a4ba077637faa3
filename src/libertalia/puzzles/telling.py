"""Why an answer to a puzzle is right or wrong, in sentences."""

from __future__ import annotations

from libertalia.puzzles.puzzle import Puzzle
from libertalia.review import Reason, Teller
from libertalia.review.reasons import speaks_for


def why(puzzle: Puzzle, answer: str, teller: Teller) -> list[str]:
    """A sentence or two: a wrong answer is compared with the best one, the best one with the obvious one.

    What is told speaks for the best answer or, where nobody knows what a thing is worth, happens more often after it. That a
    token is taken by the seat that answers with it is not a reason.
    """
    option = puzzle.option(answer)
    right = option is puzzle.best
    other = puzzle.option(puzzle.obvious) if right else puzzle.best
    telling = [reason for reason in option.reasons if reason.event.get("token") not in (answer, other.answer)]
    for_the_best = [reason for reason in telling if _for_the_best(reason, right, puzzle.seat)]
    if telling:
        return [teller.reason(reason, puzzle.kind, answer, other.answer) for reason in for_the_best or telling]
    return [teller.lead(puzzle.kind, (answer, option.margin), (other.answer, other.margin))]


def _for_the_best(reason: Reason, right: bool, seat: int) -> bool:
    turned = reason if right else Reason(reason.event, reason.instead, reason.played)
    return turned.played > turned.instead or speaks_for(turned, seat)
