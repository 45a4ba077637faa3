"""What a seat may know: everything that a player with a perfect memory could know, and nothing else.

A view is built up from what is public and from the viewer's own hand; it never starts from the whole table.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from libertalia.game.answers import Decision
from libertalia.game.errors import LibertaliaError
from libertalia.game.events import HOURS, Event, heap_to_kinds, shown_rank, slugs
from libertalia.game.memory import Memory
from libertalia.game.position import Position, extras, heap_to_counts, lineup, open_questions, voyage_scores
from libertalia.rules.edition import Edition
from libertalia.rules.player import COLOURS, Player
from libertalia.rules.table import OVER, SUNRISE, Table

if TYPE_CHECKING:
    from libertalia.game.game import Game


@dataclass(frozen=True, slots=True)
class Hidden:
    """A hand and a graveyard that agree with all that was seen."""

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
    """What lies in the graveyard; where a card went back unseen, all that may lie there."""
    unseen: int
    """How many cards of the graveyard went back unseen."""
    hand_size: int
    may_hold: tuple[str, ...]
    """The cards that may be in the hand."""
    holds: tuple[str, ...]
    """The cards that are in the hand for certain."""
    picked: bool
    pick: str | None
    """The card picked face down, if the viewer may know it."""
    guesses: tuple[Hidden, ...]
    """Everything that hand and graveyard may be, for all that the others have seen."""

    def data(self) -> dict[str, Any]:
        return {name: _plain(getattr(self, name)) for name in self.__dataclass_fields__ if name != "guesses"}


class Standing(NamedTuple):
    """A character in the lineup; without a seat, it is nobody's."""

    seat: int | None
    card: str
    rank: float


@dataclass(frozen=True, slots=True)
class View:
    """The table as a seat sees it.

    >>> from libertalia import Game
    >>> game = Game.new("original", players=2, seed=7)
    >>> game.play(1, "bosun")
    >>> view = game.view(0)
    >>> view.seats[1].picked, view.seats[1].pick
    (True, None)
    >>> view.imagine(random.Random(1)).view(0) == view
    True
    """

    viewer: int | None
    edition: str
    options: dict[str, Any]
    rules: int
    """The version of the rules that is played."""
    voyage: int
    day: int
    hour: str | None
    """sunrise, day, dusk or night; `None` when the game is over."""
    loot: tuple[tuple[str, ...], ...]
    seats: tuple[SeatView, ...]
    lineup: tuple[Standing, ...]
    """Who stands there, from left to right."""
    bag: dict[str, int]
    deck: tuple[str, ...]
    """The characters not dealt yet."""
    waiting: tuple[tuple[int, str], ...]
    """Who must decide now, and what about."""
    decision: Decision | None
    """The viewer's own open decision."""
    events: tuple[Event, ...]
    winners: tuple[int, ...]
    extras: dict[str, Any]
    """What this edition has besides: the reputation track."""
    moment: dict[str, Any] | None
    """In the middle of a day: what is being resolved, as in a position."""

    @property
    def me(self) -> SeatView:
        """The viewer's own seat."""
        if self.viewer is None:
            raise LibertaliaError("A spectator has no seat.")
        return self.seats[self.viewer]

    def data(self) -> dict[str, Any]:
        """The view as plain JSON data, without the events."""
        mine = self.decision
        plain = {name: _plain(getattr(self, name)) for name in self.__dataclass_fields__ if name not in _NOT_PLAIN}
        plain["seats"] = [seat.data() for seat in self.seats]
        plain["decision"] = None if mine is None else {"seat": mine.seat, "kind": mine.kind, "options": list(mine.options)}
        return plain

    def imagine(self, rng: random.Random) -> Game:
        """A whole game that agrees with this view; what is hidden is made up, each possibility alike likely."""
        from libertalia.game.game import Game

        seats = []
        picks: list[str | None] = []
        for seat in self.seats:
            own = seat.seat == self.viewer
            truth = Hidden(seat.holds, seat.graveyard) if own else rng.choice(seat.guesses)
            seats.append(_seat_position(seat, truth))
            picks.append(seat.pick if own else rng.choice(truth.hand) if seat.picked else None)
        position: Position = {
            "edition": self.edition,
            "options": self.options,
            "rules": self.rules,
            "voyage": self.voyage,
            "day": self.day,
            "loot": self.loot,
            "seats": seats,
            "bag": self.bag,
            "deck": self.deck,
            **self.extras,
        }
        if any(picks):
            position["pending"] = {"phase": "sunrise", "picks": picks}
        elif self.moment is not None:
            position["pending"] = self.moment
        game = Game.at(position, seed=rng.getrandbits(128))
        game.remember(self.events)
        return game


