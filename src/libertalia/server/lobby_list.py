"""How the lists show a table: a copy of what its entries say, for looking tables up."""

from __future__ import annotations

import asyncio
import logging
from typing import Final

import msgspec
from sqlalchemy.exc import SQLAlchemyError

from libertalia.server import wire
from libertalia.server.storage import Database, ListRow
from libertalia.server.table_state import TableState

_logger: Final = logging.getLogger(__name__)


def list_row(state: TableState) -> ListRow:
    """How the lists show a table as it stands."""
    info = wire.info(state)
    public = info.public and info.status != "archived"
    return ListRow(state.id, info.status, public, msgspec.json.encode(info).decode(), state.rules)


class Listings:
    """Keeps the rows of a worker's tables up to date: those of many tables at once, where many change at the same moment."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._waiting: dict[str, TableState] = {}
        self._one_at_a_time = asyncio.Lock()  # so that no older row replaces a newer one

    async def update(self, state: TableState) -> None:
        """Show a table in the lists as it stands; try until it has worked."""
        self._waiting[state.id] = state
        async with self._one_at_a_time:
            while state.id in self._waiting:  # nobody has written it along with theirs
                batch, self._waiting = self._waiting, {}
                try:
                    await self._write(batch)
                except (SQLAlchemyError, OSError) as error:
                    _logger.warning("%d tables could not be listed: %s", len(batch), type(error).__name__)
                    self._waiting = batch | self._waiting
                    await asyncio.sleep(1)

    async def _write(self, batch: dict[str, TableState]) -> None:
        """What this program can't play stays as it is in the database, with a note: a worker of another version may play it."""
        rows = [list_row(state) for state in batch.values() if state.status != "unplayable"]
        await self._database.update_rows(rows)
        for table in batch.keys() - {row.id for row in rows}:
            await self._database.note_unplayable(table)
