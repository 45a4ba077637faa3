"""Finding puzzles: in games of strong bots with themselves, with a small budget. What is found is checked with a large one.

Only the last voyage is looked through: there the judgement is surest, because nothing of it is left to later voyages.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import asdict, dataclass
from hashlib import blake2b
from pathlib import Path
from typing import Any, Final

from libertalia.bots import LEVELS, bot_named, bot_seed
from libertalia.game.answers import Decision
from libertalia.game.game import Game
from libertalia.game.setup import edition_names
from libertalia.game.view import View
from libertalia.lab.jobs import done_jobs
from libertalia.lab.journal import Journal
from libertalia.puzzles.difficulty import rated
from libertalia.puzzles.puzzle import Puzzle, PuzzleOption
from libertalia.review import Budget, Option, Reason
from libertalia.review.judgement import Weighed, weighed
from libertalia.review.reasons import reasons, speaks_for

PLAYERS: Final = (3, 2, 4, 3, 2, 5, 4, 3, 2, 6)
"""The number of players of the games, in turn."""
BOARDS: Final[dict[str, tuple[dict[str, str], ...]]] = {
    "original": ({"influence": "printed"}, {"influence": "fair"}),
    "galecrest": ({"board": "calm"}, {"board": "stormy"}, {"board": "uncharted"}),
}
"""The options of the games, in turn. Editions that are not named have no puzzles."""
PLAYER: Final = "search(n=300)"
_GREEDY: Final = 5
"""How many players who look one day ahead are asked what is obvious."""
_FEWEST_OPTIONS: Final = 3
_TRIES: Final = 6
_MOST_PER_GAME: Final = 3
_MOST_REASONS: Final = 2
_SHARE_WORTH_TELLING: Final = 0.03
_CHANCE_DIGITS: Final = 3
_MARGIN_DIGITS: Final = 1
_SIGHT: Final = 0.03
"""How far the best answer must be ahead at the small budgets, for a position to be looked at more closely."""


Told = Callable[[int, int, int], None]
"""Hears how many are done, of how many, and how many puzzles there are."""


@dataclass(frozen=True, slots=True)
class Criterion:
    """When a position is a puzzle. Leads are in chances to win, less what they may be wrong by 19 times in 20."""

    lead: float = 0.02
    """How far the best answer is ahead of every other one, at least."""
    trap: float = 0.04
    """How far it is ahead of the obvious one, at least."""
    hope: float = 0.15
    """The chance to win by the best answer, at least: a game that is lost is not a puzzle."""
    worlds: tuple[int, ...] = (60, 300, 3000)
    """The budgets, from the first look to the last check."""


def holds(options: list[Option] | tuple[PuzzleOption, ...], obvious: str, criterion: Criterion) -> bool:
    """Whether one of the answers is clearly the best, and clearly better than the obvious one."""
    best = max(options, key=lambda option: (option.chance, option.margin))
    for option in options:
        if option is best:
            if option.answer == obvious:
                return False
            continue
        surely = option.loss - option.loss_error
        if surely < (criterion.trap if option.answer == obvious else criterion.lead):
            return False
    return True


def mine(
    edition: str,
    games: int,
    seed: int = 0,
    criterion: Criterion | None = None,
    processes: int = 1,
    told: Told | None = None,
    out: Path | None = None,
) -> tuple[Puzzle, ...]:
    """Puzzles from a number of games; the easiest first.

    In the folder `out` they are stored as they come: run it again, and it goes on.
    """
    asked = criterion or Criterion()
    settings = {"puzzles": edition, "seed": seed, "player": PLAYER, **asdict(asked)}
    found: dict[int, list[Puzzle]] = {}

    def add(line: dict[str, Any]) -> None:
        found[line["game"]] = [Puzzle.of(data) for data in line["puzzles"]]
        if told is not None:
            told(len(found), games, sum(map(len, found.values())))

    with ExitStack() as stack:
        journal = None if out is None else stack.enter_context(Journal(out, settings))
        for line in () if journal is None else journal.stored():
            add(line)
        jobs = ((edition, number, seed, asked) for number in range(games) if number not in found)
        for line in done_jobs(mined, jobs, processes):
            if journal is not None:
                journal.add(line)
            add(line)
    in_order = [puzzle for number in sorted(found) if number < games for puzzle in found[number]]
    return rated([puzzle for puzzle in in_order if puzzle.best.chance >= asked.hope])


def mined(edition: str, number: int, seed: int, criterion: Criterion) -> dict[str, Any]:
    """The puzzles of a game. The number of the game decides who plays on which board, and how.

    Seats are often asked alike, and so are days: an answer is the solution only once in a game.
    """
    luck = _luck(seed, edition, number)
    found: dict[str, Puzzle] = {}
    for moment, (view, answer) in enumerate(_moments(edition, number, luck)):
        puzzle = _puzzle(view, answer, luck + moment, criterion, set(found))
        if puzzle is not None:
            found[puzzle.best.answer] = puzzle
        if len(found) == _MOST_PER_GAME:
            break
    return {"game": number, "puzzles": [puzzle.data() for puzzle in found.values()]}


def rechecked(
    puzzles: Sequence[Puzzle], worlds: int, seed: int = 0, processes: int = 1, told: Told | None = None
) -> tuple[Puzzle, ...]:
    """The puzzles that hold in other worlds too, with new ratings; the easiest first."""
    kept: set[int] = set()
    jobs = ((puzzle.data(), index, worlds, seed) for index, puzzle in enumerate(puzzles))
    for done, (index, still) in enumerate(done_jobs(_rechecked, jobs, processes), 1):
        if still:
            kept.add(index)
        if told is not None:
            told(done, len(puzzles), len(kept))
    return rated([puzzle for index, puzzle in enumerate(puzzles) if index in kept])


def _rechecked(data: dict[str, Any], index: int, worlds: int, seed: int) -> tuple[int, bool]:
    return index, still_holds(Puzzle.of(data), worlds, seed)


def still_holds(puzzle: Puzzle, worlds: int, seed: int = 0) -> bool:
    """Whether a puzzle's answer is still the best in other worlds, by more than it may be wrong by."""
    options = weighed(puzzle.view(), _luck(seed, puzzle.id, worlds), Budget(worlds)).options
    return _best(options).answer == puzzle.best.answer and holds(options, puzzle.obvious, Criterion(lead=0.0, trap=0.0))


