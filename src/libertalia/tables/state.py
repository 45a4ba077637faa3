"""How a table stands after its entries.

`drafts` says which fact a command would add, or refuses it; `TableState.add` applies an entry. Between the two, the entry is
stored. There is no other way to change a table, so its entries are all that has to be stored.
"""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy, deepcopy
from dataclasses import dataclass
from typing import Final, Literal, assert_never

from msgspec.structs import replace

from libertalia.game.errors import InvalidRecord, LibertaliaError
from libertalia.game.events import Event
from libertalia.game.game import Game
from libertalia.rules.player import COLOURS
from libertalia.tables import messages as m
from libertalia.tables.clocks import Clocks
from libertalia.tables.entries import (
    AnyFact,
    Archived,
    BotSeated,
    BotTookOver,
    CameBack,
    Changed,
    ChatSaid,
    Cleared,
    Created,
    EndWished,
    Entry,
    HintAsked,
    HostPassed,
    Joined,
    Kicked,
    Left,
    Paused,
    Played,
    RematchMade,
    Reminded,
    Resumed,
    SetUp,
    Started,
    TookBack,
    Unpicked,
    Unreadable,
    seat_of,
)
from libertalia.tables.identity import Identity

MERCY: Final = 30_000
"""Milliseconds that people who take their seat back have at least."""
LONG: Final = 5_000
"""Entries after which a table accepts only what the game needs. A game with its lobby has some hundreds."""
_LOGS: Final = ("entries", "done", "_event_counts")
"""Fields of a table that grow with its log. What is in them never changes."""


@dataclass(slots=True)
class Seat:
    kind: Literal["open", "person", "bot"] = "open"
    name: str | None = None
    colour: m.Colour | None = None
    level: str | None = None
    away: bool = False
    """A bot plays for the person."""
    since: int = 0
    """The entry by which the person sat down."""

    @property
    def bot(self) -> bool:
        """Whether a bot decides here."""
        return self.kind == "bot" or self.away


@dataclass(frozen=True, slots=True)
class Result:
    """How a game ended."""

    scores: list[int]
    winners: list[int]


