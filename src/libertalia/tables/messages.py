"""The messages of `docs/protocol.md` as types. `entries` says which fields of an entry are sent."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Annotated, Any, Final, Literal

from msgspec import Meta, Raw, Struct

from libertalia.bots import BOTS
from libertalia.game.setup import edition_names, edition_of
from libertalia.rules.player import COLOURS

NAME_LENGTH: Final = 20
"""Characters of the longest name."""
CHAT_LENGTH: Final = 300
"""Characters of the longest chat message."""
DECISION_SECONDS: Final = Meta(ge=5, le=14 * 86_400)
GAME_SECONDS: Final = Meta(ge=60, le=90 * 86_400)
"""What a clock may be set to, in seconds: for each decision, and for all decisions of a game."""
MOST_SEATS: Final = max(edition_of(name, {}).seats()[1] for name in edition_names())
"""Seats of the largest table, in any edition."""

if TYPE_CHECKING:
    Colour = str
    Level = str
else:  # the words that may be sent are those of the engine and of the roster of bots
    Colour = Literal[COLOURS]
    Level = Literal[BOTS]
Status = Literal["open", "playing", "over", "unplayable", "archived"]

# ---- how things stand ------------------------------------------------------------------------------------------
# What is made for every move and every viewer is not frozen: that would take three times as long.


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
    hints: bool = False
    """Whether people may ask for hints although other people play, too. With only bots besides oneself one always may."""
    lesson: str | None = None
    """The lesson that is given here: the edition and a number, such as `original-1`."""
    day: str | None = None
    """The date whose voyage of the day is played here, such as `2026-11-17`. Its `seed` is published when that day is over."""
    ended: bool = False
    """Whether the people at the table agreed to end the game early. Then nobody has won."""
    ending: list[int] = field(default_factory=list)
    """The seats that want to end the game."""


@dataclass(slots=True)
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


@dataclass(slots=True)
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


@dataclass(slots=True)
class Decision:
    kind: str
    options: tuple[str, ...]


@dataclass(slots=True)
class Mine:
    """What only this seat may know."""

    turn: int
    hand: tuple[str, ...]
    graveyard: tuple[str, ...]
    pick: str | None
    decision: Decision | None
    take_back: bool = False
    """Whether the loot that was just taken may be taken back."""


@dataclass(frozen=True, slots=True)
class Clock:
    """When each seat that must decide will be taken over, and what each has left of the game's time, in milliseconds."""

    now: int
    deadlines: dict[int, int]
    left: dict[int, int]


# ---- from the server ------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Patience:
    """Seconds that others wait for somebody."""

    away: float
    """Until a person who went counts as away."""
    host: float
    """Until another person is host instead of a host who went."""
    stand_in: float
    """Until anyone may ask for a stand-in for a person who has to decide."""


class Welcome(Struct, tag="welcome", omit_defaults=True):
    seat: int | None
    host: bool
    number: int
    patience: Patience
    sent_away: bool = False
    """The host has sent this person away: their secret only lets them watch."""


class News(Struct, tag="news", omit_defaults=True):
    """New entries, and how the table stands after them; what has not changed is left out."""

    entries: list[dict[str, Any]] | Raw
    table: TableInfo | Raw | None = None
    view: PublicView | Raw | None = None
    mine: Mine | None = None
    clock: Clock | None = None


class Presence(Struct, tag="presence", omit_defaults=True):
    """Who is connected; and since when the other people of the table are not, in milliseconds since 1970."""

    seats: list[int]
    watchers: int
    away: dict[int, int] = {}
    host: bool = False
    """Whether somebody is among the watchers who made the table without sitting down."""


class History(Struct, tag="history"):
    """Earlier entries, in order."""

    entries: list[dict[str, Any]] | Raw


class Pong(Struct, tag="pong"):
    """The answer to `ping`."""


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


@dataclass(frozen=True, slots=True)
class HintOption:
    answer: str
    share: float
    """How often a strong player gives this answer."""
    chance: float
    """The chance to win with it."""


class HintMessage(Struct, tag="hint"):
    """What a strong player thinks of each answer, for the seat that asked. Without options, nothing came to mind in time."""

    turn: int
    title: str
    text: str
    alike: bool
    """Whether it hardly matters which answer is given."""
    options: list[HintOption]


# ---- from the client ------------------------------------------------------------------------------------------

Id = Annotated[str, Meta(min_length=1, max_length=40, pattern=r"^[^\x00-\x1f]*\Z")]  # PostgreSQL stores no NUL
Seat = Annotated[int, Meta(ge=0, le=MOST_SEATS - 1)]
Turn = Annotated[int, Meta(ge=0, le=1_000_000)]


class Hello(Struct, tag="hello", forbid_unknown_fields=True):
    secret: Annotated[str, Meta(max_length=100)] | None = None
    since: Annotated[int, Meta(ge=0, le=2**40)] = 0
    since_at: Annotated[int, Meta(ge=0, le=2**53)] | None = None
    lang: Annotated[str, Meta(max_length=20)] = "en"
    back: bool = True
    """Whether they take their seat back, if a bot plays for them."""


class Ping(Struct, tag="ping", forbid_unknown_fields=True):
    """Asks whether anybody is there."""


class AskHistory(Struct, tag="history", forbid_unknown_fields=True):
    """Asks for the entries before a number."""

    before: Annotated[int, Meta(ge=1, le=2**40)]


class ClockWish(Struct, forbid_unknown_fields=True):
    """Seconds for each decision, and for all decisions of a game."""

    decision: Annotated[int, DECISION_SECONDS] | None = None
    game: Annotated[int, GAME_SECONDS] | None = None

    def rules(self) -> ClockRules | None:
        return ClockRules(self.decision, self.game) if self.decision or self.game else None


class Command(Struct, forbid_unknown_fields=True):
    id: Id


class Play(Command, tag="play"):
    turn: Turn
    answer: Annotated[str, Meta(max_length=80)]


class Unpick(Command, tag="unpick"):
    turn: Turn


class TakeBack(Command, tag="take-back"):
    turn: Turn


class AskHint(Command, tag="hint"):
    """Asks what a strong player would do. The answer comes later, as a message of its own."""

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


class ChangeSetup(Command, tag="setup"):
    """What is to be played instead."""

    edition: Annotated[str, Meta(max_length=40)]
    players: Annotated[int, Meta(ge=1, le=MOST_SEATS)]
    options: dict[str, Any] = {}
    public: bool = False
    clock: ClockWish | None = None
    hints: bool = False


class Kick(Command, tag="kick"):
    seat: Seat


class Remind(Command, tag="remind"):
    seat: Seat


class End(Command, tag="end"):
    """Asks to end the game, or takes that back."""

    yes: bool


class Leave(Command, tag="leave"):
    pass


class Back(Command, tag="back"):
    pass


class Rematch(Command, tag="rematch"):
    pass


class Archive(Command, tag="archive"):
    pass


AnyInquiry = Ping | AskHistory
"""What only the sender gets an answer to, and what changes nothing."""
AnyCommand = (
    Play
    | Unpick
    | TakeBack
    | AskHint
    | Chat
    | Change
    | ChangeSetup
    | Start
    | PutBot
    | Clear
    | Kick
    | Remind
    | End
    | Leave
    | Back
    | Rematch
    | Archive
)
