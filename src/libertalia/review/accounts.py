"""Skill and luck told apart: what each seat gave away, and what others and chance added or took. Together they are the result."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise

from libertalia.review.judgement import Judgement


@dataclass(frozen=True, slots=True)
class Account:
    """Where the result of a seat comes from. `even + skill + picks + answers + chance` is `result`, exactly.

    Chances to win count from 0 to 1. `skill` is never more than 0: it is what the seat's decisions gave away against the best.
    `chance` is the deal, the bag, and by how much the estimate itself was mended from one moment to the next.
    """

    result: float
    even: float
    """The chance of everyone before the deal."""
    skill: float
    picks: float
    """What the simultaneous picks of the others brought, beside what was expected of them."""
    answers: float
    """The same of what the others answered in the course of the days."""
    chance: float
    accuracy: float
    """How much was kept of what was at stake: 100 for a seat that always gave the best answer, 0 for the worst, by doubloons."""
    loss: float
    """The chance given away by each decision, on average."""
    decisions: int

    @property
    def luck(self) -> float:
        return self.picks + self.answers + self.chance


@dataclass(frozen=True, slots=True)
class Point:
    """Everybody's chance to win at a moment of the game."""

    move: int
    voyage: int
    day: int
    hour: str
    """`sunrise` before the picks, `day` when they were shown, `over` at the end."""
    chances: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Turn:
    """A day on which a seat's chance to win changed most, and the decision that had most to do with it."""

    seat: int
    voyage: int
    day: int
    move: int
    swing: float
    decision: int | None
    """The number of the judgement; none if it was chance."""


def accounts(judgements: Sequence[Judgement], result: Sequence[float]) -> list[Account]:
    """The account of each seat. `result` is each seat's share of the win."""
    return [_account(judgements, seat, share) for seat, share in enumerate(result)]


def _account(judgements: Sequence[Judgement], seat: int, result: float) -> Account:
    even = 1 / len(judgements[0].after.chances)
    sums: dict[str, float] = defaultdict(float)
    decided = [each for each in judgements if each.seat == seat and len(each.options) > 1]
    value = even
    for moment in moments(judgements):
        mine = next((each for each in moment if each.seat == seat), None)
        if mine is not None:
            before, after, whose = mine.best.chance, mine.choice.chance, "skill"
        elif moment[0].shown is not None:  # nothing to pick
            before = after = moment[0].expected.chances[seat]
            whose = "picks"
        else:
            before, after, whose = moment[0].expected.chances[seat], moment[0].after.chances[seat], "answers"
        sums["chance"] += before - value
        sums[whose] += after - before
        value = after
        shown = (mine or moment[0]).shown
        if shown is not None:
            sums["picks"] += shown.chances[seat] - value
            value = shown.chances[seat]
    sums["chance"] += result - value
    return Account(
        result=result,
        even=even,
        skill=sums["skill"],
        picks=sums["picks"],
        answers=sums["answers"],
        chance=sums["chance"],
        accuracy=_accuracy(decided),
        loss=sum(each.choice.loss for each in decided) / max(1, len(decided)),
        decisions=len(decided),
    )


def _accuracy(decided: Iterable[Judgement]) -> float:
    """Of all doubloons between the best and the worst answer of each decision, how many of 100 were kept.

    Doubloons, and not chances to win: who has lost already can still play well or badly.
    """
    stakes = kept = 0.0
    for each in decided:
        worst = min(option.margin for option in each.options)
        stakes += each.best.margin - worst
        kept += min(each.choice.margin, each.best.margin) - worst
    return 100 * kept / stakes if stakes else 100.0


def moments(judgements: Iterable[Judgement]) -> list[list[Judgement]]:
    """The decisions that were made at the same time: all picks of a sunrise, or one answer."""
    return [list(same) for _, same in groupby(judgements, key=lambda judgement: judgement.move)]


def curve(known: Iterable[list[Judgement]]) -> list[Point]:
    """Everybody's chance to win before and after the picks of each day, each by their own view."""
    points = []
    for moment in known:
        if moment[0].shown is None:
            continue
        first = moment[0]
        by_seat = {judgement.seat: judgement for judgement in moment}
        seats = range(len(first.after.chances))
        before = [by_seat.get(seat, first).expected.chances[seat] for seat in seats]
        shown = [outcome.chances[seat] for seat in seats if (outcome := by_seat.get(seat, first).shown) is not None]
        points.append(Point(first.move, first.voyage, first.day, "sunrise", _whole(before)))
        points.append(Point(first.move + len(moment), first.voyage, first.day, "day", _whole(shown)))
    return points


def _whole(chances: Sequence[float]) -> tuple[float, ...]:
    """Chances from several views, made to add up to 1."""
    total = sum(chances)
    return tuple(chance / total if total else 1 / len(chances) for chance in chances)


def turning_points(judgements: Sequence[Judgement], points: Sequence[Point], seat: int, most: int = 3) -> list[Turn]:
    """The days on which a seat's chance to win changed most, in their order."""
    sunrises = [point for point in points if point.hour != "day"]
    swings = []
    for start, end in pairwise(sunrises):
        swing = end.chances[seat] - start.chances[seat]
        today = [each for each in judgements if (each.voyage, each.day) == (start.voyage, start.day)]
        effects = [(each.after.chances[seat] - each.expected.chances[seat], each.number) for each in today]
        effect, number = max(effects, key=lambda each: each[0] if swing > 0 else -each[0])
        decided = effect * swing > 0 and abs(effect) >= abs(swing) / 5
        swings.append(Turn(seat, start.voyage, start.day, start.move, swing, number if decided else None))
    largest = sorted(swings, key=lambda turn: -abs(turn.swing))[:most]
    return sorted(largest, key=lambda turn: turn.move)
