"""Looking after the tables that are due: taking leases on them, driving them, and letting them go.

`storage.leases` says what the database knows of it.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Iterable, Mapping
from typing import Final, Protocol

from sqlalchemy.exc import SQLAlchemyError

from libertalia.game.errors import InvalidRecord
from libertalia.server.clock import now
from libertalia.server.storage import Lease
from libertalia.server.tables.actor import TableActor
from libertalia.server.tables.services import Services
from libertalia.tables.refusals import Refused, Unavailable

_BATCH: Final = 20
"""Tables that are taken at once. Then there is a pause for as long as that took, in which people are served."""
_logger: Final = logging.getLogger(__name__)


class Memory(Protocol):
    """The tables in memory."""

    async def load(self, table: str) -> TableActor: ...

    def evict(self, actor: TableActor) -> None: ...


class DueTables:
    """The tables that this worker drives, or should."""

    def __init__(self, services: Services, actors: Mapping[str, TableActor], memory: Memory) -> None:
        self._services = services
        self._leases = services.leases
        self._actors = actors
        self._memory = memory
        self._looking = asyncio.Lock()

    async def renew(self) -> None:
        """Renew the leases of this worker, and notice which ones it has lost or got."""
        before = {table: actor.driver.lease for table, actor in self._actors.items()}
        held = await self._leases.renew()
        for table, actor in self._actors.items():
            known, lease = before.get(table), held.get(table)
            if actor.driver.lease is not known:
                continue  # it was taken or ended meanwhile
            if known is None and lease is not None:
                self._services.spawn(self._drive(table, lease))  # it may have to read first what others have added
                continue
            actor.driver.lease = lease
            if known is not None and lease is None:
                self._services.spawn(actor.driver.claim())
        for table in held.keys() - self._actors.keys():
            self._services.spawn(self._drive(table, held[table]))
        unplayable = [actor for actor in self._actors.values() if actor.driver.leased and actor.state.problem is not None]
        if unplayable:
            await self.let_go(unplayable)

    async def look(self) -> None:
        """Drive the tables that are due and that nobody drives."""
        if self._looking.locked():
            return  # the last look is not over yet
        async with self._looking:
            while True:
                began = time.monotonic()
                taken = await self._leases.take_due(now() + self._services.soon, _BATCH)
                await asyncio.gather(*(self._drive(table, lease) for table, lease in taken.items()))
                if len(taken) < _BATCH:
                    return
                await asyncio.sleep(time.monotonic() - began)

    async def let_go(self, actors: Iterable[TableActor]) -> None:
        """End the leases on tables where nothing is to be done, and evict these tables, unless something happens meanwhile."""
        leaving = [(actor, actor.state.number, actor.driver.lease) for actor in actors]
        for actor, *_ in leaving:
            actor.driver.lease = None  # from now on every entry makes the table due by itself
            actor.driver.update()
        await self._leases.let_go(_ending(actor, lease) for actor, _, lease in leaving if lease is not None)
        for actor, number, _ in leaving:
            if actor.state.number == number and not actor.busy:
                self._memory.evict(actor)

    async def _drive(self, table: str, lease: Lease) -> None:
        """Drive a table that this worker has just got a lease on."""
        was_loaded = table in self._actors
        try:
            actor = await self._memory.load(table)
        except (Unavailable, SQLAlchemyError) as error:
            _logger.warning("table %s can't be driven yet: %s", table[:4], type(error).__name__)
            return  # the next `renew` tries again
        except (Refused, InvalidRecord) as error:
            _logger.error("table %s can't be driven: %s", table[:4], error)
            await self._services.database.note_unplayable(table)
            await self._leases.let_go([(table, lease, lease.due)])
            return
        actor.driver.lease = lease
        actor.driver.update()
        if actor.state.status != "playing":  # a crash came before the lists were updated
            await actor.listing.update()
        if not was_loaded and not actor.busy:
            await self.let_go([actor])


def _ending(actor: TableActor, lease: Lease) -> tuple[str, Lease, int | None]:
    """How a lease ends: the table is due when there is something to do. What we can't play stays due as it was, for others."""
    return actor.state.id, lease, lease.due if actor.state.problem is not None else actor.driver.due
