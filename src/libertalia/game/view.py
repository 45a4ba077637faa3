"""What a seat may know: what a player with a perfect memory would know, and nothing else.

A view is written from a `Sight`, which has what is public and the viewer's own hand; it never sees the whole table.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

from libertalia.game.answers import Decision, decision
from libertalia.game.errors import LibertaliaError
from libertalia.game.events import HOURS, Event, event_of
from libertalia.game.memory import Knowledge, Memory
from libertalia.game.names import heap_to_counts, heap_to_kinds, shown_rank, slugs
from libertalia.game.position import extras, lineup, open_questions, voyage_scores
from libertalia.game.setup import edition_of
from libertalia.game.sight import SPECTATOR, Sight, from_numbers
from libertalia.game.tracked_table import TrackedTable
from libertalia.game.typed_events import typed
from libertalia.rules.asker import PICK
from libertalia.rules.bits import ranks
from libertalia.rules.edition import Edition
from libertalia.rules.happening import Happening
from libertalia.rules.phases import OVER, SUNRISE
from libertalia.rules.player import COLOURS, Player
from libertalia.rules.table import Table

if TYPE_CHECKING:
    from libertalia.game.game import Game


@dataclass(frozen=True, slots=True)
class Hidden:
    """A hand and a graveyard that agree with everything that was seen."""

    hand: tuple[str, ...]
    graveyard: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Own:
    """What only the player of a seat knows."""

    hand: tuple[str, ...]
    graveyard: tuple[str, ...]
    pick: str | None


@dataclass(frozen=True, slots=True)
class SeatView:
    """A seat as the viewer knows it. Cards are in the order of their ranks."""

    seat: int
    colour: str
    doubloons: int
    score: int
    voyage_scores: tuple[int, ...]
    loot: dict[str, int]
    crew: tuple[str, ...]
    graveyard: tuple[str, ...]
    """The cards in the graveyard. If a card went back to the hand unseen, all cards that may be in the graveyard."""
    unseen: int
    """How many cards went back from the graveyard unseen."""
    hand_size: int
    may_hold: tuple[str, ...]
    """The cards that may be in the hand."""
    holds: tuple[str, ...]
    """The cards that are in the hand for certain."""
    picked: bool
    pick: str | None
    """The card picked face down, if the viewer may know it."""
    guesses: tuple[Hidden, ...]
    """All hands and graveyards that agree with what the others have seen."""

    def data(self) -> dict[str, Any]:
        return {name: _plain(getattr(self, name)) for name in self.__dataclass_fields__ if name != "guesses"}


class Standing(NamedTuple):
    """A character in the lineup; the neutral one has no seat."""

    seat: int | None
    card: str
    rank: float


class Heard:
    """What one viewer knows of what happened. Events are made when they are asked for."""

    __slots__ = ("_events", "_known", "_own", "_past", "_public", "_unseen")

    def __init__(self, tracked: TrackedTable, past: tuple[Event, ...], viewer: int | None) -> None:
        self._past = tuple(event.seen_by(viewer) for event in past)  # from before the start of the game
        self._public = tracked.public
        self._own: dict[int, Happening] = {} if viewer is None else tracked.secrets[viewer]
        self._unseen = tracked.unseen
        self._known = tracked.known
        self._events: list[Event] = []

    def __len__(self) -> int:
        return len(self._public)

    def first(self, count: int, table: Table) -> tuple[Event, ...]:
        """The past, and the first events of the game."""
        for index in range(len(self._events), count):
            raw = self._own.get(index) or self._public[index]
            self._events.append(typed(table, raw, index in self._unseen, self._known.get(index)))
        return (*self._past, *self._events[:count])


class View:
    """The table as a seat sees it. Each part is computed when it is first asked for.

    >>> from libertalia import Game
    >>> game = Game.new("original", players=2, seed=7)
    >>> game.play(1, "bosun")
    >>> view = game.view(0)
    >>> view.seats[1].picked, view.seats[1].pick
    (True, None)
    >>> view.imagine(random.Random(1)).view(0) == view
    True
    """

    def __init__(self, sight: Sight, heard: Heard | None, events: tuple[Event, ...] = ()) -> None:
        """What is known, and what was heard; instead of having heard anything, a view may be given its events."""
        fields = self.__dict__  # it can't be changed otherwise
        fields["sight"] = sight
        if heard is None:
            fields["events"] = events
        else:
            fields["_heard"] = heard
            fields["_heard_so_far"] = len(heard)

    sight: Sight
    """What the viewer knows, in the engine's numbers: for bots that think with them, see `libertalia.search`."""
    _heard: Heard
    _heard_so_far: int

    @property
    def viewer(self) -> int | None:
        """The seat that sees the table so; `None` is a spectator."""
        return None if self.sight.viewer == SPECTATOR else self.sight.viewer

    @property
    def edition(self) -> str:
        return self._edition.name()

    @cached_property
    def options(self) -> dict[str, Any]:
        return self._edition.options()

    @property
    def rules(self) -> int:
        """The version of the rules that is played."""
        return self._edition.rules

    @property
    def voyage(self) -> int:
        return self._table.voyage

    @property
    def day(self) -> int:
        return self._table.day

    @property
    def hour(self) -> str | None:
        """sunrise, day, dusk, night or rest; `None` when the game is over."""
        return None if self._over else HOURS[self._table.phase]

    @cached_property
    def loot(self) -> tuple[tuple[str, ...], ...]:
        """The loot of each day of the voyage."""
        table = self._table
        return tuple(heap_to_kinds(self._edition, table.loot_on(day)) for day in range(1, len(table.days) + 1))

    @cached_property
    def seats(self) -> tuple[SeatView, ...]:
        return tuple(_seat_view(self.sight, player) for player in self._table.players)

    @cached_property
    def lineup(self) -> tuple[Standing, ...]:
        """Who stands there, from left to right."""
        return tuple(_standing(self._edition, seat, card) for seat, card in lineup(self._table))

    @cached_property
    def bag(self) -> dict[str, int]:
        return heap_to_counts(self._edition, self._table.bag)

    @cached_property
    def deck(self) -> tuple[str, ...]:
        """The characters not dealt yet."""
        return slugs(self._edition, self._table.deck)

    @cached_property
    def waiting(self) -> tuple[tuple[int, str], ...]:
        """Who must decide now, and what about."""
        table = self._table
        if table.questions:
            return ((table.asked(), self._edition.slugs[table.asking()]),)
        return tuple((seat, self._edition.slugs[PICK]) for seat in ranks(table.picking))

    @cached_property
    def decision(self) -> Decision | None:
        """The viewer's own open decision."""
        viewer = self.viewer
        asked = viewer is not None and any(seat == viewer for seat, _ in self.waiting)
        return decision(self._table, self.sight.viewer) if asked else None

    @cached_property
    def events(self) -> tuple[Event, ...]:
        """What the viewer knows of what happened, in order."""
        return self._heard.first(self._heard_so_far, self._table)

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that have won; `()` while the game goes on."""
        return tuple(self._edition.winners(self._table)) if self._over else ()

    @cached_property
    def extras(self) -> dict[str, Any]:
        """What only this edition has, such as the reputation track."""
        return extras(self._table)

    @cached_property
    def moment(self) -> dict[str, Any] | None:
        """In the middle of a day: what is being resolved, as in a position."""
        table = self._table
        middle = not self._over and table.phase != SUNRISE
        return {"phase": HOURS[table.phase], **open_questions(table)} if middle else None

    @property
    def me(self) -> SeatView:
        """The viewer's own seat."""
        if self.viewer is None:
            raise LibertaliaError("A spectator has no seat.")
        return self._me

    @cached_property
    def _me(self) -> SeatView:
        built: tuple[SeatView, ...] | None = self.__dict__.get("seats")
        viewer = self.sight.viewer
        return _seat_view(self.sight, self._table.players[viewer]) if built is None else built[viewer]

    @property
    def _table(self) -> Table:
        return self.sight.table

    @property
    def _edition(self) -> Edition:
        return self.sight.table.edition

    @property
    def _over(self) -> bool:
        return self.sight.table.phase == OVER

    def data(self, whole: bool = False) -> dict[str, Any]:
        """The view as plain JSON data, without the events.

        The `whole` of it has the events, and `sight`, the same in the engine's numbers: `View.of` reads it back. The form of
        `sight` may change with a release.
        """
        mine = self.decision
        plain = {name: _plain(getattr(self, name)) for name in _FIELDS if name not in _NOT_PLAIN}
        plain["seats"] = [seat.data() for seat in self.seats]
        plain["decision"] = None if mine is None else {"seat": mine.seat, "kind": mine.kind, "options": list(mine.options)}
        if whole:
            plain["events"] = [event.data() for event in self.events]
            plain["sight"] = self.sight.numbers()
        return plain

    @classmethod
    def of(cls, data: Mapping[str, Any]) -> View:
        """The view of which `data(whole=True)` has made this data, perhaps through JSON.

        >>> from libertalia import Game
        >>> view = Game.new("original", players=2, seed=7).view(0)
        >>> View.of(view.data(whole=True)) == view
        True
        """
        if "sight" not in data:
            raise LibertaliaError("A view is read from data with the key 'sight': write it with view.data(whole=True).")
        events = tuple(event_of(event) for event in data["events"])
        return _sent(data["edition"], data["options"], data["rules"], data["sight"], events)

    def imagine(self, rng: random.Random, picks: bool = True) -> Game:
        """A whole game that agrees with this view. What is hidden is drawn, each possibility with the same probability.

        Seats that have picked get a random pick. With `picks=False` they have yet to pick, so that a search can choose for them.
        """
        from libertalia.game.game import Game

        table = self.sight.imagine(rng, picks)
        return Game.imagined(table, Memory(self.sight.guesses.copy(), self.sight.mornings), rng.getrandbits(128), self.events)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"A view can't be changed: {name!r} is read-only.")

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, View):
            return NotImplemented
        return all(getattr(self, name) == getattr(other, name) for name in _FIELDS)

    def __hash__(self) -> int:
        table = self._table
        return hash((self.sight.viewer, table.voyage, table.day, table.phase, table.questions))

    def __repr__(self) -> str:
        return f"View({', '.join(f'{name}={getattr(self, name)!r}' for name in _FIELDS)})"

    def __reduce__(self) -> tuple[Any, ...]:
        return _sent, (self.edition, self.options, self.rules, self.sight.numbers(), self.events)


