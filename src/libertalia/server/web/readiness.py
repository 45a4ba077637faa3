"""Whether the server is ready: whether it can write to the database."""

from __future__ import annotations

import asyncio
import time
from typing import Final

from sqlalchemy.exc import SQLAlchemyError

from libertalia.server.tables.registry import Tables
from libertalia.tables.refusals import Unavailable

_LIMIT: Final = 3.0
"""Seconds until a write counts as failed."""
_CACHED: Final = 1.0
"""Seconds for which the answer is cached, so that many requests don't keep the disk busy."""


class Readiness:
    """Asks the database at most once a second."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables
        self._one_by_one = asyncio.Lock()
        self._asked = -_CACHED
        self._trouble: str | None = None

    async def check(self) -> None:
        """`Unavailable` says what doesn't work."""
        async with self._one_by_one:
            if time.monotonic() - self._asked >= _CACHED:
                self._trouble = await self._look()
                self._asked = time.monotonic()
        if self._trouble is not None:
            raise Unavailable(self._trouble, "server.not-ready")

    async def _look(self) -> str | None:
        if not self._tables.is_open:
            return "The server waits for its database."
        try:
            async with asyncio.timeout(_LIMIT):
                await self._tables.services.database.probe()
        except (SQLAlchemyError, OSError) as error:
            return f"Nothing can be stored: {type(error).__name__}."
        return None
