"""The command line."""

from __future__ import annotations

import csv
import json
import os
import secrets
import sys
from importlib.metadata import version
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.progress import Progress
from rich.table import Table as Grid

from libertalia import COMPILED
from libertalia.bots.roster import BOTS
from libertalia.game.errors import InvalidPosition, InvalidRecord, LibertaliaError
from libertalia.game.game import Game
from libertalia.game.logbook import Logbook, verified
from libertalia.game.record import Record
from libertalia.game.setup import DEFAULT_EDITION
from libertalia.lab import Result, simulate
from libertalia.terminal.admin import DatabaseOption, needs_server_packages, settings_for
from libertalia.terminal.admin import app as admin
from libertalia.terminal.draw import Artist
from libertalia.terminal.edition_options import EditionName, GivenOptions, Language, with_edition_options
from libertalia.terminal.play import Leave, Session, reserve, save
from libertalia.terminal.reference import reference
from libertalia.words import words

app = typer.Typer(
    help="Libertalia, the pirate card game: play it, watch it, look it up.",
    rich_markup_mode="markdown",
    pretty_exceptions_enable=False,
)
app.add_typer(admin, name="admin")


def _print_version(wanted: bool) -> None:
    if wanted:
        print(f"libertalia {version('libertalia')}")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def without_command(
    context: typer.Context,
    _version: Annotated[
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Print the version and leave.")
    ] = False,
) -> None:
    if context.invoked_subcommand is None:
        print(context.get_help())


BOT_NAMES = f"{', '.join(BOTS)}, or a class of your own as file.py:Class"

Players = Annotated[int, typer.Option(help="How many sit at the table.")]


@app.command()
@with_edition_options
def play(
    options: GivenOptions,
    players: Players = 4,
    bots: Annotated[str, typer.Option(help=f"Who sits on the other seats, in turn: {BOT_NAMES}.")] = "greedy",
    seed: Annotated[int | None, typer.Option(help="A number that fixes the deal.")] = None,
    lang: Language = "en",
    edition: EditionName = DEFAULT_EDITION,
    resume: Annotated[Path | None, typer.Option(help="Go on with a game from its record.")] = None,
    record: Annotated[Path | None, typer.Option(help="Where the record goes; a new file in this folder if not said.")] = None,
) -> None:
    """Play against bots, or alone where the edition allows it (`--players 1`).

    `libertalia play`  ·  `libertalia play --players 3 --bots greedy,random --seed 7 --lang fr`
    """
    speech = words(lang)
    console = Console()
    luck = secrets.randbits(128) if seed is None else seed
    if resume is not None:
        game = Record.loads(_read(resume)).replay()
    else:
        game = Game.new(edition, players=players, seed=luck, **dict[str, Any](options))
    session = Session(game, bots.split(","), speech, console, luck)
    target = reserve(record or resume)
    try:
        session.run()
    except Leave:
        console.print(f"\n{speech.text('cli.goodbye')}")
    finally:  # also when a bot fails
        save(game, target)
        console.print(speech.text("cli.saved", path=str(target)), highlight=False)


@app.command(name="simulate")
@with_edition_options
def simulate_command(
    options: GivenOptions,
    games: Annotated[int, typer.Option("--games", "-n", min=1, help="How many games.")] = 1000,
    players: Players = 4,
    bots: Annotated[str, typer.Option(help=f"Who plays, in turn: {BOT_NAMES}.")] = "random",
    seed: Annotated[int, typer.Option(min=0, help="A number that fixes all deals.")] = 0,
    edition: EditionName = DEFAULT_EDITION,
    processes: Annotated[int, typer.Option(min=1, help="On how many cores; all of them if not said.")] = os.cpu_count() or 1,
    as_csv: Annotated[bool, typer.Option("--csv", help="Print the result as CSV.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print the result as JSON.")] = False,
    lang: Language = "en",
) -> None:
    """Play many games among bots, on all cores.

    `libertalia simulate -n 100000`  ·  `libertalia simulate -n 200 --bots greedy,random --csv`
    """
    speech = words(lang)
    notes = Console(stderr=True)
    with Progress(console=notes, transient=True, disable=not notes.is_terminal) as progress:
        task = progress.add_task(speech.text("cli.games"), total=games)
        result = simulate(
            edition, players, games, bots.split(","), seed, processes, lambda done: progress.advance(task, done),
            **dict[str, Any](options),
        )  # fmt: skip
    if not COMPILED:
        notes.print(speech.text("cli.interpreted"))
    if as_json:
        print(json.dumps(result.rows()))
    elif as_csv:
        writer = csv.DictWriter(sys.stdout, list(result.rows()[0]))
        writer.writeheader()
        writer.writerows(result.rows())
    else:
        Console().print(_result_table(result, lang))


