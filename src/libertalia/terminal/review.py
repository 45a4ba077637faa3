"""The review of a game in the terminal."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Annotated

import typer
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn
from rich.table import Table as Grid

from libertalia.game.logbook import Logbook
from libertalia.review import Budget, Judgement, Review, Teller, review
from libertalia.review.judgement import WORLDS
from libertalia.terminal.draw import Typesetter
from libertalia.terminal.edition_options import Language
from libertalia.terminal.local_game import names_in, read_text
from libertalia.words import words

_SIGNS = {"great": "!", "mistake": "?", "blunder": "??", "": ""}


def review_command(
    file: Annotated[Path, typer.Argument(help="The record of a finished game.")],
    worlds: Annotated[
        int, typer.Option(min=20, help="In how many worlds to try each decision. The same number, the same review.")
    ] = WORLDS,
    ms: Annotated[float, typer.Option(min=0, help="Instead: how many milliseconds to think about each decision.")] = 0.0,
    every: Annotated[bool, typer.Option("--all", help="Print all decisions, not only good and bad ones.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print the whole review as JSON.")] = False,
    lang: Language = "en",
) -> None:
    """Look back at a finished game: how accurate everyone was, what turned it, and what each decision gave away.

    `libertalia review game.json`  ·  `libertalia review game.json --ms 50 --json`
    """
    speech = words(lang)
    logbook = Logbook.loads(read_text(file))
    bar = Progress(speech.text("review.thinking"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(), transient=True,
                   console=Typesetter(stderr=True), disable=not sys.stderr.isatty())  # fmt: skip
    with bar:
        task = bar.add_task("", total=None)
        found = review(logbook.record, Budget(worlds, ms), lambda done, total: bar.update(task, completed=done, total=total))
    if as_json:
        print(json.dumps(found.data()))
        return
    _print(found, Teller(speech, logbook.record.edition, names_in(logbook, speech)), every)


def _print(found: Review, teller: Teller, every: bool) -> None:
    console = Typesetter()
    say = teller.words.text
    console.print(_players(found, teller))
    console.print(_curve(found, teller))
    for seat in found.winners:
        for turn in found.turns[seat]:
            line = teller.turn(turn, found.judgements)
            day = say("review.day", voyage=turn.voyage, day=turn.day)
            console.print(f"{day}  {teller.names[seat]} {_points(turn.swing)}  {line}")
    for judgement in found.judgements:
        if every or judgement.verdict:
            console.print(_decision(judgement, teller))


def _players(found: Review, teller: Teller) -> Grid:
    say = teller.words.text
    verdicts = [verdict for verdict in _SIGNS if verdict]
    grid = Grid()
    for column in ("", say("review.column.score"), say("review.column.accuracy"), *[_SIGNS[verdict] for verdict in verdicts]):
        grid.add_column(column, justify="right" if column else "left")
    for seat, account in enumerate(found.accounts):
        counts = [sum(each.seat == seat and each.verdict == verdict for each in found.judgements) for verdict in verdicts]
        grid.add_row(teller.names[seat], str(found.scores[seat]), f"{account.accuracy:.0f}", *map(str, counts))
    return grid


def _curve(found: Review, teller: Teller) -> Grid:
    say = teller.words.text
    grid = Grid(title=say("review.curve"), title_justify="left")
    grid.add_column("")
    for name in teller.names:
        grid.add_column(name, justify="right")
    for point in found.curve:
        if point.hour == "sunrise":
            day = say("review.day", voyage=point.voyage, day=point.day)
            grid.add_row(day, *[_percent(chance) for chance in point.chances])
    return grid


def _decision(judgement: Judgement, teller: Teller) -> str:
    say = teller.words.text
    day = say("review.day", voyage=judgement.voyage, day=judgement.day)
    sign = _SIGNS[judgement.verdict]
    choice, best = judgement.choice, judgement.best
    played = teller.option(judgement.kind, judgement.played)
    line = f"{day}  {teller.names[judgement.seat]}: {played}{sign}  {_chance(choice.chance, choice.chance_error)}"
    if choice is not best:
        line += "  " + say(
            "review.best", option=teller.option(judgement.kind, best.answer), chance=_chance(best.chance, best.chance_error)
        )
    return "\n".join([line, *[f"    {sentence}" for sentence in teller.why(judgement)]])


def _chance(chance: float, error: float) -> str:
    return f"{100 * chance:.0f} ± {100 * error:.0f} %"


def _percent(chance: float) -> str:
    return f"{100 * chance:.0f} %"


def _points(chance: float) -> str:
    return f"{100 * chance:+.0f}"