_NOT_PLAIN = ("seats", "decision", "events", "moment")


def _plain(value: Any) -> Any:
    if isinstance(value, tuple):
        return [_plain(item) for item in value]
    return dict(value) if isinstance(value, dict) else value


def _seat_position(seat: SeatView, truth: Hidden) -> dict[str, Any]:
    data: dict[str, Any] = {
        "colour": seat.colour,
        "doubloons": seat.doubloons,
        "score": seat.score,
        "voyage_scores": seat.voyage_scores,
        "hand": truth.hand,
        "crew": seat.crew,
        "graveyard": truth.graveyard,
        "loot": seat.loot,
    }
    if len(seat.guesses) > 1:
        data["guesses"] = [{"hand": guess.hand, "graveyard": guess.graveyard} for guess in seat.guesses]
    return data


def view_of(
    table: Table,
    memory: Memory,
    viewer: int | None,
    events: tuple[Event, ...],
    decisions: tuple[Decision, ...],
) -> View:
    """What a seat, or with `None` a spectator, may know of a table."""
    edition = table.edition
    over = table.phase == OVER
    middle = None if over or table.phase == SUNRISE else {"phase": HOURS[table.phase], **open_questions(table)}
    return View(
        viewer=viewer,
        edition=edition.name(),
        options=edition.options(),
        rules=edition.rules,
        voyage=table.voyage,
        day=table.day,
        hour=None if over else HOURS[table.phase],
        loot=tuple(heap_to_kinds(edition, table.loot_on(day)) for day in range(1, len(table.days) + 1)),
        seats=tuple(_seat_view(table, player, memory, viewer) for player in table.players),
        lineup=tuple(_standing(edition, seat, card) for seat, card in lineup(table)),
        bag=heap_to_counts(edition, table.bag),
        deck=slugs(edition, table.deck),
        waiting=tuple((decision.seat, decision.kind) for decision in decisions),
        decision=next((decision for decision in decisions if decision.seat == viewer), None),
        events=tuple(event.seen_by(viewer) for event in events),
        winners=tuple(edition.winners(table)) if over else (),
        extras=extras(table),
        moment=middle,
    )


def _standing(edition: Edition, seat: int | None, card: Any) -> Standing:
    """A place in the lineup of a position, as people see it."""
    if seat is None:
        return Standing(None, edition.neutral_name(), shown_rank(edition, card))
    return Standing(seat, card, edition.rank_of[card])


def own(table: Table, seat: int) -> Own:
    """What only the player of a seat knows."""
    edition, me = table.edition, table.players[seat]
    pick = edition.slugs[me.pick] if me.pick else None
    return Own(slugs(edition, me.hand), slugs(edition, me.graveyard), pick)


def _seat_view(table: Table, player: Player, memory: Memory, viewer: int | None) -> SeatView:
    edition = table.edition
    own = player.seat == viewer
    known = memory.known(player.seat)
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
        picked=player.pick != 0,
        pick=edition.slugs[player.pick] if own and player.pick else None,
        guesses=tuple(
            [Hidden(slugs(edition, guess.hand), slugs(edition, guess.graveyard)) for guess in memory.guesses[player.seat]]
        ),
    )