def _result_table(result: Result, lang: str) -> Grid:
    speech = words(lang)
    speed = f"{result.games} {speech.text('cli.games')} · {result.seconds:.2f} s · {result.games_per_second:,.0f} /s"
    grid = Grid(title=speed, title_justify="left")
    grid.add_column(speech.text("cli.bot-column"))
    for heading in ("cli.wins", "%", "cli.mean", "cli.spread"):
        grid.add_column(heading if heading == "%" else speech.text(heading), justify="right")
    for row in result.rows():
        grid.add_row(
            row["bot"], f"{row['wins']:.1f}", f"{row['win_rate']:.1%}", f"{row['mean_score']:.1f}", f"{row['spread']:.1f}"
        )
    return grid


@app.command()
def rules(
    entry: Annotated[str | None, typer.Argument(help="A character, a token or an hour; everything if not said.")] = None,
    lang: Language = "en",
    edition: EditionName = DEFAULT_EDITION,
) -> None:
    """Look a rule up.

    `libertalia rules brute`  ·  `libertalia rules "carte au trésor" --lang fr`  ·  `libertalia rules night`
    """
    Console().print(reference(words(lang), edition, entry))


@app.command()
def replay(
    file: Annotated[Path, typer.Argument(help="The record of a game.")],
    every: Annotated[bool, typer.Option("--all", help="Print the whole game at once.")] = False,
    lang: Language = "en",
) -> None:
    """Step through a recorded game, as a spectator sees it.

    `libertalia replay game.json`  ·  `libertalia replay game.json --all --lang fr`
    """
    speech = words(lang)
    console = Console()
    logbook = Logbook.loads(_read(file))
    record = logbook.record
    seats = range(len(record.replay().scores))
    names = [logbook.name(seat) or f"{speech.text('cli.seat')} {seat}" for seat in seats]
    artist = Artist(speech, names)
    told = 0
    day = (0, 0)
    try:
        for game in record.steps():
            events = game.events
            for event in events[told:]:
                if sentence := speech.event(record.edition, event, names):
                    console.print(f"  {sentence}", markup=False, highlight=False)
            told = len(events)
            view = game.view(None)
            if (view.voyage, view.day) != day:
                day = (view.voyage, view.day)
                console.print(artist.table(view))
                if not every and not game.over:
                    console.input(f"[dim]{speech.text('cli.replay-hint')}[/]")
    except (KeyboardInterrupt, EOFError):
        console.print(f"\n{speech.text('cli.goodbye')}")


@app.command()
def show(
    position: Annotated[str, typer.Argument(help="A position in JSON: a file, or - for standard input.")],
    seat: Annotated[int | None, typer.Option(help="As this seat sees it; as a spectator if not said.")] = None,
    lang: Language = "en",
) -> None:
    """Draw a position.

    `libertalia show position.json`  ·  `libertalia show - --seat 0 < position.json`
    """
    speech = words(lang)
    text = sys.stdin.read() if position == "-" else _read(Path(position))
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        raise InvalidPosition(f"{position} is not a position in JSON.") from None
    game = Game.at(data)
    view = game.view(seat)
    artist = Artist(speech, [f"{speech.text('cli.seat')} {s.seat}" for s in view.seats])
    console = Console()
    console.print(artist.table(view))
    if seat is not None:
        console.print(artist.hand(view, view.me.holds))


@app.command()
def serve(
    host: Annotated[str, typer.Option(help="The address to listen on; 0.0.0.0 for all.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535)] = 8000,
    workers: Annotated[int, typer.Option(min=1, help="How many processes; more than one need PostgreSQL.")] = 1,
    database: DatabaseOption = None,
    show: Annotated[bool, typer.Option("--open", help="Open the page, where there is a browser.")] = False,
) -> None:
    """Run a table server, for games over the network.

    `libertalia serve`  ·  `libertalia serve --host 0.0.0.0 --workers 2 --database postgresql://localhost/libertalia`
    """
    with needs_server_packages():
        from libertalia.server.run import run
    raise typer.Exit(run(settings_for(database), host, port, workers, show))


@app.command()
def verify(
    file: Annotated[Path, typer.Argument(help="The record of a finished game, as a server gives it.")],
    commitment: Annotated[str | None, typer.Option(help="The commitment that was shown when the game began.")] = None,
) -> None:
    """Deal and play a finished game again, and say whether deal, moves and scores are true.

    `libertalia verify game.json`  ·  `libertalia verify game.json --commitment 9f86d0…`
    """
    findings = verified(_read(file), commitment)
    for finding in findings:
        print(f"{'true ' if finding.true else 'FALSE'}  {finding.text}")
    if not all(finding.true for finding in findings):
        raise typer.Exit(1)


def _read(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is not text"
        raise InvalidRecord(f"{path} can't be read: {reason}.") from None


def main() -> None:
    """Run a command; what is wrong with its input is said in one sentence."""
    try:
        sys.exit(app(prog_name="libertalia", standalone_mode=False))
    except LibertaliaError as error:
        print(f"libertalia: {error}", file=sys.stderr)
    except typer.TyperException as error:
        wrong = getattr(error, "format_message", error.__str__)()
        print(f"libertalia: {wrong} (`libertalia --help` shows what there is)", file=sys.stderr)
    except (KeyboardInterrupt, typer.Abort):
        sys.exit(130)
    sys.exit(2)
