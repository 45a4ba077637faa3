"""The commands of `libertalia`."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from getpass import getuser
from importlib.metadata import version
from itertools import pairwise
from pathlib import Path
from typing import Annotated

import typer
from rich.text import Text

from libertalia.game.errors import InvalidPosition, LibertaliaError
from libertalia.game.game import Game
from libertalia.game.logbook import Logbook, verified
from libertalia.game.setup import DEFAULT_EDITION
from libertalia.terminal.admin import DatabaseOption, needs_server_packages, settings_for
from libertalia.terminal.admin import app as admin
from libertalia.terminal.draw import Artist, Typesetter
from libertalia.terminal.edition_options import EditionName, GivenOptions, Language, with_edition_options
from libertalia.terminal.lab import BOT_NAMES, Players, bot_list, simulate_command, study_command, tournament_command
from libertalia.terminal.local_game import LocalGame, names_in, read_text, unfinished_game
from libertalia.terminal.play import Leave, Session
from libertalia.terminal.puzzles import puzzles_command
from libertalia.terminal.reference import reference
from libertalia.terminal.review import review_command
from libertalia.terminal.site import site_command
from libertalia.terminal.table_source import TableSource
from libertalia.terminal.training import train_command
from libertalia.words import LANGUAGES, Words, visible, words

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


app.command(name="simulate")(simulate_command)
app.command(name="tournament")(tournament_command)
app.command(name="study")(study_command)
app.command(name="review")(review_command)
app.command(name="puzzles")(puzzles_command)
app.command(name="train")(train_command)
app.command(name="site")(site_command)


@app.command()
@with_edition_options
def play(
    options: GivenOptions,
    players: Players = 4,
    bots: Annotated[str, typer.Option(help=f"Who sits on the other seats, in turn: {BOT_NAMES}; greedy if not said.")] = "",
    seed: Annotated[int | None, typer.Option(help="A number that fixes the deal.")] = None,
    lang: Language = "en",
    edition: EditionName = DEFAULT_EDITION,
    resume: Annotated[Path | None, typer.Option(help="Go on with the game of this file.")] = None,
    record: Annotated[Path | None, typer.Option(help="The file of the game; a new one in this folder if not said.")] = None,
    plain: Annotated[bool, typer.Option("--plain", help="Print and read lines, as in a pipe.")] = False,
) -> None:
    """Play against bots, or alone where the edition allows it (`--players 1`). Every move is saved as it is made.

    `libertalia play`  ·  `libertalia play --players 3 --bots greedy,random --lang fr`  ·  `libertalia play --resume game.json`
    """
    speech = words(lang)
    console = Typesetter()
    named = bot_list(bots) if bots else []
    if (resume, record, seed) == (None, None, None) and _at_a_terminal():
        resume = _unfinished(console, speech)
    if resume is not None:
        local = LocalGame.resumed(resume, named, record)
    else:
        local = LocalGame.new(edition, players, options, named, record, seed)
    if _at_a_terminal() and not plain:
        from libertalia.terminal.local_table import LocalTable

        _fill_the_screen(LocalTable(local, speech), speech)
        return
    console.print(speech.text("cli.saving", path=str(local.path)), soft_wrap=True)
    try:
        Session(local, speech, console).run()
    except Leave:
        console.print(f"\n{speech.text('cli.goodbye')}")
        go_on = speech.text("cli.go-on", command=f"libertalia play --resume {local.path}")
        console.print(go_on, soft_wrap=True)


def _at_a_terminal() -> bool:
    return sys.stdin.isatty() and sys.stdout.isatty()


def _unfinished(console: Typesetter, speech: Words) -> Path | None:
    """The file of an unfinished game in this folder, if the person wants to go on with it."""
    file = unfinished_game(Path())
    if file is None:
        return None
    answer = console.input(speech.text("cli.unfinished", path=str(file)) + " ")
    return None if answer.strip().lower().startswith("n") else file


def _fill_the_screen(source: TableSource, speech: Words) -> None:
    """Show a table on the whole screen until the person leaves, then say how to come back."""
    from libertalia.terminal.screen.app import run_on_screen

    try:
        run_on_screen(source, speech)
    finally:
        Typesetter().print(source.goodbye, soft_wrap=True)


@app.command()
def join(
    link: Annotated[str, typer.Argument(help="The link of a table, or the private link of your seat.")],
    name: Annotated[str, typer.Option(help="Your name on a free seat; the name of your login if not said.")] = "",
    watch: Annotated[bool, typer.Option("--watch", help="Only watch.")] = False,
    lang: Language = "en",
) -> None:
    """Play at a table on a server, in the terminal. With the link of a table you take a free seat, or watch if there is none.

    `libertalia join https://example.org/t/f3XkQ --name Ines`  ·  `libertalia join 'https://example.org/t/f3XkQ#s3cret'`
    """
    from libertalia.terminal.server_table import CanNotJoin, Link, ServerTable, joined

    speech = words(lang)
    where = Link.of(link)
    if not _at_a_terminal():
        raise CanNotJoin("`libertalia join` needs a terminal to fill.", "join.no-terminal")
    _fill_the_screen(ServerTable(joined(where, speech, name or getuser(), watch), speech), speech)


@app.command()
def rules(
    entry: Annotated[str | None, typer.Argument(help="A character, a token or an hour; everything if not said.")] = None,
    lang: Language = "en",
    edition: EditionName = DEFAULT_EDITION,
) -> None:
    """Look a rule up.

    `libertalia rules brute`  ·  `libertalia rules "carte au trésor" --lang fr`  ·  `libertalia rules night`
    """
    Typesetter().print(reference(words(lang), edition, entry))


@app.command()
def replay(
    file: Annotated[Path, typer.Argument(help="The record of a game.")],
    every: Annotated[bool, typer.Option("--all", help="Print the whole game at once.")] = False,
    plain: Annotated[bool, typer.Option("--plain", help="Print the whole game in sentences only, without drawings.")] = False,
    lang: Language = "en",
) -> None:
    """Step through a recorded game, as a spectator sees it.

    `libertalia replay game.json`  ·  `libertalia replay game.json --all --lang fr`  ·  `libertalia replay game.json --plain`
    """
    speech = words(lang)
    console = Typesetter()
    logbook = Logbook.loads(read_text(file))
    record = logbook.record
    names = names_in(logbook, speech)
    artist = Artist(speech, names)
    printed = 0
    day = (0, 0)
    try:
        for game in record.steps():
            events = game.events
            for event in events[printed:]:
                if sentence := speech.event(record.edition, event, names):
                    console.print(sentence if plain else f"  {sentence}", soft_wrap=plain)
            printed = len(events)
            view = game.view(None)
            if (view.voyage, view.day) != day and not plain:
                day = (view.voyage, view.day)
                console.print(artist.table(view))
                if not every and not game.over:
                    console.input(Text(speech.text("cli.replay-hint"), "dim"))
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
    text = sys.stdin.read() if position == "-" else read_text(Path(position))
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        raise InvalidPosition(f"{position} is not a position in JSON.", "position.not-json", path=position) from None
    game = Game.at(data)
    view = game.view(seat)
    artist = Artist(speech, [f"{speech.text('cli.seat')} {s.seat}" for s in view.seats])
    console = Typesetter()
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
    file: Annotated[Path, typer.Argument(help="The file of a game, from a server or from `libertalia play`.")],
    commitment: Annotated[str | None, typer.Option(help="The commitment that was shown when the game began.")] = None,
) -> None:
    """Deal and play a game again, and say whether deal, moves and scores are true.

    Ends with 0 if everything is true, 1 if something is false, and 3 if nothing is false but not everything can be told from the
    file: whether the deal of a game without a server was fixed beforehand, or the result of a game that is not over.

    `libertalia verify game.json`  ·  `libertalia verify game.json --commitment 9f86d0…`
    """
    findings = verified(read_text(file), commitment)
    for finding in findings:
        print(f"{_VERDICT[finding.true]:11}  {visible(finding.text)}")
    if any(finding.true is False for finding in findings):
        raise typer.Exit(1)
    if any(finding.true is None for finding in findings):
        raise typer.Exit(3)


_VERDICT = {True: "true", False: "FALSE", None: "can't tell:"}


def _speech(arguments: Sequence[str]) -> Words:
    """The words of the language that a command was called with; English for a language that we don't have."""
    given = [after for before, after in pairwise(arguments) if before == "--lang"]
    given += [argument.removeprefix("--lang=") for argument in arguments if argument.startswith("--lang=")]
    return words(given[-1] if given and given[-1] in LANGUAGES else "en")


def main() -> None:
    """Run a command; an error is printed as one sentence."""
    try:
        sys.exit(app(prog_name="libertalia", standalone_mode=False))
    except LibertaliaError as error:
        print(visible(f"libertalia: {_speech(sys.argv[1:]).error(error)}"), file=sys.stderr)
    except typer.TyperException as error:
        wrong = getattr(error, "format_message", error.__str__)()
        print(visible(f"libertalia: {wrong} (`libertalia --help` shows what there is)"), file=sys.stderr)
    except (KeyboardInterrupt, typer.Abort):
        sys.exit(130)
    sys.exit(2)
