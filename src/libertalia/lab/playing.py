"""Playing some games of a contest, in whatever process."""

from __future__ import annotations

import time
from array import array
from collections.abc import Iterator
from dataclasses import dataclass, field

from libertalia.bots import Bot, bot_named, bot_seed
from libertalia.game.game import Game
from libertalia.game.setup import edition_of, options_of
from libertalia.lab.contest import Contest
from libertalia.rules.playout import random_games


@dataclass
class Share:
    """The results of some games with numbers in a row: small in memory and quick to send."""

    first: int
    seats: int
    """How many of the seats are the bots': all of them, but for the Automa's."""
    scores: array[int] = field(default_factory=lambda: array("h"))
    winners: bytearray = field(default_factory=bytearray)
    """The seats that won each game, as a bit set."""
    thought: dict[str, tuple[float, int]] = field(default_factory=dict)
    """For each bot, how many seconds of processor time it took, and for how many picks. It is not part of the results."""

    @property
    def games(self) -> int:
        return len(self.winners)

    def add(self, scores: list[int], winners: list[int]) -> None:
        self.scores.extend(scores[: self.seats])
        self.winners.append(1 << winners[0] if len(winners) == 1 else sum(1 << seat for seat in winners))

    def __iter__(self) -> Iterator[tuple[int, list[int], int]]:
        """Of each game its number, the scores, and the winners as a bit set."""
        for index, winners in enumerate(self.winners):
            yield self.first + index, self.scores[index * self.seats : (index + 1) * self.seats].tolist(), winners


def all_random(contest: Contest) -> bool:
    """Whether nothing is played but random games that need not leave the engine."""
    drawn = any(option.drawn and dict(contest.options).get(option.name) == option.drawn for option in options_of(contest.edition))
    return len(contest.lineups) == 1 and set(contest.lineups[0]) == {"random"} and contest.players > 1 and not drawn


def play_share(contest: Contest, first: int, games: int) -> Share:
    """Play the games of a contest from number `first` on."""
    share = Share(first, contest.players)
    if all_random(contest):
        edition = edition_of(contest.edition, dict(contest.options))
        number = (contest.luck(0) >> 100) + first
        for scores, winners in zip(*random_games(edition, contest.players, games, number)[1:], strict=True):
            share.add(scores, winners)
        return share
    for number in range(first, first + games):
        play_game(contest, number, share)
    return share


def play_game(contest: Contest, number: int, share: Share) -> None:
    """Play a game, and add it to a share."""
    deal, _, seating = contest.table(number)
    game = Game.new(contest.edition, contest.players, seed=contest.luck(deal), **dict(contest.options))
    minds = contest.minds(number)
    bots: list[Bot] = [bot_named(name)(bot_seed(minds, seat)) for seat, name in enumerate(seating)]
    seconds = [0.0] * len(bots)
    picks = [0] * len(bots)
    while not game.over:
        decision = game.decisions[0]
        seat = decision.seat
        view = game.view(seat)
        began = time.process_time()
        answer = bots[seat].answer(view, decision)
        seconds[seat] += time.process_time() - began
        picks[seat] += decision.kind == "pick"
        game.play(seat, answer)
    share.add(list(game.scores), list(game.winners))
    for seat, name in enumerate(seating):
        spent, made = share.thought.get(name, (0.0, 0))
        share.thought[name] = spent + seconds[seat], made + picks[seat]
