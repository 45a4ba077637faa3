"""What people may do at a table: `draft_entry` turns a command into the fact that it adds, or refuses it."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from typing import Any, Final, assert_never

from libertalia.game.answers import Decision
from libertalia.game.errors import IllegalMove
from libertalia.game.game import Game
from libertalia.game.logbook import commitment
from libertalia.game.setup import check_options
from libertalia.rules.editions import RULES_VERSION
from libertalia.tables import messages as m
from libertalia.tables.attendance import Attendance
from libertalia.tables.clean_text import clean_name, clean_text
from libertalia.tables.entries import (
    AnyFact,
    Archived,
    BotSeated,
    BotTookOver,
    CameBack,
    Changed,
    ChatSaid,
    Cleared,
    EndWished,
    HintAsked,
    HostPassed,
    Joined,
    Kicked,
    Left,
    Paused,
    Played,
    RematchMade,
    Reminded,
    Resumed,
    SetUp,
    Started,
    TookBack,
    Unpicked,
)
from libertalia.tables.identity import Identity, new_table_id
from libertalia.tables.refusals import Forbidden, Refused
from libertalia.tables.state import Seat, TableState

Draft = Callable[[TableState, int], AnyFact]
"""Makes the fact that is added to a table, as it stands at a time; an error says why it can't be added."""

BOT_NAMES: Final = ("Barnaby", "Mirabelle", "Ignace", "Perla", "Octave", "Sixtine")
REMIND_EVERY: Final = 60_000
"""Milliseconds between two reminders of the same person."""
_NEEDED: Final = (m.Play, m.Start, m.Back, m.Rematch, m.Archive)
"""What the game needs. None of these can be repeated without end: `Back` needs a `Leave` before it, which is not among them."""

_NOT_ON_A_DAY: Final = (m.PutBot, m.Leave, m.End, m.Rematch)
"""What can't be done in a voyage of the day: nobody else plays for a person, and it is played once, to its end."""

_HARMLESS: Final = (m.Chat, m.Rematch, m.Archive)
"""What can be done at a table whose game this program can't play. A worker of another version may play it just now."""


def draft_entry(state: TableState, identity: Identity, command: m.AnyCommand, attendance: Attendance, at: int) -> AnyFact:
    """What a command adds. `Refused` and `IllegalMove` say why it can't be done."""
    if state.long and not isinstance(command, _NEEDED):
        raise Refused("Too much has happened at this table for that.", "table.long")
    if state.status == "unplayable" and not isinstance(command, _HARMLESS):
        raise _wrong_status(state)
    if state.setup.day is not None and isinstance(command, _NOT_ON_A_DAY):
        raise Refused("That can't be done in the game of the day.", "day.alone")
    match command:
        case m.Play(turn=turn, answer=answer):
            return _answer(state, identity, turn, answer)
        case m.Unpick(turn=turn):
            seat, game = _playing(state, identity, turn)
            if not game.picked(seat):
                raise IllegalMove("You have no pick that could be taken back.", "move.no-pick")
            return Unpicked(seat, turn)
        case m.TakeBack(turn=turn):
            seat, _ = _playing(state, identity, turn)
            if state.returnable != seat:
                raise IllegalMove("You have taken nothing that could be taken back.", "move.no-loot")
            return TookBack(seat, turn)
        case m.AskHint(turn=turn):
            seat, game = _playing(state, identity, turn)
            if not state.gives_hints:
                raise Refused("There are no hints at this table.", "hint.not-here")
            decision = _decision(game, seat)
            if decision is None or len(decision.options) < 2:
                raise IllegalMove("You have nothing to choose now.", "hint.nothing")
            return HintAsked(seat, turn)
        case m.Chat(text=text):
            return ChatSaid(_seat(identity), clean_text(text, m.CHAT_LENGTH))
        case m.Change(name=name, colour=colour):
            _require_status(state, "open")
            seat = _seat(identity)
            mine = state.seats[seat]
            return Changed(seat, *_name_and_colour(state, name or mine.name or "", colour or mine.colour, seat))
        case m.ChangeSetup() as wish:
            return _set_up(state, identity, wish)
        case m.Kick(seat=seat):
            _require_host(state, identity)
            _require_status(state, "open")
            if _at(state, seat).kind != "person" or seat == state.host:
                raise Refused("No guest sits there.", "table.no-guest")
            return Kicked(seat)
        case m.Remind(seat=seat):
            return _remind(state, identity, seat, at)
        case m.End(yes=yes):
            return _end(state, identity, yes, attendance, at)
        case m.Start():
            return draft_start(state, identity)
        case m.PutBot(seat=seat, level=level):
            return _put_bot(state, identity, seat, level, attendance, at)
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
            if not state.started:
                raise _wrong_status(state)
            if state.rematch:
                raise Refused("There is a rematch already.", "table.rematch")
            return RematchMade(new_table_id(state.id), identity.seat)
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
    """A bot sits down, with a name and a colour that nobody else has."""
    taken = [other.name for other in state.seats]
    name = next(name for name in (*BOT_NAMES, *(f"{name} II" for name in BOT_NAMES)) if name not in taken)
    return BotSeated(seat, level, name, state.free_colour(seat))


def draft_bot_answer(state: TableState, seat: int, turn: int, answer: str) -> Played:
    """A bot answers, if the decision is still open and still the bot's."""
    decision = _decision(state.game, seat) if state.game is not None else None
    if (
        state.status != "playing"
        or decision is None
        or answer not in decision.options
        or not state.seats[seat].bot
        or state.turns[seat] != turn
    ):
        raise Refused("That has been decided otherwise.")
    return Played(seat, turn, answer, bot=True)


