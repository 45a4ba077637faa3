"""What a table is made of: numbered entries, each with one fact.

There is one class for each kind of fact. A field marked `Told` is shown to everyone; any other field is a secret of the table.
`boundary` and the types of the web page are made from these classes, so this is the only place that says what leaves a table.
"""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, Final, Literal, TypeVar, get_args, get_origin, get_type_hints

import msgspec
from msgspec import Meta, Struct

from libertalia.tables.messages import ClockRules

T = TypeVar("T")
_TOLD: Final = Meta(extra={"told": True})
Told = Annotated[T, _TOLD]


class Fact(Struct, frozen=True, gc=False, tag_field="kind", omit_defaults=True):
    """Something that happened at a table."""

    in_game: ClassVar[bool] = False
    """Whether it is a part of the game."""
    eventful: ClassVar[bool] = True
    """Whether the events of the game show what came of it."""
    shown_in_lists: ClassVar[bool] = True
    """Whether the lists of tables show something else after it."""
    overtakable: ClassVar[bool] = False
    """Whether it may come before a pick or a chat message of another seat without changing it."""


class Created(Fact, frozen=True, gc=False, tag="created"):
    edition: str
    players: int
    options: dict[str, Any]
    public: bool
    clock: ClockRules | None
    host_watches: bool
    start: dict[str, Any] | None = None
    """The position from which a finished game is tried again; without one, cards are dealt."""
    tried: str | None = None
    """That game: its table, and the number of the decision."""
    hints: bool = False
    """Whether people may ask for hints although other people play, too."""
    lesson: str | None = None
    """The lesson that is given here, by its name."""
    day: str | None = None
    """The date whose voyage of the day is played here."""


class SetUp(Fact, frozen=True, gc=False, tag="setup"):
    """The host changed what is played, before the start. Everyone sees it in the info of the table."""

    edition: str
    players: int
    options: dict[str, Any]
    public: bool
    clock: ClockRules | None
    hints: bool = False


class SeatFact(Fact, frozen=True, gc=False):
    """Something that happened to a seat."""

    seat: int


class Joined(SeatFact, frozen=True, gc=False, tag="joined"):
    """A person sat down."""

    name: Told[str]
    colour: Told[str]


class Changed(SeatFact, frozen=True, gc=False, tag="changed"):
    """A person took another name or colour."""

    name: Told[str]
    colour: Told[str]


class Left(SeatFact, frozen=True, gc=False, tag="left"):
    """A person stood up; in a game, a bot plays for them."""


class Kicked(SeatFact, frozen=True, gc=False, tag="kicked"):
    """The host sent a person away, before the start."""


class BotSeated(SeatFact, frozen=True, gc=False, tag="bot"):
    """The host gave a seat to a bot, before the start."""

    level: Told[str]
    name: Told[str]
    colour: Told[str]


class Cleared(SeatFact, frozen=True, gc=False, tag="cleared"):
    """The host sent a bot away, before the start."""


class Started(Fact, frozen=True, gc=False, tag="started"):
    """The cards were dealt."""

    in_game = True

    seed: str
    commitment: Told[str]
    rules: Told[int]


class Played(SeatFact, frozen=True, gc=False, tag="played"):
    """A seat answered its decision."""

    in_game = True
    shown_in_lists = False
    overtakable = True

    turn: Told[int]
    answer: str
    bot: Told[bool | None] = None
    """Whether a bot gave the answer."""


class Unpicked(SeatFact, frozen=True, gc=False, tag="unpicked"):
    """A seat took its pick back."""

    in_game = True
    shown_in_lists = False
    overtakable = True

    turn: Told[int]


class TookBack(SeatFact, frozen=True, gc=False, tag="take-back"):
    """A seat took back the loot that it had just taken. The move that it undoes stays in the history."""

    in_game = True
    eventful = False
    shown_in_lists = False

    turn: Told[int]


class HintAsked(SeatFact, frozen=True, gc=False, tag="hint"):
    """A person asked what a strong player would do."""

    shown_in_lists = False

    turn: Told[int]


class ChatSaid(SeatFact, frozen=True, gc=False, tag="chat"):
    shown_in_lists = False
    overtakable = True

    text: Told[str]


class BotTookOver(SeatFact, frozen=True, gc=False, tag="away"):
    """A bot plays for a person from now on."""

    reason: Told[Literal["time", "host", "asked"]]
    """Time ran out; the host wanted it; or somebody else asked for it, after having waited long enough."""


class CameBack(SeatFact, frozen=True, gc=False, tag="back"):
    """A person decides again, instead of the bot."""


