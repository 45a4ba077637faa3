"""What happened, as typed events: enough to animate a game, to print its log, and to follow how the table stands.

A spectator's view after each move follows from the view before it and the events of the move, without knowing any rules:
`tests/game/fold.py` does it on a page.

Characters and tokens go by their slugs. `cause` is the character or token whose ability brought it about and `cause_seat` the
seat it worked for; both are `None` for the course of the game. An event with an `audience` is known in full to that seat alone;
the others see it with `card` set to `None`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from functools import lru_cache
from typing import Any, Final

from libertalia.game.memory import Knowledge
from libertalia.rules import happening as h
from libertalia.rules.asker import TAKE, slug_of
from libertalia.rules.bits import ranks
from libertalia.rules.edition import Edition
from libertalia.rules.table import Table

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
    """What everyone knows of the seat's cards after it, where that is not what the move itself tells."""
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
    the loot, and what could not be paid, for nobody ends a voyage below 0."""

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
    extras: dict[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class ExtrasChanged(Event):
    """What this edition has besides (see `View.extras`) is different from now on."""

    extras: dict[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Removed(Event):
    """A token of the day went into the bag without effect; without a seat, it was a character that is nobody's."""

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
    """A character that is nobody's took its place in the lineup."""

    name: str
    rank: float
    place: int
    """How many stand to its left."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NeutralLeaves(Event):
    """A character that is nobody's left the lineup."""

    name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnedUp(Event):
    """Chance: the top card of the deck. It is in the deck no longer."""

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


@lru_cache(4096)
def heap_to_kinds(edition: Edition, heap: int) -> tuple[str, ...]:
    """The tokens of a heap, sorted as text."""
    return tuple(sorted(kind for index, kind in enumerate(edition.kinds) for _ in range(heap >> 4 * index & 15)))


@lru_cache(4096)  # most cards lie where they lay a move ago
def slugs(edition: Edition, cards: int) -> tuple[str, ...]:
    """Cards by name, in the order of their ranks."""
    return tuple(edition.slugs[rank] for rank in ranks(cards))


def shown_rank(edition: Edition, rank: int) -> float:
    """The rank of the character that is nobody's, as people read it: whole where it is whole."""
    shown = edition.neutral_rank(rank)
    return int(shown) if shown == int(shown) else shown


def typed(table: Table, raw: h.Happening, unseen: bool, knowledge: Knowledge | None) -> Event:
    """The event that the engine wrote down in numbers."""
    edition = table.edition
    colours = tuple(player.colour for player in table.players) if raw.what in _WITH_EXTRAS else ()
    event = _typed(edition, unseen, colours, raw.what, raw.seat, raw.cause, raw.cause_seat, raw.a, raw.b, raw.c, raw.d)
    if knowledge is None or not isinstance(event, Moved):
        return event
    k = knowledge
    known = Known(slugs(edition, k.may_hold), slugs(edition, k.holds), slugs(edition, k.graveyard), k.unseen)
    return replace(event, known=known)


@lru_cache(1 << 16)  # the same few things happen at all tables
def _typed(edition: Edition, unseen: bool, colours: tuple[int, ...], *numbers: int) -> Event:
    raw = h.Happening(*numbers)
    if raw.what == h.MOVED:
        event: Event = Moved(
            seat=raw.seat,
            card=edition.slugs[raw.a] or None,
            source=edition.zones[raw.b],
            target=edition.zones[raw.c],
            rank=raw.a if raw.c == h.LINEUP else None,
            place=raw.d if raw.c == h.LINEUP else None,
            unseen=unseen,
        )
    elif raw.what == h.REPUTATION:
        extras = edition.extras(raw.c, list(colours))
        event = ReputationMoved(seat=raw.seat, source=raw.a + 1, target=raw.b + 1, extras=extras)
    elif raw.what == h.EXTRAS_CHANGED:
        event = ExtrasChanged(extras=edition.extras(raw.a, list(colours)))
    else:
        event = _TYPED[raw.what](edition, raw)
    return replace(event, cause=edition.slugs[raw.cause], cause_seat=raw.cause_seat) if 0 < raw.cause < TAKE else event


