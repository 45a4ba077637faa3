"""A table with its history: what happened there, what everyone can know from it, and the moves that were made."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from libertalia.game.answers import NO_ANSWER, Decision, decision, from_text
from libertalia.game.memory import Knowledge, Memory, Morning
from libertalia.game.sight import SPECTATOR, sight_of
from libertalia.rules import course
from libertalia.rules.asker import PASS, TAKE
from libertalia.rules.bits import bit, of_seat
from libertalia.rules.happening import MOVED, PICKED, Happening
from libertalia.rules.phases import DAY, DUSK, NIGHT, SUNRISE
from libertalia.rules.table import Table

UNPICK: Final = "unpick"
"""The move that takes a pick back."""
TAKE_BACK: Final = "take-back"
"""The move that takes loot back. It follows the move that it undoes: a record has both."""
NOBODY: Final = -1


@final
class TrackedTable:
    """What a `Game` is made of. It does not check its arguments: seats are valid, and answers are texts."""

    __slots__ = (
        "_decisions", "_learnt", "happenings", "known", "memory", "moves", "public", "returnable", "secrets", "table", "unseen",
    )  # fmt: skip

    def __init__(self, table: Table, memory: Memory, happenings: list[Happening], learnt: i64 = 0) -> None:
        self.table: Table = table
        self.memory: Memory = memory
        self.happenings: list[Happening] = happenings
        self.public: list[Happening] = []  # the same, without the cards that only one seat may know; see `publish`
        self.secrets: list[dict[int, Happening]] = [{} for _ in table.players]  # for each seat, by index: what only it may know
        self.unseen: set[int] = set()  # the happenings, by index, in which a card moved unseen
        # By index: what everyone knows of a seat's cards after a move, where the move itself does not tell.
        self.known: dict[int, Knowledge] = {}
        self.moves: list[tuple[int, str]] = []
        self.returnable: i64 = NOBODY  # the seat that made the last move and may take it back
        self._learnt: i64 = learnt  # how many happenings are in the memory already
        self._decisions: tuple[Decision, ...] | None = None
        table.happenings = happenings
        if not table.questions:
            course.advance(table)
        self._learn()

    def clone(self) -> TrackedTable:
        twin = TrackedTable(self.table.clone(), self.memory.copy(), self.happenings.copy(), self._learnt)
        twin.public = self.public.copy()
        twin.secrets = [own.copy() for own in self.secrets]
        twin.unseen = self.unseen.copy()
        twin.known = self.known.copy()
        twin.moves = self.moves.copy()
        twin.returnable = self.returnable
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
        """Whether a seat has an open decision."""
        return self.table.asked() == seat if self.table.questions else self.table.picking >> seat & 1 == 1

    def play(self, seat: i64, text: str) -> bool:
        """Play an answer. Returns False, and changes nothing, if it is not legal."""
        table = self.table
        if not self.asks(seat):
            return False
        answer = from_text(table.edition, table.asker().form(), text)
        if answer == PASS and table.across():
            answer = of_seat(seat, PASS)  # "pass" comes without a seat
        if answer == NO_ANSWER or not table.allows(seat, answer):
            return False
        morning = self._morning(seat, answer) if table.phase == SUNRISE and table.picking == bit(seat) else None
        again = len(self.moves) > 0 and self.moves[-1][1] == TAKE_BACK
        loot = table.phase == DUSK and table.asking() == TAKE and not again
        shown, unseen = self.shown(), len(self.unseen)
        course.play(table, seat, answer)
        if morning is not None:
            self.memory.remember(morning)
        self.moves.append((seat, text))
        self._learn()
        same_hour = table.phase == DUSK and self.shown() == shown
        self.returnable = seat if loot and same_hour and len(self.unseen) == unseen else NOBODY
        return True

    def shown(self) -> tuple[int, int, int]:
        """The number of draws, and the voyage and day of the last reveal. While they are the same, nothing hidden was shown."""
        table = self.table
        return table.draws, table.voyage, table.day if DAY <= table.phase <= NIGHT else table.day - 1

    def _morning(self, last: i64, pick: i64) -> Morning:
        """How everyone sees the table before the last seat picks, and what all have picked then."""
        sight = sight_of(self.table, self.memory, SPECTATOR)
        sight.table.picking |= sight.picked
        return Morning(sight.table, [pick if player.seat == last else player.pick for player in self.table.players])

    def picked(self, seat: i64) -> bool:
        """Whether a seat has a pick that can be taken back."""
        return self.table.phase == SUNRISE and self.table.players[seat].pick != 0

    def unpick(self, seat: i64) -> bool:
        """Take a pick back. Returns False, and changes nothing, if there is none."""
        if not self.picked(seat):
            return False
        course.unpick(self.table, seat)
        self.moves.append((seat, UNPICK))
        self.returnable = NOBODY
        self._learn()
        return True

    def publish(self) -> None:
        """Extend what is public, and what only one seat may know, to all that has happened."""
        index: i64 = len(self.public)
        while index < len(self.happenings):
            happening = self.happenings[index]
            if happening.what == PICKED or index in self.unseen:
                self.secrets[happening.seat][index] = happening
                happening = happening.without_card()
            self.public.append(happening)
            index += 1

    def _learn(self) -> None:
        """Update the memory with what happened since the last time."""
        self._decisions = None
        memory = self.memory
        while self._learnt < len(self.happenings):
            happening = self.happenings[self._learnt]
            if happening.what == MOVED:
                guesses = len(memory.guesses[happening.seat])
                if memory.observe(happening):
                    self.unseen.add(self._learnt)
                if guesses > 1 or len(memory.guesses[happening.seat]) > 1:
                    self.known[self._learnt] = memory.known(happening.seat)
            else:
                memory.observe(happening)
            self._learnt += 1
