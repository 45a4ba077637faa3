"""Searching for a pick, or for the answer to a question, within what a seat knows."""

from __future__ import annotations

from typing import final

from mypy_extensions import i64

from libertalia.game.sight import Sight
from libertalia.rules.bits import ranks
from libertalia.rules.chance import scramble, step
from libertalia.rules.course import play
from libertalia.rules.table import Table
from libertalia.search.arms import Arm, Spread, hope
from libertalia.search.habits import learn_habits
from libertalia.search.learners import CURIOSITY, Learners
from libertalia.search.net import Net


def _world(sight: Sight, luck: i64, net: Net | None) -> Table:
    """A world; without a net, one that ends with the voyage."""
    table = sight.world(luck)
    if net is None:
        table.last_voyage = table.voyage
    return table


@final
class PickSearch:
    """At sunrise: all seats pick at the same time, and all learn from how the voyage ends."""

    __slots__ = ("_curiosity", "_learners", "_luck", "_net", "_sight")

    def __init__(self, sight: Sight, luck: i64, curiosity: float = CURIOSITY, net: Net | None = None) -> None:
        self._sight: Sight = sight
        self._curiosity: float = curiosity
        self._luck: i64 = scramble(luck)
        self._learners: Learners = Learners(len(sight.table.players), luck + 1, net)
        self._net: Net | None = net

    def expect(self, net: Net, trust: float) -> None:
        """Before it runs: let what a net says about the picks of all seats count like `trust` trials of each card."""
        self._learners.expect(self._sight.table, net, trust)

    def expect_habits(self, habit: float) -> None:
        """Before it runs: think that others may look no farther than the next sunrise, each with that probability at first."""
        self._luck = step(self._luck)
        learn_habits(self._learners, self._sight, self._luck, habit)

    def run(self, simulations: i64) -> None:
        """Play this number of worlds to the end of the voyage."""
        while simulations > 0:
            simulations -= 1
            self._luck = step(self._luck)
            table = _world(self._sight, self._luck, self._net)
            self._learners.pick_all(table, self._curiosity)
            self._learners.play_on(table)
            self._learners.learn(table)

    @property
    def learners(self) -> Learners:
        """What all seats have learnt so far."""
        return self._learners

    def tried(self) -> list[tuple[int, float, float]]:
        """Of each answer its number, how often it was tried, and the mean lead that it has led to."""
        return self.tried_by(self._sight.viewer)

    def mean_leads(self) -> list[float]:
        """How far each seat was ahead on average in all that was tried."""
        return self._learners.mean_leads()

    def tried_by(self, seat: i64) -> list[tuple[int, float, float]]:
        """The same for a seat of which the hand is known to the viewer."""
        day = self._sight.table.day
        found: list[tuple[int, float, float]] = []
        for rank in ranks(self._sight.table.players[seat].hand):
            found.append((rank, self._learners.arm(seat, day, rank).visits, self._learners.judged(seat, day, rank)))
        return found


@final
class AnswerSearch:
    """In the middle of a day: one seat is asked, and tries its answers."""

    __slots__ = ("_answers", "_arms", "_curiosity", "_learners", "_luck", "_net", "_sight", "_spread")

    def __init__(self, sight: Sight, luck: i64, curiosity: float = CURIOSITY, net: Net | None = None) -> None:
        self._sight: Sight = sight
        self._answers: list[int] = sight.table.answers(sight.viewer)
        self._arms: list[Arm] = [Arm(sight.viewer) for _ in self._answers]
        self._spread: Spread = Spread()
        self._curiosity: float = curiosity
        self._luck: i64 = scramble(luck)
        self._learners: Learners = Learners(len(sight.table.players), luck + 1, net)
        self._net: Net | None = net

    def run(self, simulations: i64) -> None:
        """Play this number of worlds to the end of the voyage."""
        seat = self._sight.viewer
        while simulations > 0:
            simulations -= 1
            self._luck = step(self._luck)
            table = _world(self._sight, self._luck, self._net)
            index = self._next()
            play(table, seat, self._answers[index])
            self._learners.play_on(table)
            lead = self._learners.learn(table)[seat]
            self._arms[index].add(lead)
            self._spread.add(lead)

    def _next(self) -> i64:
        reach = self._spread.reach(self._curiosity)
        best: i64 = -1
        most = 0.0
        for index, arm in enumerate(self._arms):
            if arm.visits == 0.0:
                return index
            hoped = hope(arm, reach)
            if best < 0 or hoped > most:
                best = index
                most = hoped
        return best

    @property
    def learners(self) -> Learners:
        """What all seats have learnt so far."""
        return self._learners

    def tried(self) -> list[tuple[int, float, float]]:
        """Of each answer its number, how often it was tried, and the mean lead that it has led to."""
        return [(answer, arm.visits, arm.mean()) for answer, arm in zip(self._answers, self._arms)]
