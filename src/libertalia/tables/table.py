"""The front door of a table: commands in, entries and messages out."""

from __future__ import annotations

from libertalia.tables import messages as m
from libertalia.tables.attendance import Attendance
from libertalia.tables.broadcast import Broadcast, News
from libertalia.tables.drafts import draft_entry
from libertalia.tables.entries import AnyFact, Entry
from libertalia.tables.identity import Identity
from libertalia.tables.state import TableState

PATIENCE = m.Patience(away=60, host=120, stand_in=180)
"""The default: seconds that others wait for people who went away."""


class HostedTable:
    """One table, for any program that hosts it: a server, a browser tab, a test.

    `take` turns a command into an entry. The program stores the entry, then gives it to `add`, and sends everyone the message
    that they may know of it. Nothing here reads a clock, a network or a disk; times are milliseconds since 1970.

    >>> from libertalia.tables.entries import Created
    >>> from libertalia.tables.laying import new_table
    >>> setup = Created("original", 2, {}, public=False, clock=None, host_watches=False)
    >>> table = HostedTable(new_table(setup, ["skerry"], [("Anne", None)], at=0), at=0)
    >>> entry = table.take(Identity(0), m.Start("1"), at=1000)
    >>> news = table.add(entry, at=1000)
    >>> table.state.status, len(table.state.game.decisions), b'"hand"' in news.message(0), b'"hand"' in news.message(None)
    ('playing', 2, True, False)
    """

    def __init__(self, state: TableState, at: int, patience: m.Patience = PATIENCE) -> None:
        self.state = state
        self.attendance = Attendance(state, patience, at)
        self.broadcast = Broadcast(state)

    def draft(self, identity: Identity, command: m.AnyCommand, at: int) -> AnyFact:
        """The fact that a command adds. `Refused` and `IllegalMove` say why it can't be done."""
        return draft_entry(self.state, identity, command, self.attendance, at)

    def take(self, identity: Identity, command: m.AnyCommand, at: int) -> Entry:
        """The entry that a command adds; for a command that was sent again, the entry that it has added."""
        command_id = self.state.command_id(identity, command.id)
        if (number := self.state.done.get(command_id)) is not None:
            return self.state.entries[number - 1]
        return Entry(self.state.number + 1, at, self.draft(identity, command, at), command_id)

    def add(self, *entries: Entry, at: int) -> News:
        """Apply entries that are stored, but for those that are applied already. The news has a message for each viewer."""
        state, status, ending = self.state, self.state.status, self.state.ending
        new = [entry for entry in entries if entry.number > state.number]
        for entry in new:
            state.add(entry)
        listed = status != state.status or ending != state.ending or any(entry.fact.shown_in_lists for entry in new)
        if listed:
            self.attendance.note(self.attendance.here, at)
        return self.broadcast.news(new, listed, at)

    def told(self, identity: Identity, since: int, at: int, sent_away: bool = False) -> list[bytes]:
        """The messages for somebody who comes and knows the entries up to a number."""
        return self.broadcast.welcome(identity, since, self.attendance.patience, at, sent_away)
