"""All tables of a worker: making them, loading them, driving those it has a lease on, and forgetting those nobody is at."""

from __future__ import annotations

import asyncio
import logging
import re
import time
from functools import partial
from typing import Final

import msgspec
from sqlalchemy.exc import SQLAlchemyError

from libertalia.game.errors import InvalidRecord
from libertalia.server import messages as m
from libertalia.server.drafts import draft_joined
from libertalia.server.entries import Created, Joined, now
from libertalia.server.lobby_list import list_row
from libertalia.server.metrics import TABLES
from libertalia.server.new_tables import new_table
from libertalia.server.other_workers import OtherWorkers
from libertalia.server.presence import PresenceBoard
from libertalia.server.refusals import NotFound, Refused, Unavailable
from libertalia.server.services import Services
from libertalia.server.settings import Settings
from libertalia.server.storage import DatabaseAway, SeatKey
from libertalia.server.storage.rows import hashed, new_secret
from libertalia.server.table_actor import TableActor
from libertalia.server.table_state import SPECTATOR, Identity, Result, TableState

_TABLE_ID: Final = re.compile(r"[A-Za-z0-9_-]{1,24}")
_logger: Final = logging.getLogger(__name__)


class Tables:
    """The tables in memory, and the way to all others."""

    def __init__(self, settings: Settings) -> None:
        self.services = Services(settings)
        self.is_open = False
        self._board = PresenceBoard(self.services)
        self._actors: dict[str, TableActor] = {}
        self._loading: dict[str, asyncio.Task[TableActor]] = {}
        self._leased: set[str] = set()
        shared = self.services.shared
        self._others = OtherWorkers(self.services, self._board, self._actors, self._changed_elsewhere) if shared else None

    async def open(self) -> None:
        """Open the database and drive its tables. A database that is away is waited for."""
        self.services.ledger.open()
        while not self.is_open:
            try:
                await self._open()
            except (DatabaseAway, SQLAlchemyError) as error:
                reason = error if isinstance(error, DatabaseAway) else type(error).__name__
                _logger.warning("waiting for the database: %s", reason)
                await asyncio.sleep(1)
        self.services.spawn(self._heartbeat())

    async def _open(self) -> None:
        database = self.services.database
        await database.open()
        if self._others is not None:
            await self._others.open()
        else:
            await database.release_leases(None)
        await database.retry_unplayable()
        await self._renew_leases()
        self.is_open = True

    async def close(self) -> None:
        """Finish what was accepted, and leave the rest to other workers."""
        await self.services.stop_tasks()
        if self._others is not None:
            await self._others.close()
        try:
            await self.services.database.release_leases(self.services.worker)
        except SQLAlchemyError as error:  # they end by themselves, a little later
            _logger.warning("the leases could not be released: %s", type(error).__name__)
        await self.services.database.close()

    # ---- tables -------------------------------------------------------------------------------------------------------------

    async def create(
        self, setup: Created, bots: list[str], me: tuple[str, m.Colour | None] | None
    ) -> tuple[str, int | None, str]:
        """Make a table: its id, and the seat and the secret of the one who made it."""
        self._check_open()
        state = new_table(setup, bots, me)
        secret = new_secret()
        await self.services.database.create(list_row(state), state.entries, [SeatKey(hashed(secret), state.host, host=True)])
        self._remember(state)
        return state.id, state.host, secret

    async def join(self, table_id: str, name: str, colour: m.Colour | None, wanted: int | None) -> tuple[int, str]:
        """Sit down at a table: the seat, and its secret."""
        actor = await self.actor(table_id)
        secret = new_secret()

        def key(joined: Joined) -> SeatKey:
            return SeatKey(hashed(secret), joined.seat)

        joined = await actor.append(partial(draft_joined, name=name, colour=colour, wanted=wanted), key)
        return joined.seat, secret

    async def identity(self, table_id: str, secret: str | None) -> Identity | None:
        """Who shows this secret at a table; a spectator shows none."""
        _check_id(table_id)
        return SPECTATOR if secret is None else await self.services.database.identity(table_id, secret)

    async def actor(self, table_id: str) -> TableActor:
        """A table in memory; it is loaded if need be."""
        self._check_open()
        return await self._actor(table_id)

    def _check_open(self) -> None:
        if not self.is_open:
            raise Unavailable("The server waits for its database. Try again in a moment.", "server.storage")

    async def _actor(self, table_id: str) -> TableActor:
        if (actor := self._actors.get(table_id)) is not None:
            return actor
        _check_id(table_id)
        if (loading := self._loading.get(table_id)) is None:
            loading = self._loading[table_id] = asyncio.create_task(self._load(table_id))
            loading.add_done_callback(lambda _: self._loading.pop(table_id, None))
        return await asyncio.shield(loading)

    async def _load(self, table_id: str) -> TableActor:
        entries = await self.services.database.entries(table_id)
        if not entries:
            raise NotFound("There is no such table.", "table.unknown")
        state = TableState(table_id, entries)
        if state.problem is not None:
            state.known_result = await self._listed_result(table_id)
        actor = self._remember(state)
        if state.status == "unplayable":
            _logger.warning("table %s can't be played: %s", table_id[:4], state.problem)
            self.services.spawn(actor.listing.update())
        actor.driver.update()
        if self._others is not None:
            self._others.ask([table_id])
            await actor.refresh()  # entries may have been added before this worker listened for them
        return actor

    async def _listed_result(self, table_id: str) -> Result | None:
        """How a game ended, by the lists; for a game that this program can't play again."""
        info = await self.services.database.list_info(table_id)
        known = msgspec.json.decode(info) if info is not None else {}
        return Result(known["scores"], known["winners"]) if known.get("scores") is not None else None

    def _remember(self, state: TableState) -> TableActor:
        actor = self._actors[state.id] = TableActor(self.services, self._board, state, self._drop)
        actor.driver.leased = state.id in self._leased
        TABLES.set(len(self._actors))
        return actor

    def _drop(self, actor: TableActor) -> None:
        """Forget a table; whoever comes loads it again."""
        if self._actors.get(actor.state.id) is actor:
            del self._actors[actor.state.id]
            self._leased.discard(actor.state.id)  # so that the next heartbeat finds it, and loads it

    def _forget_idle(self) -> None:
        """Tables that nobody is at leave the memory."""
        moment = time.monotonic()
        for table_id, actor in list(self._actors.items()):
            if not actor.busy and moment - actor.audience.left_at > self.services.settings.idle:
                del self._actors[table_id]
                self._board.forget_table(table_id)
        TABLES.set(len(self._actors))

    # ---- leases -------------------------------------------------------------------------------------------------------------

    async def _heartbeat(self) -> None:
        settings = self.services.settings
        while True:
            await asyncio.sleep(settings.heartbeat)
            try:
                await self._renew_leases()
                await self.services.database.hide_old(now() - int(settings.archive_days * 86_400_000))
            except Exception as error:  # whatever it is, the next heartbeat has to come
                _logger.warning("the leases could not be renewed: %s", type(error).__name__)
            self._forget_idle()
            if self._others is not None:
                self._others.forget_the_gone()

    async def _renew_leases(self) -> None:
        """Renew the leases of this worker, and drive the tables that it has just got a lease on."""
        leased = await self.services.database.renew_leases(self.services.new_lease(), now())
        gained, lost, self._leased = leased - self._leased, self._leased - leased, leased
        for table_id in lost & self._actors.keys():
            self._actors[table_id].driver.leased = False
        for table_id in gained:
            self.services.spawn(self._drive(table_id))
        if self._others is not None:
            await self._others.heartbeat()

    async def _drive(self, table_id: str) -> None:
        try:
            actor = await self._actor(table_id)
        except (Refused, InvalidRecord) as error:
            _logger.error("table %s can't be driven: %s", table_id[:4], error)
            return
        if actor.state.status != "playing":  # a crash came before the lists were told
            await actor.listing.update()
        actor.driver.leased = True
        actor.driver.update()

    def _changed_elsewhere(self, table_id: str) -> None:
        """Another worker has added to a table that is not in memory here."""
        if table_id in self._leased:
            self.services.spawn(self._drive(table_id))


def _check_id(table_id: str) -> None:
    """What can't be a table's id is not looked up: it may not even be text to a database."""
    if not _TABLE_ID.fullmatch(table_id):
        raise NotFound("There is no such table.", "table.unknown")
