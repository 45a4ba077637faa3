"""All tables of a worker."""

from __future__ import annotations

import asyncio
import logging
import re
import secrets
import time
from collections.abc import Coroutine, Iterable
from typing import Any, Final

from sqlalchemy import func, select
from sqlalchemy.exc import SQLAlchemyError

from libertalia.game.game import Game
from libertalia.game.setup import check_options
from libertalia.server import messages as m
from libertalia.server.bot_pool import BotPool
from libertalia.server.entries import Entry, now
from libertalia.server.metrics import TABLES
from libertalia.server.refusals import Malformed, NotFound, Refused, Unavailable
from libertalia.server.settings import Settings
from libertalia.server.signals import CHANNEL, Listener, Signal
from libertalia.server.storage import Database, DatabaseAway, Lease, Ledger
from libertalia.server.storage.database import add_table, hashed, new_secret
from libertalia.server.storage.ledger import PendingEntry
from libertalia.server.table_actor import TableActor, list_row
from libertalia.server.table_state import SPECTATOR, Identity, TableState

_logger: Final = logging.getLogger(__name__)
_TABLE_ID: Final = re.compile(r"[A-Za-z0-9_-]{1,24}")
_ASKED_AT_ONCE: Final = 50  # the answer has to fit into one call
_MISSED_CALLS: Final = 3
"""A worker that was not heard of so many times is gone."""
_FOR_GOOD: Final = 2**53


