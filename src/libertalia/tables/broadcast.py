"""The messages that the people at a table get. What is public is encoded once for all of them."""

from __future__ import annotations

from functools import cached_property
from typing import Any, Final

import msgspec

from libertalia.tables import boundary
from libertalia.tables import messages as m
from libertalia.tables.attendance import Attendance
from libertalia.tables.entries import Entry
from libertalia.tables.entry_cache import EntryCache
from libertalia.tables.identity import Identity
from libertalia.tables.state import TableState

PAGE: Final = 200
"""Entries in one message for somebody who comes or asks for the history. Many games have fewer."""
_ENCODE: Final = msgspec.json.Encoder().encode


class News:
    """New entries, as each seat may know them. Take the messages before the next entry is added."""

    def __init__(self, state: TableState, entries: list[Entry], listed: bool, at: int) -> None:
        self.listed = listed
        """Whether the lists show something else of the table from now on."""
        self._state = state
        self._entries = entries
        self._in_game = any(entry.fact.in_game for entry in entries)
        self._at = at

    def message(self, seat: int | None) -> bytes:
        """The message for a seat, or for spectators."""
        if seat is None:
            return self._for_spectators
        hidden = self._entries if seat in self._private else []
        seen = [boundary.seen(self._state, entry, seat) for entry in hidden] or self._seen
        mine = boundary.mine(self._state, seat) if self._in_game else None
        message = self._encoded(seen, mine)
        return message + boundary.padding(self._state, hidden, seat, mine) if self._in_game else message

    def _encoded(self, seen: list[dict[str, Any]], mine: m.Mine | None) -> bytes:
        return _ENCODE(m.News(seen, self._table, self._view, mine, self._clock))

    @cached_property
    def _for_spectators(self) -> bytes:
        return self._encoded(self._seen, None)

    @cached_property
    def _seen(self) -> list[dict[str, Any]]:
        return [boundary.seen(self._state, entry, None) for entry in self._entries]

    @cached_property
    def _private(self) -> set[int]:
        """The seats that see more of these entries than spectators do."""
        return set[int]().union(*(boundary.private(self._state, entry) for entry in self._entries))

    @cached_property
    def _table(self) -> msgspec.Raw | None:
        return msgspec.Raw(_ENCODE(boundary.info(self._state, self._at))) if self.listed else None

    @cached_property
    def _view(self) -> msgspec.Raw | None:
        game = self._state.game
        return msgspec.Raw(_ENCODE(boundary.public(game))) if game is not None and self._in_game else None

    @cached_property
    def _clock(self) -> m.Clock | None:
        return boundary.clock(self._state, self._at)


class Broadcast:
    """Makes the messages of one table."""

    def __init__(self, state: TableState) -> None:
        self._state = state
        self._cache = EntryCache(state)

    def clear_cache(self) -> None:
        """Empty the cache: nobody is left who might look back."""
        self._cache.clear()

    def welcome(self, identity: Identity, since: int, patience: m.Patience, at: int, sent_away: bool = False) -> list[bytes]:
        """How the table stands, and the entries after a number; of many only the latest."""
        state = self._state
        missed = state.entries[max(since, state.number - PAGE) :]
        view = boundary.public(state.game) if state.game is not None else None
        mine = boundary.mine(state, identity.seat)
        news = m.News(self._cache.seen(missed, identity.seat), boundary.info(state, at), view, mine, boundary.clock(state, at))
        return [
            _ENCODE(m.Welcome(identity.seat, state.is_host(identity), state.number, patience, sent_away)),
            _ENCODE(news) + self._padding(missed, identity.seat, mine),
        ]

    def history(self, seat: int | None, before: int) -> bytes:
        """The entries before a number, as many as fit into one message."""
        entries = self._state.entries[max(0, before - 1 - PAGE) : before - 1]
        return _ENCODE(m.History(self._cache.seen(entries, seat))) + self._padding(entries, seat, None)

    def news(self, entries: list[Entry], listed: bool, at: int) -> News:
        """New entries, and how the table stands after them."""
        return News(self._state, entries, listed, at)

    def presence(self, attendance: Attendance) -> bytes:
        here = attendance.here
        return _ENCODE(m.Presence(here.seats, here.watchers, attendance.away_since, here.host))

    def _padding(self, entries: list[Entry], seat: int | None, mine: m.Mine | None) -> bytes:
        return b"" if seat is None else boundary.padding(self._state, self._cache.private(entries, seat), seat, mine)
