"""Puzzles on the command line: finding them, and checking them again."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn
from rich.table import Table as Grid

from libertalia.game.errors import InvalidSetup
from libertalia.game.setup import DEFAULT_EDITION
from libertalia.puzzles import Puzzle, read, written
from libertalia.puzzles.mining import Criterion, Told, editions_with_puzzles, mine, rechecked
from libertalia.terminal.draw import Typesetter
from libertalia.terminal.edition_options import EditionName, Language
from libertalia.terminal.lab import ALL_CORES, Processes, Seed
from libertalia.words import Words, words


def puzzles_command(
    edition: EditionName = DEFAULT_EDITION,
    games: Annotated[int, typer.Option("--games", "-n", min=1, help="How many games of bots to look through.")] = 100,
    worlds: Annotated[
        int, typer.Option(min=20, help="In how many worlds a puzzle is checked before it counts.")
    ] = Criterion().worlds[-1],
    seed: Seed = 0,
    processes: Processes = ALL_CORES,
    out: Annotated[
        Path, typer.Option(help="A folder for the puzzles. They are stored as they come: run it again, and it goes on.")
    ] = Path("puzzles"),
    check: Annotated[
        Path | None, typer.Option(help="Instead: check the puzzles of this file again, and keep in it those that hold.")
    ] = None,
    lang: Language = "en",
) -> None:
    """Find puzzles in games of strong bots: positions where one answer is clearly the best, and not the obvious one.

    Writes them as `<edition>.json.gz`. More games only add to it.

    `libertalia puzzles -n 200 --edition galecrest`  ·  `libertalia puzzles --check puzzles/original.json.gz --worlds 20000`
    """
    speech = words(lang)
    if edition not in editions_with_puzzles():
        known = ", ".join(editions_with_puzzles())
        raise InvalidSetup(
            f"There are no puzzles for {edition!r}; there are for {known}.", "setup.edition", given=edition, known=known
        )
    with _progress(speech, "cli.games" if check is None else "puzzle.puzzles") as on_progress:
        if check is not None:
            puzzles = rechecked(read(check), worlds, seed, processes, on_progress)
        else:
            *looks, _ = Criterion().worlds
            puzzles = mine(edition, games, seed, Criterion(worlds=(*looks, worlds)), processes, on_progress, out)
    file = check or out / f"{edition}.json.gz"
    written(puzzles, file)
    console = Typesetter()
    console.print(_counts(puzzles, speech))
    console.print(file, soft_wrap=True)


def _counts(puzzles: Sequence[Puzzle], speech: Words) -> Grid:
    """How many there are, by the number of players, and how hard they are."""
    grid = Grid(title=f"{len(puzzles)} {speech.text('puzzle.puzzles')}", title_justify="left")
    for heading in ("puzzle.players", "puzzle.count", "puzzle.picks", "puzzle.easiest", "puzzle.median", "puzzle.hardest"):
        grid.add_column(speech.text(heading), justify="right")
    for players in sorted(Counter(puzzle.players for puzzle in puzzles)):
        these = [puzzle for puzzle in puzzles if puzzle.players == players]
        ratings = sorted(puzzle.rating for puzzle in these)
        picks = sum(puzzle.kind == "pick" for puzzle in these)
        figures = (players, len(these), picks, ratings[0], ratings[len(ratings) // 2], ratings[-1])
        grid.add_row(*map(str, figures))
    return grid


@contextmanager
def _progress(speech: Words, things: str) -> Iterator[Told]:
    """A bar with the time that is left and the number of puzzles, where somebody can see it."""
    notes = Typesetter(stderr=True)
    found = TextColumn("· {task.fields[found]} " + speech.text("puzzle.puzzles"))
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        found,
        TimeElapsedColumn(),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=notes, transient=True, disable=not notes.is_terminal) as bar:
        task = bar.add_task(speech.text(things), total=None, found=0)
        yield lambda done, all_of_them, count: bar.update(task, completed=done, total=all_of_them, found=count)
