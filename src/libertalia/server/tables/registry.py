"""All tables of a worker: making them, loading them when somebody comes, and evicting those nobody is at."""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Final, NamedTuple, Protocol

import msgspec
from sqlalchemy.exc import SQLAlchemyError

from libertalia.server.clock import now
from libertalia.server.metrics import TABLES
from libertalia.server.settings import Settings
from libertalia.server.storage import DatabaseAway, SeatKey
from libertalia.server.storage.rows import EntryRow, derived_secret, entry_of, hashed, new_secret
from libertalia.server.tables.actor import TableActor
from libertalia.server.tables.due import DueTables
from libertalia.server.tables.heartbeat import Heartbeat
from libertalia.server.tables.listing import list_row
from libertalia.server.tables.peers import Alone, Peers
from libertalia.server.tables.services import Services
from libertalia.tables import boundary, days
from libertalia.tables import messages as m
from libertalia.tables.drafts import draft_joined, draft_start
from libertalia.tables.entries import Created, Joined
from libertalia.tables.identity import SPECTATOR, TABLE_ID, Identity
from libertalia.tables.laying import new_table
from libertalia.tables.refusals import NotFound, Refused, Unavailable
from libertalia.tables.state import Result, TableState

_TABLE_ID: Final = re.compile(TABLE_ID)
_RETRY: Final = 1.0
"""Seconds between two tries to open the database."""
_logger: Final = logging.getLogger(__name__)

NewPeers = Callable[[Services, Mapping[str, TableActor]], Peers]
"""Makes the peers of a worker, which has these tables in memory."""


class Place(NamedTuple):
    """A place at a table, and the secret that opens it. Without a seat, the one who made the table watches."""

    table: str
    seat: int | None
    secret: str


class GameObserver(Protocol):
    def game_over(self, state: TableState) -> None:
        """The game of a table has just ended."""


