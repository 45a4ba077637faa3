"""Reviews of finished games: what there is to think about, in which order, and the sentences for a reader."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

import msgspec

from libertalia.game.record import Record
from libertalia.review import Budget, Judgement, Question, Teller, assembled, questions
from libertalia.tables import days
from libertalia.tables.laying import tried_table
from libertalia.tables.refusals import NotFound, Refused
from libertalia.tables.state import TableState
from libertalia.words import words


def finished_record(state: TableState, at: int) -> Record:
    """The record of a game that may be reviewed."""
    if state.problem is not None:
        raise Refused(str(state.problem), state.problem.key, **state.problem.details)
    if state.result is None or state.game is None:
        raise Refused("The game is not over.", "table.not-over")
    if state.ended:
        raise Refused("A game that was ended early can't be reviewed.", "review.ended")
    days.check_over(state.setup.day, at)
    return state.game.record()


def budgets(asked: Sequence[Question], seconds: float) -> list[Budget]:
    """The time for each decision: the more options it has, the more."""
    weights = [len(question.options) + len(question.picks) / 2 for question in asked]
    return [Budget(ms=1000 * seconds * weight / sum(weights)) for weight in weights]


def next_decision(asked: Sequence[Question], missing: list[int], wanted: int | None) -> int:
    """What to think about next: what somebody looks at, then the other picks of that morning, then the first that is missing."""
    if wanted in missing:
        return wanted
    if wanted is not None:
        same = [number for number in missing if asked[number].move == asked[wanted].move]
        missing = same or missing
    return missing[0]


def tried(state: TableState, number: int, at: int) -> TableState:
    """A table where a finished game goes on from one of its decisions."""
    asked = questions(finished_record(state, at))
    if number >= len(asked):
        raise NotFound("There is no such decision.", "review.no-decision")
    return tried_table(state, asked[number].move, asked[number].seat, number, at)


def review_body(
    state: TableState, decisions: int, judged: Sequence[str], language: str, seat: int | None, after: int, at: int
) -> bytes:
    """What is known of a review by now, in sentences for the reader on a seat: JSON. Judgements before `after` are left out."""
    record = finished_record(state, at)
    data: list[dict[str, Any]] = [msgspec.json.decode(each) for each in judged]
    known = [Judgement.of(each) for each in data]
    first = [judgement for number, judgement in enumerate(known) if judgement.number == number]  # without those that were wanted
    found = assembled(record, first, decisions)
    teller = Teller(words(language), record.edition, [each.name or "" for each in state.seats], seat)
    body = {
        "done": len(known),
        "decisions": decisions,
        "judgements": [
            plain | {"why": teller.why(judgement)}
            for plain, judgement in zip(data, known, strict=True)
            if judgement.number >= after
        ],
        "turns": [[asdict(turn) | {"line": teller.turn(turn, found.judgements)} for turn in each] for each in found.turns],
        "curve": [asdict(point) for point in found.curve],
        "accounts": [asdict(each) for each in found.accounts],
    }
    return msgspec.json.encode(body)
