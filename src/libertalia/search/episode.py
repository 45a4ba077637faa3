"""A game for programs that learn: a table, and what everyone can know of the hands, without a log and without texts."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from libertalia.game.memory import Guess, Memory
from libertalia.game.sight import Sight, sight_of
from libertalia.rules import course
from libertalia.rules.asker import CARD, TAKE
from libertalia.rules.happening import GRAVEYARD, HAND, MOVED, Happening
from libertalia.rules.phases import OVER
from libertalia.rules.player import Player
from libertalia.rules.table import Table
from libertalia.search.features import score_lead

WIN: Final = 0
MARGIN: Final = 1
SCORE: Final = 2
REWARDS: Final = {"win": WIN, "margin": MARGIN, "score": SCORE}
"""What a seat may play for, by name. A reward is by how much this has changed."""


@final
class Episode:
    """A table and the guesses of everyone about the hands.

    All cards are known as long as none is taken back unseen. Only then, and until the guesses agree again, the engine is listened
    to, which costs time.
    """

    __slots__ = ("_memory", "table")

    def __init__(self, table: Table, guesses: list[list[Guess]] | None = None) -> None:
        self.table: Table = table
        self._memory: Memory | None = None if guesses is None else Memory(guesses)  # None: everyone knows all hands

    def clone(self) -> Episode:
        """An episode of its own that goes on from here, with the same chance ahead."""
        memory = self._memory
        return Episode(self.table.clone(), None if memory is None else memory.guesses.copy())

    def overwrite(self, twin: Episode) -> None:
        """Make another episode of the same game what a clone would be."""
        memory = self._memory
        self.table.overwrite(twin.table)
        twin._memory = None if memory is None else Memory(memory.guesses.copy())

    def __reduce__(self) -> tuple[object, ...]:
        return Episode, (self.table, None if self._memory is None else self._memory.guesses)

    @property
    def over(self) -> bool:
        return self.table.phase == OVER

    def asks(self, seat: i64) -> bool:
        """Whether a seat must decide now."""
        table = self.table
        return table.asked() == seat if table.questions else table.picking >> seat & 1 == 1

    def guesses(self, me: Player) -> list[Guess]:
        """The hands and graveyards that a player may have, as everyone can work out."""
        return [Guess(me.hand, me.graveyard)] if self._memory is None else self._memory.guesses[me.seat]

    @property
    def known(self) -> bool:
        """Whether everyone knows all hands."""
        return self._memory is None

    def certain(self, me: Player) -> bool:
        """Whether everyone knows the hand of a player."""
        return self._memory is None or len(self._memory.guesses[me.seat]) == 1

    def sight(self, viewer: i64) -> Sight:
        """What a seat may know; -1 is a spectator."""
        return sight_of(self.table, Memory([self.guesses(player) for player in self.table.players]), viewer)

    def play(self, seat: i64, answer: i64) -> bool:
        """Play a legal answer of a seat that must decide. Says whether a card was taken back unseen."""
        table = self.table
        memory = self._memory
        if memory is None:
            if not self._may_hide(seat):
                course.play(table, seat, answer)
                return False
            memory = Memory([self.guesses(player) for player in table.players])
        happenings: list[Happening] = []
        table.happenings = happenings
        course.play(table, seat, answer)
        table.happenings = None
        if table.seed is not None and table.seed.lacks_a_draw():
            return False
        hidden = False
        for happening in happenings:
            memory.observe(happening)
            if happening.what == MOVED and happening.b == GRAVEYARD and happening.c == HAND:
                hidden = True
        certain = True
        for guesses in memory.guesses:
            if len(guesses) > 1:
                certain = False
        self._memory = None if certain else memory
        return hidden

    def _may_hide(self, seat: i64) -> bool:
        """Whether the open question may be answered by a card that is taken back unseen. The Automa answers by itself."""
        table = self.table
        if table.edition.automated:
            return True
        number = table.asking()
        if number == 0 or number == TAKE or table.asker().form() != CARD:
            return False
        me = table.players[seat]
        return me.graveyard & table.options(me, me) != 0

    def worth(self, reward: i64, seat: i64) -> float:
        """What a seat has reached so far of what it plays for, see `REWARDS`."""
        table = self.table
        me = table.players[seat]
        if reward == SCORE:
            return float(me.score)
        if reward == MARGIN:
            return score_lead(table, me)
        if table.phase != OVER:
            return 0.0
        winners = table.edition.winners(table)
        return 1.0 / float(len(winners)) if seat in winners else 0.0