def _luck(seed: int, edition: str, number: int) -> int:
    return int.from_bytes(blake2b(f"puzzle {seed} {edition} {number}".encode(), digest_size=4).digest(), "big")


def _moments(edition: str, number: int, luck: int) -> Iterator[tuple[View, str]]:
    """The views of all seats that had to decide something in the last voyage of a game, and what they answered.

    At sunrise nobody has picked yet.
    """
    players = PLAYERS[number % len(PLAYERS)]
    boards = BOARDS[edition]
    game = Game.new(edition, players, seed=luck, **dict[str, Any](boards[number // len(PLAYERS) % len(boards)]))
    bots = [bot_named(PLAYER)(bot_seed(luck, seat)) for seat in range(players)]
    while not game.over:
        asked = game.decisions
        views = [game.view(decision.seat, events=False) for decision in asked]
        answers = [bots[decision.seat].answer(view, decision) for decision, view in zip(asked, views, strict=True)]
        if game.table.voyage == game.table.last_voyage:
            yield from zip(views, answers, strict=True)
        for decision, answer in zip(asked, answers, strict=True):
            game.play(decision.seat, answer)


def _puzzle(view: View, answer: str, luck: int, criterion: Criterion, known: set[str]) -> Puzzle | None:
    """What is seen here as a puzzle, if it is one and its answer is not known yet. Each budget draws worlds of its own.

    Where the strong player's `answer` is the obvious one, it is not looked at any further.
    """
    decision = view.decision
    assert decision is not None
    if len(decision.options) < _FEWEST_OPTIONS:
        return None
    obvious = obvious_answer(view, decision)
    if answer == obvious:
        return None
    for number, worlds in enumerate(criterion.worlds):
        last = number == len(criterion.worlds) - 1
        found = weighed(view, luck * 8 + number, Budget(worlds))
        if not (holds(found.options, obvious, criterion) if last else _promising(found.options, obvious)):
            return None
        if _best(found.options).answer in known:
            return None
    made = made_puzzle(view, decision, obvious, found, luck)
    return made if made.view().data() == view.data() else None


def obvious_answer(view: View, decision: Decision) -> str:
    """What players who look no further than the next sunrise answer most often."""
    answers = Counter(bot_named("greedy")(seed).answer(view, decision) for seed in range(_GREEDY))
    return max(decision.options, key=lambda option: answers[option])


def _promising(options: list[Option], obvious: str) -> bool:
    """Whether one answer may be clearly the best. So few worlds are often wrong, so nothing is made of their errors."""
    best = _best(options)
    return best.answer != obvious and all(option.loss >= _SIGHT for option in options if option is not best)


def _best(options: list[Option]) -> Option:
    return max(options, key=lambda option: (option.chance, option.margin))


def made_puzzle(view: View, decision: Decision, obvious: str, found: Weighed, luck: int) -> Puzzle:
    """The puzzle of a decision whose answers were weighed. Only the view is used."""
    position = view.imagine(random.Random(luck), picks=False).position()
    ordered = sorted(found.options, key=lambda option: (-option.chance, -option.margin))
    best, trap = found.texts.index(ordered[0].answer), found.texts.index(obvious)
    options = []
    for option in ordered:
        index = found.texts.index(option.answer)
        told = _reasons(view, found, index, trap if index == best else best, luck, for_it=index == best)
        values = asdict(option)
        del values["share"]
        for name in values.keys() - {"answer"}:
            values[name] = round(values[name], _MARGIN_DIGITS if name.startswith("margin") else _CHANCE_DIGITS)
        options.append(PuzzleOption(**values, reasons=told))
    return Puzzle(
        position=dict(position),
        seat=decision.seat,
        kind=decision.kind,
        obvious=obvious,
        worlds=found.worlds,
        options=tuple(options),
        others=_others(view, found) if decision.kind == "pick" else {},
        solved=_solved(view, decision, ordered[0].answer),
        tries=_TRIES,
    )


def _reasons(view: View, found: Weighed, index: int, other: int, luck: int, for_it: bool) -> tuple[Reason, ...]:
    """What speaks for an answer, compared with another one, or against it. What speaks for the wrong one is left out."""
    seat = view.sight.viewer
    told = []
    for reason in reasons(view.sight.table, found.forecast, seat, index, other, luck, most=None):
        turned = Reason(reason.event, reason.instead, reason.played)
        if not speaks_for(turned if for_it else reason, seat):
            told.append(reason)
    return tuple(told[:_MOST_REASONS])


def _others(view: View, found: Weighed) -> dict[int, dict[str, float]]:
    """How often each other seat is expected to pick each card."""
    edition = view.sight.table.edition
    expected = {}
    for seat in range(len(view.seats)):
        if seat != view.viewer:
            picks = {edition.slugs[rank]: round(share, 2) for rank, share in found.forecast.picks_of(seat)}
            expected[seat] = {card: share for card, share in picks.items() if share >= _SHARE_WORTH_TELLING}
    return {seat: picks for seat, picks in expected.items() if picks}


def _solved(view: View, decision: Decision, best: str) -> dict[str, int]:
    """How many of some tries each level of bots solves."""
    return {
        level.name: sum(bot_named(level.name)(seed).answer(view, decision) == best for seed in range(_TRIES)) for level in LEVELS
    }


def editions_with_puzzles() -> tuple[str, ...]:
    return tuple(edition for edition in edition_names() if edition in BOARDS)