class Tables:
    """Where tables lie: those in memory, and the way to all others."""

    mercy = 15_000
    """After a start, nobody's time runs out sooner than this, in milliseconds."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.worker = secrets.token_hex(6)
        self.database = Database(settings.url)
        self.ledger = Ledger(self.database, self.worker)
        self.bots = BotPool(settings.bot_processes)
        self.is_open = False
        self.closing = False
        self._actors: dict[str, TableActor] = {}
        self._loading: dict[str, asyncio.Task[TableActor]] = {}
        self._leased: set[str] = set()
        self._tasks: set[asyncio.Task[Any]] = set()
        self._others: dict[str, float] = {}  # when each of the other workers was last heard of
        self._elsewhere: dict[str, dict[str, m.Presence]] = {}  # who is at a table by way of each of them
        self._telling = asyncio.Lock()
        self._listener = Listener(settings.url, self.worker, self._heard, self._mistrust) if settings.shared else None

    async def open(self) -> None:
        """Open the database and look after its tables. A database that is away is waited for."""
        self.ledger.open()
        while True:
            try:
                await self.database.open()
                if self._listener is not None:
                    await self._listener.open()
                else:
                    await self.database.release_leases(None)
                await self._renew_leases()
                break
            except (DatabaseAway, SQLAlchemyError) as error:
                _logger.warning(
                    "waiting for the database: %s", error if isinstance(error, DatabaseAway) else type(error).__name__
                )
                await asyncio.sleep(1)
        self.spawn(self._heartbeat())
        self.is_open = True

    async def close(self) -> None:
        """Finish what was accepted, and leave the rest to others."""
        self.closing = True
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self.bots.close()
        await self.ledger.close()
        if self._listener is not None:
            await self._listener.close()
        try:
            await self.database.release_leases(self.worker)
        except SQLAlchemyError as error:  # they end by themselves, a little later
            _logger.warning("the leases could not be released: %s", type(error).__name__)
        await self.database.close()

    def _check_open(self) -> None:
        if not self.is_open:
            raise Unavailable("The server waits for its database. Try again in a moment.", "server.storage")

    def spawn(self, work: Coroutine[Any, Any, Any]) -> None:
        """Do something by the way. What goes wrong is logged."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._finished)

    def _finished(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            _logger.error("something went wrong by the way: %s", type(error).__name__, exc_info=error)

    def lease(self) -> Lease:
        """This worker, as one that minds a table: for a while, or where it is the only one, for good."""
        return Lease(
            self.worker, now() + int(self.settings.heartbeat * _MISSED_CALLS * 1000) if self.settings.shared else _FOR_GOOD
        )

    # ---- tables -------------------------------------------------------------------------------------------------------------

    async def create(
        self, setup: dict[str, Any], bots: list[str], me: tuple[str, m.Colour | None] | None
    ) -> tuple[str, int | None, str]:
        """A new table: its id, the seat of the one who made it, and his secret."""
        self._check_open()
        check_options(setup["edition"], setup["options"])
        Game.new(setup["edition"], setup["players"], 0, **setup["options"])  # so that what can't be dealt is refused now
        if len(bots) + (me is not None) > setup["players"]:
            raise Malformed("There are more bots than seats.", "table.too-many-bots")
        table_id = secrets.token_urlsafe(9)
        table = TableState(table_id, [Entry(1, "created", None, now(), {**setup, "host_watches": me is None})])
        if me is not None:
            table.add(Entry(2, "joined", 0, now(), table.guest(*me)))
        for seat, level in enumerate(bots, setup["players"] - len(bots)):
            table.add(Entry(table.number + 1, "bot", seat, now(), table.bot(level)))
        secret = new_secret()
        key = {"hash": hashed(secret), "seat": table.host, "host": True}
        await self.database.create(list_row(table), table.entries, [key], Lease("", 0))
        self._enter(table)
        return table_id, table.host, secret

    async def join(self, table_id: str, name: str, colour: m.Colour | None, wanted: int | None) -> tuple[int, str]:
        """Sit down at a table; the seat and its secret."""
        actor = await self.actor(table_id)
        secret = new_secret()
        key: dict[str, Any] = {"hash": hashed(secret), "host": False}

        def draft(table: TableState) -> tuple[str, int, dict[str, Any]]:
            seat = table.open_seat(wanted)
            key["seat"] = seat
            return "joined", seat, table.guest(name, colour)

        await actor.append(draft, key=key)
        return key["seat"], secret

    async def prepare_rematch(self, old: TableState, pending: PendingEntry) -> None:
        """Put the next table beside the entry that tells of it: the same people with the same secrets, and the same bots."""
        table = TableState(pending.entry.data["table"], [Entry(1, "created", None, now(), old.setup)])
        for number, seat in enumerate(old.seats):
            data = {"name": seat.name, "colour": seat.colour}
            if seat.kind == "bot":
                data["level"] = seat.level
            table.add(Entry(table.number + 1, "joined" if seat.kind == "person" else "bot", number, now(), data))
        held = await self.database.keys_of(old.id)
        row = list_row(table)
        pending.also = lambda connection: add_table(connection, row, table.entries, held, Lease("", 0))

    async def actor(self, table_id: str) -> TableActor:
        """A table in memory, brought there if need be."""
        self._check_open()
        if (actor := self._actors.get(table_id)) is not None:
            return actor
        _check_id(table_id)
        if (loading := self._loading.get(table_id)) is None:
            loading = self._loading[table_id] = asyncio.create_task(self._load(table_id))
            loading.add_done_callback(lambda _: self._loading.pop(table_id, None))
        return await asyncio.shield(loading)

    async def _load(self, table_id: str) -> TableActor:
        log = await self.database.log(table_id)
        if not log:
            raise NotFound("There is no such table.", "table.unknown")
        actor = self._enter(TableState(table_id, log))
        actor.drive()
        if self.settings.shared:
            self.spawn(self._call(Signal(who=[table_id])))
            await actor.refresh()  # something may have been added and called out before anyone listened for it here
        return actor

    def _enter(self, table: TableState) -> TableActor:
        actor = self._actors[table.id] = TableActor(self, table)
        actor.leased = table.id in self._leased
        TABLES.set(len(self._actors))
        return actor

    def drop(self, actor: TableActor) -> None:
        """Forget a table; whoever comes loads it again."""
        if self._actors.get(actor.table.id) is actor:
            del self._actors[actor.table.id]
            self._leased.discard(actor.table.id)  # so that the next renewal of leases finds it, and loads it

    async def who(self, table_id: str, secret: str | None) -> Identity | None:
        """Whoever shows this secret at a table; a spectator shows none."""
        _check_id(table_id)
        return SPECTATOR if secret is None else await self.database.who(table_id, secret)

    # ---- minding ------------------------------------------------------------------------------------------------------------

    async def _heartbeat(self) -> None:
        while True:
            await asyncio.sleep(self.settings.heartbeat)
            try:
                await self._renew_leases()
                await self.database.archive(now() - int(self.settings.archive_days * 86_400_000))
            except Exception as error:  # whatever it is, the tables have to be looked after
                _logger.warning("the tables could not be looked after: %s", type(error).__name__)
            self._forget()

    async def _renew_leases(self) -> None:
        """Mind the tables that are this worker's to mind, and those that nobody minds any more."""
        leased = await self.database.renew_leases(self.lease(), now())
        new, lost, self._leased = leased - self._leased, self._leased - leased, leased
        for table_id in lost & self._actors.keys():
            self._actors[table_id].leased = False
        for table_id in new:
            self.spawn(self._take_over_table(table_id))
        if self._listener is not None:
            await self._call(Signal())

    async def _take_over_table(self, table_id: str) -> None:
        try:
            actor = await self.actor(table_id)
        except (Refused, ValueError) as error:
            _logger.error("table %s can't be minded: %s", table_id[:4], error)
            return
        if actor.table.status != "playing":  # the lists were not told before a crash
            await actor.relist()
        actor.leased = True
        actor.drive()

    def _forget(self) -> None:
        """Tables that nobody is at leave the memory, and workers that nobody hears of leave the count."""
        moment = time.monotonic()
        for table_id, actor in list(self._actors.items()):
            if not actor.busy and moment - actor.left_at > self.settings.idle:
                del self._actors[table_id]
                self._elsewhere.pop(table_id, None)
        TABLES.set(len(self._actors))
        for worker, heard in list(self._others.items()):
            if moment - heard > self.settings.heartbeat * _MISSED_CALLS:
                del self._others[worker]
                for table_id, parts in self._elsewhere.items():
                    if parts.pop(worker, None) is not None and table_id in self._actors:
                        self._actors[table_id].tell_presence()

    # ---- the other workers --------------------------------------------------------------------------------------------------

    def elsewhere(self, table_id: str) -> Iterable[m.Presence]:
        """Identity is at a table by way of other workers."""
        return self._elsewhere.get(table_id, {}).values()

    def changed_presence(self, actor: TableActor) -> None:
        actor.tell_presence()
        if self._listener is not None and not self.closing:
            self.spawn(self._tell_others([actor]))

    async def _tell_others(self, tables: list[TableActor]) -> None:
        """Say who is here; one call after another, each with what is true by then, so that the last one heard is the latest."""
        async with self._telling:
            await self._call(Signal(here={actor.table.id: actor.here() for actor in tables}))

    def _ask_others(self) -> None:
        """Ask who is at the tables of this worker by way of others."""
        tables = list(self._actors)
        for start in range(0, len(tables), _ASKED_AT_ONCE):
            self.spawn(self._call(Signal(who=tables[start : start + _ASKED_AT_ONCE])))

    async def _call(self, signal: Signal) -> None:
        async with self.database.engine.begin() as connection:
            await connection.execute(select(func.pg_notify(CHANNEL, signal.payload(self.worker))))

    def _heard(self, worker: str, signal: Signal) -> None:
        if worker not in self._others:
            self._ask_others()  # it may have been silent for so long that its people were forgotten
        self._others[worker] = time.monotonic()
        for table_id, entry in signal.entries.items():
            if (actor := self._actors.get(table_id)) is not None:
                actor.hear(entry)
            elif table_id in self._leased:
                self.spawn(self._take_over_table(table_id))
        for table_id, here in signal.here.items():
            if (actor := self._actors.get(table_id)) is not None:
                self._elsewhere.setdefault(table_id, {})[worker] = here
                actor.tell_presence()
        if asked := [self._actors[table_id] for table_id in signal.who if table_id in self._actors]:
            self.spawn(self._tell_others(asked))

    def _mistrust(self) -> None:
        self._ask_others()
        for actor in self._actors.values():
            actor.mistrust()
            self.spawn(actor.refresh())


def _check_id(table_id: str) -> None:
    """What can't be a table's id is not looked up: it may not even be text to a database."""
    if not _TABLE_ID.fullmatch(table_id):
        raise NotFound("There is no such table.", "table.unknown")
