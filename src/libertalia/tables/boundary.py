"""The boundary of a table: everything that is sent to a viewer is made here, from allow-lists.

`public` is what a spectator may know, the same for everyone. `mine` is what only a seat may know. `seen` is an entry as a
viewer may see it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields
from functools import cache
from operator import attrgetter
from typing import Any, Final

from libertalia.game.events import Moved, Picked
from libertalia.game.game import Game
from libertalia.game.record import Record
from libertalia.game.setup import edition_of
from libertalia.game.tracked_table import TAKE_BACK, UNPICK
from libertalia.tables import days
from libertalia.tables import messages as m
from libertalia.tables.entries import TOLD, Entry, HintAsked, Played, TookBack, Unpicked, kind_of, seat_of
from libertalia.tables.refusals import Refused
from libertalia.tables.state import TableState

_SEAT: Final = attrgetter(*(field.name for field in fields(m.SeatPublic)))
_VIEW: Final = attrgetter(*(field.name for field in fields(m.PublicView)[:-1]))  # the last one is `seats`
"""What everyone may know of a seat and of a game: the fields of the message, and nothing else."""


def seen(state: TableState, entry: Entry, seat: int | None) -> dict[str, Any]:
    """An entry as a seat, or with `None` a spectator, may see it. What is `None` is left out."""
    fact = entry.fact
    data: dict[str, Any] = {"number": entry.number, "kind": kind_of(fact), "at": entry.at}
    if (about := seat_of(fact)) is not None:
        data["seat"] = about
    for name in TOLD[type(fact)]:
        if (value := getattr(fact, name)) is not None:
            data[name] = value
    if fact.in_game and fact.eventful:
        data["events"] = [event.seen_by(seat).data() for event in state.events_of(entry)]
    return data


def private(state: TableState, entry: Entry) -> set[int]:
    """The seats that see more of an entry than a spectator does."""
    return {event.audience for event in state.events_of(entry) if event.audience is not None}


def public(game: Game) -> m.PublicView:
    """A game as everyone may see it."""
    view = game.view(None, events=False)
    return m.PublicView(*(*_VIEW(view), tuple([m.SeatPublic(*_SEAT(seat)) for seat in view.seats])))


def mine(state: TableState, seat: int | None) -> m.Mine | None:
    """What only this seat may know."""
    game = state.game
    if seat is None or game is None:
        return None
    me = game.own(seat)
    decision = next((m.Decision(d.kind, d.options) for d in game.decisions if d.seat == seat), None)
    return m.Mine(state.turns[seat], me.hand, me.graveyard, me.pick, decision, state.returnable == seat)


def padding(state: TableState, entries: Sequence[Entry], seat: int, mine: m.Mine | None) -> bytes:
    """Spaces that make a message to a seat as long as if every card that only this seat may know had the longest name.

    So the length of an encrypted message does not reveal which card was picked. How many cards there are is public.
    """
    secrets: list[str] = []
    if mine is not None:
        secrets += [*mine.hand, *mine.graveyard, *(mine.decision.options if mine.decision is not None else ())]
        secrets += [mine.pick] if mine.pick is not None else []
    for entry in entries:
        if entry.fact.in_game:
            secrets += [
                event.card
                for event in state.events_of(entry)
                if event.audience == seat and isinstance(event, Picked | Moved) and event.card is not None
            ]
    longest = _longest_name(state.setup.edition)
    return b" " * sum(longest - len(name) for name in secrets if len(name) < longest)


@cache
def _longest_name(edition: str) -> int:
    return max(map(len, edition_of(edition, {}).rank_of))


def info(state: TableState, at: int) -> m.TableInfo:
    """Who sits where; and when the game is over, how it was dealt and how it ended."""
    setup, result, problem = state.setup, state.result, state.problem
    details = {name: str(value) for name, value in problem.details.items()} if problem is not None else {}
    return m.TableInfo(
        id=state.id,
        edition=setup.edition,
        options=setup.options,
        players=setup.players,
        status=state.status,
        public=setup.public,
        created=state.entries[0].at,
        clock=setup.clock,
        host=state.host,
        seats=[m.SeatInfo(number, s.kind, s.name, s.colour, s.level, s.bot) for number, s in enumerate(state.seats)],
        commitment=state.commitment,
        seed=str(state.seed) if result is not None and not days.is_running(setup.day, at) else None,
        scores=result.scores if result is not None else None,
        winners=result.winners if result is not None else None,
        rematch=state.rematch,
        hints=setup.hints,
        lesson=setup.lesson,
        day=setup.day,
        ended=state.ended,
        ending=sorted(state.ending),
        problem=m.Problem(problem.key, str(problem), details) if problem is not None else None,
    )


def clock(state: TableState, at: int) -> m.Clock | None:
    """How the clocks stand, where there are any."""
    rules = state.setup.clock
    if rules is None or state.status != "playing":
        return None
    people = [number for number, seat in enumerate(state.seats) if seat.kind == "person"] if rules.game else []
    return m.Clock(at, state.clocks.deadlines, {seat: state.clocks.left(seat) for seat in people})


def record(state: TableState, at: int) -> dict[str, Any]:
    """A finished game for everyone to keep, to replay and to verify."""
    result = state.result
    if result is None:
        raise Refused("The game is not over.", "table.not-over")
    day = state.setup.day
    days.check_over(day, at)
    return {
        "table": state.id,
        **({"day": day} if day is not None else {}),
        "commitment": state.commitment,
        **({"ended": True} if state.ended else {}),
        "names": [seat.name for seat in state.seats],
        "scores": result.scores,
        "winners": result.winners,
        **({"hints": hints} if (hints := _hints(state)) else {}),
        "record": (state.game.record() if state.game is not None else _stored_record(state)).data(),
    }


def _hints(state: TableState) -> list[list[int]]:
    """The hints that were asked for: the seat, and the number of moves before it."""
    hints, moves = [], 0
    for entry in state.entries:
        if isinstance(entry.fact, HintAsked):
            hints.append([entry.fact.seat, moves])
        moves += isinstance(entry.fact, Played | Unpicked | TookBack)
    return hints


def _stored_record(state: TableState) -> Record:
    """The record of a game that this program can't play again, put together from the entries."""
    moves = []
    for entry in state.entries:
        if isinstance(entry.fact, Played):
            moves.append((entry.fact.seat, entry.fact.answer))
        elif isinstance(entry.fact, Unpicked):
            moves.append((entry.fact.seat, UNPICK))
        elif isinstance(entry.fact, TookBack):
            moves.append((entry.fact.seat, TAKE_BACK))
    setup, colours = state.setup, tuple(seat.colour or "" for seat in state.seats)
    return Record(setup.edition, setup.options, setup.players, state.seed or 0, tuple(moves), state.rules or 0, None, colours)
