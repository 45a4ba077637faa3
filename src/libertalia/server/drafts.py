"""What people may do at a table: `draft_entry` turns a command into the fact that it adds, or refuses it."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from typing import Final, assert_never

from libertalia.game.answers import Decision
from libertalia.game.errors import IllegalMove
from libertalia.game.game import Game
from libertalia.game.logbook import commitment
from libertalia.rules.editions import RULES_VERSION
from libertalia.server import messages as m
from libertalia.server.clean_text import clean_name, clean_text
from libertalia.server.entries import (
    AnyFact,
    Archived,
    BotSeated,
    BotTookOver,
    CameBack,
    Changed,
    ChatSaid,
    Cleared,
    Joined,
    Left,
    Played,
    RematchMade,
    Started,
    Unpicked,
    now,
)
from libertalia.server.refusals import Forbidden, Refused
from libertalia.server.table_state import Identity, Seat, TableState

Draft = Callable[[TableState], AnyFact]
"""Says what is to be added to a table, as it stands at that moment; or raises why it can't be."""

BOT_NAMES: Final = ("Barnaby", "Mirabelle", "Ignace", "Perla", "Octave", "Sixtine")
LONG: Final = 5_000
"""After so many entries a table accepts only what the game needs. A game with its lobby has some hundreds."""


def draft_entry(state: TableState, identity: Identity, command: m.AnyCommand, is_here: Callable[[int], bool]) -> AnyFact:
    """What a command adds. `Refused` and `IllegalMove` say why it can't be done."""
    if state.number >= LONG and isinstance(command, m.Chat | m.Change | m.Unpick):
        raise Refused("Too much has happened at this table for that.", "table.long")
    match command:
        case m.Play(turn=turn, answer=answer):
            return _answer(state, identity, turn, answer)
        case m.Unpick(turn=turn):
            seat, game = _playing(state, identity, turn)
            if not game.picked(seat):
                raise IllegalMove("You have no pick that could be taken back.", "move.no-pick")
            return Unpicked(seat, turn)
        case m.Chat(text=text):
            return ChatSaid(_seat(identity), clean_text(text, m.CHAT_LENGTH))
        case m.Change(name=name, colour=colour):
            _require_status(state, "open")
            seat = _seat(identity)
            mine = state.seats[seat]
            return Changed(seat, *_name_and_colour(state, name or mine.name or "", colour or mine.colour, seat))
        case m.Start():
            return _deal(state, identity)
        case m.PutBot(seat=seat, level=level):
            return _put_bot(state, identity, seat, level, is_here)
        case m.Clear(seat=seat):
            _require_host(state, identity)
            _require_status(state, "open")
            if _at(state, seat).kind != "bot":
                raise Refused("No bot sits there.", "table.no-bot")
            return Cleared(seat)
        case m.Leave():
            seat = _seat(identity)
            if state.seats[seat].away:
                raise Refused("You have left already.", "table.left")
            return Left(seat)
        case m.Back():
            seat = _seat(identity)
            if not state.seats[seat].away:
                raise Refused("You have your seat.", "table.not-away")
            return CameBack(seat)
        case m.Rematch():
            if not state.is_host(identity):
                _seat(identity)
            _require_status(state, "over", "unplayable", "archived")
            if state.rematch:
                raise Refused("There is a rematch already.", "table.rematch")
            return RematchMade(secrets.token_urlsafe(9), identity.seat)
        case m.Archive():
            _require_host(state, identity)
            _require_status(state, "open", "over", "unplayable")
            return Archived(identity.seat)
        case never:
            assert_never(never)


def draft_joined(state: TableState, name: str, colour: m.Colour | None, wanted: int | None) -> Joined:
    """A person sits down on an open seat: the wanted one, or the first."""
    _require_status(state, "open")
    free = [number for number, seat in enumerate(state.seats) if seat.kind == "open"]
    if wanted is not None and wanted not in free:
        raise Refused("That seat is taken.", "table.seat-taken")
    if not free:
        raise Refused("All seats are taken.", "table.full")
    return Joined(free[0] if wanted is None else wanted, *_name_and_colour(state, name, colour))


def draft_bot(state: TableState, seat: int, level: str) -> BotSeated:
    """A bot sits down, with a name and a colour that nobody has."""
    taken = [other.name for other in state.seats]
    name = next(name for name in (*BOT_NAMES, *(f"{name} II" for name in BOT_NAMES)) if name not in taken)
    return BotSeated(seat, level, name, state.free_colour())


