"""Training on the command line."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TaskID, TextColumn, TimeElapsedColumn, TimeRemainingColumn

from libertalia.game.setup import DEFAULT_EDITION
from libertalia.lab.extra import extra
from libertalia.terminal.draw import Typesetter
from libertalia.terminal.edition_options import EditionName
from libertalia.terminal.lab import ALL_CORES, Cluster, Processes


def train_command(
    edition: EditionName = DEFAULT_EDITION,
    rounds: Annotated[int, typer.Option(min=1, help="How often a new net learns from games of the one before.")] = 1,
    games: Annotated[int, typer.Option(min=1, help="How many games are played in each round.")] = 1500,
    simulations: Annotated[int, typer.Option(min=1, help="How long the search thinks at each sunrise.")] = 200,
    seed: Annotated[int, typer.Option(min=0, help="A number that fixes the whole training.")] = 0,
    processes: Processes = ALL_CORES,
    on: Cluster = "",
    out: Annotated[Path, typer.Option(help="A folder for all that is stored. Run it again, and it goes on.")] = Path("training"),
) -> None:
    """Train the net of the learned bots from nothing, by self-play.

    Writes the net as `<edition>.npz`, and how it learned as `curve.json` and `curve.svg`.

    `libertalia train`  ·  `libertalia train --edition galecrest --rounds 4 --out galecrest-net`
    """
    with extra("learn"):
        from libertalia.lab.training import train
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Typesetter(stderr=True)) as bars:
        tasks: dict[str, TaskID] = {}

        def on_progress(what: str, done: int, total: int) -> None:
            if what not in tasks:
                tasks[what] = bars.add_task(what, total=total)
            bars.update(tasks[what], completed=done)

        train(edition, out, rounds, games, simulations, seed, processes, on_progress, on)
    print(out / f"{edition}.npz")
