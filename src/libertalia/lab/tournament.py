"""Playing a contest: a simulation or a tournament, on all cores, with everything stored as it comes."""

from __future__ import annotations

import time
from array import array
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, Final

from libertalia.game.setup import DEFAULT_EDITION
from libertalia.lab.contest import Contest, checked, in_turn, lineups
from libertalia.lab.jobs import done_jobs
from libertalia.lab.journal import Journal
from libertalia.lab.on_ray import check_address
from libertalia.lab.playing import Share, all_random, play_share
from libertalia.lab.results import Results

_GAMES_A_JOB: Final = 4
"""Few: progress is shown, and results are stored, job by job."""
_RANDOM_GAMES_A_JOB: Final = 2000

Progress = Callable[[int, int], None]
"""Called with the number of games that are done and of those that are to be played."""


def simulate(
    edition: str = DEFAULT_EDITION,
    players: int = 4,
    games: int = 1000,
    bots: Sequence[str] = ("random",),
    seed: int = 0,
    processes: int = 1,
    progress: Progress = lambda done, games: None,
    folder: Path | None = None,
    on: str = "",
    **options: Any,
) -> Results:
    """Play games at one table. The bots take its seats in turn; then they change seats from game to game.

    Every deal is played with all seatings in which everyone has every seat and every neighbour equally often. With a folder the
    results are stored there as they come: a run that was killed goes on where it was, and a longer one uses what there is.

    >>> simulate(games=12, players=3, bots=["random", "random"]).standings[0].games
    36
    """
    lineup = in_turn(bots, players)
    return play(Contest(edition, players, tuple(options.items()), (lineup,), games, seed), processes, progress, folder, on)


def tournament(
    bots: Sequence[str],
    edition: str = DEFAULT_EDITION,
    players: int = 4,
    deals: int = 50,
    seed: int = 0,
    form: str = "duels",
    processes: int = 1,
    progress: Progress = lambda done, games: None,
    folder: Path | None = None,
    on: str = "",
    **options: Any,
) -> Results:
    """Play a tournament among bots. Every line-up plays every deal, with all its seatings, so that luck cancels.

    The form says which line-ups there are: in `duels` each bot is alone against a table of each other one, in a `ladder` against
    a table of the one that is named before it, and `mixed` has all choices of different bots.

    >>> result = tournament(["random", "greedy"], players=2, deals=2)
    >>> [(standing.bot, standing.games) for standing in result.standings]
    [('random', 4), ('greedy', 4)]
    """
    contest = Contest(edition, players, tuple(options.items()), lineups(form, bots, players), 1, seed)
    whole = Contest(edition, players, contest.options, contest.lineups, deals * len(contest.tables), seed)
    return play(whole, processes, progress, folder, on)


def play(
    contest: Contest,
    processes: int = 1,
    progress: Progress = lambda done, games: None,
    folder: Path | None = None,
    on: str = "",
) -> Results:
    """Play the games of a contest that are not stored yet, on processes here or on a cluster: `ray`, `ray://host:port`."""
    checked(contest)
    if on:
        check_address(on)
    start = time.perf_counter()
    if folder is None:
        shares = list(_played(contest, _jobs(contest, ()), processes, progress, on))
        return Results(contest, shares, time.perf_counter() - start)
    with Journal(folder, contest.settings()) as journal:
        shares = _wanted(contest, [_restored(contest, line) for line in journal.stored()])
        for share in _played(contest, _jobs(contest, shares), processes, progress, on):
            journal.add(_stored(share))
            shares.append(share)
    results = Results(contest, shares, time.perf_counter() - start)
    results.save(folder)
    return results


def _wanted(contest: Contest, stored: list[Share]) -> list[Share]:
    """Of what was stored, the games of this contest, each once: an earlier run may have had more deals, or fewer."""
    wanted: list[Share] = []
    number = 0
    for share in sorted(stored, key=lambda share: share.first):
        if number <= share.first <= contest.games - share.games:
            wanted.append(share)
            number = share.first + share.games
    return wanted


def _jobs(contest: Contest, done: Iterable[Share]) -> list[tuple[Contest, int, int]]:
    """The games that are still to be played, some in a row at a time."""
    size = _RANDOM_GAMES_A_JOB if all_random(contest) else _GAMES_A_JOB
    jobs = []
    number = 0
    for share in sorted(done, key=lambda share: share.first):
        jobs += [(contest, first, min(size, share.first - first)) for first in range(number, share.first, size)]
        number = share.first + share.games
    return jobs + [(contest, first, min(size, contest.games - first)) for first in range(number, contest.games, size)]


def _played(
    contest: Contest, jobs: list[tuple[Contest, int, int]], processes: int, progress: Progress, on: str
) -> Iterator[Share]:
    done = contest.games - sum(games for _, _, games in jobs)
    for share in done_jobs(play_share, jobs, processes, on):
        done += share.games
        yield share
        progress(done, contest.games)


def _stored(share: Share) -> dict[str, Any]:
    return {
        "first": share.first,
        "scores": share.scores.tolist(),
        "winners": list(share.winners),
        "thought": share.thought,
    }


def _restored(contest: Contest, line: dict[str, Any]) -> Share:
    thought = {bot: (seconds, picks) for bot, (seconds, picks) in line["thought"].items()}
    return Share(line["first"], contest.players, array("h", line["scores"]), bytearray(line["winners"]), thought)
