"""Sends signals to the other workers that share a PostgreSQL, and acts on theirs: entries, presence, heartbeats."""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping

from sqlalchemy import func, select

from libertalia.server.cluster.listener import Listener
from libertalia.server.cluster.presence import PresenceBoard
from libertalia.server.storage.signals import CHANNEL, Signal
from libertalia.server.tables.actor import TableActor
from libertalia.server.tables.peers import Here
from libertalia.server.tables.services import MISSED_HEARTBEATS, Services
from libertalia.tables.messages import Presence


class OtherWorkers:
    """The `Peers` of a worker."""

    def __init__(self, services: Services, actors: Mapping[str, TableActor]) -> None:
        self._services = services
        self._board = PresenceBoard(services, self._send)
        self._actors = actors
        self._listener = Listener(services.settings.url, services.worker, self)

    async def open(self) -> None:
        await self._listener.open()

    async def close(self) -> None:
        await self._listener.close()

    async def heartbeat(self) -> None:
        await self._send(Signal())

    def evict_silent(self) -> None:
        moment, longest = time.monotonic(), self._services.settings.heartbeat * MISSED_HEARTBEATS
        for worker in [worker for worker, seen_at in self._board.seen_at.items() if moment - seen_at > longest]:
            for table in self._board.forget_worker(worker):
                if (actor := self._actors.get(table)) is not None:
                    actor.audience.broadcast_presence()

    def presence(self, table: str) -> Iterable[Presence]:
        return self._board.at(table)

    async def ask_presence(self, table: str) -> None:
        await self._board.ask(table)

    def announce(self, table: str, here: Here) -> None:
        self._board.announce({table: here})

    def table_loaded(self, table: str) -> None:
        self._board.ask_later([table])

    def table_evicted(self, table: str) -> None:
        self._board.forget_table(table)

    async def tables_deleted(self, tables: list[str]) -> None:
        await self._send(Signal(deleted=tables))

    async def _send(self, signal: Signal) -> None:
        async with self._services.database.writing() as connection:
            await connection.execute(select(func.pg_notify(CHANNEL, signal.payload(self._services.worker))))

    # ---- receiving ----------------------------------------------------------------------------------------------------------

    def receive(self, worker: str, signal: Signal) -> None:
        if worker not in self._board.seen_at:
            self._board.ask_later(self._actors)  # it may have been silent for so long that its people were forgotten
        self._board.seen_at[worker] = time.monotonic()
        for entry in signal.entries:
            if (actor := self._actors.get(entry.table)) is not None:
                actor.log.receive(entry.entry())
        for table, there in signal.here.items():
            if (actor := self._actors.get(table)) is not None:
                self._board.note(table, worker, there)
                actor.audience.broadcast_presence()
        for table in signal.deleted:
            if (actor := self._actors.get(table)) is not None:
                actor.start_over()
        asked = {table: self._actors[table].audience.here for table in signal.who if table in self._actors}
        if signal.at_once:  # they wait for an answer, also where nobody is here
            asked = {table: asked.get(table, _nobody) for table in signal.who}
        if asked:
            self._board.announce(asked)

    def missed(self) -> None:
        """Signals may have been missed: read and ask everything again."""
        self._board.ask_later(self._actors)
        for actor in self._actors.values():
            actor.log.suspect()


def _nobody() -> Presence:
    return Presence([], 0)