class Reminded(SeatFact, frozen=True, gc=False, tag="reminded"):
    """The host reminded a person that the others wait for them."""

    shown_in_lists = False


class HostPassed(SeatFact, frozen=True, gc=False, tag="host"):
    """The host was away for too long: somebody else is host from now on."""


class EndWished(SeatFact, frozen=True, gc=False, tag="end-wish"):
    """A person wants to end the game, or no longer wants to."""

    yes: Told[bool]
    ended: Told[bool] = False
    """Whether everyone who counts has said yes by now. Then the game is over."""


class Paused(Fact, frozen=True, gc=False, tag="paused"):
    """Nobody is here: the clocks stand still."""

    shown_in_lists = False

    since: int
    """When the last person went."""


class Resumed(Fact, frozen=True, gc=False, tag="resumed"):
    """Somebody is here again: the clocks go on."""

    shown_in_lists = False


class RematchMade(Fact, frozen=True, gc=False, tag="rematch"):
    table: Told[str]
    seat: int | None = None


class Archived(Fact, frozen=True, gc=False, tag="archived"):
    seat: int | None = None


class Unreadable(Fact, frozen=True, gc=False, tag="unreadable"):
    """A stored row that this version of the program does not understand."""

    reason: str


AnyFact = (
    Created
    | SetUp
    | Joined
    | Changed
    | Left
    | Kicked
    | BotSeated
    | Cleared
    | Started
    | Played
    | Unpicked
    | TookBack
    | HintAsked
    | ChatSaid
    | BotTookOver
    | CameBack
    | Reminded
    | HostPassed
    | EndWished
    | Paused
    | Resumed
    | RematchMade
    | Archived
    | Unreadable
)


def kind_of(fact: type[Fact] | Fact) -> str:
    """The name of a kind of fact, as it is stored and sent.

    >>> kind_of(BotTookOver)
    'away'
    """
    return str(fact.__struct_config__.tag)


def told_fields(fact: type[Fact]) -> dict[str, Any]:
    """The fields of a kind of fact that everyone may know, besides its seat: names and types.

    >>> told_fields(Started)
    {'commitment': <class 'str'>, 'rules': <class 'int'>}
    """
    hints = get_type_hints(fact, include_extras=True)
    return {name: get_args(hint)[0] for name, hint in hints.items() if get_origin(hint) is Annotated and _TOLD in get_args(hint)}


FACTS: Final[tuple[type[AnyFact], ...]] = get_args(AnyFact)
TOLD: Final[dict[type[Fact], tuple[str, ...]]] = {fact: tuple(told_fields(fact)) for fact in FACTS}
_FACTS: Final[dict[str, type[AnyFact]]] = {kind_of(fact): fact for fact in FACTS}


_WITH_SEAT: Final = (SeatFact, RematchMade, Archived)


def seat_of(fact: AnyFact) -> int | None:
    """The seat that a fact is about, if it is about one."""
    return fact.seat if isinstance(fact, _WITH_SEAT) else None


class Entry(Struct, frozen=True, gc=False):
    """A fact with its number in the table's history. It may hold secrets: it leaves the table through `boundary` only."""

    number: int
    at: int
    """Milliseconds since 1970."""
    fact: AnyFact
    command_id: str | None = None
    """Who sent the command that led to it, and the id that the client gave to the command."""


class StoredEntry(Struct, frozen=True, gc=False):
    """An entry as the database has it, and as workers send it to each other."""

    number: int
    kind: str
    seat: int | None
    at: int
    data: msgspec.Raw
    """The other fields of the fact, as a JSON object."""
    client: str | None = None

    def entry(self) -> Entry:
        return Entry(self.number, self.at, _fact(self.kind, self.seat, self.data), self.client)


def stored(entry: Entry) -> StoredEntry:
    """An entry in the form that is stored."""
    fields: dict[str, Any] = msgspec.to_builtins(entry.fact)
    kind, seat = fields.pop("kind"), fields.pop("seat", None)
    return StoredEntry(entry.number, kind, seat, entry.at, msgspec.Raw(msgspec.json.encode(fields)), entry.command_id)


def _fact(kind: str, seat: int | None, data: msgspec.Raw) -> AnyFact:
    try:
        fields: dict[str, Any] = {"kind": kind, **msgspec.json.decode(data)}
        if seat is not None:
            fields["seat"] = seat
        return msgspec.convert(fields, _FACTS[kind])
    except (KeyError, TypeError, msgspec.MsgspecError) as error:
        return Unreadable(f"{kind}: {error}")