class Tables:
    """The tables in memory, and the way to all others."""

    def __init__(self, settings: Settings, new_peers: NewPeers = lambda *_: Alone()) -> None:
        self.services = Services(settings)
        self.observers: list[GameObserver] = []
        self.is_open = False
        self.evicted = 0
        """Tables that were evicted since the last full garbage collection."""
        self._actors: dict[str, TableActor] = {}
        self._loading: dict[str, asyncio.Task[TableActor]] = {}
        self._replaying = asyncio.Lock()  # one game is played again at a time
        self._peers = new_peers(self.services, self._actors)
        self._heartbeat = Heartbeat(self.services, self._actors, DueTables(self.services, self._actors, self), self._peers)

    @property
    def is_well(self) -> bool:
        """Whether the database could be used at the last heartbeat."""
        return self.is_open and self._heartbeat.is_well

    async def open(self) -> None:
        """Open the database; wait for one that is away."""
        self.services.ledger.open()
        while not self.is_open:
            try:
                await self._open()
            except (DatabaseAway, SQLAlchemyError) as error:
                reason = error if isinstance(error, DatabaseAway) else type(error).__name__
                _logger.warning("waiting for the database: %s", reason)
                await asyncio.sleep(_RETRY)
        self.services.started_at = now()

    async def _open(self) -> None:
        database = self.services.database
        await database.open()
        await self._peers.open()
        if self.services.shared:
            await database.check_schema()  # while nobody listened, a newer worker may have upgraded it
        else:
            await self.services.leases.release_all()
            await self.services.review_jobs.let_all_go()
        await database.note_unknown_rules()
        self.is_open = True

    async def run(self) -> None:
        """Drive the tables for as long as the worker lives; `DatabaseTrouble` if the database can't be used any more."""
        await self._heartbeat.run()

    async def close(self) -> None:
        """Finish what was accepted, and leave the rest to other workers."""
        await self.services.stop_tasks()
        await self._peers.close()
        try:
            await self.services.leases.release()
            await self.services.review_jobs.let_go()
        except SQLAlchemyError as error:  # they end by themselves, a little later
            _logger.warning("the leases could not be released: %s", type(error).__name__)
        await self.services.database.close()

    # ---- making -------------------------------------------------------------------------------------------------------------

    async def create(self, setup: Created, bots: list[str], me: tuple[str, m.Colour | None] | None) -> Place:
        """Make a table."""
        self.check_open()
        return await self._store(new_table(setup, bots, [me] if me is not None else [], now()))

    async def create_started(self, state: TableState) -> Place:
        """Store a table that was laid for one person, and start it."""
        place = await self._store(state)
        host = Identity(place.seat, host=True)
        await self._actors[state.id].append(lambda state, _: draft_start(state, host))
        return place

    async def _store(self, state: TableState) -> Place:
        self.check_open()
        secret = new_secret()
        await self.services.database.create(list_row(state), state.entries, [SeatKey(hashed(secret), state.host, host=True)])
        self.remember(state)
        return Place(state.id, state.host, secret)

    async def join(
        self, table_id: str, name: str, colour: m.Colour | None, wanted: int | None, idempotency_key: str | None = None
    ) -> Place:
        """Sit down at a table. For the same idempotency key, it is the same place again."""
        actor = await self.actor(table_id)
        secret = new_secret() if idempotency_key is None else derived_secret(table_id, idempotency_key)
        command_id = None if idempotency_key is None else f"join:{hashed(secret).hex()[:40]}"

        def key(joined: Joined) -> SeatKey:
            return SeatKey(hashed(secret), joined.seat)

        joined = await actor.append(lambda state, _: draft_joined(state, name, colour, wanted), key, command_id)
        if idempotency_key is not None and await self.identity(table_id, secret) != Identity(joined.seat):
            raise Refused("You have left the seat that this request gave you. Make a new request.", "table.seat-left")
        return Place(table_id, joined.seat, secret)

    # ---- people -------------------------------------------------------------------------------------------------------------

    async def require_welcome(self, table_id: str, secret: str | None) -> None:
        """Refuse a seat to somebody whom the host has sent away: their secret is known, but only lets them watch."""
        identity = await self.identity(table_id, secret)
        if secret is not None and identity == SPECTATOR:
            raise Refused("The host has sent you away from this table. You may watch.", "table.sent-away")

    async def identity(self, table_id: str, secret: str | None) -> Identity | None:
        """Who shows this secret at a table; a spectator shows none."""
        _check_id(table_id)
        return SPECTATOR if secret is None else await self.services.database.identity(table_id, secret)

    async def arrival(self, table_id: str, secret: str | None) -> tuple[Identity | None, int]:
        """Who comes to a table with this secret; and the number of the last entry there, as far as others may have added some."""
        if self.services.shared:
            _check_id(table_id)
            return await self.services.database.arrival(table_id, secret)
        return await self.identity(table_id, secret), 0

    # ---- memory -------------------------------------------------------------------------------------------------------------

    async def actor(self, table_id: str) -> TableActor:
        """A table in memory; it is loaded if need be."""
        self.check_open()
        return await self.load(table_id)

    async def state(self, table_id: str) -> TableState:
        """How a table stands."""
        return (await self.actor(table_id)).state

    async def unloaded_entries(self, table_id: str) -> int:
        """How many entries have to be applied before a table can be used: none if it is in memory, or soon will be."""
        self.check_open()
        _check_id(table_id)
        if table_id in self._actors or table_id in self._loading:
            return 0
        if not (length := await self.services.database.length(table_id)):
            raise _not_found()
        return length

    async def info(self, table_id: str) -> m.TableInfo | None:
        """What everyone may know of a table, without loading it; `None` if it has to be loaded for that."""
        self.check_open()
        _check_id(table_id)
        actor = self._actors.get(table_id)
        if actor is not None and not actor.log.stale:
            return boundary.info(actor.state, now())
        listed = await self.services.database.list_info(table_id, playable=True)
        if listed is None:
            return None
        known = msgspec.json.decode(listed, type=m.TableInfo)
        lacks_seed = known.scores is not None and known.seed is None and not days.is_running(known.day, now())
        return None if lacks_seed else known  # when the game ended, the day was still running

    def check_open(self) -> None:
        if not self.is_open:
            raise Unavailable("The server waits for its database. Try again in a moment.", "server.storage")

    async def load(self, table_id: str) -> TableActor:
        _check_id(table_id)
        while (actor := self._actors.get(table_id)) is None or actor.log.stale:  # during any wait, it may be evicted again
            if actor is not None:
                await actor.log.refresh()
                continue
            if (loading := self._loading.get(table_id)) is None:
                loading = self._loading[table_id] = asyncio.create_task(self._load(table_id))
                loading.add_done_callback(lambda _: self._loading.pop(table_id, None))
            await asyncio.shield(loading)
        return actor

    async def _load(self, table_id: str) -> TableActor:
        rows = await self.services.database.entry_rows(table_id)
        if not rows:
            raise _not_found()
        async with self._replaying:
            state = await asyncio.to_thread(_replayed, table_id, rows)
        if state.problem is not None:
            state.known_result = await self._listed_result(table_id)
        actor = self.remember(state)
        if state.status == "unplayable":
            _logger.warning("table %s can't be played: %s", table_id[:4], state.problem)
            self.services.spawn(actor.listing.update())
        self._peers.table_loaded(table_id)
        if self.services.shared:
            await actor.log.refresh()  # entries may have been added before this worker received signals of them
        return actor

    async def _listed_result(self, table_id: str) -> Result | None:
        """How a game ended, by the lists; for a game that this program can't play again."""
        info = await self.services.database.list_info(table_id)
        known = msgspec.json.decode(info) if info is not None else {}
        return Result(known["scores"], known["winners"]) if known.get("scores") is not None else None

    def remember(self, state: TableState) -> TableActor:
        actor = self._actors[state.id] = TableActor(self.services, self._peers, state, self)
        TABLES.set(len(self._actors))
        return actor

    def drop(self, actor: TableActor) -> None:
        """Forget a table that is no longer true. It is loaded again for the next person."""
        if self._actors.get(actor.state.id) is actor:
            del self._actors[actor.state.id]

    def evict(self, actor: TableActor) -> None:
        """Evict a table that nobody is at."""
        self.drop(actor)
        self.evicted += 1
        self._peers.table_evicted(actor.state.id)
        TABLES.set(len(self._actors))

    def game_over(self, state: TableState) -> None:
        """The game of a table has just ended."""
        for observer in self.observers:
            observer.game_over(state)


def _replayed(table_id: str, rows: Sequence[EntryRow]) -> TableState:
    """A table after its entries. Of a long one that takes a tenth of a second: too long for the event loop."""
    return TableState(table_id, list(map(entry_of, rows)))


def _not_found() -> NotFound:
    return NotFound("There is no such table.", "table.unknown")


def _check_id(table_id: str) -> None:
    """Refuse what can't be a table's id, without looking it up: the database may not even accept it as text."""
    if not _TABLE_ID.fullmatch(table_id):
        raise _not_found()
