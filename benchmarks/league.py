"""How strong is each level? Each against a table of the one below, in both editions, at tables of two, three, four and six.

python -m benchmarks.league --games 1000 1000 1000 200 --out league

Strong levels think long, so they may play fewer games: the table says how many. Results are stored as they come: it can be
stopped and goes on, and with `--stored` it plays no more games than there are. In the end it writes the tables of docs/bots.md
and `src/libertalia/bots/league.json`, which the server sends to the page.
"""

from __future__ import annotations

import argparse
import json
import os
import re
from collections.abc import Iterator
from itertools import pairwise
from math import log10, sqrt
from pathlib import Path
from typing import Any

from rich.progress import Progress

import libertalia.bots
from libertalia import Game
from libertalia.bots import LEVELS, bot_named, bot_seed
from libertalia.game.setup import edition_names
from libertalia.lab import Estimate, Results, tournament

PLAYERS = (2, 3, 4, 6)
FIRST_DAYS = 60
MIDDLE = 1000
"""The rating of the level in the middle."""
LEAGUE = Path(libertalia.bots.__file__).parent / "league.json"
DOCS = Path(__file__).parents[1] / "docs" / "bots.md"
NAMES = [level.name for level in LEVELS]


def ratings(at_two: dict[str, tuple[Estimate, int]]) -> dict[str, Estimate]:
    """Ratings by Elo's scale from the shares at tables of two, and the numbers of games: 400 points more win ten games for each
    one lost."""
    steps = []
    for name in NAMES[1:]:
        wins, games = at_two[name]
        share = (wins.mean * games + 0.5) / (games + 1)  # never 0 or 1
        error = max(wins.error, 1 / games)
        steps.append(Estimate(400 * log10(share / (1 - share)), 400 / 2.302585 * error / (share * (1 - share))))
    middle = len(NAMES) // 2
    found = {}
    for index, name in enumerate(NAMES):
        between = steps[min(index, middle) : max(index, middle)]
        apart = sum(step.mean for step in between)
        rating = MIDDLE + (apart if index > middle else -apart)
        found[name] = Estimate(rating, sqrt(sum(step.error**2 for step in between)))
    return found


def alike(name: str) -> float:
    """The share of deals in which four bots of a level pick the same card on the first day."""
    same = 0
    for deal in range(FIRST_DAYS):
        game = Game.new("original", players=4, seed=deal)
        decisions = game.decisions
        picks = {bot_named(name)(bot_seed(deal, d.seat)).answer(game.view(d.seat), d) for d in decisions}
        same += len(picks) == 1
    return same / FIRST_DAYS


def pairs() -> Iterator[tuple[str, int, str, str]]:
    """All that is played: the edition, the number of players, a level and the one below. The slowest come last."""
    for lower, upper in pairwise(NAMES):
        for players in PLAYERS:
            for edition in edition_names():
                yield edition, players, lower, upper


def stored_deals(folder: Path, players: int) -> int:
    """How many deals were played by an earlier run, with every seat for the one who is alone."""
    lines = [line for line in (folder / "journal.jsonl").read_text(encoding="utf-8").splitlines()[1:] if line.endswith("}")]
    return sum(len(json.loads(line)["winners"]) for line in lines) // players


def played(folder: Path, games: list[int], stored: bool, processes: int) -> dict[tuple[str, int, str], Results]:
    """The results of all pairs, by edition, number of players and the upper level."""
    found = {}
    with Progress() as progress:
        for edition, players, lower, upper in pairs():
            task = progress.add_task(f"{upper} against {lower}, {edition}, {players} players", total=None)
            pair = folder / f"{edition}-{players}-{upper}"
            found[edition, players, upper] = tournament(
                [lower, upper],
                edition,
                players,
                stored_deals(pair, players) if stored else -(-games[NAMES.index(lower)] // players),
                form="ladder",
                processes=processes,
                progress=lambda done, games, task=task: progress.update(task, completed=done, total=games),  # type: ignore[misc]
                folder=pair,
            )
    return found


def measured(results: dict[tuple[str, int, str], Results]) -> dict[str, Any]:
    """All that was measured, as plain data."""
    editions: dict[str, Any] = {}
    counts: dict[str, Any] = {}
    for edition in edition_names():
        shares = {
            (name, players): results[edition, players, name].standing(name).wins for name in NAMES[1:] for players in PLAYERS
        }
        rated = ratings({name: (shares[name, 2], results[edition, 2, name].played) for name in NAMES[1:]})
        lowest = results[edition, 4, NAMES[1]].ms[NAMES[0]]
        editions[edition] = {
            name: {
                "rating": round(rated[name].mean),
                "error": round(rated[name].error),
                "beats": {
                    str(players): [round(shares[name, players].mean, 3), round(shares[name, players].error, 3)]
                    for players in PLAYERS
                    if name != NAMES[0]
                },
                "ms": round(results[edition, 4, name].ms[name] if name != NAMES[0] else lowest, 2),
            }
            for name in NAMES
        }
        counts[edition] = {
            name: {str(players): results[edition, players, name].played for players in PLAYERS} for name in NAMES[1:]
        }
    return {"games": counts, "editions": editions, "alike": {name: alike(name) for name in NAMES}}


def table(league: dict[str, Any]) -> str:
    """The league as tables in Markdown: the levels, then how often each beats the one below."""
    editions = league["editions"]
    original = next(iter(editions.values()))
    heads = ["level", "made of", *[f"rating, {edition}" for edition in editions], "ms a pick", "all alike"]
    lines = ["| " + " | ".join(heads) + " |", "|---" * len(heads) + "|"]
    for level in LEVELS:
        cells = [f"`{level.name}`", f"`{level.bot}`"]
        for figures in editions.values():
            mine = figures[level.name]
            cells.append(f"{mine['rating']}" + (f" ± {mine['error']}" if mine["error"] else ""))
        cells += [f"{original[level.name]['ms']:.2f}", f"{100 * league['alike'][level.name]:.0f} %"]
        lines.append("| " + " | ".join(cells) + " |")
    chances = [f"{players} players (chance: {100 / players:.0f} %)" for players in PLAYERS]
    lines += ["", "| wins against a table of the one below | " + " | ".join(chances) + " |", "|---" * (len(chances) + 1) + "|"]
    for edition, figures in editions.items():
        for name in NAMES[1:]:
            cells = [f"`{name}`, {edition}"]
            for players in map(str, PLAYERS):
                share, error = figures[name]["beats"][players]
                cells.append(f"{100 * share:.0f} ± {100 * error:.0f} % of {league['games'][edition][name][players]}")
            lines.append("| " + " | ".join(cells) + " |")
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.league", description=__doc__)
    levels = len(NAMES) - 1
    parser.add_argument(
        "--games", type=int, nargs=levels, default=[1000] * levels, help="of each level but the lowest, at each table"
    )
    parser.add_argument("--stored", action="store_true", help="play no more games than there are")
    parser.add_argument("--out", type=Path, default=Path("league"))
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    options = parser.parse_args()
    league = measured(played(options.out, options.games, options.stored, options.processes))
    LEAGUE.write_text(json.dumps(league, indent=1) + "\n", encoding="utf-8")
    marked = re.compile(r"(?<=<!-- league -->\n).*?(?=\n<!-- /league -->)", re.DOTALL)
    DOCS.write_text(marked.sub(lambda _: table(league), DOCS.read_text(encoding="utf-8")), encoding="utf-8")
    print(table(league))


if __name__ == "__main__":
    main()
