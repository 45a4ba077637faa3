"""The lab on the command line: many games among bots."""

from __future__ import annotations

import csv
import json
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn
from rich.table import Table as Grid

from libertalia import COMPILED
from libertalia.bots.roster import BOTS
from libertalia.game.setup import DEFAULT_EDITION
from libertalia.lab import Results, Study, simulate, study, tournament
from libertalia.lab.contest import FORMATS, Lineup
from libertalia.lab.study import MAIN_LEVEL
from libertalia.lab.tournament import Progress as OnProgress
from libertalia.search.trials import LEVELS
from libertalia.terminal.draw import Typesetter
from libertalia.terminal.edition_options import EditionName, GivenOptions, Language, with_edition_options
from libertalia.words import Words, words

BOT_NAMES = f"{', '.join(BOTS)}, or a class of your own as file.py:Class"

Players = Annotated[int, typer.Option(help="How many sit at the table.")]
Seed = Annotated[int, typer.Option(min=0, help="A number that fixes all deals.")]
Processes = Annotated[int, typer.Option(min=1, help="On how many cores; all of them if not said.")]
Cluster = Annotated[
    str, typer.Option("--on", help="Instead of cores here: ray, the Ray cluster that is running here, or ray://host:port.")
]
Folder = Annotated[
    Path | None,
    typer.Option("--out", help="A folder for the results. They are stored as they come: run it again, and it goes on."),
]
AsCsv = Annotated[bool, typer.Option("--csv", help="Print the standings as CSV.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print the standings as JSON.")]
ALL_CORES = os.cpu_count() or 1


@with_edition_options
def simulate_command(
    options: GivenOptions,
    games: Annotated[int, typer.Option("--games", "-n", min=1, help="How many games.")] = 1000,
    players: Players = 4,
    bots: Annotated[str, typer.Option(help=f"Who plays, in turn: {BOT_NAMES}.")] = "random",
    seed: Seed = 0,
    edition: EditionName = DEFAULT_EDITION,
    processes: Processes = ALL_CORES,
    on: Cluster = "",
    out: Folder = None,
    as_csv: AsCsv = False,
    as_json: AsJson = False,
    lang: Language = "en",
) -> None:
    """Play many games at one table of bots, on all cores. They change seats and neighbours from game to game.

    `libertalia simulate -n 100000`  ·  `libertalia simulate -n 200 --bots greedy,random --csv`
    """
    with _progress(words(lang)) as on_progress:
        results = simulate(
            edition, players, games, bot_list(bots), seed, processes, on_progress, out, on, **dict[str, Any](options)
        )  # fmt: skip
    _print(results, words(lang), as_csv, as_json, rated=False)


@with_edition_options
def tournament_command(
    options: GivenOptions,
    bots: Annotated[list[str], typer.Argument(help=f"Who plays: {BOT_NAMES}, with parameters or without.")],
    players: Players = 4,
    deals: Annotated[int, typer.Option(min=1, help="How many deals. Every line-up plays all of them, with all seatings.")] = 50,
    form: Annotated[
        str,
        typer.Option(
            "--format",
            help="Who meets whom. duels: each bot alone against a table of each other one; ladder: against a table of the one "
            f"named before it; mixed: all choices of different bots. One of {', '.join(FORMATS)}.",
        ),
    ] = "duels",
    seed: Seed = 0,
    edition: EditionName = DEFAULT_EDITION,
    processes: Processes = ALL_CORES,
    on: Cluster = "",
    out: Folder = None,
    as_csv: AsCsv = False,
    as_json: AsJson = False,
    lang: Language = "en",
) -> None:
    """Play a tournament among bots, on all cores: who is stronger, by how much, and how sure that is.

    All line-ups play the same deals; everyone has every seat and every neighbour equally often. Intervals are 95 %, by deal.

    `libertalia tournament random greedy "search(n=300)" --deals 50`  ·  `libertalia tournament greedy "mine.py:Corsair(n=400)"`
    """
    with _progress(words(lang)) as on_progress:
        results = tournament(
            bots, edition, players, deals, seed, form, processes, on_progress, out, on, **dict[str, Any](options)
        )
    _print(results, words(lang), as_csv, as_json, rated=True)


@with_edition_options
def study_command(
    options: GivenOptions,
    edition: EditionName = DEFAULT_EDITION,
    players: Players = 4,
    deals: Annotated[int, typer.Option(min=2, help="How many deals.")] = 1000,
    other_deals: Annotated[
        int,
        typer.Option(min=0, help="How many deals for each other setting: levels, tables of another size, boards. 0: as many."),
    ] = 0,
    level: Annotated[str, typer.Option(help=f"Who plays: {', '.join(LEVELS)}.")] = MAIN_LEVEL,
    seed: Seed = 0,
    processes: Processes = ALL_CORES,
    on: Cluster = "",
    out: Annotated[Path, typer.Option(help="A folder for the report and the figures. Run it again, and it goes on.")] = Path(
        "study"
    ),
    lang: Language = "en",
) -> None:
    """What is each character worth, and each token? By sailing the same voyages with and without it, on all cores.

    Writes `study.html`, a report to read, and all figures as `study.parquet` and `study.json`.

    `libertalia study`  ·  `libertalia study --edition galecrest --deals 4000 --out galecrest-study`
    """
    speech = words(lang)
    with _progress(speech, "cli.deals") as on_progress:
        found = study(
            edition, players, deals, level, seed, processes, on_progress, out, on, other_deals, **dict[str, Any](options)
        )
    console = Typesetter()
    console.print(_worths(found, speech))
    console.print(f"{(out / 'study.html').resolve().as_uri()}", soft_wrap=True)


