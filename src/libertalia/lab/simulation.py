"""Playing many games on all cores."""

from __future__ import annotations

import signal
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass, field
from hashlib import blake2b
from math import sqrt
from multiprocessing import active_children
from typing import Any

from libertalia.bots import bot_named, bot_seed
from libertalia.game.errors import InvalidSetup
from libertalia.game.game import Game
from libertalia.game.setup import DEFAULT_EDITION, edition_of, options_of
from libertalia.rules.playout import random_games

_SHARES = 32
"""How many parts a simulation is cut into: enough to show progress and to keep all cores busy."""


@dataclass
class Tally:
    """The results of one bot."""

    bot: str
    games: int = 0
    wins: float = 0.0
    """A win shared by k seats counts 1/k for each of them."""
    total: int = 0
    squares: int = 0

    @property
    def mean(self) -> float:
        return self.total / self.games if self.games else 0.0

    @property
    def spread(self) -> float:
        """The standard deviation of the scores."""
        return sqrt(max(0.0, self.squares / self.games - self.mean**2)) if self.games else 0.0

    def add(self, score: int, win: float) -> None:
        self.games += 1
        self.wins += win
        self.total += score
        self.squares += score * score

    def merge(self, other: Tally) -> None:
        self.games += other.games
        self.wins += other.wins
        self.total += other.total
        self.squares += other.squares


@dataclass
class Result:
    """The outcome of a simulation, with the bots in the order of their first seats."""

    edition: str
    players: int
    games: int
    seconds: float
    tallies: list[Tally] = field(default_factory=list)

    @property
    def games_per_second(self) -> float:
        return self.games / self.seconds if self.seconds else 0.0

    def rows(self) -> list[dict[str, Any]]:
        """One row for each bot, as plain data."""
        return [
            {
                "bot": tally.bot,
                "games": self.games,
                "wins": round(tally.wins, 2),
                "win_rate": round(tally.wins / self.games, 4) if self.games else 0.0,
                "mean_score": round(tally.mean, 2),
                "spread": round(tally.spread, 2),
                "seconds": round(self.seconds, 3),
                "games_per_second": round(self.games_per_second, 1),
            }
            for tally in self.tallies
        ]


@dataclass(frozen=True)
class Share:
    """A part of a simulation: games numbered from `first`."""

    edition: str
    options: tuple[tuple[str, Any], ...]
    bots: tuple[str, ...]
    seed: int
    first: int
    games: int


def simulate(
    edition: str = DEFAULT_EDITION,
    players: int = 4,
    games: int = 1000,
    bots: Sequence[str] = ("random",),
    seed: int = 0,
    processes: int = 1,
    progress: Callable[[int], None] = lambda games: None,
    **options: Any,
) -> Result:
    """Play games among bots. They take the seats in turn and move on by one seat after each game.

    >>> simulate(games=10, bots=["random", "random"]).tallies[0].games
    10
    """
    Game.new(edition, players, seed=0, **options)  # raises at once if something is wrong
    if len(bots) > players:
        raise InvalidSetup(f"{len(bots)} bots can't play a game for {players}.")
    for bot in bots:
        bot_named(bot)
    table = tuple(bots[seat % len(bots)] for seat in range(players))
    shares = _shares(Share(edition, tuple(options.items()), table, seed, 0, games), processes)
    tallies = [Tally(name) for name in table]
    start = time.perf_counter()
    for share, counted in _play_all(shares, processes):
        for tally, more in zip(tallies, counted, strict=True):
            tally.merge(more)
        progress(share.games)
    return Result(edition, players, games, time.perf_counter() - start, tallies)


def _shares(whole: Share, processes: int) -> list[Share]:
    size = max(1, -(-whole.games // max(_SHARES, processes)))
    return [
        Share(whole.edition, whole.options, whole.bots, whole.seed, first, min(size, whole.games - first))
        for first in range(0, whole.games, size)
    ]


def _hashed(share: Share, number: int) -> int:
    """The seed of a game, or of a run of games: 128 bits."""
    return int.from_bytes(blake2b(f"game {share.seed} {number}".encode(), digest_size=16).digest(), "big")


def _play_all(shares: list[Share], processes: int) -> Iterator[tuple[Share, list[Tally]]]:
    if processes == 1:
        for share in shares:
            yield share, play_share(share)
        return
    others = set(active_children())
    with ProcessPoolExecutor(processes, initializer=signal.signal, initargs=(signal.SIGINT, signal.SIG_IGN)) as pool:
        running = {pool.submit(play_share, share): share for share in shares}
        try:
            for done in as_completed(running):
                yield running[done], done.result()
        except BaseException:  # an interrupt comes here, or while the caller has the result
            for worker in set(active_children()) - others:
                worker.terminate()
            pool.shutdown(wait=False, cancel_futures=True)
            raise


def play_share(share: Share) -> list[Tally]:
    """Play some games of a simulation."""
    tallies = [Tally(name) for name in share.bots]
    for number, (scores, winners) in enumerate(_games(share), share.first):
        for seat, score in enumerate(scores[: len(tallies)]):  # the Automa of a solo game is not counted
            bot = (seat + number) % len(tallies)
            tallies[bot].add(score, 1 / len(winners) if seat in winners else 0.0)
    return tallies


def _draws_options(share: Share) -> bool:
    """Whether an option is drawn by chance, game by game."""
    chosen = dict(share.options)
    return any(option.drawn and chosen.get(option.name) == option.drawn for option in options_of(share.edition))


def _games(share: Share) -> Iterator[tuple[Sequence[int], Sequence[int]]]:
    """The scores and the winners of each game. In game i, bot b sits on seat b - i."""
    seats = len(share.bots)
    if set(share.bots) == {"random"} and seats > 1 and not _draws_options(share):  # such games need not leave the engine
        edition = edition_of(share.edition, dict(share.options))
        _, scores, winners = random_games(edition, seats, share.games, _hashed(share, share.first) >> 100)
        yield from zip(scores, winners, strict=True)
        return
    makers = [bot_named(name) for name in share.bots]
    for number in range(share.first, share.first + share.games):
        luck = _hashed(share, number)
        game = Game.new(share.edition, seats, seed=luck, **dict(share.options))
        bots = [makers[(seat + number) % seats](bot_seed(luck, seat)) for seat in range(seats)]
        while not game.over:
            decision = game.decisions[0]
            seat = decision.seat
            game.play(seat, bots[seat].answer(game.view(seat), decision))
        yield game.scores, game.winners
