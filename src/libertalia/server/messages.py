"""What goes over the wire: `docs/protocol.md` in types. What is told of entries is said in `entries`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any, Final, Literal

from msgspec import Meta, Raw, Struct

from libertalia.bots import BOTS
from libertalia.game.setup import edition_names, edition_of
from libertalia.rules.player import COLOURS

NAME_LENGTH: Final = 20
CHAT_LENGTH: Final = 300
MOST_SEATS: Final = max(edition_of(name, {}).seats()[1] for name in edition_names())

if TYPE_CHECKING:
    Colour = str
    Level = str
else:  # the words that may be sent are those of the engine and of the roster of bots
    Colour = Literal[COLOURS]
    Level = Literal[tuple(BOTS)]
Status = Literal["open", "playing", "over", "unplayable", "archived"]

# ---- how things stand ------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ClockRules:
    """Seconds for each decision, and for all decisions of a game."""

    decision: int | None = None
    game: int | None = None


@dataclass(frozen=True, slots=True)
class SeatInfo:
    seat: int
    kind: Literal["open", "person", "bot"]
    name: str | None
    colour: Colour | None
    level: str | None
    bot: bool
    """Whether a bot decides there now."""


@dataclass(frozen=True, slots=True)
class Problem:
    """Why this version of the program can't go on with a game. `details` fill in the text of `key` in another language."""

    key: str
    message: str
    details: dict[str, str]


@dataclass(frozen=True, slots=True)
class TableInfo:
    """A table: who sits where, how it was set up, and how its game ended."""

    id: str
    edition: str
    options: dict[str, Any]
    players: int
    status: Status
    public: bool
    created: int
    clock: ClockRules | None
    host: int | None
    seats: list[SeatInfo]
    commitment: str | None
    seed: str | None
    scores: list[int] | None
    winners: list[int] | None
    rematch: str | None
    problem: Problem | None = None


@dataclass(frozen=True, slots=True)
class SeatPublic:
    """A seat as everyone sees it."""

    seat: int
    colour: str
    doubloons: int
    score: int
    voyage_scores: tuple[int, ...]
    loot: dict[str, int]
    crew: tuple[str, ...]
    graveyard: tuple[str, ...]
    unseen: int
    hand_size: int
    may_hold: tuple[str, ...]
    holds: tuple[str, ...]
    picked: bool


@dataclass(frozen=True, slots=True)
class PublicView:
    """The game as everyone sees it."""

    edition: str
    options: dict[str, Any]
    rules: int
    voyage: int
    day: int
    hour: str | None
    loot: tuple[tuple[str, ...], ...]
    lineup: tuple[tuple[int | None, str, float], ...]
    bag: dict[str, int]
    deck: tuple[str, ...]
    waiting: tuple[tuple[int, str], ...]
    winners: tuple[int, ...]
    extras: dict[str, Any]
    seats: tuple[SeatPublic, ...]


@dataclass(frozen=True, slots=True)
class Question:
    kind: str
    options: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Mine:
    """What only this seat may know."""

    turn: int
    hand: tuple[str, ...]
    graveyard: tuple[str, ...]
    pick: str | None
    decision: Question | None


@dataclass(frozen=True, slots=True)
class Clock:
    """When each seat that must decide will be taken over, and what each has left of the game's time, in milliseconds."""

    now: int
    deadlines: dict[int, int]
    left: dict[int, int]


# ---- from the server ------------------------------------------------------------------------------------------


class Welcome(Struct, tag="welcome"):
    seat: int | None
    host: bool
    number: int


class News(Struct, tag="news", omit_defaults=True):
    """New entries, and how the table stands after them; what has not changed is left out."""

    entries: list[dict[str, Any]]
    table: TableInfo | Raw | None = None
    view: PublicView | Raw | None = None
    mine: Mine | None = None
    clock: Clock | None = None


class Presence(Struct, tag="presence"):
    seats: list[int]
    watchers: int


class Done(Struct, tag="done"):
    id: str
    number: int


@dataclass(frozen=True, slots=True)
class Error:
    key: str
    message: str


class RefusedMessage(Struct, tag="refused"):
    id: str
    error: Error


# ---- from the client ------------------------------------------------------------------------------------------

Id = Annotated[str, Meta(min_length=1, max_length=40, pattern=r"^[^\x00-\x1f]*\Z")]  # PostgreSQL stores no NUL
Seat = Annotated[int, Meta(ge=0, le=MOST_SEATS - 1)]
Turn = Annotated[int, Meta(ge=0, le=1_000_000)]


class Hello(Struct, tag="hello", forbid_unknown_fields=True):
    secret: Annotated[str, Meta(max_length=100)] | None = None
    since: Annotated[int, Meta(ge=0, le=2**40)] = 0
    since_at: Annotated[int, Meta(ge=0, le=2**53)] | None = None
    lang: Annotated[str, Meta(max_length=20)] = "en"


class Command(Struct, forbid_unknown_fields=True):
    id: Id


class Play(Command, tag="play"):
    turn: Turn
    answer: Annotated[str, Meta(max_length=80)]


class Unpick(Command, tag="unpick"):
    turn: Turn


class Chat(Command, tag="chat"):
    text: Annotated[str, Meta(max_length=4 * CHAT_LENGTH)]


class Change(Command, tag="change"):
    name: Annotated[str, Meta(max_length=100)] | None = None
    colour: Colour | None = None


class Start(Command, tag="start"):
    pass


class PutBot(Command, tag="bot"):
    seat: Seat
    level: Level


class Clear(Command, tag="clear"):
    seat: Seat


class Leave(Command, tag="leave"):
    pass


class Back(Command, tag="back"):
    pass


class Rematch(Command, tag="rematch"):
    pass


class Archive(Command, tag="archive"):
    pass


AnyCommand = Play | Unpick | Chat | Change | Start | PutBot | Clear | Leave | Back | Rematch | Archive
