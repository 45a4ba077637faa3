"""Tables by their entries alone: no server, no waiting, and times that are made up."""

from __future__ import annotations

from libertalia.game.logbook import commitment
from libertalia.rules.editions import RULES_VERSION
from libertalia.tables import messages as m
from libertalia.tables.drafts import draft_bot, draft_joined
from libertalia.tables.entries import AnyFact, Created, Entry, Played, Started
from libertalia.tables.state import TableState

SECOND = 1000
START = 10**12
"""When the tables here were made, in milliseconds."""


class Here:
    """Who is connected: these seats. All others have been away for long, or for a moment."""

    def __init__(self, *seats: int, long: bool = True, host: int = 0) -> None:
        self.seats = seats
        self.host = host
        self.long = long

    def is_here(self, seat: int) -> bool:
        return seat in self.seats

    def host_is_here(self) -> bool:
        return self.host in self.seats

    def is_away(self, seat: int) -> bool:
        return self.long and seat not in self.seats

    def asked_long_enough(self, since: int) -> bool:
        return self.long and since > 0


NOBODY_HERE = Here()


def happens(table: TableState, fact: AnyFact, at: int = 0) -> None:
    """Something happens at a table, so many seconds after it was made."""
    table.add(Entry(table.number + 1, START + at * SECOND, fact))


def laid(clock: m.ClockRules | None = None, people: int = 2, players: int = 2) -> TableState:
    """A table with all its people; bots have the other seats."""
    table = TableState("table", [Entry(1, START, Created("original", players, {}, False, clock, False))])
    for seat in range(players):
        happens(table, draft_joined(table, f"Person {seat}", None, seat) if seat < people else draft_bot(table, seat, "random"))
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


def deadlines(table: TableState) -> dict[int, int]:
    """By seat, the seconds after the start at which a bot will take over."""
    return {seat: (end - START) // SECOND for seat, end in table.clocks.deadlines.items()}
