"""Training the nets of the learned bots from nothing, by self-play.

Training goes in rounds. In each round a search plays games with itself, at tables of all sizes and with all options. Then a new
net learns from all games of the last rounds. In the first round the search plays voyages to their end; in later rounds it looks
one day ahead and asks the net of the round before. The nets of this package have one round: see docs/bots.md for why.

Everything is stored in a folder as it comes: in `round-1/` the sunrises of each job of a round, `net-1.npz` the net after the
round, `curve.json` and `curve.svg` how wrong it was. A run that was killed goes on where it was, and ends with the same net.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final

from libertalia.game.setup import draw_sides, edition_of, options_of
from libertalia.lab.extra import extra
from libertalia.lab.jobs import done_jobs
from libertalia.lab.journal import Journal
from libertalia.lab.model import Adam, Errors, Sunrises, Weights, joined, new_weights, step
from libertalia.lab.on_ray import check_address
from libertalia.lab.plots import learning_curve
from libertalia.rules.chance import Seed
from libertalia.search.features import Features
from libertalia.search.net import Net
from libertalia.search.selfplay import SelfPlay

with extra("learn"):
    import numpy as np

GAMES_A_JOB: Final = 10
BATCH: Final = 512
RATE: Final = 2e-3
EPOCHS: Final = 8
"""How often a net sees every sunrise in training."""
ROUNDS_KEPT: Final = 2
"""From the games of how many rounds a net learns."""
HELD_OUT: Final = 10
"""One job in this many is for testing the net."""
FIRST_LAYER: Final = 32
SECOND_LAYER: Final = 16
TABLES: Final = (4, 2, 3, 1, 4, 5, 6)
"""The sizes of the tables, in turn. Where nobody can play alone, two play instead."""
FORESIGHT: Final = 0.7
"""How much what really came to pass counts, beside what the search expected a day later."""


@dataclass(frozen=True)
class Course:
    """What is to be trained, and how long."""

    edition: str
    rounds: int = 1
    games: int = 1500
    """In each round."""
    simulations: int = 200
    """For each sunrise."""
    seed: int = 0


def setting(course: Course, number: int) -> tuple[int, dict[str, Any]]:
    """How many seats a job's games have, and their options. Each option has its default in half of the jobs."""
    rng = random.Random(f"{course.seed} {number}")
    size = TABLES[number % len(TABLES)]
    alone = size == 1 and edition_of(course.edition, {}).solo()
    known = [option for option in options_of(course.edition) if alone or not option.alone]
    options = {option.name: rng.choice((option.default, *option.values)) for option in known}
    return max(2, size), dict(draw_sides(course.edition, options, Seed(f"{course.seed} {number}".encode())))


def lessons(course: Course, round_number: int, number: int, weights: Weights | None) -> tuple[int, Sunrises]:
    """Play the games of a job. Returns its number, and all sunrises with what is to be learned of them."""
    seats, options = setting(course, number)
    edition = edition_of(course.edition, options)
    net = None if weights is None else Net(edition, flat(weights))
    rows: list[list[Any]] = [[] for _ in Sunrises.__dataclass_fields__]
    for game in range(GAMES_A_JOB):
        luck = Seed(f"{course.seed} {round_number} {number}".encode()).draw(game, 2**31)
        play = SelfPlay(edition, seats, luck, course.simulations, net)
        play.run()
        wins = [1 / len(play.winners) if seat in play.winners else 0.0 for seat in range(seats)]
        for lesson, margins in zip(play.lessons, hindsight([lesson.leads for lesson in play.lessons], play.margins), strict=True):
            picks = [share[1:] for share in lesson.picks]
            for row, value in zip(rows, (lesson.table, lesson.seats, lesson.score_leads, margins, wins, picks), strict=True):
                row.append(value)
    return number, Sunrises(*(np.asarray(row, np.float16) for row in rows))


def hindsight(expected: list[list[float]], final: list[float]) -> list[list[float]]:
    """What is to be learned about the margins: half what the search expected, half what came of it.

    What came of it is what was expected one day later, two days later and so on, up to the result of the game, each with less
    weight than the one before.
    """
    found = []
    later = next_day = final
    for leads in reversed(expected):
        later = [(1 - FORESIGHT) * soon + FORESIGHT * end for soon, end in zip(next_day, later, strict=True)]
        found.append([(now + end) / 2 for now, end in zip(leads, later, strict=True)])
        next_day = leads
    return found[::-1]


def flat(weights: Weights) -> dict[str, list[float]]:
    """Weights as a `Net` takes them."""
    return {name: array.reshape(-1).tolist() for name, array in weights.items()}


def train(
    edition: str,
    folder: Path,
    rounds: int = 1,
    games: int = 1500,
    simulations: int = 200,
    seed: int = 0,
    processes: int = 1,
    progress: Callable[[str, int, int], None] = lambda what, done, total: None,
    on: str = "",
) -> Weights:
    """Train a net from nothing, and store it as `<edition>.npz` in the folder. See above for what else is stored there."""
    if on:
        check_address(on)
    course = Course(edition, rounds, games, simulations, seed)
    with Journal(folder, asdict(course)):
        weights = None
        for number in range(1, rounds + 1):
            stored = folder / f"net-{number}.npz"
            if not stored.exists():
                _play_round(course, number, weights, folder, processes, on, progress)
                _train_round(course, number, folder, progress)
            weights = dict(np.load(stored))
        assert weights is not None
        _store(folder / f"{edition}.npz", weights)
        return weights


