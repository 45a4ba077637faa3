"""People at tables in memory: no server, no waiting, and every moment is made up.

Whatever asks the rules of a table, asks them here.
"""

from __future__ import annotations

from typing import Any

import pytest

from libertalia.game.errors import IllegalMove
from libertalia.game.logbook import commitment
from libertalia.rules.editions import RULES_VERSION
from libertalia.tables import boundary, drafts
from libertalia.tables import messages as m
from libertalia.tables.attendance import Attendance
from libertalia.tables.entries import AnyFact, Created, Entry, Joined, Played, Started, stored
from libertalia.tables.identity import Identity
from libertalia.tables.refusals import Refused
from libertalia.tables.state import TableState
from libertalia.tables.table import PATIENCE

SECOND = 1000
START = 10**12
"""When the tables here were made, in milliseconds since 1970."""
HOUR = 3600 * SECOND

HOST, GUEST, WATCHER = Identity(0), Identity(1), Identity()


class Here:
    """Who is connected: these seats. All others have been away for long, or for a moment."""

    def __init__(self, *seats: int, long: bool = True) -> None:
        self.seats = seats
        self.long = long

    def attendance(self, table: TableState, at: int) -> Attendance:
        """The attendance of a table, at a moment in milliseconds since 1970."""
        attendance = Attendance(table, PATIENCE, at - HOUR if self.long else at)
        attendance.note(m.Presence(list(self.seats), 0), at)
        return attendance


NOBODY_HERE = Here()


# ---- what may be done -------------------------------------------------------------------------------------------


def drafted(table: TableState, who: Identity, command: m.AnyCommand, here: Here = NOBODY_HERE, at: int = 0) -> AnyFact:
    """What a command would add, some seconds after the table was made."""
    return drafts.draft_entry(table, who, command, here.attendance(table, moment(at)), moment(at))


def do(table: TableState, who: Identity, command: m.AnyCommand, here: Here = NOBODY_HERE, at: int = 0) -> None:
    """Somebody gives a command, and it is done."""
    happens(table, drafted(table, who, command, here, at), at)


def refusal(table: TableState, who: Identity, command: m.AnyCommand, here: Here = NOBODY_HERE, at: int = 0) -> str:
    """Somebody gives a command, and it is refused: the key of the error. Nothing has changed."""
    before = table.number
    with pytest.raises((Refused, IllegalMove)) as refused:
        drafted(table, who, command, here, at)
    assert table.number == before
    return str(refused.value.key)


def joined(table: TableState, name: str, colour: m.Colour | None = None, seat: int | None = None) -> Joined:
    return drafts.draft_joined(table, name, colour, seat)


def bot_seated(table: TableState, seat: int, level: str = "random") -> AnyFact:
    return drafts.draft_bot(table, seat, level)


def host_passed(table: TableState, here: Here) -> AnyFact:
    return drafts.draft_host_passed(table, here.attendance(table, START))


def agreed_end(table: TableState, here: Here) -> AnyFact:
    return drafts.draft_agreed_end(table, here.attendance(table, START), START)


def paused(table: TableState, since: int) -> AnyFact:
    """The clocks stand still, since some seconds after the table was made."""
    return drafts.draft_paused(table, moment(since))


def resumed(table: TableState) -> AnyFact:
    return drafts.draft_resumed(table)


def timed_out(table: TableState, seat: int, at: int) -> AnyFact:
    return drafts.draft_time_out(table, moment(at), seat)


def bot_answered(table: TableState, seat: int, turn: int, answer: str) -> AnyFact:
    return drafts.draft_bot_answer(table, seat, turn, answer)


# ---- what everyone may know -------------------------------------------------------------------------------------


def told_clock(table: TableState, at: int) -> m.Clock | None:
    """How the clocks stand."""
    return boundary.clock(table, moment(at))


def info_of(table: TableState) -> m.TableInfo:
    return boundary.info(table, START)


def record_of(table: TableState) -> dict[str, Any]:
    return boundary.record(table, START)


def moment(at: int) -> int:
    """Some seconds after the tables here were made, in milliseconds since 1970."""
    return START + at * SECOND


# ---- what happens -----------------------------------------------------------------------------------------------


def happens(table: TableState, fact: AnyFact, at: int = 0) -> None:
    """Something happens at a table, some seconds after it was made."""
    table.add(Entry(table.number + 1, moment(at), fact))


def opened(clock: m.ClockRules | None = None, players: int = 2, edition: str = "original", watches: bool = False) -> TableState:
    """A table where nobody sits yet."""
    return TableState("table", [Entry(1, START, Created(edition, players, {}, False, clock, watches))])


def laid(clock: m.ClockRules | None = None, people: int = 2, players: int = 2) -> TableState:
    """A table with all its people; bots have the other seats."""
    table = opened(clock, players)
    for seat in range(players):
        happens(table, joined(table, f"Person {seat}", None, seat) if seat < people else bot_seated(table, seat))
    return table


def dealt(clock: m.ClockRules | None = None, people: int = 2, players: int = 2, seed: int = 7) -> TableState:
    """A table whose game has just begun, at second 0."""
    table = laid(clock, people, players)
    happens(table, Started(str(seed), commitment("table", seed), RULES_VERSION))
    return table


def play(table: TableState, seat: int, at: int) -> None:
    """A seat answers with its first option."""
    assert table.game is not None
    answer = next(decision.options[0] for decision in table.game.decisions if decision.seat == seat)
    happens(table, Played(seat, table.turns[seat], answer), at)


def play_out(table: TableState, at: int = 1) -> None:
    """Everyone answers until the game is over."""
    while table.game is not None and not table.game.over:
        play(table, table.game.decisions[0].seat, at)


def again(table: TableState) -> TableState:
    """The same table, loaded from what is stored."""
    return TableState(table.id, [stored(entry).entry() for entry in table.entries])


def deadlines(table: TableState) -> dict[int, int]:
    """By seat, the seconds after the start at which a bot will take over."""
    return {seat: (end - START) // SECOND for seat, end in table.clocks.deadlines.items()}
