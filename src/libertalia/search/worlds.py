"""Worlds to think with: whole tables that agree with what a seat knows, as fast as the engine."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, final

from mypy_extensions import i64, mypyc_attr

from libertalia.game.answers import to_text
from libertalia.game.errors import IllegalMove, LibertaliaError
from libertalia.rules import course
from libertalia.rules.bits import ranks
from libertalia.rules.chance import scramble, step
from libertalia.rules.phases import OVER, SUNRISE
from libertalia.rules.playout import random_action
from libertalia.rules.sense import sensible_action
from libertalia.rules.table import Table
from libertalia.search.evaluation import leads

if TYPE_CHECKING:
    from libertalia.game.sight import Sight
    from libertalia.game.view import View


@mypyc_attr(allow_interpreted_subclasses=True)
class Policy:
    """How all seats decide while a world is played on. For one of your own, inherit from it and say what to `answer`."""

    def answer(self, world: World, seat: int, luck: int) -> int:
        """One of `world.answers(seat)`; ``luck`` is a random number of 32 bits."""
        raise NotImplementedError


@final
class Random(Policy):
    """Every legal answer alike likely."""

    def answer(self, world: World, seat: int, luck: int) -> int:
        return random_action(world.table, world.table.players[seat], luck)


@final
class Sensible(Policy):
    """Any card is picked; every other question gets the answer that promises most at a glance, by what the edition says."""

    def answer(self, world: World, seat: int, luck: int) -> int:
        return sensible_action(world.table, world.table.players[seat], luck)


RANDOM: Final = Random()
SENSIBLE: Final = Sensible()


@final
class World:
    """A whole table. Answers are numbers; `text` says what they mean.

    >>> from libertalia import Game
    >>> world = Worlds(Game.new("original", players=3, seed=7).view(0), seed=1).draw()
    >>> world.waiting
    [0, 1, 2]
    >>> answer = world.answers(0)[0]
    >>> world.text(answer)
    'monkey'
    >>> world.play(0, answer)
    >>> world.finish_voyage()
    >>> len(world.leads())
    3
    """

    __slots__ = ("_luck", "table")

    def __init__(self, table: Table, luck: i64) -> None:
        self.table: Table = table
        self._luck: i64 = scramble(luck)  # for the policies; the table draws its own

    @property
    def waiting(self) -> list[int]:
        """The seats that must decide now; at sunrise there may be several."""
        return [self.table.asked()] if self.table.questions else ranks(self.table.picking)

    @property
    def over(self) -> bool:
        """Whether the game is over, or the voyage that it was played on to."""
        return self.table.phase == OVER

    @property
    def scores(self) -> list[int]:
        return [player.score for player in self.table.players]

    def answers(self, seat: i64) -> list[int]:
        """What a seat that must decide may answer, in ascending order."""
        return self.table.answers(seat)

    def text(self, answer: i64) -> str:
        """An answer to what is asked now, as it is written in a `Decision`."""
        return to_text(self.table.edition, self.table.asker().form(), answer)

    def play(self, seat: i64, answer: i64) -> None:
        """Answer for a seat, and move on to the next question."""
        table = self.table
        asked = table.asked() == seat if table.questions else table.picking >> seat & 1 == 1
        if not asked:
            raise IllegalMove(f"Seat {seat} has nothing to decide in this world; waiting are {self.waiting}.", "illegal.turn")
        if not table.allows(seat, answer):
            raise IllegalMove(f"{answer} is not a legal answer of seat {seat}; legal are {self.answers(seat)}.", "illegal.answer")
        course.play(table, seat, answer)

    def clone(self, luck: i64) -> World:
        """The same table in a world of its own, with another chance ahead. The same luck gives the same chance."""
        table = self.table.clone()
        table.draws = scramble(luck)
        return World(table, luck + 1)

    def finish_day(self, policy: Policy = SENSIBLE) -> None:
        """Play on to the next sunrise, or to the end."""
        table = self.table
        day = table.day
        voyage = table.voyage
        while table.phase != OVER and (table.phase != SUNRISE or (table.day == day and table.voyage == voyage)):
            self._step(policy)

    def finish_voyage(self, policy: Policy = SENSIBLE) -> None:
        """Play on to the end of the voyage. It is scored, and the next one is not dealt: this world is over then."""
        self.table.last_voyage = self.table.voyage
        self.finish_game(policy)

    def finish_game(self, policy: Policy = SENSIBLE) -> None:
        """Play on to the end of the game."""
        while self.table.phase != OVER:
            self._step(policy)

    def _step(self, policy: Policy) -> None:
        self._luck = step(self._luck)
        seat = self.table.asked()
        answer = policy.answer(self, seat, self._luck)
        if policy is RANDOM or policy is SENSIBLE:
            course.play(self.table, seat, answer)
        else:
            self.play(seat, answer)

    def leads(self) -> list[float]:
        """By how many doubloons each seat is ahead of the mean of the others.

        A voyage that is going on counts as if it ended now, with what each may still hope for. At the end of a voyage, the cards
        that were kept count with what they are worth in the next one.
        """
        return leads(self.table.clone())


@final
class Worlds:
    """The worlds that agree with a view, to be drawn one after the other: the same seed gives the same worlds.

    What is hidden is drawn for each, every possibility alike likely: the cards that were taken back unseen, and all that
    comes by chance. At sunrise the others have yet to pick in it, even those who have picked already.

    >>> from libertalia import Game
    >>> view = Game.new("original", players=4, seed=7).view(2)
    >>> worlds = Worlds(view, seed=1)
    >>> [worlds.text(answer) for answer in worlds.answers] == list(view.me.holds)
    True
    >>> hopes = dict.fromkeys(worlds.answers, 0.0)
    >>> for answer in worlds.answers:
    ...     for _ in range(10):
    ...         world = worlds.draw()
    ...         world.play(2, answer)
    ...         world.finish_voyage()
    ...         hopes[answer] += world.leads()[2]
    >>> worlds.text(max(hopes, key=hopes.get)) in view.decision.options
    True
    """

    __slots__ = ("_luck", "_sight")

    def __init__(self, view: View, seed: int = 0) -> None:
        if view.viewer is None:
            raise LibertaliaError("A spectator has nothing to decide: draw worlds from the view of a seat.")
        self._sight: Sight = view.sight
        self._luck: i64 = scramble(seed & 0xFFFFFFFF)

    @property
    def answers(self) -> list[int]:
        """What the viewer may answer now, as numbers in ascending order; none where another seat is asked."""
        table, viewer = self._sight.table, self._sight.viewer
        asked = table.asked() == viewer if table.questions else table.picking >> viewer & 1 == 1
        return table.answers(viewer) if asked else []

    def text(self, answer: i64) -> str:
        """An answer to what is asked now, as it is written in a `Decision`."""
        table = self._sight.table
        return to_text(table.edition, table.asker().form(), answer)

    def draw(self) -> World:
        """The next world."""
        self._luck = step(self._luck)
        return World(self._sight.world(self._luck), self._luck + 1)