def draft_bot_answer(state: TableState, seat: int, turn: int, answer: str) -> Played:
    """A bot answers, if the decision is still open and still the bot's."""
    decision = _decision(state.game, seat) if state.game is not None else None
    if decision is None or answer not in decision.options or not state.seats[seat].bot or state.turns[seat] != turn:
        raise Refused("That has been decided otherwise.")
    return Played(seat, turn, answer, bot=True)


def draft_time_out(state: TableState, seat: int) -> BotTookOver:
    """A bot takes over from a person whose time has run out."""
    end = state.clocks.deadline(seat)
    if end is None or end > now():
        raise Refused("There is time left.")
    return BotTookOver(seat, "time")


def _answer(state: TableState, identity: Identity, turn: int, answer: str) -> Played:
    seat, game = _playing(state, identity, turn)
    decision = _decision(game, seat)
    if decision is None:
        raise IllegalMove("You have nothing to decide now.", "move.early")
    if answer not in decision.options:
        message = f"{answer!r} is not possible now; legal are {', '.join(decision.options)}."
        raise IllegalMove(message, "illegal.answer", answer=answer, legal=decision.options)
    return Played(seat, turn, answer)


def _decision(game: Game, seat: int) -> Decision | None:
    return next((decision for decision in game.decisions if decision.seat == seat), None)


def _playing(state: TableState, identity: Identity, turn: int) -> tuple[int, Game]:
    """The seat and the game of somebody who wants to answer the decision with this number."""
    seat, game = _seat(identity), state.game
    if game is None or game.over or state.archived:
        raise _wrong_status(state)
    if state.seats[seat].away:
        raise Refused("A bot plays for you. Take your seat back first.", "move.away")
    if turn < state.turns[seat]:
        raise Refused("That has been decided already.", "move.late")
    if turn > state.turns[seat]:
        raise Refused("That is not to be decided yet.", "move.early")
    return seat, game


def _deal(state: TableState, identity: Identity) -> Started:
    _require_host(state, identity)
    _require_status(state, "open")
    if any(seat.kind == "open" for seat in state.seats):
        raise Refused("There are seats open.", "table.seats-open")
    seed = secrets.randbits(256)
    return Started(str(seed), commitment(state.id, seed), RULES_VERSION)


def _put_bot(
    state: TableState, identity: Identity, number: int, level: str, is_here: Callable[[int], bool]
) -> BotSeated | BotTookOver:
    _require_host(state, identity)
    _require_status(state, "open", "playing")
    seat = _at(state, number)
    if seat.bot:
        raise Refused("A bot sits there already.", "table.bot-there")
    if seat.kind == "person" and is_here(number):
        raise Refused(f"{seat.name} is here.", "table.present", name=seat.name)
    return BotTookOver(number, "host") if state.started else draft_bot(state, number, level)


def _name_and_colour(state: TableState, name: str, colour: m.Colour | None, seat: int | None = None) -> tuple[str, m.Colour]:
    """Name and colour of a person who sits down or changes them; those that others have are refused."""
    name = clean_name(name)
    others = [other for number, other in enumerate(state.seats) if number != seat]
    if name.casefold() in [other.name.casefold() for other in others if other.name is not None]:
        raise Refused(f"Somebody here is called {name} already.", "table.name-taken", name=name)
    if colour in [other.colour for other in others if other.kind == "person"]:
        raise Refused(f"Somebody here is {colour} already.", "table.colour-taken")
    return name, colour or state.free_colour()


def _seat(identity: Identity) -> int:
    if identity.seat is None:
        raise Forbidden("You only watch.", "table.watching")
    return identity.seat


def _at(state: TableState, number: int) -> Seat:
    if number >= len(state.seats):
        raise Refused("There is no such seat.", "table.no-seat")
    return state.seats[number]


def _require_host(state: TableState, identity: Identity) -> None:
    if not state.is_host(identity):
        raise Forbidden("Only the host can do that.", "table.host-only")


def _require_status(state: TableState, *wanted: m.Status) -> None:
    if state.status not in wanted:
        raise _wrong_status(state)


def _wrong_status(state: TableState) -> Refused:
    return Refused(f"The table is {state.status}.", f"table.is-{state.status}")
