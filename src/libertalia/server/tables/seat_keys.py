"""Taking a seat from people whose key to it is no longer valid."""

from __future__ import annotations

from libertalia.server.tables.audience import Audience, Viewer
from libertalia.server.tables.services import Services
from libertalia.tables.identity import SPECTATOR
from libertalia.tables.state import TableState


class SeatKeys:
    """The keys of a table's seats. Before the start a seat may change hands; its old key opens it no longer."""

    def __init__(self, services: Services, state: TableState, audience: Audience) -> None:
        self._services = services
        self._state = state
        self._audience = audience

    def revoke(self, seat: int) -> bool:
        """Viewers with the key of this seat can only watch from now on; whether there are any."""
        holders = [viewer for viewer in self._audience.viewers if viewer.identity.seat == seat]
        for viewer in holders:
            viewer.identity = SPECTATOR
            self._services.spawn(self._check_again(viewer))
        return bool(holders)

    async def _check_again(self, viewer: Viewer) -> None:
        """Somebody may have come with the seat's next key before this worker received that the seat has changed hands."""
        identity = await self._services.database.identity(self._state.id, viewer.secret) if viewer.secret is not None else None
        if identity is not None and identity.seat is not None and viewer in self._audience.viewers:
            viewer.identity = identity
            self._audience.welcome(viewer, self._state.number)
            self._audience.presence_changed()

    async def check(self, viewer: Viewer) -> None:
        """Somebody has just come. Before the start, their seat may have been given up meanwhile."""
        if self._state.started or viewer.identity.seat is None or viewer.secret is None:
            return
        identity = await self._services.database.identity(self._state.id, viewer.secret)
        if identity is None or identity.seat is None:
            viewer.identity = SPECTATOR
            self._audience.presence_changed()
