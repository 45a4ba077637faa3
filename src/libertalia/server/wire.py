"""What leaves a table: the boundary. Whatever a viewer is told is made here, from allow-lists.

`public` is what a spectator may know, the same for everyone. `mine` is what only a seat may know. `seen` is an entry of the log
as a viewer may see it.
"""

from __future__ import annotations

from typing import Any

from libertalia.game.game import Game
from libertalia.server import messages as m
from libertalia.server.entries import Entry, now
from libertalia.server.table_state import TableState


def seen(table: TableState, entry: Entry, seat: int | None) -> dict[str, Any]:
    """An entry as a seat, or with `None` a spectator, may see it."""
    told: dict[str, Any] = {"number": entry.number, "kind": entry.kind, "at": entry.at}
    if entry.seat is not None:
        told["seat"] = entry.seat
    told.update({name: entry.data[name] for name in m.TOLD[entry.kind] if name in entry.data})
    if entry.kind in m.WITH_EVENTS:
        told["events"] = [event.seen_by(seat).data() for event in table.events_of(entry)]
    return told


def private(table: TableState, entry: Entry) -> set[int]:
    """The seats that see more of an entry than a spectator does."""
    return {event.audience for event in table.events_of(entry) if event.audience is not None}


def public(game: Game) -> m.PublicView:
    """A game as everyone may see it."""
    view = game.view(None, events=False)
    seats = [
        m.SeatPublic(
            s.seat, s.colour, s.doubloons, s.score, s.voyage_scores, s.loot, s.crew, s.graveyard, s.unseen,
            s.hand_size, s.may_hold, s.holds, s.picked,
        )
        for s in view.seats
    ]  # fmt: skip
    return m.PublicView(
        view.edition, view.options, view.rules, view.voyage, view.day, view.hour, view.loot, view.lineup, view.bag, view.deck,
        view.waiting, view.winners, view.extras, tuple(seats),
    )  # fmt: skip


def mine(table: TableState, seat: int | None) -> m.Mine | None:
    """What only this seat may know."""
    game = table.game
    if seat is None or game is None:
        return None
    me = game.own(seat)
    question = next((m.Question(d.kind, d.options) for d in game.decisions if d.seat == seat), None)
    return m.Mine(table.turns[seat], me.hand, me.graveyard, me.pick, question)


def info(table: TableState) -> m.TableInfo:
    """Identity sits where; and when the game is over, how it was dealt and how it ended."""
    setup, game = table.setup, table.game
    over = game is not None and game.over
    return m.TableInfo(
        id=table.id,
        edition=setup["edition"],
        options=setup["options"],
        players=setup["players"],
        status=table.status,
        public=setup["public"],
        created=table.entries[0].at,
        clock=m.ClockRules(**setup["clock"]) if setup["clock"] else None,
        host=table.host,
        seats=[m.SeatInfo(number, s.kind, s.name, s.colour, s.level, s.bot) for number, s in enumerate(table.seats)],
        commitment=table.commitment,
        seed=str(table.seed) if over else None,
        scores=list(game.scores) if game is not None and over else None,
        winners=list(game.winners) if game is not None and over else None,
        rematch=table.rematch,
    )


def clock(table: TableState) -> m.Clock | None:
    """How the clocks stand, where there are any."""
    rules = table.setup["clock"]
    if rules is None or table.status != "playing":
        return None
    left = {seat: table.left(seat) for seat, there in enumerate(table.seats) if there.kind == "person"} if rules["game"] else {}
    return m.Clock(now(), table.deadlines, left)


def record(table: TableState) -> dict[str, Any]:
    """A finished game for everyone to keep, to replay and to verify."""
    assert table.game is not None
    return {
        "table": table.id,
        "commitment": table.commitment,
        "names": [seat.name for seat in table.seats],
        "scores": list(table.game.scores),
        "winners": list(table.game.winners),
        "record": table.game.record().data(),
    }
