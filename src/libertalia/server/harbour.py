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

from libertalia.game.game import Game
from libertalia.game.setup import check_options
from libertalia.server import messages as m
from libertalia.server.live import Live, row_of
from libertalia.server.log import Entry, now
from libertalia.server.metrics import TABLES
from libertalia.server.refusals import Malformed, NotFound, Refused
from libertalia.server.settings import Settings
from libertalia.server.signals import CHANNEL, Listener, Signal
from libertalia.server.storage import Database, Keeper, Ledger
from libertalia.server.storage.database import add_table, hashed, new_secret
from libertalia.server.storage.ledger import Page
from libertalia.server.table import SPECTATOR, Table, Who
from libertalia.server.thinking import Thinkers

_logger: Final = logging.getLogger(__name__)
_TABLE_ID: Final = re.compile(r"[A-Za-z0-9_-]{1,24}")
_ASKED_AT_ONCE: Final = 50  # the answer has to fit into one call
_MISSED_CALLS: Final = 3
"""A worker that was not heard of so many times is gone."""
_FOR_GOOD: Final = 2**53


class Harbour:
    """Where tables lie: those in memory, and the way to all others."""

    mercy = 15_000
    """After a start, nobody's time runs out sooner than this, in milliseconds."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.worker = secrets.token_hex(6)
        self.database = Database(settings.url)
        self.ledger = Ledger(self.database, self.worker)
        self.thinkers = Thinkers(settings.thinkers)
        self.closing = False
        self._live: dict[str, Live] = {}
        self._loading: dict[str, asyncio.Task[Live]] = {}
        self._kept: set[str] = set()
        self._tasks: set[asyncio.Task[Any]] = set()
        self._others: dict[str, float] = {}  # when each of the other workers was last heard of
        self._elsewhere: dict[str, dict[str, m.Presence]] = {}  # who is at a table by way of each of them
        self._telling = asyncio.Lock()
        self._listener = Listener(settings.url, self.worker, self._heard, self._mistrust) if settings.shared else None

    async def open(self) -> None:
        await self.database.open()
        self.ledger.open()
        if self._listener is not None:
            await self._listener.open()
        else:
            await self.database.let_go(None)
        await self._keep()
        self.spawn(self._keep_going())

    async def close(self) -> None:
        """Finish what was accepted, and leave the rest to others."""
        self.closing = True
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self.thinkers.close()
        await self.ledger.close()
        if self._listener is not None:
            await self._listener.close()
        await self.database.let_go(self.worker)
        await self.database.close()

    def spawn(self, work: Coroutine[Any, Any, Any]) -> None:
        """Do something by the way. What goes wrong is logged."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._finished)

    def _finished(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            _logger.error("something went wrong by the way: %s", type(error).__name__, exc_info=error)

    def keeper(self) -> Keeper:
        """This worker, as one that minds a table: for a while, or where it is the only one, for good."""
        return Keeper(self.worker, now() + int(self.settings.keep * _MISSED_CALLS * 1000) if self.settings.shared else _FOR_GOOD)

    # ---- tables -------------------------------------------------------------------------------------------------------------

    async def create(
        self, setup: dict[str, Any], bots: list[str], me: tuple[str, m.Colour | None] | None
    ) -> tuple[str, int | None, str]:
        """A new table: its id, the seat of the one who made it, and his secret."""
        check_options(setup["edition"], setup["options"])
        Game.new(setup["edition"], setup["players"], 0, **setup["options"])  # so that what can't be dealt is refused now
        if len(bots) + (me is not None) > setup["players"]:
            raise Malformed("There are more bots than seats.", "table.too-many-bots")
        table_id = secrets.token_urlsafe(9)
        table = Table(table_id, [Entry(1, "created", None, now(), {**setup, "host_watches": me is None})])
        if me is not None:
            table.add(Entry(2, "joined", 0, now(), table.guest(*me)))
        for seat, level in enumerate(bots, setup["players"] - len(bots)):
            table.add(Entry(table.number + 1, "bot", seat, now(), table.bot(level)))
        secret = new_secret()
        key = {"hash": hashed(secret), "seat": table.host, "host": True}
        await self.database.create(row_of(table), table.entries, [key], Keeper("", 0))
        self._enter(table)
        return table_id, table.host, secret

    async def join(self, table_id: str, name: str, colour: m.Colour | None, wanted: int | None) -> tuple[int, str]:
        """Sit down at a table; the seat and its secret."""
        live = await self.live(table_id)
        secret = new_secret()
        key: dict[str, Any] = {"hash": hashed(secret), "host": False}

        def draft(table: Table) -> tuple[str, int, dict[str, Any]]:
            seat = table.open_seat(wanted)
            key["seat"] = seat
            return "joined", seat, table.guest(name, colour)

        await live.append(draft, key=key)
        return key["seat"], secret

    async def prepare_rematch(self, old: Table, page: Page) -> None:
        """Put the next table beside the entry that tells of it: the same people with the same secrets, and the same bots."""
        table = Table(page.entry.data["table"], [Entry(1, "created", None, now(), old.setup)])
        for number, seat in enumerate(old.seats):
            data = {"name": seat.name, "colour": seat.colour}
            if seat.kind == "bot":
                data["level"] = seat.level
            table.add(Entry(table.number + 1, "joined" if seat.kind == "person" else "bot", number, now(), data))
        held = await self.database.keys_of(old.id)
        row = row_of(table)
        page.also = lambda connection: add_table(connection, row, table.entries, held, Keeper("", 0))

    async def live(self, table_id: str) -> Live:
        """A table in memory, brought there if need be."""
        if (live := self._live.get(table_id)) is not None:
            return live
        _check_id(table_id)
        if (loading := self._loading.get(table_id)) is None:
            loading = self._loading[table_id] = asyncio.create_task(self._load(table_id))
            loading.add_done_callback(lambda _: self._loading.pop(table_id, None))
        return await asyncio.shield(loading)

    async def _load(self, table_id: str) -> Live:
        log = await self.database.log(table_id)
        if not log:
            raise NotFound("There is no such table.", "table.unknown")
        live = self._enter(Table(table_id, log))
        live.mind()
        if self.settings.shared:
            self.spawn(self._call(Signal(who=[table_id])))
            await live.refresh()  # something may have been added and called out before anyone listened for it here
        return live

    def _enter(self, table: Table) -> Live:
        live = self._live[table.id] = Live(self, table)
        live.kept = table.id in self._kept
        TABLES.set(len(self._live))
        return live

    async def who(self, table_id: str, secret: str | None) -> Who | None:
        """Whoever shows this secret at a table; a spectator shows none."""
        _check_id(table_id)
        return SPECTATOR if secret is None else await self.database.who(table_id, secret)

    # ---- minding ------------------------------------------------------------------------------------------------------------

    async def _keep_going(self) -> None:
        while True:
            await asyncio.sleep(self.settings.keep)
            try:
                await self._keep()
                await self.database.archive(now() - int(self.settings.archive_days * 86_400_000))
            except Exception as error:  # whatever it is, the tables have to be looked after
                _logger.warning("the tables could not be looked after: %s", type(error).__name__)
            self._forget()

    async def _keep(self) -> None:
        """Mind the tables that are this worker's to mind, and those that nobody minds any more."""
        kept = await self.database.keep(self.keeper(), now())
        new, lost, self._kept = kept - self._kept, self._kept - kept, kept
        for table_id in lost & self._live.keys():
            self._live[table_id].kept = False
        for table_id in new:
            self.spawn(self._mind(table_id))
        if self._listener is not None:
            await self._call(Signal())

    async def _mind(self, table_id: str) -> None:
        try:
            live = await self.live(table_id)
        except (Refused, ValueError) as error:
            _logger.error("table %s can't be minded: %s", table_id[:4], error)
            return
        if live.table.status != "playing":  # the lists were not told before a crash
            await live.relist()
        live.kept = True
        live.mind()

    def _forget(self) -> None:
        """Tables that nobody is at leave the memory, and workers that nobody hears of leave the count."""
        moment = time.monotonic()
        for table_id, live in list(self._live.items()):
            if not live.busy and moment - live.left_at > self.settings.idle:
                del self._live[table_id]
                self._elsewhere.pop(table_id, None)
        TABLES.set(len(self._live))
        for worker, heard in list(self._others.items()):
            if moment - heard > self.settings.keep * _MISSED_CALLS:
                del self._others[worker]
                for table_id, parts in self._elsewhere.items():
                    if parts.pop(worker, None) is not None and table_id in self._live:
                        self._live[table_id].tell_presence()

    # ---- the other workers --------------------------------------------------------------------------------------------------

    def elsewhere(self, table_id: str) -> Iterable[m.Presence]:
        """Who is at a table by way of other workers."""
        return self._elsewhere.get(table_id, {}).values()

    def changed_presence(self, live: Live) -> None:
        live.tell_presence()
        if self._listener is not None and not self.closing:
            self.spawn(self._tell_others([live]))

    async def _tell_others(self, tables: list[Live]) -> None:
        """Say who is here; one call after another, each with what is true by then, so that the last one heard is the latest."""
        async with self._telling:
            await self._call(Signal(here={live.table.id: live.here() for live in tables}))

    def _ask_others(self) -> None:
        """Ask who is at the tables of this worker by way of others."""
        tables = list(self._live)
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
            if (live := self._live.get(table_id)) is not None:
                live.hear(entry)
            elif table_id in self._kept:
                self.spawn(self._mind(table_id))
        for table_id, here in signal.here.items():
            if (live := self._live.get(table_id)) is not None:
                self._elsewhere.setdefault(table_id, {})[worker] = here
                live.tell_presence()
        if asked := [self._live[table_id] for table_id in signal.who if table_id in self._live]:
            self.spawn(self._tell_others(asked))

    def _mistrust(self) -> None:
        self._ask_others()
        for live in self._live.values():
            live.mistrust()
            self.spawn(live.refresh())


def _check_id(table_id: str) -> None:
    """What can't be a table's id is not looked up: it may not even be text to a database."""
    if not _TABLE_ID.fullmatch(table_id):
        raise NotFound("There is no such table.", "table.unknown")
