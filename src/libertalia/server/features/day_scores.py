"""Writing down how a voyage of the day ended."""

from __future__ import annotations

import asyncio
import logging
from typing import Final

from sqlalchemy.exc import SQLAlchemyError

from libertalia.server.tables.services import Services
from libertalia.tables.state import TableState

_logger: Final = logging.getLogger(__name__)


async def write_result(services: Services, state: TableState) -> None:
    """Write down how a voyage of the day ended, if it is one that counts; try until it has worked."""
    result = state.result
    if result is None:
        return None
    while True:
        try:
            return await services.day_results.finish(state.id, result.scores, 0 in result.winners)
        except (SQLAlchemyError, OSError) as error:
            _logger.warning("the result of table %s could not be stored: %s", state.id[:4], type(error).__name__)
            await asyncio.sleep(1)