class TableState:
    """How a table stands after its entries so far."""

    def __init__(self, table_id: str, entries: Sequence[Entry]) -> None:
        if not entries or not isinstance(entries[0].fact, Created):
            raise InvalidRecord("A table begins with the entry that creates it, and this one does not.")
        self.id: Final = table_id
        self.setup = entries[0].fact
        self.entries: list[Entry] = []
        self.seats = [Seat() for _ in range(self.setup.players)]
        self.host: int | None = None
        self.started = False
        self.game: Game | None = None
        self.problem: LibertaliaError | None = None
        """Why this program can't play the game any more. `game` is `None` then."""
        self.known_result: Result | None = None
        """How the game ended, if that is known although the game can't be played again."""
        self.commitment: str | None = None
        self.seed: int | None = None
        self.rules: int | None = None
        self.rematch: str | None = None
        self.archived = False
        self.ended = False
        """Whether the people at the table agreed to end the game early."""
        self.ending: set[int] = set()
        """The seats that want to end the game."""
        self.reminded: dict[int, int] = {}
        """When each seat was last reminded."""
        self.turns = [0] * self.setup.players
        """How many answers each seat has given."""
        self.done: dict[str, int] = {}
        """The number of the entry that came of a command, by the command's id."""
        self.clocks = Clocks(self.setup.clock, self.setup.players)
        self._event_counts = [0]  # how many events there were after each entry, and before the first one
        self._bot_answered = False  # whether the last answer was a bot's
        self._undone: dict[int, list[Event]] = {}  # the events of entries that were taken back, by number
        for entry in entries:
            self.add(entry)

    # ---- how it stands ------------------------------------------------------------------------------------------------------

    @property
    def number(self) -> int:
        """The number of the latest entry."""
        return len(self.entries)

    def has(self, number: int, at: int | None = None) -> bool:
        """Whether there is an entry with this number, and with this time if that is known."""
        return 1 <= number <= self.number and at in (None, self.entries[number - 1].at)

    @property
    def status(self) -> m.Status:
        if self.archived:
            return "archived"
        if self.game is not None:
            return "over" if self.game.over or self.ended else "playing"
        if self.problem is not None:
            return "unplayable" if self.known_result is None else "over"
        return "open"

    @property
    def result(self) -> Result | None:
        """How the game ended; `None` while it goes on."""
        if self.game is None:
            return self.known_result
        return Result(list(self.game.scores), list(self.game.winners)) if self.game.over or self.ended else None

    @property
    def returnable(self) -> int | None:
        """The seat of a person who has just taken loot and may take it back."""
        return None if self.game is None or self._bot_answered else self.game.returnable

    def events_of(self, entry: Entry) -> list[Event]:
        """The events of the game that came of an entry."""
        if self.game is None:
            return []
        if entry.number in self._undone:
            return self._undone[entry.number]
        before, after = self._event_counts[entry.number - 1 : entry.number + 1]
        return self.game.events_from(before)[: after - before]

    def command_id(self, identity: Identity, name: str) -> str:
        """An id for a command that no other command at the table has. A later owner of the seat has other ids."""
        if identity.seat is None:
            return f"{'host' if identity.host else 'watcher'}:{name}"
        return f"{identity.seat}.{self.seats[identity.seat].since}:{name}"

    def is_independent(self, fact: AnyFact) -> bool:
        """Whether a fact stays as it is, whatever other seats do first: a pick, or something said in the chat."""
        if isinstance(fact, ChatSaid):
            return True
        decisions = self.game.decisions if isinstance(fact, Played) and self.game is not None else ()
        return any(decision.seat == seat_of(fact) and decision.kind == "pick" for decision in decisions)

    def is_host(self, identity: Identity) -> bool:
        return identity.seat == self.host if self.host is not None else identity.host

    @property
    def long(self) -> bool:
        """Whether the table accepts only what the game needs."""
        return self.number >= LONG

    @property
    def pausable(self) -> bool:
        """Whether clocks run that stand still while nobody is here."""
        return self.status == "playing" and self.clocks.pausable and not self.clocks.paused and not self.long

    @property
    def gives_hints(self) -> bool:
        """Whether people here may ask for hints: with only bots besides oneself, and where the host allows them.

        In a lesson there is a coach instead, and in the voyage of the day everyone is on their own.
        """
        if self.setup.lesson is not None or self.setup.day is not None:
            return False
        return self.setup.hints or sum(seat.kind == "person" for seat in self.seats) == 1

    def people(self) -> list[int]:
        """The seats of people who decide for themselves."""
        return [number for number, seat in enumerate(self.seats) if seat.kind == "person" and not seat.away]

    def without_end_wish(self) -> list[int]:
        """The people who have not said that they want to end the game."""
        return [seat for seat in self.people() if seat not in self.ending]

    @property
    def left_to_bots(self) -> bool:
        """Whether bots play for all people of the table."""
        return not self.people() and any(seat.kind == "person" for seat in self.seats)

    def free_colour(self, seat: int | None = None) -> m.Colour:
        """A colour that nobody has, or nobody but the one on this seat."""
        taken = [other.colour for number, other in enumerate(self.seats) if number != seat]
        return next(colour for colour in COLOURS if colour not in taken)

    def after(self, entry: Entry) -> TableState:
        """How the table would stand after another entry. Only before the game begins: that would have to be copied, too."""
        assert self.game is None
        state = copy(self)
        for name, value in vars(self).items():
            setattr(state, name, copy(value) if name in _LOGS else deepcopy(value))
        state.add(entry)
        return state

    # ---- entries ------------------------------------------------------------------------------------------------------------

    def add(self, entry: Entry) -> None:
        """Apply the next entry."""
        if entry.number != self.number + 1:
            raise InvalidRecord(f"Entry {entry.number} of a table can't follow entry {self.number}.")
        self.entries.append(entry)
        if (seat := seat_of(entry.fact)) is not None and seat >= len(self.seats):
            self._give_up(InvalidRecord(f"Entry {entry.number} names seat {seat}, and there are only {len(self.seats)} seats."))
        else:
            self._apply(entry)
        if entry.command_id is not None:
            self.done[entry.command_id] = entry.number
        before = self._event_counts[-1]
        self._event_counts.append(before + len(self.game.events_from(before)) if self.game is not None else before)

    def _apply(self, entry: Entry) -> None:
        match entry.fact:
            case Created() | ChatSaid() | HintAsked():
                pass
            case SetUp() as fact:
                self._set_up(fact)
            case Joined(seat, name, colour):
                self._sit(seat, Seat("person", name, colour, since=entry.number))
            case Changed(seat, name, colour):
                self._sit(seat, Seat("person", name, colour, since=self.seats[seat].since))
            case BotSeated(seat, level, name, colour):
                self._sit(seat, Seat("bot", name, colour, level))
            case Cleared(seat):
                self._sit(seat, Seat())
            case Left(seat) | Kicked(seat) | BotTookOver(seat):
                self._leave(seat, entry.at)
            case CameBack(seat):
                self._come_back(seat, entry.at)
            case Reminded(seat):
                self.reminded[seat] = entry.at
            case HostPassed(seat):
                self.host = seat
            case EndWished(seat, yes, ended):
                self.ending = self.ending | {seat} if yes else self.ending - {seat}
                self.ended = self.ended or ended
            case Paused(since):
                self.clocks.pause(since)
            case Resumed():
                self.clocks.go_on(entry.at, MERCY)
            case Started() | Played() | Unpicked() | TookBack() as fact:
                try:
                    self._play(fact, entry.at)
                except LibertaliaError as error:
                    self._give_up(error)
                except ValueError as error:  # a seed that is not a number
                    self._give_up(InvalidRecord(f"Entry {entry.number} can't be played: {error}."))
            case RematchMade(table):
                self.rematch = table
            case Archived():
                self.archived = True
            case Unreadable(reason):
                self._give_up(InvalidRecord(f"Entry {entry.number} can't be read: {reason}."))
            case never:
                assert_never(never)

    def _give_up(self, error: LibertaliaError) -> None:
        """This program can't play the game. Everything else about the table can still be shown."""
        if self.problem is None:
            self.problem = error
            self.game = None

    def _set_up(self, fact: SetUp) -> None:
        """Something else is to be played. Seats are added or taken away at the end."""
        self.setup = replace(
            self.setup,
            edition=fact.edition,
            players=fact.players,
            options=fact.options,
            public=fact.public,
            clock=fact.clock,
            hints=fact.hints,
        )
        self.seats = [*self.seats, *(Seat() for _ in range(fact.players))][: fact.players]
        self.turns = [0] * fact.players
        self.clocks = Clocks(fact.clock, fact.players)

    def _sit(self, number: int, seat: Seat) -> None:
        for other in self.seats:
            if other.kind == "bot" and other.colour == seat.colour is not None:
                taken = [there.colour for there in self.seats]
                free = (colour for colour in COLOURS if colour not in taken)
                other.colour = next(free, self.seats[number].colour)  # at a full table, the colour that is given up
        self.seats[number] = seat
        if self.host is None and seat.kind == "person" and not self.setup.host_watches:
            self.host = number

    def _leave(self, number: int, at: int) -> None:
        if self.started:
            self.seats[number].away = True
            self.clocks.stop(number, at)
        else:
            self.seats[number] = Seat()
        self.ending = self.ending - {number}
        here = self.people()
        if number == self.host and (here or not self.started):
            self.host = here[0] if here else None

    def _come_back(self, number: int, at: int) -> None:
        self.seats[number].away = False
        self.clocks.leave_at_least(number, MERCY)
        self._start_clocks(at)

    def _play(self, fact: Started | Played | Unpicked | TookBack, at: int) -> None:
        if isinstance(fact, Started):
            self._deal(fact)
        elif self.game is None:
            return self._give_up(InvalidRecord("An answer was given before the cards were dealt."))
        elif isinstance(fact, Played):
            self._answer(self.game, fact, at)
        elif isinstance(fact, Unpicked):
            self.game.unpick(fact.seat)
            self.clocks.resume(fact.seat, at)
            self.turns[fact.seat] += 1
        else:
            self._take_back(self.game, fact.seat, at)
        self._start_clocks(at)
        return None

    def _answer(self, game: Game, fact: Played, at: int) -> None:
        game.play(fact.seat, fact.answer)
        self._bot_answered = bool(fact.bot)
        self.clocks.stop(fact.seat, at)
        self.turns[fact.seat] += 1
        if not fact.bot:
            self.ending = self.ending - {fact.seat}  # a person who plays on does not want to end it

    def _take_back(self, game: Game, seat: int, at: int) -> None:
        """Undo the last move. What was broadcast of it is not taken back, and its events stay."""
        undone = next(entry for entry in reversed(self.entries[:-1]) if entry.fact.in_game)
        events = self.events_of(undone)
        game.take_back(seat)
        self._undone |= {undone.number: events, self.number: []}
        self._event_counts = [min(count, self._event_counts[undone.number - 1]) for count in self._event_counts]
        for other in self.clocks.thinking:
            if all(decision.seat != other for decision in game.decisions):
                self.clocks.cancel(other)
        self.clocks.resume(seat, at)
        self.turns[seat] += 1

    def _deal(self, fact: Started) -> None:
        self.started = True
        self.seed, self.commitment, self.rules = int(fact.seed), fact.commitment, fact.rules
        colours = [seat.colour or "" for seat in self.seats]
        setup = self.setup  # a game goes on by the rules it was dealt by
        if setup.start is not None:
            self.game = Game.at(setup.start, self.seed, fact.rules)
        else:
            self.game = Game.new(setup.edition, setup.players, self.seed, colours, fact.rules, **setup.options)

    def _start_clocks(self, at: int) -> None:
        """The time of the people who must decide now begins to run, if it doesn't run already."""
        if self.game is None:
            return
        for decision in self.game.decisions:
            if decision.seat < len(self.seats) and not self.seats[decision.seat].bot:
                self.clocks.start(decision.seat, at)


def given_up_seats(state: TableState, entries: Sequence[Entry]) -> list[int]:
    """The seats that change hands with the next entries of a table. That is only so before the start."""
    started, seats = state.started, []
    for entry in entries:
        started = started or isinstance(entry.fact, Started)
        if not started and isinstance(entry.fact, Left | Kicked | BotSeated):
            seats.append(entry.fact.seat)
    return seats
