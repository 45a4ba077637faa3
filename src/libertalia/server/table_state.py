"""A table: its log, and how it stands after it.

`draft_entry` says what a command would add to the log, or refuses it; `add` takes in what was added. Between the two, an entry is
stored. There is no other way to change a table, so the log is all there is to keep.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, Literal

from libertalia.game.errors import IllegalMove, InvalidRecord
from libertalia.game.events import Event
from libertalia.game.game import Game
from libertalia.game.logbook import commitment
from libertalia.rules.editions import RULES_VERSION
from libertalia.rules.player import COLOURS
from libertalia.server import messages as m
from libertalia.server.clean_text import clean_name, clean_text
from libertalia.server.entries import Entry
from libertalia.server.refusals import Forbidden, Refused

STAND_IN: Final = "greedy"
"""The bot that plays for those who are away."""
BOT_NAMES: Final = ("Barnaby", "Mirabelle", "Ignace", "Perla", "Octave", "Sixtine")
LONG: Final = 5_000
"""Entries after which only what the game needs is added to a log. A game with its lobby has some hundreds."""
MERCY: Final = 30_000
"""Whoever takes his seat back has at least this long, in milliseconds."""


@dataclass(slots=True)
class Seat:
    kind: Literal["open", "person", "bot"] = "open"
    name: str | None = None
    colour: m.Colour | None = None
    level: str | None = None
    away: bool = False
    """A bot stands in for the person."""
    since: int = 0
    """The entry by which the person sat down."""

    @property
    def bot(self) -> bool:
        return self.kind == "bot" or self.away


@dataclass(frozen=True, slots=True)
class Identity:
    """Somebody at the table, by the secret he has shown; without a seat, a spectator or a host who watches."""

    seat: int | None = None
    host: bool = False
    """Came as the one who made the table."""


SPECTATOR: Final = Identity()


class TableState:
    """How a table stands after its log so far."""

    def __init__(self, table_id: str, entries: list[Entry]) -> None:
        self.id: Final = table_id
        self.entries: list[Entry] = []
        self.seats: list[Seat] = []
        self.host: int | None = None
        self.game: Game | None = None
        self.commitment: str | None = None
        self.seed: int | None = None
        self.rematch: str | None = None
        self.archived = False
        self.turns: list[int] = []  # how many answers each seat has given
        self.done: dict[str, int] = {}  # the entry that came of a client's command
        self._told = [0]  # how many events there were after each entry, and before the first
        self._opened: dict[int, int] = {}  # since when each seat that must decide has been thinking
        self._thought: list[int] = []  # how long it has been thinking about the same before, when it took a pick back
        self._spent: list[int] = []  # how long each seat has been thinking in the game before that
        for entry in entries:
            self.add(entry)

    # ---- how it stands ------------------------------------------------------------------------------------------------------

    @property
    def number(self) -> int:
        return len(self.entries)

    def has(self, number: int, at: int | None = None) -> bool:
        """Whether the log has an entry of this number, and of this time if that is known."""
        return 1 <= number <= self.number and at in (None, self.entries[number - 1].at)

    @property
    def setup(self) -> dict[str, Any]:
        return self.entries[0].data

    @property
    def status(self) -> m.Status:
        if self.archived:
            return "archived"
        return "open" if self.game is None else "over" if self.game.over else "playing"

    def events_of(self, entry: Entry) -> list[Event]:
        """What came of an entry in the game."""
        before, after = self._told[entry.number - 1 : entry.number + 1]
        return self.game.events_from(before)[: after - before] if self.game is not None else []

    def signed(self, who: Identity, name: str) -> str:
        """The name of a command, unlike all others' at the table: also unlike those of who sat on the seat before."""
        if who.seat is None:
            return f"{'host' if who.host else 'watcher'}:{name}"
        return f"{who.seat}.{self.seats[who.seat].since}:{name}"

    def is_host(self, who: Identity) -> bool:
        return who.seat == self.host if self.host is not None else who.host

    def deadline(self, seat: int) -> int | None:
        """When a bot will take over from a person who must decide."""
        clock = self.setup["clock"]
        if clock is None or seat not in self._opened:
            return None
        ends = [self._opened[seat] + clock["decision"] * 1000 - self._thought[seat]] if clock["decision"] else []
        if clock["game"]:
            ends.append(self._opened[seat] + self.left(seat))
        return min(ends, default=None)

    @property
    def deadlines(self) -> dict[int, int]:
        return {seat: end for seat in self._opened if (end := self.deadline(seat)) is not None}

    def left(self, seat: int) -> int:
        """What a seat had left of the game's time when it last began to think, in milliseconds."""
        granted: int = self.setup["clock"]["game"] * 1000
        return max(0, granted - self._spent[seat])

    # ---- what may be added --------------------------------------------------------------------------------------------------

    def draft_entry(
        self, who: Identity, command: m.AnyCommand, is_here: Callable[[int], bool]
    ) -> tuple[str, int | None, dict[str, Any]]:
        """What a command adds to the log: kind, seat and data. `Refused` and `IllegalMove` say why it can't be."""
        seat = who.seat
        if self.number >= LONG and isinstance(command, m.Chat | m.Change | m.Unpick):
            raise Refused("Too much has happened at this table for that.", "table.long")
        match command:
            case m.Play():
                return "played", *self._answer(who, command.turn, command.answer)
            case m.Unpick():
                return "unpicked", *self._taking_back(who, command.turn)
            case m.Chat():
                return "chat", self._seated(who), {"text": clean_text(command.text, m.CHAT_LENGTH)}
            case m.Change():
                self._must_be("open")
                mine = self.seats[self._seated(who)]
                return "changed", seat, self.guest(command.name or mine.name or "", command.colour or mine.colour, seat)
            case m.Start():
                return "started", None, self._deal(who)
            case m.PutBot():
                return self._put_bot(who, command.seat, command.level, is_here)
            case m.Clear():
                self._must_host(who)
                self._must_be("open")
                if self._at(command.seat).kind != "bot":
                    raise Refused("No bot sits there.", "table.no-bot")
                return "cleared", command.seat, {}
            case m.Leave():
                if self._at(self._seated(who)).away:
                    raise Refused("You have left already.", "table.left")
                return "left", seat, {}
            case m.Back():
                if not self._at(self._seated(who)).away:
                    raise Refused("You have your seat.", "table.not-away")
                return "back", seat, {}
            case m.Rematch():
                if not self.is_host(who):
                    self._seated(who)
                self._must_be("over", "archived")
                if self.rematch:
                    raise Refused("There is a rematch already.", "table.rematch")
                return "rematch", seat, {"table": secrets.token_urlsafe(9)}
            case m.Archive():
                self._must_host(who)
                self._must_be("open", "over")
                return "archived", seat, {}

    def guest(self, name: str, colour: m.Colour | None, seat: int | None = None) -> dict[str, Any]:
        """The name and the colour of a person who sits down, or changes them."""
        name = clean_name(name)
        others = [other for number, other in enumerate(self.seats) if number != seat]
        if name.casefold() in [other.name.casefold() for other in others if other.name is not None]:
            raise Refused(f"Somebody here is called {name} already.", "table.name-taken", name=name)
        if colour in [other.colour for other in others if other.kind == "person"]:
            raise Refused(f"Somebody here is {colour} already.", "table.colour-taken")
        return {"name": name, "colour": colour or self._free_colour()}

    def open_seat(self, wanted: int | None) -> int:
        """A seat to sit down on."""
        self._must_be("open")
        free = [number for number, seat in enumerate(self.seats) if seat.kind == "open"]
        if wanted is not None and wanted not in free:
            raise Refused("That seat is taken.", "table.seat-taken")
        if not free:
            raise Refused("All seats are taken.", "table.full")
        return free[0] if wanted is None else wanted

    def bot(self, level: str) -> dict[str, Any]:
        """The name and the colour of a bot that sits down."""
        taken = [seat.name for seat in self.seats]
        name = next(name for name in (*BOT_NAMES, *(f"{name} II" for name in BOT_NAMES)) if name not in taken)
        return {"level": level, "name": name, "colour": self._free_colour()}

    def _free_colour(self) -> m.Colour:
        taken = [seat.colour for seat in self.seats]
        return next(colour for colour in COLOURS if colour not in taken)

    def _answer(self, who: Identity, turn: int, answer: str) -> tuple[int, dict[str, Any]]:
        seat, game = self._playing(who, turn)
        for decision in game.decisions:
            if decision.seat == seat:
                if answer in decision.options:
                    return seat, {"turn": turn, "answer": answer}
                legal = ", ".join(decision.options)
                raise IllegalMove(
                    f"{answer!r} is not possible now; legal are {legal}.", "illegal.answer", answer=answer, legal=decision.options
                )
        raise IllegalMove("You have nothing to decide now.", "move.early")

    def _taking_back(self, who: Identity, turn: int) -> tuple[int, dict[str, Any]]:
        seat, game = self._playing(who, turn)
        if not game.picked(seat):
            raise IllegalMove("You have no pick that could be taken back.", "move.no-pick")
        return seat, {"turn": turn}

    def _playing(self, who: Identity, turn: int) -> tuple[int, Game]:
        seat = self._seated(who)
        self._must_be("playing")
        assert self.game is not None
        if self.seats[seat].away:
            raise Refused("A bot plays for you. Take your seat back first.", "move.away")
        if turn < self.turns[seat]:
            raise Refused("That has been decided already.", "move.late")
        if turn > self.turns[seat]:
            raise Refused("That is not to be decided yet.", "move.early")
        return seat, self.game

    def _deal(self, who: Identity) -> dict[str, Any]:
        self._must_host(who)
        self._must_be("open")
        if any(seat.kind == "open" for seat in self.seats):
            raise Refused("There are seats open.", "table.seats-open")
        seed = secrets.randbits(256)
        return {"seed": str(seed), "commitment": commitment(self.id, seed), "rules": RULES_VERSION}

    def _put_bot(self, who: Identity, number: int, level: str, is_here: Callable[[int], bool]) -> tuple[str, int, dict[str, Any]]:
        self._must_host(who)
        self._must_be("open", "playing")
        seat = self._at(number)
        if seat.bot:
            raise Refused("A bot sits there already.", "table.bot-there")
        if seat.kind == "person" and is_here(number):
            raise Refused(f"{seat.name} is here.", "table.present", name=seat.name)
        if self.game is not None:
            return "away", number, {"reason": "host"}
        return "bot", number, self.bot(level)

    def _seated(self, who: Identity) -> int:
        if who.seat is None:
            raise Forbidden("You only watch.", "table.watching")
        return who.seat

    def _at(self, number: int) -> Seat:
        if number >= len(self.seats):
            raise Refused("There is no such seat.", "table.no-seat")
        return self.seats[number]

    def _must_host(self, who: Identity) -> None:
        if not self.is_host(who):
            raise Forbidden("Only the host can do that.", "table.host-only")

    def _must_be(self, *status: m.Status) -> None:
        if self.status not in status:
            raise Refused(f"The table is {self.status}.", f"table.is-{self.status}")

    # ---- what was added -----------------------------------------------------------------------------------------------------

    def add(self, entry: Entry) -> None:
        """Take in the next entry of the log."""
        if entry.number != self.number + 1:
            raise InvalidRecord(f"Entry {entry.number} can't follow entry {self.number} of table {self.id}.")
        if entry.seat is not None and entry.kind != "created" and entry.seat >= len(self.seats):
            raise InvalidRecord(f"Entry {entry.number} of table {self.id} names a seat that isn't there.")
        self.entries.append(entry)
        data, seat = entry.data, entry.seat
        match entry.kind:
            case "created":
                self.seats = [Seat() for _ in range(data["players"])]
            case "joined":
                self._sit(seat, Seat("person", data["name"], data["colour"], since=entry.number))
            case "changed":
                self._sit(seat, Seat("person", data["name"], data["colour"], since=self.seats[seat or 0].since))
            case "bot":
                self._sit(seat, Seat("bot", data["name"], data["colour"], data["level"]))
            case "cleared":
                self._sit(seat, Seat())
            case "left" | "away":
                self._leave(seat, entry.at)
            case "back":
                self._come_back(seat, entry.at)
            case "started":
                self._start(entry)
            case "played" | "unpicked":
                self._play(entry)
            case "rematch":
                self.rematch = data["table"]
            case "archived":
                self.archived = True
        if entry.client is not None:
            self.done[entry.client] = entry.number
        self._told.append(self._told[-1] + len(self.game.events_from(self._told[-1])) if self.game is not None else 0)

    def _sit(self, number: int | None, seat: Seat) -> None:
        assert number is not None
        for other in self.seats:
            if other.kind == "bot" and other.colour == seat.colour is not None:
                other.colour = None
                taken = [seat.colour, *(there.colour for there in self.seats)]
                other.colour = next(colour for colour in COLOURS if colour not in taken)
        self.seats[number] = seat
        if self.host is None and seat.kind == "person" and not self.setup["host_watches"]:
            self.host = number

    def _leave(self, number: int | None, at: int) -> None:
        assert number is not None
        if self.game is None:
            self.seats[number] = Seat()
        else:
            self.seats[number].away = True
            self._stop_thinking(number, at)
        here = [other for other, seat in enumerate(self.seats) if seat.kind == "person" and not seat.away]
        if number == self.host and (here or self.game is None):
            self.host = here[0] if here else None

    def _come_back(self, number: int | None, at: int) -> None:
        assert number is not None
        self.seats[number].away = False
        if (clock := self.setup["clock"]) and clock["game"]:
            self._spent[number] = min(self._spent[number], clock["game"] * 1000 - MERCY)
        self._think(at)

    def _start(self, entry: Entry) -> None:
        self.seed = int(entry.data["seed"])
        self.commitment = entry.data["commitment"]
        setup = self.setup
        colours = [seat.colour or "" for seat in self.seats]
        rules = entry.data["rules"]  # a game goes on by the rules it was dealt by
        self.game = Game.new(setup["edition"], setup["players"], self.seed, colours, rules, **setup["options"])
        self.turns = [0] * len(self.seats)
        self._thought = [0] * len(self.seats)
        self._spent = [0] * len(self.seats)
        self._think(entry.at)

    def _play(self, entry: Entry) -> None:
        assert self.game is not None
        assert entry.seat is not None
        if entry.kind == "played":
            self.game.play(entry.seat, entry.data["answer"])
            self._stop_thinking(entry.seat, entry.at)
        else:
            self.game.unpick(entry.seat)
            self._opened[entry.seat] = entry.at
        self.turns[entry.seat] += 1
        self._think(entry.at)

    def _think(self, at: int) -> None:
        """Whoever must decide now, and is a person, has been thinking since now, unless he was before."""
        assert self.game is not None
        for decision in self.game.decisions:
            seat = decision.seat
            if seat < len(self.seats) and not self.seats[seat].bot and seat not in self._opened:
                self._opened[seat] = at
                self._thought[seat] = 0

    def _stop_thinking(self, seat: int, at: int) -> None:
        if (since := self._opened.pop(seat, None)) is not None:
            self._spent[seat] += at - since
            self._thought[seat] += at - since
