"""How the lists show a table: its row in the database, a copy of what its entries say."""

from __future__ import annotations

import asyncio
import logging
from typing import Final

import msgspec
from sqlalchemy.exc import SQLAlchemyError

from libertalia.server.clock import now
from libertalia.server.storage import ListRow
from libertalia.server.tables.services import Services
from libertalia.tables import boundary
from libertalia.tables.state import TableState

_logger: Final = logging.getLogger(__name__)


def list_row(state: TableState) -> ListRow:
    """How the lists show a table as it stands."""
    info = boundary.info(state, now())
    public = info.public and info.status != "archived"
    return ListRow(state.id, info.status, public, msgspec.json.encode(info).decode(), state.rules)


class Listing:
    """Keeps the row of a table up to date."""

    def __init__(self, services: Services, state: TableState) -> None:
        self._services = services
        self._state = state

    async def update(self) -> None:
        """Show the table in the lists as it stands; try until it has worked.

        What this program can't play stays as it is in the database, with a note: a worker of another version may play it.
        """
        database = self._services.database
        while True:
            try:
                async with self._services.listing:
                    if self._state.status == "unplayable":
                        return await database.note_unplayable(self._state.id)
                    return await database.update_row(list_row(self._state))
            except (SQLAlchemyError, OSError) as error:
                _logger.warning("table %s could not be listed: %s", self._state.id[:4], type(error).__name__)
                await asyncio.sleep(1)
