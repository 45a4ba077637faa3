"""A table that is watched: what happens there is written down and learnt from, and moves are kept."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from libertalia.game.answers import NO_ANSWER, Decision, decision, from_text
from libertalia.game.memory import Knowledge, Memory
from libertalia.rules import course
from libertalia.rules.asker import PASS
from libertalia.rules.bits import of_seat
from libertalia.rules.happening import MOVED, PICKED, Happening
from libertalia.rules.table import SUNRISE, Table

UNPICK: Final = "unpick"
"""The move that takes a pick back."""


@final
class Watched:
    """What a game is made of, without its manners: seats and texts come in checked."""

    __slots__ = ("_decisions", "_learnt", "known", "log", "memory", "moves", "secrets", "table", "told", "unseen")

    def __init__(self, table: Table, memory: Memory, log: list[Happening], learnt: i64 = 0) -> None:
        self.table: Table = table
        self.memory: Memory = memory
        self.log: list[Happening] = log
        self.told: list[Happening] = []  # the log as everyone may know it: without the cards that one seat alone knows
        self.secrets: list[dict[int, Happening]] = [{} for _ in table.players]  # the places in it of which a seat knows more
        self.unseen: set[int] = set()  # where in the log a card moved unseen
        self.known: dict[
            int, Knowledge
        ] = {}  # after which moves in the log everyone knows more, or less, than the move itself tells
        self.moves: list[tuple[int, str]] = []
        self._learnt: i64 = learnt  # how much of the log is in the memory already
        self._decisions: tuple[Decision, ...] | None = None
        table.log = log
        if not table.questions:
            course.advance(table)
        self._learn()

    def clone(self) -> Watched:
        twin = Watched(self.table.clone(), self.memory.copy(), self.log.copy(), self._learnt)
        twin.told = self.told.copy()
        twin.secrets = [own.copy() for own in self.secrets]
        twin.unseen = self.unseen.copy()
        twin.known = self.known.copy()
        twin.moves = self.moves.copy()
        return twin

    def decisions(self) -> tuple[Decision, ...]:
        """The open decisions, one for each seat that must decide now."""
        if self._decisions is None:
            table = self.table
            if table.questions:
                self._decisions = (decision(table, table.asked()),)
            else:
                self._decisions = tuple([decision(table, p.seat) for p in table.players if table.picking >> p.seat & 1])
        return self._decisions

    def asks(self, seat: i64) -> bool:
        """Whether a seat has something to decide."""
        return self.table.asked() == seat if self.table.questions else self.table.picking >> seat & 1 == 1

    def play(self, seat: i64, text: str) -> bool:
        """Take an answer; where it is not legal, nothing changes and it says so."""
        table = self.table
        if not self.asks(seat):
            return False
        answer = from_text(table.edition, table.asker().form(), text)
        if answer == PASS and table.across():
            answer = of_seat(seat, PASS)  # to decline is one's own
        if answer == NO_ANSWER or not table.allows(seat, answer):
            return False
        course.play(table, seat, answer)
        self.moves.append((seat, text))
        self._learn()
        return True

    def picked(self, seat: i64) -> bool:
        """Whether a seat has a pick that it could take back."""
        return self.table.phase == SUNRISE and self.table.players[seat].pick != 0

    def unpick(self, seat: i64) -> bool:
        """Take a pick back; where there is none to take back, nothing changes and it says so."""
        if not self.picked(seat):
            return False
        course.unpick(self.table, seat)
        self.moves.append((seat, UNPICK))
        self._learn()
        return True

    def _learn(self) -> None:
        """Take in what was written down since the last time."""
        self._decisions = None
        while self._learnt < len(self.log):
            happening = self.log[self._learnt]
            moved = happening.what == MOVED
            certain = not moved or self.memory.certain(happening.seat)
            unseen = self.memory.observe(happening)
            if unseen:
                self.unseen.add(self._learnt)
            if unseen or happening.what == PICKED:
                self.secrets[happening.seat][self._learnt] = happening
                self.told.append(happening.without_card())
            else:
                self.told.append(happening)
            if moved and not (certain and self.memory.certain(happening.seat)):
                self.known[self._learnt] = self.memory.known(happening.seat)
            self._learnt += 1
