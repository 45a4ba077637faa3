"""What the strongest search thinks of a decision, from the view of the seat that had to make it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from time import perf_counter
from typing import Any, Final

from libertalia.game.answers import to_text
from libertalia.game.record import Record
from libertalia.game.view import View
from libertalia.review.decisions import Question
from libertalia.review.reasons import Reason, reasons
from libertalia.rules.chance import scramble
from libertalia.rules.edition import Edition
from libertalia.search import Forecast

WORLDS: Final = 600
"""How many worlds a decision is tried in where nothing else was said."""
_SURE: Final = 1.96
"""How many standard errors to each side hold the true value 19 times in 20."""

_STUDY: Final = 2
"""How many simulations of the search there are for each world that is played to the end of the game."""
_BATCH: Final = 10
_SHARE_OF_STUDY: Final = 0.25
GREAT: Final = 0.025
_MISTAKE: Final = 0.06
_BLUNDER: Final = 0.10
_DIGITS: Final = 4


@dataclass(frozen=True, slots=True)
class Budget:
    """How long to think about a decision: for a number of `worlds`, or for `ms` milliseconds. By worlds it is repeatable."""

    worlds: int = WORLDS
    ms: float = 0.0


@dataclass(frozen=True, slots=True)
class Option:
    """What would have come of an answer. The true value is within plus or minus the error 19 times in 20."""

    answer: str
    chance: float
    """The chance to win."""
    chance_error: float
    margin: float
    """The expected final score, minus the best of the others."""
    margin_error: float
    share: float
    """How often a strong player gives this answer."""
    loss: float
    """How much less the chance is than with the best answer."""
    loss_error: float


@dataclass(frozen=True, slots=True)
class Outcome:
    """What all seats may expect after something: chances to win, and margins."""

    chances: tuple[float, ...]
    margins: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Judgement:
    """What there is to say about a decision."""

    number: int
    move: int
    seat: int
    kind: str
    voyage: int
    day: int
    played: str
    options: tuple[Option, ...]
    """The best first."""
    verdict: str
    """`great`, `mistake`, `blunder`, or empty where there is nothing to say."""
    worlds: int
    expected: Outcome
    """What all seats could expect before the decision."""
    after: Outcome
    """What all seats could expect after it."""
    shown: Outcome | None
    """At sunrise: what all seats could expect when all picks were shown."""
    others: Mapping[int, Mapping[str, float]]
    """At sunrise: how often each other seat was expected to pick each card."""
    reasons: tuple[Reason, ...]

    @property
    def best(self) -> Option:
        return self.options[0]

    @property
    def choice(self) -> Option:
        """What was played."""
        return next(option for option in self.options if option.answer == self.played)

    def data(self) -> dict[str, Any]:
        """All of it as plain JSON data."""
        return asdict(self)

    @classmethod
    def of(cls, data: Mapping[str, Any]) -> Judgement:
        """A judgement from its plain data."""
        given = dict(data)
        given["options"] = tuple(Option(**option) for option in data["options"])
        for name in ("expected", "after", "shown"):
            if data[name] is not None:
                given[name] = Outcome(tuple(data[name]["chances"]), tuple(data[name]["margins"]))
        given["others"] = {int(seat): picks for seat, picks in data["others"].items()}
        given["reasons"] = tuple(Reason(**reason) for reason in data["reasons"])
        return cls(**given)


def judge(record: Record, question: Question, budget: Budget | None = None) -> Judgement:
    """Think about one decision of a finished game. Only what its seat knew at that moment is used, but for `shown`."""
    view = record.settled().at(question.move).view(question.seat, events=False)
    return judged(view, question, budget or Budget())


@dataclass(frozen=True, slots=True)
class Weighed:
    """The answers that a seat may give, tried in the same worlds. `texts` and `options` are in the order of the forecast."""

    forecast: Forecast
    worlds: int
    texts: list[str]
    options: list[Option]

    @property
    def chances(self) -> list[list[float]]:
        """The chances of all seats after each answer."""
        return [tally.chances() for tally in self.forecast.tallies]

    @property
    def margins(self) -> list[list[float]]:
        """The margins of all seats after each answer."""
        return [tally.mean_margins() for tally in self.forecast.tallies]


def weighed(view: View, luck: int, budget: Budget) -> Weighed:
    """Try all answers of the seat that is asked, in worlds that agree with its view."""
    sight = view.sight
    seat = sight.viewer
    forecast = Forecast(sight, luck)
    worlds = _think(forecast, budget)
    texts = [to_text(sight.table.edition, sight.table.asker().form(), answer) for answer in forecast.answers]
    chances = [tally.chances()[seat] for tally in forecast.tallies]
    margins = [tally.mean_margins()[seat] for tally in forecast.tallies]
    best = max(range(len(texts)), key=lambda index: (chances[index], margins[index]))
    options = [
        Option(
            answer=text,
            chance=_round(chances[index]),
            chance_error=_round(max(_SURE * forecast.chance_error(index), 1 / worlds)),
            margin=_round(margins[index]),
            margin_error=_round(_SURE * forecast.margin_error(index)),
            share=_round(share),
            loss=_round(chances[best]) - _round(chances[index]),
            loss_error=_round(_SURE * forecast.error_between(best, index)),
        )
        for index, (text, share) in enumerate(zip(texts, _shares(forecast), strict=True))
    ]
    return Weighed(forecast, worlds, texts, options)


def judged(view: View, question: Question, budget: Budget) -> Judgement:
    """What a seat can think of its decision."""
    seat, edition = question.seat, view.sight.table.edition
    luck = scramble(question.number + 1)
    found = weighed(view, luck, budget)
    forecast, worlds, texts, options = found.forecast, found.worlds, found.texts, found.options
    ordered = tuple(sorted(options, key=lambda option: (-option.chance, -option.margin)))
    best, played = texts.index(ordered[0].answer), texts.index(question.played)
    picks = _picks(edition, question)
    shown = forecast.given(picks, worlds) if picks else None
    others = {other: _named(edition, forecast, other) for other in range(len(picks)) if other != seat}
    compared = (played, best) if played != best else (played, texts.index(ordered[1].answer) if len(ordered) > 1 else played)
    chances, margins = found.chances, found.margins
    return Judgement(
        number=question.number,
        move=question.move,
        seat=seat,
        kind=question.kind,
        voyage=question.voyage,
        day=question.day,
        played=question.played,
        options=ordered,
        verdict=_verdict(ordered, options[played]),
        worlds=worlds,
        expected=_mixed(_shares(forecast), chances, margins),
        after=_outcome(chances[played], margins[played]),
        shown=None if shown is None else _outcome(shown.chances(), shown.mean_margins()),
        others={other: named for other, named in others.items() if named},
        reasons=reasons(view.sight.table, forecast, seat, compared[0], compared[1], luck),
    )


def _think(forecast: Forecast, budget: Budget) -> int:
    """Use the budget up; returns the number of worlds."""
    if not budget.ms:
        forecast.study(budget.worlds * _STUDY)
        forecast.weigh(budget.worlds)
        return budget.worlds
    start = perf_counter()
    while perf_counter() < start + budget.ms * _SHARE_OF_STUDY / 1000:
        forecast.study(_BATCH)
    worlds = 0
    while worlds < 2 * _BATCH or perf_counter() < start + budget.ms / 1000:
        forecast.weigh(_BATCH)
        worlds += _BATCH
    return worlds


def _shares(forecast: Forecast) -> list[float]:
    """How often a strong player gives each answer."""
    tried = [visits for _, visits, _ in forecast.tried()]
    total = sum(tried)
    return [visits / total for visits in tried]


def _picks(edition: Edition, question: Question) -> list[int]:
    return [0 if pick is None else int(edition.rank_of[pick]) for pick in question.picks]


def _named(edition: Edition, forecast: Forecast, seat: int) -> dict[str, float]:
    return {edition.slugs[rank]: _round(share) for rank, share in forecast.picks_of(seat)}


def _mixed(shares: list[float], chances: list[list[float]], margins: list[list[float]]) -> Outcome:
    """What all seats may expect while nobody knows which answer is given."""

    def mean(values: list[list[float]]) -> list[float]:
        return [sum(share * row[seat] for share, row in zip(shares, values)) for seat in range(len(values[0]))]

    return _outcome(mean(chances), mean(margins))


def _outcome(chances: list[float], margins: list[float]) -> Outcome:
    return Outcome(tuple(map(_round, chances)), tuple(map(_round, margins)))


def _round(value: float) -> float:
    return round(value, _DIGITS)


def _verdict(ordered: tuple[Option, ...], choice: Option) -> str:
    """Nothing is said of a difference that is smaller than what it may be wrong by."""
    if len(ordered) == 1:
        return ""
    if choice is ordered[0]:
        second = ordered[1]
        return "great" if second.loss >= max(GREAT, second.loss_error) else ""
    if choice.loss < max(_MISTAKE, choice.loss_error):
        return ""
    return "blunder" if choice.loss >= _BLUNDER else "mistake"
