"""The people connected to a table, and what they are told."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final, Protocol

import msgspec

from libertalia.server.tables.presence import PresenceBoard
from libertalia.tables import boundary
from libertalia.tables import messages as m
from libertalia.tables.entries import Entry, now
from libertalia.tables.entry_cache import ToldEntries
from libertalia.tables.state import SPECTATOR, Identity, TableState

PAGE: Final = 200
"""How many entries are told at once to somebody who comes or asks for the history. Many games have fewer."""
_ENCODE: Final = msgspec.json.Encoder().encode


class Viewer(Protocol):
    """Somebody who is connected to a table."""

    identity: Identity
    secret: str | None
    address: str
    language: str

    def tell(self, message: bytes) -> None: ...

    def start_over(self) -> None:
        """Send them away, because what they were told is no longer true."""


class Audience:
    """All viewers of a table by way of this worker."""

    def __init__(self, state: TableState, board: PresenceBoard, patience: m.Patience, changed: Callable[[], None]) -> None:
        self.patience = patience
        self.away_since: dict[int, int] = {}
        """Since when people who have a seat have not been here; of those who never were, since this worker has the table."""
        self.host_away_since: int | None = None
        """Since when the host has not been here."""
        self._changed = changed  # called after somebody came or went, by way of any worker
        self.viewers: set[Viewer] = set()
        self.left_at = time.monotonic()
        """When the last viewer left."""
        self._state = state
        self._told = ToldEntries(state)
        self._board = board

    # ---- coming and going ---------------------------------------------------------------------------------------------------

    def add(self, viewer: Viewer, since: int) -> None:
        self.viewers.add(viewer)
        self.welcome(viewer, since)
        self.presence_changed()

    def remove(self, viewer: Viewer) -> None:
        self.viewers.discard(viewer)
        self.left_at = time.monotonic()
        if not self.viewers:
            self._told.forget()
        self.presence_changed()

    def host_address(self) -> str:
        """Where the host is connected from; empty if they aren't, by way of this worker."""
        return next((viewer.address for viewer in self.viewers if self._state.is_host(viewer.identity)), "")

    def is_here(self, seat: int) -> bool:
        """Whether the player of a seat is connected, by way of any worker."""
        return seat in self.presence().seats

    def host_is_here(self) -> bool:
        """Whether the host is connected, by way of any worker: a player or, if the one who made the table only watches, they."""
        host = self._state.host
        return self.presence().host if host is None else self.is_here(host)

    def is_away(self, seat: int) -> bool:
        """Whether the player of a seat has not been here for so long that nobody has to wait for them."""
        since = self.away_since.get(seat)
        return since is not None and now() - since >= self.patience.away * 1000

    def asked_long_enough(self, since: int) -> bool:
        """Whether one has waited so long since a moment that anyone may ask for a stand-in."""
        return now() - since >= self.patience.stand_in * 1000

    @property
    def anyone_here(self) -> bool:
        """Whether any person of the table is connected."""
        return bool(self.presence().seats)

    def note_attendance(self) -> None:
        """Note since when people are away. Called whenever somebody comes or goes, or sits down."""
        here, moment = self.presence().seats, now()
        people = [number for number, seat in enumerate(self._state.seats) if seat.kind == "person"]
        self.away_since = {seat: self.away_since.get(seat, moment) for seat in people if seat not in here}
        self.host_away_since = None if self.host_is_here() else self.host_away_since or moment

    async def ask_elsewhere(self) -> None:
        """Make sure that this worker knows who is connected by way of others."""
        await self._board.ask(self._state.id)

    def presence(self) -> m.Presence:
        return self._board.all_at(self._state.id, self.here())

    def here(self) -> m.Presence:
        """Who is connected by way of this worker."""
        seats = {viewer.identity.seat for viewer in self.viewers if viewer.identity.seat is not None}
        watchers = [viewer.identity for viewer in self.viewers if viewer.identity.seat is None]
        return m.Presence(sorted(seats), len(watchers), host=any(watcher.host for watcher in watchers))

    def presence_changed(self) -> None:
        self.tell_presence()
        self._board.announce({self._state.id: self.here})

    def start_over(self) -> None:
        """Send everyone away, because what they were told is no longer true."""
        for viewer in list(self.viewers):
            viewer.start_over()

    # ---- telling ------------------------------------------------------------------------------------------------------------

    def tell_presence(self) -> None:
        self.note_attendance()
        presence = self.presence()
        message = _ENCODE(m.Presence(presence.seats, presence.watchers, self.away_since, presence.host))
        for viewer in list(self.viewers):
            viewer.tell(message)
        self._changed()

    def welcome(self, viewer: Viewer, since: int) -> None:
        """Tell a viewer how the table stands, and the entries after a number; of many only the latest."""
        state, identity = self._state, viewer.identity
        sent_away = viewer.secret is not None and identity == SPECTATOR
        viewer.tell(_ENCODE(m.Welcome(identity.seat, state.is_host(identity), state.number, self.patience, sent_away)))
        missed = state.entries[max(since, state.number - PAGE) :]
        view = boundary.public(state.game) if state.game is not None else None
        mine = boundary.mine(state, identity.seat)
        news = m.News(self._told.seen(missed, identity.seat), boundary.info(state), view, mine, boundary.clock(state))
        viewer.tell(_ENCODE(news) + self._padding(missed, identity.seat, mine))

    def tell_history(self, viewer: Viewer, before: int) -> None:
        """Tell a viewer the entries before a number, as many as fit into one message."""
        seat = viewer.identity.seat
        entries = self._state.entries[max(0, before - 1 - PAGE) : before - 1]
        viewer.tell(_ENCODE(m.History(self._told.seen(entries, seat))) + self._padding(entries, seat, None))

    def _padding(self, entries: list[Entry], seat: int | None, mine: m.Mine | None) -> bytes:
        return b"" if seat is None else boundary.padding(self._state, self._told.private(entries, seat), seat, mine)

    def tell_news(self, entries: list[Entry], with_table: bool) -> None:
        """Tell everyone of new entries, each what they may know. What is public is encoded once for all."""
        if not self.viewers:
            return
        state, game = self._state, self._state.game
        in_game = any(entry.fact.in_game for entry in entries)
        info = msgspec.Raw(_ENCODE(boundary.info(state))) if with_table else None
        view = msgspec.Raw(_ENCODE(boundary.public(game))) if game is not None and in_game else None
        clock = boundary.clock(state)
        private = set[int]().union(*(boundary.private(state, entry) for entry in entries))
        public_entries = [boundary.seen(state, entry, None) for entry in entries]
        for_spectators: bytes | None = None
        for viewer in list(self.viewers):
            seat = viewer.identity.seat
            if seat is None:
                if for_spectators is None:
                    for_spectators = _ENCODE(m.News(public_entries, info, view, None, clock))
                viewer.tell(for_spectators)
                continue
            hidden = entries if seat in private else []
            seen = [boundary.seen(state, entry, seat) for entry in hidden] or public_entries
            mine = boundary.mine(state, seat) if in_game else None
            news = _ENCODE(m.News(seen, info, view, mine, clock))
            viewer.tell(news + boundary.padding(state, hidden, seat, mine) if in_game else news)
