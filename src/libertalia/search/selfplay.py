"""Games to learn from: one search plays all seats, and what it found is written down at every sunrise."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from libertalia.game.memory import Guess
from libertalia.game.sight import Sight
from libertalia.rules.bits import seat_of
from libertalia.rules.chance import scramble, step
from libertalia.rules.course import play, start_game
from libertalia.rules.edition import Edition
from libertalia.rules.phases import OVER
from libertalia.rules.playout import random_action
from libertalia.rules.sense import sensible_action
from libertalia.rules.table import Table
from libertalia.search.evaluation import leads
from libertalia.search.features import Features, score_lead
from libertalia.search.net import Net
from libertalia.search.searches import PickSearch

WHIMS: Final = 12
"""One answer in this many is random, and one pick in this many: a net must know bad tables, too."""


@final
class Lesson:
    """A sunrise: the table, each seat, and what the search found out."""

    __slots__ = ("leads", "picks", "score_leads", "seats", "table")

    def __init__(self, table: list[float], seats: list[list[float]], score_leads: list[float]) -> None:
        self.table: list[float] = table
        """The features of the table, see `features`."""
        self.seats: list[list[float]] = seats
        """The features of each seat."""
        self.score_leads: list[float] = score_leads
        """How far each seat was ahead by its score."""
        self.leads: list[float] = []
        """How far each seat is ahead in the end, as the search has found."""
        self.picks: list[list[float]] = []
        """For each seat and each rank, how often the search has tried it, as a share."""


@final
class SelfPlay:
    """A game in which a search picks for all seats; other answers are sensible. `run` plays it and fills `lessons`."""

    __slots__ = ("_features", "_luck", "_net", "_simulations", "lessons", "margins", "table", "winners")

    def __init__(self, edition: Edition, seats: i64, luck: i64, simulations: i64, net: Net | None = None) -> None:
        self._features: Features = Features(edition)
        self._luck: i64 = scramble(luck)
        self._net: Net | None = net
        self._simulations: i64 = simulations
        self.table: Table = start_game(edition, seats, None, scramble(luck + 1), None)
        self.lessons: list[Lesson] = []
        self.margins: list[float] = []
        """By how much each seat was ahead of the mean of the others when the game was over."""
        self.winners: list[int] = []

    def run(self) -> None:
        """Play the game."""
        table = self.table
        while table.phase != OVER:
            self._luck = step(self._luck)
            whim = self._luck % WHIMS == 0
            self._luck = step(self._luck)
            if table.questions:
                me = table.players[seat_of(table.questions)]
                answer = random_action(table, me, self._luck) if whim else sensible_action(table, me, self._luck)
                play(table, me.seat, answer)
            else:
                self._sunrise()
        self.winners = table.edition.winners(table)
        self.margins = leads(table)

    def _sunrise(self) -> None:
        table = self.table
        lesson = self._described()
        sight = Sight(0, table.clone(), [[Guess(player.hand, player.graveyard)] for player in table.players], 0)
        search = PickSearch(sight, self._luck, net=self._net)
        search.run(self._simulations)
        chosen: list[int] = []
        for me in table.players:
            shares = [0.0] * len(table.edition.cast)
            found = search.tried_by(me.seat)
            visits = sum([tried for _, tried, _ in found])
            if visits > 0.0:
                for rank, tried, _ in found:
                    shares[rank] = tried / visits
            lesson.picks.append(shares)
            chosen.append(self._drawn(found) if table.picking >> me.seat & 1 else 0)
        lesson.leads = search.mean_leads()
        self.lessons.append(lesson)
        for seat, rank in enumerate(chosen):
            if rank:
                play(table, seat, rank)

    def _drawn(self, found: list[tuple[int, float, float]]) -> i64:
        """A card: the best one or one that is nearly as good, as often as it was tried; at times any."""
        self._luck = step(self._luck)
        whim = self._luck % WHIMS == 0
        best = max([mean for _, _, mean in found])
        good = found if whim else [each for each in found if each[2] >= best - 0.5]
        self._luck = step(self._luck)
        left = sum([tried for _, tried, _ in good]) * float(self._luck) / 4294967296.0
        for rank, tried, _ in good:
            left -= tried
            if left <= 0.0:
                return rank
        return good[-1][0]

    def _described(self) -> Lesson:
        features = self._features
        table = self.table
        features.write_table(table)
        described = [0.0] * features.table_sunrise
        for index in range(features.count):
            described[features.indices[index]] = features.values[index]
        seats: list[list[float]] = []
        for me in table.players:
            features.write_seat(table, me)
            seat = [0.0] * features.seat_sunrise
            for index in range(features.count):
                seat[features.indices[index]] = features.values[index]
            seats.append(seat)
        return Lesson(described, seats, [score_lead(table, me) for me in table.players])
