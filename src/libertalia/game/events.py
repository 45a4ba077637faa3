"""What happened, as typed events. They are enough to animate a game, to print its log, and to keep a view up to date.

The public view after a move is the view before it with the events of the move applied. Applying them needs no rules:
`game/fold.py` does it in one page.

Characters and tokens are given by their slugs. `cause` is the character or token whose ability made it happen, `cause_seat` the
seat that this ability works for; both are `None` where no ability is at work. If an event has an `audience`, only that seat sees
all of it; others see it with `card` set to `None`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import MISSING, asdict, dataclass, field, fields, replace
from typing import Any, Final

from libertalia.rules.asker import slug_of

_KINDS: Final[dict[type, str]] = {}
HOURS: Final = ("sunrise", "day", "dusk", "night", "rest")


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """Something that happened."""

    cause: str | None = None
    cause_seat: int | None = None

    @property
    def audience(self) -> int | None:
        """The only seat that may know all of it; `None` for everyone."""
        return None

    @property
    def kind(self) -> str:
        """The event's name as data: `voyage-begins`, `moved`, …"""
        mine = type(self)
        if mine not in _KINDS:
            _KINDS[mine] = slug_of(mine)
        return _KINDS[mine]

    def seen_by(self, seat: int | None) -> Event:
        """The event as a seat, or with `None` a spectator, sees it."""
        return self

    def data(self) -> dict[str, object]:
        """The event as plain JSON data."""
        plain: dict[str, object] = {"event": self.kind}
        for name in self.__dataclass_fields__:
            value = getattr(self, name)
            if isinstance(value, tuple):
                plain[name] = list(value)
            elif isinstance(value, Known):
                plain[name] = asdict(value, dict_factory=_with_lists)
            elif value is not None:
                plain[name] = value
        return plain


def _with_lists(fields: list[tuple[str, Any]]) -> dict[str, Any]:
    return {name: list(value) if isinstance(value, tuple) else value for name, value in fields}


@dataclass(frozen=True, slots=True, kw_only=True)
class VoyageBegins(Event):
    voyage: int


@dataclass(frozen=True, slots=True, kw_only=True)
class LootLaidOut(Event):
    """Chance: the tokens drawn for a day of the voyage."""

    day: int
    loot: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class CardsDealt(Event):
    """Chance: the same characters for everyone."""

    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class PurseFilled(Event):
    """The doubloons to start a voyage with; without a seat, everyone's."""

    seat: int | None
    amount: int
    extra: int | None = None
    """How many of them are for the difficulty of a game for one, if any."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DayBegins(Event):
    day: int
    picking: tuple[int, ...]
    """The seats that must pick a card."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Picked(Event):
    """A card was put down face down."""

    seat: int
    card: str | None

    @property
    def audience(self) -> int | None:
        return None if self.card is None else self.seat

    def seen_by(self, seat: int | None) -> Event:
        return self if seat == self.seat else replace(self, card=None)


@dataclass(frozen=True, slots=True, kw_only=True)
class Unpicked(Event):
    seat: int


@dataclass(frozen=True, slots=True, kw_only=True)
class HourStrikes(Event):
    hour: str
    day: int
    """The rest after the last day of a voyage counts as one more."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked(Event):
    """A seat must decide now, and nobody else; `decision` is the kind of decision."""

    seat: int
    decision: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Acts(Event):
    """The ability of a character or a token begins."""

    seat: int


@dataclass(frozen=True, slots=True, kw_only=True)
class CameToNothing(Event):
    """The ability that began has no effect; `doubloons` are those of the seat, which may be the reason."""

    seat: int
    doubloons: int


@dataclass(frozen=True, slots=True)
class Known:
    """What everyone knows of a seat's hand and graveyard; the fields are those of a `SeatView`."""

    may_hold: tuple[str, ...]
    holds: tuple[str, ...]
    graveyard: tuple[str, ...]
    unseen: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Moved(Event):
    """A card went from one zone to another: hand, lineup, crew, graveyard."""

    seat: int
    card: str | None
    source: str
    target: str
    rank: int | None = None
    place: int | None = None
    """Into the lineup: the card's rank, and how many stand to its left."""
    known: Known | None = None
    """What everyone knows of the seat's cards after it, if the move itself does not tell it."""
    unseen: bool = False

    @property
    def audience(self) -> int | None:
        return self.seat if self.unseen and self.card is not None else None

    def seen_by(self, seat: int | None) -> Event:
        return replace(self, card=None) if self.unseen and seat != self.seat else self