def _worths(found: Study, speech: Words) -> Grid:
    grid = Grid(
        title=f"{found.main.name} · {found.deals} {speech.text('cli.deals')} · {found.seconds:.1f} s", title_justify="left"
    )
    grid.add_column(speech.text("cli.name"), no_wrap=True)
    grid.add_column(speech.text("cli.worth"), justify="right", no_wrap=True)
    for heading in ("cli.day", "cli.night", "cli.end", "cli.loot", "cli.others"):
        grid.add_column(speech.text(heading), justify="right")
    for worth in sorted(found.characters(), key=lambda worth: -worth.worth.mean):
        name = speech.character(found.main.edition, worth.slug)
        grid.add_row(
            name, f"{worth.worth.mean:+.2f} ± {worth.worth.error:.2f}", *[f"{part:+.1f}" for part in worth.parts.values()]
        )
    grid.add_section()
    for worth in sorted(found.tokens(), key=lambda worth: -worth.worth.mean):
        grid.add_row(speech.token(found.main.edition, worth.slug), f"{worth.worth.mean:+.2f} ± {worth.worth.error:.2f}")
    return grid


def bot_list(text: str) -> list[str]:
    """The names of bots in a list with commas. Commas between parentheses are part of a name.

    >>> bot_list("search(n=5, mix=0),greedy")
    ['search(n=5, mix=0)', 'greedy']
    """
    names = [""]
    depth = 0
    for letter in text:
        depth += (letter == "(") - (letter == ")")
        if letter == "," and depth == 0:
            names.append("")
        else:
            names[-1] += letter
    return [name.strip() for name in names]


@contextmanager
def _progress(speech: Words, things: str = "cli.games") -> Iterator[OnProgress]:
    """A bar with the time that is left, where somebody can see it."""
    notes = Typesetter(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(), TimeRemainingColumn())
    with Progress(*columns, console=notes, transient=True, disable=not notes.is_terminal) as bar:
        task = bar.add_task(speech.text(things), total=None)
        yield lambda done, games: bar.update(task, completed=done, total=games)
    if not COMPILED:
        notes.print(speech.text("cli.interpreted"))


def _print(results: Results, speech: Words, as_csv: bool, as_json: bool, rated: bool) -> None:
    rows = [standing.row() for standing in results.standings]
    if rated:
        for row in rows:
            rating = results.ratings[row["bot"]]
            row |= {"rating": round(rating.mu, 2), "rating_sigma": round(rating.sigma, 2)}
    if as_json:
        print(json.dumps(rows))
    elif as_csv:
        writer = csv.DictWriter(sys.stdout, list(rows[0]))
        writer.writeheader()
        writer.writerows(rows)
    else:
        console = Typesetter()
        console.print(_standings(results, speech, rated))
        if len(results.contest.lineups) > 1:
            console.print(_lineups(results, speech))


def _standings(results: Results, speech: Words, rated: bool) -> Grid:
    games = results.played
    speed = f"{games} {speech.text('cli.games')} · {results.seconds:.2f} s · {games / results.seconds:,.0f} /s"
    grid = Grid(title=speed, title_justify="left")
    grid.add_column(speech.text("cli.bot-column"))
    headings = ["cli.wins-percent", "cli.mean", "cli.spread", "cli.lead", "cli.ms-per-pick"]
    for heading in [*headings, "cli.rating"] if rated else headings:
        grid.add_column(speech.text(heading), justify="right")
    standings = results.standings
    if rated:
        standings = sorted(standings, key=lambda standing: -results.ratings[standing.bot].mu)
    for standing in standings:
        ms = "" if standing.ms is None else f"{standing.ms:.2f}"
        row = [standing.bot, str(standing.wins * 100), str(standing.score), f"{standing.spread:.1f}", str(standing.lead), ms]
        if rated:
            row.append(f"{results.ratings[standing.bot].mu:.1f}")
        grid.add_row(*row)
    return grid


def _lineups(results: Results, speech: Words) -> Grid:
    grid = Grid(title=speech.text("cli.line-ups"), title_justify="left")
    for heading, side in (
        ("cli.bot-column", "left"),
        ("cli.against", "left"),
        ("cli.wins-percent", "right"),
        ("cli.lead", "right"),
    ):
        grid.add_column(speech.text(heading), justify="left" if side == "left" else "right")
    for lineup in results.contest.lineups:
        for bot in dict.fromkeys(lineup) if len(set(lineup)) > 2 else lineup[:1]:
            standing = results.standing(bot, lineup)
            grid.add_row(bot, _others(bot, lineup), str(standing.wins * 100), str(standing.lead))
    return grid


def _others(bot: str, lineup: Lineup) -> str:
    others = list(lineup)
    others.remove(bot)
    return ", ".join(f"{others.count(other)} × {other}" for other in dict.fromkeys(others))