_WITH_EXTRAS: Final = (h.REPUTATION, h.EXTRAS_CHANGED)

_TYPED: Final[dict[int, Callable[[Edition, h.Happening], Event]]] = {
    h.VOYAGE_BEGINS: lambda e, r: VoyageBegins(voyage=r.a),
    h.LOOT_LAID_OUT: lambda e, r: LootLaidOut(day=r.a, loot=heap_to_kinds(e, r.b)),
    h.CARDS_DEALT: lambda e, r: CardsDealt(cards=slugs(e, r.a)),
    h.PURSE_FILLED: lambda e, r: PurseFilled(seat=r.seat if r.seat >= 0 else None, amount=r.a),
    h.DAY_BEGINS: lambda e, r: DayBegins(day=r.a, picking=tuple(ranks(r.b))),
    h.PICKED: lambda e, r: Picked(seat=r.seat, card=e.slugs[r.a] or None),
    h.UNPICKED: lambda e, r: Unpicked(seat=r.seat),
    h.HOUR_STRIKES: lambda e, r: HourStrikes(hour=HOURS[r.a], day=r.b),
    h.ASKED: lambda e, r: Asked(seat=r.seat, decision=e.slugs[r.a]),
    h.ACTS: lambda e, r: Acts(seat=r.seat),
    h.GAINED: lambda e, r: Gained(seat=r.seat, amount=r.a),
    h.LOST: lambda e, r: Lost(seat=r.seat, amount=r.a),
    h.PAID: lambda e, r: Paid(seat=r.seat, to=r.b, amount=r.a),
    h.TOOK: lambda e, r: Took(seat=r.seat, token=e.kinds[r.a // 4]),
    h.DREW: lambda e, r: Drew(seat=r.seat, token=e.kinds[r.a // 4]),
    h.RETURNED: lambda e, r: Returned(seat=r.seat, loot=heap_to_kinds(e, r.a)),
    h.LEFTOVERS_RETURNED: lambda e, r: LeftoversReturned(day=r.a, loot=heap_to_kinds(e, r.b)),
    h.HANDED_OVER: lambda e, r: HandedOver(seat=r.seat, to=r.b, loot=heap_to_kinds(e, r.a)),
    h.DECLINED: lambda e, r: Declined(seat=r.seat),
    h.EARNED: lambda e, r: Earned(seat=r.seat, amount=r.a),
    h.SCORED: lambda e, r: Scored(seat=r.seat, score=r.a, purse=r.b, characters=r.c, loot=r.d, unpaid=r.a - r.b - r.c - r.d),
    h.CLEARED: lambda e, r: Cleared(seat=r.seat, zone=e.zones[r.a]),
    h.REMOVED: lambda e, r: Removed(seat=r.seat if r.seat >= 0 else None, token=e.kinds[r.a // 4]),
    h.SWAPPED: lambda e, r: Swapped(seat=r.seat, today=e.kinds[r.a // 4], tomorrow=e.kinds[r.b // 4]),
    h.NEUTRAL_STANDS: lambda e, r: NeutralStands(name=e.neutral_name(), rank=shown_rank(e, r.a), place=r.b),
    h.NEUTRAL_LEAVES: lambda e, r: NeutralLeaves(name=e.neutral_name()),
    h.TURNED_UP: lambda e, r: TurnedUp(card=e.slugs[r.a]),
    h.DECK_GATHERED: lambda e, r: DeckGathered(cards=slugs(e, r.a)),
    h.MARKED: lambda e, r: Marked(seat=r.seat, card=e.slugs[r.a]),
    h.KEPT: lambda e, r: Kept(seat=r.seat, card=e.slugs[r.a]),
    h.GAME_ENDS: lambda e, r: GameEnds(winners=tuple(ranks(r.a))),
}