@dataclass(frozen=True, slots=True, kw_only=True)
class Gained(Event):
    seat: int
    amount: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Lost(Event):
    seat: int
    amount: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Paid(Event):
    seat: int
    to: int
    amount: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Took(Event):
    """A token out of the loot of the day."""

    seat: int
    token: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Drew(Event):
    """Chance: a token out of the bag."""

    seat: int
    token: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Returned(Event):
    """Tokens of a player went back into the bag; without a cause, at the end of a voyage."""

    seat: int
    loot: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class LeftoversReturned(Event):
    """Tokens that nobody took went from their day back into the bag."""

    day: int
    loot: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class HandedOver(Event):
    """Tokens went to another player."""

    seat: int
    to: int
    loot: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Declined(Event):
    seat: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Earned(Event):
    """What a character or a token brings, or with a minus costs, at the end of the voyage. It is counted with the score."""

    seat: int
    amount: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Scored(Event):
    """The end of a voyage. The score is the sum of its parts: the doubloons in the purse, what characters earned, the value of
    the loot, and `unpaid`: losses that are not counted, because nobody scores less than 0."""

    seat: int
    score: int
    purse: int
    characters: int
    loot: int
    unpaid: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Cleared(Event):
    """All cards of a zone left the game."""

    seat: int
    zone: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ReputationMoved(Event):
    """A token went from one space of the track to another; spaces count from 1 on the left."""

    seat: int
    source: int
    target: int
    extras: dict[str, Any] = field(hash=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class ExtrasChanged(Event):
    """What only this edition has (see `View.extras`) has changed to this."""

    extras: dict[str, Any] = field(hash=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Removed(Event):
    """A token of the day went into the bag without effect; without a seat, a neutral character did it."""

    seat: int | None
    token: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Swapped(Event):
    """A token of today for one of tomorrow."""

    seat: int
    today: str
    tomorrow: str


@dataclass(frozen=True, slots=True, kw_only=True)
class NeutralStands(Event):
    """A neutral character took its place in the lineup."""

    name: str
    rank: float
    place: int
    """How many stand to its left."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NeutralLeaves(Event):
    """A neutral character left the lineup."""

    name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnedUp(Event):
    """Chance: the top card of the deck. It is not in the deck any more."""

    card: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DeckGathered(Event):
    """The deck holds these characters from now on."""

    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Marked(Event):
    """The character directly left of the Midshipman."""

    seat: int
    card: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Kept(Event):
    """A character stays aboard for the next voyage."""

    seat: int
    card: str


@dataclass(frozen=True, slots=True, kw_only=True)
class GameEnds(Event):
    winners: tuple[int, ...]


def event_of(data: Mapping[str, Any]) -> Event:
    """An event from its plain data, as a server tells it; a `KeyError` names a kind that this version doesn't know.

    >>> event_of({"event": "took", "seat": 1, "token": "chest"})
    Took(cause=None, cause_seat=None, seat=1, token='chest')
    """
    kinds = {slug_of(kind): kind for kind in Event.__subclasses__()}
    kind = kinds[data["event"]]
    given: dict[str, Any] = {}
    for each in fields(kind):
        if each.name in data or each.default is MISSING:
            given[each.name] = _value(each.name, data.get(each.name))
    return kind(**given)


def _value(name: str, value: Any) -> Any:
    if name == "known" and value is not None:
        return Known(**{key: _value(key, part) for key, part in value.items()})
    return tuple(value) if isinstance(value, list) else value