def _sent(edition: str, options: dict[str, Any], rules: int, numbers: Sequence[Any], events: tuple[Event, ...]) -> View:
    """A view that came from another process."""
    return View(from_numbers(edition_of(edition, options, rules), *numbers), None, events)


_FIELDS = (
    "viewer", "edition", "options", "rules", "voyage", "day", "hour", "loot", "seats", "lineup", "bag", "deck", "waiting",
    "decision", "events", "winners", "extras", "moment",
)  # fmt: skip
_NOT_PLAIN = ("seats", "decision", "events", "moment")


def _plain(value: Any) -> Any:
    if isinstance(value, tuple):
        return [_plain(item) for item in value]
    return dict(value) if isinstance(value, dict) else value


def _standing(edition: Edition, seat: int | None, card: Any) -> Standing:
    """An entry of a position's lineup, as a view shows it."""
    if seat is None:
        return Standing(None, edition.neutral_name(), shown_rank(edition, card))
    return Standing(seat, card, edition.rank_of[card])


def own(table: Table, seat: int) -> Own:
    """What only the player of a seat knows."""
    edition, me = table.edition, table.players[seat]
    pick = edition.slugs[me.pick] if me.pick else None
    return Own(slugs(edition, me.hand), slugs(edition, me.graveyard), pick)


def _seat_view(sight: Sight, player: Player) -> SeatView:
    table, guesses = sight.table, sight.guesses[player.seat]
    edition = table.edition
    own = player.seat == sight.viewer
    known = Knowledge(guesses)
    return SeatView(
        seat=player.seat,
        colour=COLOURS[player.colour],
        doubloons=player.doubloons,
        score=player.score,
        voyage_scores=tuple(voyage_scores(table, player)),
        loot=heap_to_counts(edition, player.loot),
        crew=slugs(edition, player.crew),
        graveyard=slugs(edition, player.graveyard if own else known.graveyard),
        unseen=0 if own else known.unseen,
        hand_size=known.hand_size,
        may_hold=slugs(edition, player.hand if own else known.may_hold),
        holds=slugs(edition, player.hand if own else known.holds),
        picked=sight.picked >> player.seat & 1 == 1,
        pick=edition.slugs[player.pick] if player.pick else None,
        guesses=tuple([Hidden(slugs(edition, guess.hand), slugs(edition, guess.graveyard)) for guess in guesses]),
    )
