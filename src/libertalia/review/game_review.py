"""The review of a whole game."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from libertalia.game.record import Record
from libertalia.review.accounts import Account, Point, Turn, accounts, curve, moments, turning_points
from libertalia.review.decisions import questions
from libertalia.review.judgement import Budget, Judgement, judge


@dataclass(frozen=True, slots=True)
class Review:
    """What there is to say about a finished game. Seats are indexes of the tuples."""

    edition: str
    scores: tuple[int, ...]
    winners: tuple[int, ...]
    judgements: tuple[Judgement, ...]
    curve: tuple[Point, ...]
    accounts: tuple[Account, ...]
    turns: tuple[tuple[Turn, ...], ...]
    """The turning points of each seat."""

    def data(self) -> dict[str, Any]:
        """All of it as plain JSON data."""
        return asdict(self)


def review(record: Record, budget: Budget | None = None, told: Callable[[int, int], None] | None = None) -> Review:
    """Think about every decision of a finished game. `told` hears how many are done, and of how many."""
    asked = questions(record)
    judgements = []
    for question in asked:
        judgements.append(judge(record, question, budget))
        if told is not None:
            told(len(judgements), len(asked))
    return assembled(record, judgements)


def assembled(record: Record, judgements: Sequence[Judgement], decisions: int | None = None) -> Review:
    """The review that judgements make.

    While only the first of all `decisions` are judged, the curve ends there, and there are no accounts and no turning points yet.
    """
    record = record.settled()
    game = record.replay()
    seats = len(game.scores)
    result = [1 / len(game.winners) if seat in game.winners else 0.0 for seat in range(seats)]
    done = decisions is None or len(judgements) == decisions
    known = moments(judgements)
    points = curve(known if done else known[:-1])
    if done:
        points.append(Point(len(record.moves), points[-1].voyage, points[-1].day, "over", tuple(result)))
    return Review(
        edition=record.edition,
        scores=game.scores,
        winners=game.winners,
        judgements=tuple(judgements),
        curve=tuple(points),
        accounts=tuple(accounts(judgements, result)) if done else (),
        turns=tuple(tuple(turning_points(judgements, points, seat)) for seat in range(seats)) if done else (),
    )
