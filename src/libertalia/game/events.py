"""What happened, as typed events: enough to animate a game and to print its log.

Characters and tokens go by their slugs. `why` is the character or token whose ability brought it about and `by` the seat it
worked for; both are `None` for the course of the game. An event with an `audience` is known in full to that seat alone; the
others see it with `card` set to `None`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

from libertalia.rules import happening as h
from libertalia.rules.asker import TAKE, slug_of
from libertalia.rules.bits import ranks
from libertalia.rules.edition import Edition

_KINDS: Final[dict[type, str]] = {}
HOURS: Final = ("sunrise", "day", "dusk", "night", "rest")
ZONES: Final = ("hand", "lineup", "crew", "graveyard")


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """Something that happened."""

    why: str | None = None
    by: int | None = None

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
            if value is not None:
                plain[name] = list(value) if isinstance(value, tuple) else value
        return plain


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


@dataclass(frozen=True, slots=True, kw_only=True)
class Acts(Event):
    """The ability of a character or a token begins."""

    seat: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Moved(Event):
    """A card went from one zone to another: hand, lineup, crew, graveyard."""

    seat: int
    card: str | None
    source: str
    target: str
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
    """Tokens went back into the bag."""

    seat: int
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
    """What a character brings, or with a minus costs, at the end of the voyage."""

    seat: int
    amount: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Scored(Event):
    """The end of a voyage: the doubloons with all that was earned, and the value of the loot."""

    seat: int
    score: int
    doubloons: int
    loot: int


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
    rank: int


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


def typed(edition: Edition, raw: h.Happening, unseen: bool) -> Event:
    """The event that the engine wrote down in numbers."""
    return _typed(edition, unseen, raw.what, raw.seat, raw.why, raw.by, raw.a, raw.b, raw.c)


@lru_cache(1 << 16)  # the same few things happen at all tables
def _typed(edition: Edition, unseen: bool, *numbers: int) -> Event:
    raw = h.Happening(*numbers)
    event = _TYPED[raw.what](edition, raw, unseen)
    return replace(event, why=edition.slugs[raw.why], by=raw.by) if 0 < raw.why < TAKE else event


_TYPED: Final[dict[int, Callable[[Edition, h.Happening, bool], Event]]] = {
    h.VOYAGE_BEGINS: lambda e, r, _: VoyageBegins(voyage=r.a),
    h.LOOT_LAID_OUT: lambda e, r, _: LootLaidOut(day=r.a, loot=heap_to_kinds(e, r.b)),
    h.CARDS_DEALT: lambda e, r, _: CardsDealt(cards=tuple(e.slugs[rank] for rank in ranks(r.a))),
    h.PURSE_FILLED: lambda e, r, _: PurseFilled(seat=r.seat if r.seat >= 0 else None, amount=r.a),
    h.DAY_BEGINS: lambda e, r, _: DayBegins(day=r.a),
    h.PICKED: lambda e, r, _: Picked(seat=r.seat, card=e.slugs[r.a]),
    h.UNPICKED: lambda e, r, _: Unpicked(seat=r.seat),
    h.HOUR_STRIKES: lambda e, r, _: HourStrikes(hour=HOURS[r.a]),
    h.ACTS: lambda e, r, _: Acts(seat=r.seat),
    h.MOVED: lambda e, r, unseen: Moved(seat=r.seat, card=e.slugs[r.a], source=ZONES[r.b], target=ZONES[r.c], unseen=unseen),
    h.GAINED: lambda e, r, _: Gained(seat=r.seat, amount=r.a),
    h.LOST: lambda e, r, _: Lost(seat=r.seat, amount=r.a),
    h.PAID: lambda e, r, _: Paid(seat=r.seat, to=r.b, amount=r.a),
    h.TOOK: lambda e, r, _: Took(seat=r.seat, token=e.kinds[r.a // 4]),
    h.DREW: lambda e, r, _: Drew(seat=r.seat, token=e.kinds[r.a // 4]),
    h.RETURNED: lambda e, r, _: Returned(seat=r.seat, loot=heap_to_kinds(e, r.a)),
    h.HANDED_OVER: lambda e, r, _: HandedOver(seat=r.seat, to=r.b, loot=heap_to_kinds(e, r.a)),
    h.DECLINED: lambda e, r, _: Declined(seat=r.seat),
    h.EARNED: lambda e, r, _: Earned(seat=r.seat, amount=r.a),
    h.SCORED: lambda e, r, _: Scored(seat=r.seat, score=r.a, doubloons=r.b, loot=r.c),
    h.CLEARED: lambda e, r, _: Cleared(seat=r.seat, zone=ZONES[r.a]),
    h.REPUTATION: lambda e, r, _: ReputationMoved(seat=r.seat, source=r.a + 1, target=r.b + 1),
    h.REMOVED: lambda e, r, _: Removed(seat=r.seat if r.seat >= 0 else None, token=e.kinds[r.a // 4]),
    h.SWAPPED: lambda e, r, _: Swapped(seat=r.seat, today=e.kinds[r.a // 4], tomorrow=e.kinds[r.b // 4]),
    h.NEUTRAL_STANDS: lambda e, r, _: NeutralStands(name=e.slugs[r.a], rank=r.b),
    h.MARKED: lambda e, r, _: Marked(seat=r.seat, card=e.slugs[r.a]),
    h.KEPT: lambda e, r, _: Kept(seat=r.seat, card=e.slugs[r.a]),
    h.GAME_ENDS: lambda e, r, _: GameEnds(winners=tuple(ranks(r.a))),
}