def _store(path: Path, arrays: dict[str, Any]) -> None:
    """Write arrays so that the file is there only when it is complete."""
    part = path.with_suffix(".part.npz")
    np.savez_compressed(part, **arrays)
    part.replace(path)


def _play_round(
    course: Course,
    number: int,
    weights: Weights | None,
    folder: Path,
    processes: int,
    on: str,
    progress: Callable[[str, int, int], None],
) -> None:
    """Play the games of a round that are not stored yet."""
    parts = folder / f"round-{number}"
    parts.mkdir(exist_ok=True)
    jobs = max(2 * len(TABLES), course.games // GAMES_A_JOB)  # tables of all sizes, to learn from and to test with
    open_jobs = [job for job in range(jobs) if not (parts / f"{job}.npz").exists()]
    done = jobs - len(open_jobs)
    progress(f"round {number}: games", GAMES_A_JOB * done, GAMES_A_JOB * jobs)
    for job, sunrises in done_jobs(lessons, [(course, number, job, weights) for job in open_jobs], processes, on):
        _store(parts / f"{job}.npz", vars(sunrises))
        done += 1
        progress(f"round {number}: games", GAMES_A_JOB * done, GAMES_A_JOB * jobs)


def _read(folder: Path, number: int) -> tuple[list[Sunrises], list[Sunrises]]:
    """The sunrises of a round by the size of the table: those to learn from, and those to test with."""
    learn: dict[int, list[Sunrises]] = {}
    test: dict[int, list[Sunrises]] = {}
    for path in sorted((folder / f"round-{number}").glob("[0-9]*.npz")):
        with np.load(path) as stored:
            sunrises = Sunrises(**dict(stored))
        part = test if int(path.stem) // len(TABLES) % HELD_OUT == 0 else learn
        part.setdefault(sunrises.seats.shape[1], []).append(sunrises)
    return [joined(parts) for parts in learn.values()], [joined(parts) for parts in test.values()]


def _train_round(course: Course, number: int, folder: Path, progress: Callable[[str, int, int], None]) -> None:
    """A new net that learns from the games of the last rounds."""
    rng = np.random.default_rng([course.seed, number])
    learn: list[Sunrises] = []
    for earlier in range(max(1, number - ROUNDS_KEPT + 1), number + 1):
        more, test = _read(folder, earlier)
        learn += more
    features = Features(edition_of(course.edition, {}))
    weights = new_weights(features.table_sunrise, features.seat_sunrise, learn[0].picks.shape[2], FIRST_LAYER, SECOND_LAYER, rng)
    for block, name in (("table", "table"), ("seat", "seats")):  # features that never occur have no weight
        occurs = np.any([getattr(part, name).reshape(-1, len(weights[block])).any(axis=0) for part in learn], axis=0)
        weights[block] *= occurs[:, None]
    adam = Adam(weights)
    batches = [(part, index) for part in range(len(learn)) for index in range(len(learn[part]) // BATCH + 1)]
    total = EPOCHS * len(batches)
    curve = []
    for epoch in range(EPOCHS):
        orders = [rng.permutation(len(part)) for part in learn]
        for place in rng.permutation(len(batches)):
            part, index = batches[place]
            chosen = orders[part][index * BATCH : (index + 1) * BATCH]
            if len(chosen):
                gradient, _ = step(weights, learn[part].some(chosen))
                rate = RATE * min(1.0, (adam.steps + 1) / 100) * (1 - adam.steps / total) + 1e-5
                adam.step(gradient, rate)
        progress(f"round {number}: epochs", epoch + 1, EPOCHS)
        errors = tested(weights, test)
        curve.append({"round": number, "epoch": epoch + 1, "sunrises": sum(map(len, learn)), **_rounded(errors)})
    path = folder / "curve.json"
    earlier_rounds = [line for line in (json.loads(path.read_text()) if path.exists() else []) if line["round"] < number]
    path.write_text(json.dumps([*earlier_rounds, *curve], indent=1) + "\n")
    (folder / "curve.svg").write_text(learning_curve([*earlier_rounds, *curve]))
    _store(folder / f"net-{number}.npz", weights)


def _rounded(errors: Errors) -> dict[str, float]:
    return {name: round(value, 4) for name, value in asdict(errors).items()}


def tested(weights: Weights, test: list[Sunrises]) -> Errors:
    """How wrong a net is about sunrises that it has not seen, at tables of all sizes."""
    found = [(len(part), asdict(step(weights, part.some(np.arange(len(part))))[1])) for part in test]
    total = sum(size for size, _ in found)
    return Errors(**{name: sum(size * errors[name] for size, errors in found) / total for name in found[0][1]})
