"""Hearing from the other workers: their entries, who is connected by way of them, and that they are alive."""

from __future__ import annotations

import time
from collections.abc import Mapping

from libertalia.server.cluster.signals import Listener, Signal
from libertalia.server.tables.actor import TableActor
from libertalia.server.tables.presence import PresenceBoard
from libertalia.server.tables.services import MISSED_HEARTBEATS, Services
from libertalia.tables.messages import Presence


class OtherWorkers:
    """The workers that share the database."""

    def __init__(self, services: Services, board: PresenceBoard, actors: Mapping[str, TableActor]) -> None:
        self._services = services
        self._board = board
        self._actors = actors
        self._listener = Listener(services.settings.url, services.worker, self._hear, self._missed)

    async def open(self) -> None:
        await self._listener.open()

    async def close(self) -> None:
        await self._listener.close()

    async def heartbeat(self) -> None:
        """Tell the others that this worker is alive."""
        await self._services.send(Signal())

    async def tell_deleted(self, tables: list[str]) -> None:
        await self._services.send(Signal(deleted=tables))

    def forget_the_gone(self) -> None:
        """People of a worker that was not heard of for long are no longer there."""
        moment = time.monotonic()
        for worker, heard_at in list(self._board.heard_at.items()):
            if moment - heard_at > self._services.settings.heartbeat * MISSED_HEARTBEATS:
                del self._board.heard_at[worker]
                for table in self._board.forget_worker(worker):
                    if (actor := self._actors.get(table)) is not None:
                        actor.audience.tell_presence()

    def _hear(self, worker: str, signal: Signal) -> None:
        if worker not in self._board.heard_at:
            self._board.wonder(self._actors)  # it may have been silent for so long that its people were forgotten
        self._board.heard_at[worker] = time.monotonic()
        for entry in signal.entries:
            if (actor := self._actors.get(entry.table)) is not None:
                actor.hear(entry.entry())
        for table, there in signal.here.items():
            if (actor := self._actors.get(table)) is not None:
                self._board.note(table, worker, there)
                actor.audience.tell_presence()
        for table in signal.deleted:
            if (actor := self._actors.get(table)) is not None:
                actor.send_all_away()
        asked = {table: self._actors[table].audience.here for table in signal.who if table in self._actors}
        if signal.at_once:  # they wait for an answer, also where nobody is here
            asked = {table: asked.get(table, _nobody) for table in signal.who}
        if asked:
            self._board.announce(asked)

    def _missed(self) -> None:
        """Signals may have been missed: read and ask everything again."""
        self._board.wonder(self._actors)
        for actor in self._actors.values():
            actor.suspect()


def _nobody() -> Presence:
    return Presence([], 0)