def draft_time_out(state: TableState, at: int, seat: int) -> BotTookOver:
    """A bot takes over from a person whose time has run out."""
    end = state.clocks.deadline(seat)
    if end is None or end > at or state.status != "playing":
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
    if game is None or state.status != "playing":
        raise _wrong_status(state)
    if state.seats[seat].away:
        raise Refused("A bot plays for you. Take your seat back first.", "move.away")
    if turn < state.turns[seat]:
        raise Refused("That has been decided already.", "move.late")
    if turn > state.turns[seat]:
        raise Refused("That is not to be decided yet.", "move.early")
    return seat, game


def draft_start(state: TableState, identity: Identity) -> Started:
    _require_host(state, identity)
    _require_status(state, "open")
    if any(seat.kind == "open" for seat in state.seats):
        raise Refused("There are seats open.", "table.seats-open")
    seed = secrets.randbits(256)
    return Started(str(seed), commitment(state.id, seed), RULES_VERSION)


def _put_bot(
    state: TableState, identity: Identity, number: int, level: str, attendance: Attendance, at: int
) -> BotSeated | BotTookOver:
    """The host may do it at once; anybody else at the table in a game without a clock, after having waited for long."""
    host = state.is_host(identity)
    if not host and (identity.seat is None or not state.started or state.setup.clock is not None):
        _require_host(state, identity)
    _require_status(state, "open", "playing")
    seat = _at(state, number)
    if seat.bot:
        raise Refused("A bot sits there already.", "table.bot-there")
    if seat.kind == "person" and attendance.is_here(number):
        raise Refused(f"{seat.name} is here.", "table.present", name=seat.name)
    if not state.started:
        return draft_bot(state, number, level)
    since = state.clocks.since(number)
    if not host and (since is None or not attendance.waited_long_enough(since, at)):
        raise Refused(f"Wait a little longer for {seat.name}.", "table.wait", name=seat.name)
    return BotTookOver(number, "host" if host else "asked")


def _set_up(state: TableState, identity: Identity, wish: m.ChangeSetup) -> SetUp:
    _require_host(state, identity)
    _require_status(state, "open")
    check_deal(wish.edition, wish.players, wish.options)
    for number, seat in enumerate(state.seats[wish.players :], wish.players):
        if seat.kind == "person":
            message = f"{seat.name} sits on seat {number + 1}. Ask them to stand up first."
            raise Refused(message, "table.seat-needed", name=seat.name, number=number + 1)
    clock = wish.clock.rules() if wish.clock is not None else None
    return SetUp(wish.edition, wish.players, wish.options, wish.public, clock, wish.hints)


def _remind(state: TableState, identity: Identity, number: int, at: int) -> Reminded:
    _require_host(state, identity)
    _require_status(state, "playing")
    seat = _at(state, number)
    if seat.kind != "person" or seat.away or number == identity.seat or state.clocks.since(number) is None:
        raise Refused("Nobody waits for that seat.", "table.no-wait")
    if at - state.reminded.get(number, 0) < REMIND_EVERY:
        raise Refused(f"{seat.name} was reminded a moment ago.", "table.reminded", name=seat.name)
    return Reminded(number)


def _end(state: TableState, identity: Identity, yes: bool, attendance: Attendance, at: int) -> EndWished:
    """Everyone counts who is here, or was here a moment ago."""
    seat = _seat(identity)
    _require_status(state, "playing")
    if state.seats[seat].away:
        raise Refused("A bot plays for you. Take your seat back first.", "move.away")
    if yes == (seat in state.ending):
        raise Refused("You have said so already.", "table.said")
    missing = {other for other in state.without_end_wish() if not attendance.is_away(other, at)}
    return EndWished(seat, yes, ended=yes and not missing - {seat})


def draft_agreed_end(state: TableState, attendance: Attendance, at: int) -> EndWished:
    """The game ends, if all have said so but those who are away by now."""
    _require_status(state, "playing")
    if not state.ending or not all(attendance.is_away(seat, at) for seat in state.without_end_wish()):
        raise Refused("Not everyone wants to end the game.")
    return EndWished(min(state.ending), yes=True, ended=True)


def check_deal(edition: str, players: int, options: dict[str, Any]) -> None:
    """Refuse what can't be dealt, before anybody sits down to it."""
    check_options(edition, options)
    Game.new(edition, players, 0, **options)


def draft_host_passed(state: TableState, attendance: Attendance) -> HostPassed:
    """The next person who is here becomes host, if the host is away."""
    _require_status(state, "open", "playing")
    if attendance.host_is_here or state.long:
        raise Refused("The host is here.")
    here = [seat for seat in state.people() if attendance.is_here(seat)]
    if not here:
        raise Refused("Nobody is here.")
    first = 0 if state.host is None else state.host + 1
    return HostPassed(min(here, key=lambda seat: (seat - first) % len(state.seats)))


def draft_paused(state: TableState, since: int) -> Paused:
    """The clocks stand still from a moment on."""
    if not state.pausable:
        raise Refused("There is no clock that runs.")
    return Paused(since)


def draft_resumed(state: TableState) -> Resumed:
    """The clocks go on."""
    if not state.clocks.paused:
        raise Refused("The clocks run.")
    return Resumed()


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
