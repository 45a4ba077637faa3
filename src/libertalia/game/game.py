"""The front door: a game that is played by text."""

from __future__ import annotations

import secrets
from typing import Any, Final, final

from mypy_extensions import i64

from libertalia.game.answers import NO_ANSWER, Decision, decision, from_text
from libertalia.game.errors import IllegalMove, InvalidSetup, brief
from libertalia.game.events import Event, typed
from libertalia.game.memory import Guess, Memory
from libertalia.game.position import Position, from_position, to_position
from libertalia.game.record import UNPICK, Record
from libertalia.game.setup import edition_of
from libertalia.game.view import View, view_of
from libertalia.rules import course
from libertalia.rules.asker import PICK
from libertalia.rules.chance import Seed
from libertalia.rules.happening import Happening
from libertalia.rules.table import OVER, SUNRISE, Table

_SEED_BITS: Final = 256


@final
class Game:
    """A game of Libertalia.

    >>> game = Game.new("original", players=4, seed=7)
    >>> game.decisions[0].kind
    'pick'
    >>> game.play(0, game.decisions[0].options[0])
    >>> [decision.seat for decision in game.decisions]
    [1, 2, 3]
    """

    __slots__ = ("_decisions", "_events", "_log", "_memory", "_moves", "_seed", "_start", "_typed", "_unseen", "table")

    def __init__(self, table: Table, memory: Memory, seed: int, start: Position | None) -> None:
        self.table: Table = table
        self._memory: Memory = memory
        self._seed: int = seed
        self._start: Position | None = start
        self._moves: list[tuple[int, str]] = []
        self._log: list[Happening] = []
        self._unseen: set[int] = set()  # the numbers of what happened unseen
        self._events: list[Event] = []
        self._typed: int = 0  # how much of the log is among the events already
        self._decisions: tuple[Decision, ...] | None = None

    @classmethod
    def new(cls, edition: str, players: int = 4, seed: int | None = None, **options: Any) -> Game:
        """A new game. Without a seed, chance is nobody's to know; with one, the deal can be repeated.

        >>> Game.new("original", players=2, seed=7, influence="fair").scores
        (0, 0)
        """
        rules = edition_of(edition, options)
        fewest, most = rules.seats()
        if type(players) is not int or not fewest <= players <= most:
            raise InvalidSetup(f"The {edition} edition is for {fewest} to {most} players, not {brief(players)}.")
        number = _checked(seed)
        log: list[Happening] = []
        table = course.deal_in(rules, players, Seed(b"%x" % number), 0, log)
        game = cls(table, Memory([[Guess(0, 0)] for _ in range(players)]), number, None)
        game._log = log
        game._learn(0)
        return game

    @classmethod
    def at(cls, position: object, seed: int | None = None) -> Game:
        """The game that goes on from a position; `InvalidPosition` names what can't be.

        >>> game = Game.new("original", players=3, seed=7)
        >>> Game.at(game.position()).position() == game.position()
        True
        """
        number = _checked(seed)
        table, memory = from_position(position, Seed(b"%x" % number))
        game = cls(table, memory, number, to_position(table, memory))
        table.log = game._log
        course.advance(table)
        game._learn(0)
        return game

    # ---- what there is to decide ------------------------------------------------------------------------------------------

    @property
    def decisions(self) -> tuple[Decision, ...]:
        """The open decisions, one for each seat that must decide now; `()` when the game is over."""
        if self._decisions is None:
            table = self.table
            if table.questions:
                self._decisions = (decision(table, table.asked()),)
            else:
                self._decisions = tuple([decision(table, p.seat) for p in table.players if table.picking >> p.seat & 1])
        return self._decisions

    def play(self, seat: int, answer: str) -> None:
        """Answer the open decision of a seat. `IllegalMove` says what was wrong, and then nothing has changed.

        >>> game = Game.new("original", players=2, seed=7)
        >>> game.play(0, "kraken")
        Traceback (most recent call last):
        ...
        libertalia.game.errors.IllegalMove: 'kraken' is no legal answer of seat 0 now; legal are bosun, captain, ...
        """
        table = self.table
        self._check_asked(seat)
        edition = table.edition
        number = table.questions & 63 if table.questions else PICK
        reply = from_text(edition, edition.askers[number].form(), answer) if isinstance(answer, str) else NO_ANSWER
        if reply == NO_ANSWER or not table.allows(seat, reply):
            legal = decision(table, seat).options
            raise IllegalMove(
                f"{brief(answer)} is no legal answer of seat {seat} now; legal are {', '.join(legal)}.",
                "illegal.answer",
                answer=answer if isinstance(answer, str) else brief(answer),
                legal=legal,
            )
        past = len(self._log)
        course.play(table, seat, reply)
        self._moves.append((seat, answer))
        self._learn(past)

    def unpick(self, seat: int) -> None:
        """Take a pick back, while others are still thinking."""
        table = self.table
        self._check_seat(seat)
        if table.phase != SUNRISE or table.players[seat].pick == 0:
            raise IllegalMove(f"Seat {seat} has no pick that could be taken back.", "illegal.unpick", seat=seat)
        past = len(self._log)
        course.unpick(table, seat)
        self._moves.append((seat, UNPICK))
        self._learn(past)

    def _check_asked(self, seat: int) -> None:
        """Refuse a seat that has nothing to decide."""
        self._check_seat(seat)
        table = self.table
        if table.phase == OVER:
            raise IllegalMove("The game is over.", "illegal.over")
        asked = table.asked() == seat if table.questions else table.picking >> seat & 1
        if not asked:
            waiting = [d.seat for d in self.decisions]
            raise IllegalMove(
                f"Seat {seat} has nothing to decide now; seats {', '.join(map(str, waiting))} have.", "illegal.turn", seat=seat
            )

    def _check_seat(self, seat: object) -> None:
        if type(seat) is not int or not 0 <= seat < len(self.table.players):
            raise IllegalMove(
                f"There is no seat {brief(seat)}; seats go from 0 to {len(self.table.players) - 1}.",
                "illegal.seat",
                seat=brief(seat),
            )

    def _learn(self, past: int) -> None:
        """Take in what has happened since the log was `past` long."""
        self._decisions = None
        log = self._log
        index: i64 = past
        while index < len(log):
            if self._memory.observe(log[index]):
                self._unseen.add(index)
            index += 1

    # ---- how it stands ------------------------------------------------------------------------------------------------------

    @property
    def over(self) -> bool:
        return self.table.phase == OVER

    @property
    def scores(self) -> tuple[int, ...]:
        """The score of each seat; during a voyage, without what it will bring."""
        return tuple([player.score for player in self.table.players])

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that have won; `()` while the game goes on."""
        return tuple(self.table.edition.winners(self.table)) if self.over else ()

    @property
    def events(self) -> tuple[Event, ...]:
        """What happened, in order. A seat may know only what is in its view's events."""
        edition = self.table.edition
        while self._typed < len(self._log):
            self._events.append(typed(edition, self._log[self._typed], self._typed in self._unseen))
            self._typed += 1
        return tuple(self._events)

    def view(self, seat: int | None) -> View:
        """What a seat may know; `None` is a spectator."""
        if seat is not None:
            self._check_seat(seat)
        waiting = () if self.over else tuple([(d.seat, d.kind) for d in self.decisions])
        mine = None
        for open_decision in self.decisions:
            if open_decision.seat == seat:
                mine = open_decision
        return view_of(self.table, self._memory, seat, self.events, waiting, mine)

    def remember(self, past: tuple[Event, ...]) -> None:
        """Put a past before a game that was set up by hand."""
        self._events = [*past, *self.events]

    def clone(self) -> Game:
        """A game of its own that goes on from here, with the same chance ahead."""
        table = self.table.clone()
        game = Game(table, self._memory.copy(), self._seed, self._start)
        game._moves = self._moves.copy()
        game._log = self._log.copy()
        game._unseen = self._unseen.copy()
        game._events = self._events.copy()
        game._typed = self._typed
        table.log = game._log
        return game

    def position(self) -> Position:
        """The whole table as plain JSON data. It tells all hands: not for players."""
        return to_position(self.table, self._memory)

    def record(self) -> Record:
        """Edition, options, seed and moves: enough to play the game again. It tells what is to come: not for players."""
        edition = self.table.edition
        return Record(
            edition.name(), edition.options(), len(self.table.players), self._seed, tuple(self._moves), start=self._start
        )

    def __repr__(self) -> str:
        table = self.table
        moment = "over" if self.over else f"voyage {table.voyage}, day {table.day}"
        return f"<Game {table.edition.name()}, {len(table.players)} players, {moment}, scores {self.scores}>"


def _checked(seed: object) -> int:
    if seed is None:
        return secrets.randbits(128)
    if type(seed) is not int or not 0 <= seed < 1 << _SEED_BITS:
        raise InvalidSetup(f"A seed is a whole number from 0 up to {_SEED_BITS} bits, not {brief(seed)}.")
    return seed
