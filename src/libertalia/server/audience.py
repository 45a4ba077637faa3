"""The people connected to a table, and what they are told."""

from __future__ import annotations

import time
from typing import Final, Protocol

import msgspec

from libertalia.server import messages as m
from libertalia.server import wire
from libertalia.server.entries import Entry
from libertalia.server.presence import PresenceBoard
from libertalia.server.table_state import Identity, TableState

_ENCODE: Final = msgspec.json.Encoder().encode


class Viewer(Protocol):
    """Somebody who is connected to a table."""

    identity: Identity
    secret: str | None

    def tell(self, message: bytes) -> None: ...

    def start_over(self) -> None:
        """Send them away, because what they were told is no longer true."""


class Audience:
    """All viewers of a table by way of this worker."""

    def __init__(self, state: TableState, board: PresenceBoard) -> None:
        self.viewers: set[Viewer] = set()
        self.left_at = time.monotonic()
        """When the last viewer left."""
        self._state = state
        self._board = board

    # ---- coming and going ---------------------------------------------------------------------------------------------------

    def add(self, viewer: Viewer, since: int) -> None:
        self.viewers.add(viewer)
        self.welcome(viewer, since)
        self.presence_changed()

    def remove(self, viewer: Viewer) -> None:
        self.viewers.discard(viewer)
        self.left_at = time.monotonic()
        self.presence_changed()

    def is_here(self, seat: int) -> bool:
        """Whether the player of a seat is connected, by way of any worker."""
        return seat in self.presence().seats

    def presence(self) -> m.Presence:
        return self._board.all_at(self._state.id, self.here())

    def here(self) -> m.Presence:
        """Who is connected by way of this worker."""
        seats = {viewer.identity.seat for viewer in self.viewers if viewer.identity.seat is not None}
        return m.Presence(sorted(seats), sum(viewer.identity.seat is None for viewer in self.viewers))

    def presence_changed(self) -> None:
        self.tell_presence()
        self._board.announce({self._state.id: self.here})

    def start_over(self) -> None:
        """Send everyone away, because what they were told is no longer true."""
        for viewer in list(self.viewers):
            viewer.start_over()

    # ---- telling ------------------------------------------------------------------------------------------------------------

    def tell_presence(self) -> None:
        message = _ENCODE(self.presence())
        for viewer in list(self.viewers):
            viewer.tell(message)

    def welcome(self, viewer: Viewer, since: int) -> None:
        """Tell a viewer how the table stands, and all entries after a number."""
        state, identity = self._state, viewer.identity
        viewer.tell(_ENCODE(m.Welcome(identity.seat, state.is_host(identity), state.number)))
        missed = [wire.seen(state, entry, identity.seat) for entry in state.entries[since:]]
        view = wire.public(state.game) if state.game is not None else None
        viewer.tell(_ENCODE(m.News(missed, wire.info(state), view, wire.mine(state, identity.seat), wire.clock(state))))

    def tell_news(self, entries: list[Entry], with_table: bool) -> None:
        """Tell everyone of new entries, each what they may know. What is public is encoded once for all."""
        if not self.viewers:
            return
        state, game = self._state, self._state.game
        in_game = any(entry.fact.in_game for entry in entries)
        info = msgspec.Raw(_ENCODE(wire.info(state))) if with_table else None
        view = msgspec.Raw(_ENCODE(wire.public(game))) if game is not None and in_game else None
        clock = wire.clock(state)
        private = set[int]().union(*(wire.private(state, entry) for entry in entries))
        public_entries = [wire.seen(state, entry, None) for entry in entries]
        for_spectators: bytes | None = None
        for viewer in list(self.viewers):
            seat = viewer.identity.seat
            if seat is None:
                if for_spectators is None:
                    for_spectators = _ENCODE(m.News(public_entries, info, view, None, clock))
                viewer.tell(for_spectators)
                continue
            seen = [wire.seen(state, entry, seat) for entry in entries] if seat in private else public_entries
            viewer.tell(_ENCODE(m.News(seen, info, view, wire.mine(state, seat) if in_game else None, clock)))
