"""The people connected to a table, and what is sent to them."""

from __future__ import annotations

import time
from typing import Protocol

from libertalia.server.clock import now
from libertalia.server.tables.peers import Peers
from libertalia.tables import messages as m
from libertalia.tables.broadcast import News
from libertalia.tables.identity import SPECTATOR, Identity
from libertalia.tables.table import HostedTable


class Viewer(Protocol):
    """Somebody who is connected to a table."""

    identity: Identity
    secret: str | None
    address: str
    language: str

    def send(self, message: bytes) -> None: ...

    def start_over(self) -> None:
        """Send them away, because what they know is no longer true."""


class AttendanceObserver(Protocol):
    def attendance_changed(self) -> None:
        """Somebody came or went, on any worker."""


class Audience:
    """The viewers of a table who are connected to this worker."""

    def __init__(self, table: HostedTable, peers: Peers, observer: AttendanceObserver) -> None:
        self.viewers: set[Viewer] = set()
        self.left_at = time.monotonic()
        """When the last viewer left."""
        self._table = table
        self._peers = peers
        self._observer = observer

    def add(self, viewer: Viewer, since: int) -> None:
        self.viewers.add(viewer)
        self.welcome(viewer, since)
        self.presence_changed()

    def remove(self, viewer: Viewer) -> None:
        self.viewers.discard(viewer)
        self.left_at = time.monotonic()
        if not self.viewers:
            self._table.broadcast.clear_cache()
        self.presence_changed()

    def start_over(self) -> None:
        """Send everyone away, because what they know is no longer true."""
        for viewer in list(self.viewers):
            viewer.start_over()

    def host_address(self) -> str:
        """Where the host is connected from; empty if they are not connected to this worker."""
        return next((viewer.address for viewer in self.viewers if self._table.state.is_host(viewer.identity)), "")

    # ---- presence -----------------------------------------------------------------------------------------------------------

    def here(self) -> m.Presence:
        """Who is connected to this worker."""
        seats = {viewer.identity.seat for viewer in self.viewers if viewer.identity.seat is not None}
        watchers = [viewer.identity for viewer in self.viewers if viewer.identity.seat is None]
        return m.Presence(sorted(seats), len(watchers), host=any(watcher.host for watcher in watchers))

    def presence_changed(self) -> None:
        """Somebody came to this worker, or left it."""
        self.broadcast_presence()
        self._peers.announce(self._table.state.id, self.here)

    def broadcast_presence(self) -> None:
        """Somebody came or went, on any worker."""
        parts = [self.here(), *self._peers.presence(self._table.state.id)]
        seats = sorted({seat for part in parts for seat in part.seats})
        here = m.Presence(seats, sum(part.watchers for part in parts), host=any(part.host for part in parts))
        self._table.attendance.note(here, now())
        message = self._table.broadcast.presence(self._table.attendance)
        for viewer in list(self.viewers):
            viewer.send(message)
        self._observer.attendance_changed()

    async def ask_elsewhere(self) -> None:
        """Make sure that this worker knows who is connected to others."""
        await self._peers.ask_presence(self._table.state.id)

    # ---- messages -----------------------------------------------------------------------------------------------------------

    def welcome(self, viewer: Viewer, since: int) -> None:
        """Send a viewer how the table stands, and the entries after a number."""
        sent_away = viewer.secret is not None and viewer.identity == SPECTATOR
        for message in self._table.told(viewer.identity, since, now(), sent_away):
            viewer.send(message)

    def send_history(self, viewer: Viewer, before: int) -> None:
        """Send a viewer the entries before a number."""
        viewer.send(self._table.broadcast.history(viewer.identity.seat, before))

    def broadcast(self, news: News) -> None:
        """Send new entries to everyone, each as they may know them."""
        for viewer in list(self.viewers):
            viewer.send(news.message(viewer.identity.seat))
