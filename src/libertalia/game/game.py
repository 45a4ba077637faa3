"""The public interface: a game that is played by texts."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final, TypeAlias, final

from libertalia.game.answers import Decision
from libertalia.game.errors import IllegalMove, InvalidSetup, brief, whole
from libertalia.game.events import Event
from libertalia.game.memory import Guess, Memory
from libertalia.game.position import Position, to_position
from libertalia.game.position_reader import from_position
from libertalia.game.record import Record
from libertalia.game.setup import check_colours, seated
from libertalia.game.sight import SPECTATOR, sight_of
from libertalia.game.tracked_table import NOBODY, TAKE_BACK, TrackedTable
from libertalia.game.typed_events import typed
from libertalia.game.view import Heard, Own, View, own
from libertalia.rules import course
from libertalia.rules.chance import Seed
from libertalia.rules.happening import Happening
from libertalia.rules.phases import OVER
from libertalia.rules.table import Table

_SEED_BITS: Final = 256

Start: TypeAlias = tuple[Table, Memory]
"""The start of a game that was set up by hand."""


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

    __slots__ = ("_colours", "_events", "_heard", "_past", "_seed", "_start", "_tracked")

    def __init__(self, tracked: TrackedTable, seed: int, start: Start | None, colours: tuple[str, ...] = ()) -> None:
        self._tracked = tracked
        self._seed = seed
        self._start = start
        self._colours = colours  # where they were chosen
        self._heard: dict[int | None, Heard] = {}  # what each viewer who asked has heard
        self._past: tuple[Event, ...] = ()  # the events from before the start
        self._events: list[Event] = []  # the happenings as typed events, as far as they were asked for

    @classmethod
    def new(
        cls,
        edition: str,
        players: int = 4,
        seed: int | None = None,
        colours: Sequence[str] = (),
        rules: int | None = None,
        **options: Any,
    ) -> Game:
        """A new game. Without a seed, nobody can know what chance brings; with one, the deal can be repeated.

        Colours are drawn, or all players choose theirs; the deal is the same in any. `rules` is an earlier version of the rules
        to play by.

        >>> Game.new("original", players=2, seed=7, influence="fair").scores
        (0, 0)
        >>> [seat.colour for seat in Game.new("original", players=2, seed=7, colours=("red", "blue")).view(None).seats]
        ['red', 'blue']
        """
        number = check_seed(seed)
        secret = Seed(b"%x" % number)
        played, seats = seated(edition, players, secret, options, rules)
        happenings: list[Happening] = []
        table = course.start_game(played, seats, secret, 0, happenings, check_colours(colours, players))
        return cls(TrackedTable(table, Memory([[Guess(0, 0)] for _ in range(seats)]), happenings), number, None, tuple(colours))

    @classmethod
    def at(cls, position: object, seed: int | None = None, rules: int | None = None) -> Game:
        """The game that goes on from a position; `InvalidPosition` names what can't be. `rules` is for a position that
        doesn't say by which version of the rules it is played.

        >>> game = Game.new("original", players=3, seed=7)
        >>> Game.at(game.position()).position() == game.position()
        True
        """
        number = check_seed(seed)
        table, memory = from_position(position, Seed(b"%x" % number), rules)
        return cls._going_on(table, memory, number)

    @classmethod
    def imagined(cls, table: Table, memory: Memory, seed: int, past: tuple[Event, ...]) -> Game:
        """The game that goes on from an imagined table; `past` are the events before it."""
        table.seed = Seed(b"%x" % seed)
        game = cls._going_on(table, memory, seed)
        game._past = past
        return game

    @classmethod
    def _going_on(cls, table: Table, memory: Memory, seed: int) -> Game:
        start = table.clone(), memory.copy()
        return cls(TrackedTable(table, memory, []), seed, start)

    # ---- what there is to decide ------------------------------------------------------------------------------------------

    @property
    def decisions(self) -> tuple[Decision, ...]:
        """The open decisions, one for each seat that must decide now; `()` when the game is over."""
        return self._tracked.decisions()

    def play(self, seat: int, answer: str) -> None:
        """Answer the open decision of a seat. `IllegalMove` says what was wrong, and then nothing has changed.

        >>> game = Game.new("original", players=2, seed=7)
        >>> game.play(0, "kraken")
        Traceback (most recent call last):
        ...
        libertalia.game.errors.IllegalMove: 'kraken' is not a legal answer of seat 0 now; legal are bosun, brute, cabin-boy, ...
        """
        seat = self._seat(seat)
        if isinstance(answer, str) and self._tracked.play(seat, str(answer)):
            return
        if self.over:
            raise IllegalMove("The game is over.", "illegal.over")
        for decision in self.decisions:
            if decision.seat == seat:
                legal = ", ".join(decision.options)
                message = f"{brief(answer)} is not a legal answer of seat {seat} now; legal are {legal}."
                raise IllegalMove(
                    message,
                    "illegal.answer",
                    answer=answer[:60] if isinstance(answer, str) else brief(answer),
                    legal=decision.options,
                )
        waiting = tuple(decision.seat for decision in self.decisions)
        message = f"Seat {seat} has nothing to decide now; seats {', '.join(map(str, waiting))} have."
        raise IllegalMove(message, "illegal.turn", seat=seat, waiting=waiting)

    def unpick(self, seat: int) -> None:
        """Take a pick back, while others are still thinking."""
        seat = self._seat(seat)
        if not self._tracked.unpick(seat):
            raise IllegalMove(f"Seat {seat} has no pick that could be taken back.", "illegal.unpick", seat=seat)

    def picked(self, seat: int) -> bool:
        """Whether a seat has a pick that it could take back."""
        return self._tracked.picked(self._seat(seat))

    def take_back(self, seat: int) -> None:
        """Take back the loot that a seat has just taken, while nothing has come of it.

        That is until the next answer of anybody, on the same day and at the same hour, if no chance was needed and no card moved
        unseen. It can be done once for each decision.

        >>> game = Game.new("original", players=2, seed=7)
        >>> while (decision := game.decisions[0]).kind != "take":
        ...     game.play(decision.seat, decision.options[0])
        >>> game.play(decision.seat, decision.options[0])
        >>> game.take_back(decision.seat)
        >>> game.decisions[0] == decision
        True
        """
        seat = self._seat(seat)
        if self.returnable != seat:
            raise IllegalMove(f"Seat {seat} has taken nothing that could be taken back.", "illegal.take-back", seat=seat)
        moves = self._tracked.moves
        self._tracked = replace(self.record(), moves=_without_undone(moves[:-1])).replay()._tracked
        self._tracked.moves = [*moves, (seat, TAKE_BACK)]
        self._tracked.returnable = NOBODY
        self._heard.clear()
        del self._events[len(self._tracked.happenings) :]

    @property
    def returnable(self) -> int | None:
        """The seat that may take back the loot that it has just taken; see `take_back`."""
        seat = self._tracked.returnable
        return None if seat == NOBODY else seat

    @property
    def shown(self) -> tuple[int, ...]:
        """While this is the same, nothing hidden was shown: nothing was drawn or dealt, and no picks were revealed."""
        return self._tracked.shown()

    def _seat(self, seat: object) -> int:
        number = seat if type(seat) is int else whole(seat)
        last = len(self._tracked.table.players) - 1
        if number is None or not 0 <= number <= last:
            raise IllegalMove(f"There is no seat {brief(seat)}; seats go from 0 to {last}.", "illegal.seat", seat=brief(seat))
        return number

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
        return (*self._past, *self.events_from(0))

    def events_from(self, number: int) -> list[Event]:
        """The events after the first `number` of them."""
        tracked, known = self._tracked, len(self._events)
        for index, raw in enumerate(tracked.happenings[known:], known):
            self._events.append(typed(self.table, raw, index in tracked.unseen, tracked.known.get(index)))
        return self._events[number:]

    def view(self, seat: int | None, events: bool = True) -> View:
        """What a seat may know; `None` is a spectator. With `events=False` the view has no events, and costs less."""
        if seat is not None:
            seat = self._seat(seat)
        tracked = self._tracked
        sight = sight_of(tracked.table, tracked.memory, SPECTATOR if seat is None else seat)
        if not events:
            return View(sight, None)
        tracked.publish()
        if seat not in self._heard:
            self._heard[seat] = Heard(tracked, self._past, seat)
        return View(sight, self._heard[seat])

    def own(self, seat: int) -> Own:
        """What only the player of a seat knows, for those who have the rest from a spectator's view.

        >>> Game.new("original", players=2, seed=7).own(0).hand == Game.new("original", players=2, seed=7).view(0).me.holds
        True
        """
        return own(self.table, self._seat(seat))

    def clone(self) -> Game:
        """A game of its own that goes on from here, with the same chance ahead. For another chance see `reseeded`."""
        twin = Game(self._tracked.clone(), self._seed, self._start, self._colours)
        twin._past = self._past
        twin._events = self._events.copy()
        return twin

    def reseeded(self, seed: int | None = None) -> Game:
        """A game of its own that goes on from here, with another chance ahead. It starts here: what came before is only told.

        >>> game = Game.new("original", players=2, seed=7)
        >>> again = game.reseeded(seed=8)
        >>> again.position() == game.position(), again.record().seed
        (True, 8)
        """
        memory = self._tracked.memory.copy()
        return Game.imagined(self.table.clone(), memory, check_seed(seed), self.events)

    def __deepcopy__(self, memo: object) -> Game:
        return self.clone()

    __copy__ = clone

    def __reduce__(self) -> tuple[Any, ...]:
        return _replayed, (self.record(), self._past)

    def position(self) -> Position:
        """The whole table as plain JSON data. It tells all hands: not for players."""
        return to_position(self.table, self._tracked.memory)

    def record(self) -> Record:
        """Edition, options, seed and moves: enough to play the game again. It tells what is to come: not for players."""
        edition = self.table.edition
        moves = tuple(self._tracked.moves)
        players = 1 if edition.automated else len(self.table.players)
        start = None if self._start is None else to_position(*self._start)
        return Record(edition.name(), edition.options(), players, self._seed, moves, edition.rules, start, self._colours)

    @property
    def table(self) -> Table:
        """The table itself, in the engine's numbers. It tells all hands: not for players."""
        return self._tracked.table

    def __repr__(self) -> str:
        table = self.table
        moment = "over" if self.over else f"voyage {table.voyage}, day {table.day}"
        return f"<Game {table.edition.name()}, {len(table.players)} players, {moment}, scores {self.scores}>"


def _without_undone(moves: Sequence[tuple[int, str]]) -> tuple[tuple[int, str], ...]:
    """The moves that were not taken back. They lead to the same table; to take a move back is to play all before it again."""
    left: list[tuple[int, str]] = []
    for move in moves:
        if move[1] == TAKE_BACK:
            left.pop()
        else:
            left.append(move)
    return tuple(left)


def _replayed(record: Record, past: tuple[Event, ...]) -> Game:
    game = record.replay()
    game._past = past
    return game


def check_seed(seed: object) -> int:
    """A seed as a plain number; without one, a secret number."""
    if seed is None:
        return secrets.randbits(128)
    number = whole(seed)
    if number is None or not 0 <= number < 1 << _SEED_BITS:
        message = f"A seed is a whole number from 0 up to {_SEED_BITS} bits, not {brief(seed)}."
        raise InvalidSetup(message, "setup.seed", bits=_SEED_BITS, given=brief(seed))
    return number
