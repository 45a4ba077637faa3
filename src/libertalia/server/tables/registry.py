"""All tables of a worker: making them, loading them when somebody comes, and forgetting those nobody is at."""

from __future__ import annotations

import asyncio
import logging
import os
import re
import time
from functools import partial
from itertools import count
from typing import Final

import msgspec
from sqlalchemy.exc import SQLAlchemyError
from uvicorn.config import STARTUP_FAILURE

from libertalia.review import Question
from libertalia.server.cluster.other_workers import OtherWorkers
from libertalia.server.features.days import Days
from libertalia.server.features.puzzles import find_puzzle, puzzle_table
from libertalia.server.features.reviews import Reviewing
from libertalia.server.metrics import TABLES
from libertalia.server.settings import Settings
from libertalia.server.storage import DatabaseAway, DatabaseTrouble, SeatKey
from libertalia.server.storage.rows import derived_secret, hashed, new_secret
from libertalia.server.tables.actor import TableActor
from libertalia.server.tables.due import DueTables
from libertalia.server.tables.listing import list_row
from libertalia.server.tables.presence import PresenceBoard
from libertalia.server.tables.services import Services
from libertalia.tables import messages as m
from libertalia.tables.drafts import draft_joined, draft_start
from libertalia.tables.entries import Created, Joined, now
from libertalia.tables.laying import lesson_table, new_table, tried_table
from libertalia.tables.lessons import LESSONS, morning
from libertalia.tables.refusals import NotFound, Refused, Unavailable
from libertalia.tables.state import SPECTATOR, Identity, Result, TableState

_TABLE_ID: Final = re.compile(r"[A-Za-z0-9_-]{1,24}")
_HEARTBEATS_BETWEEN_SWEEPS: Final = 12
_logger: Final = logging.getLogger(__name__)


class Tables:
    """The tables in memory, and the way to all others."""

    def __init__(self, settings: Settings) -> None:
        self.services = Services(settings)
        self.is_open = False
        self.is_well = False
        """Whether the database could be used at the last heartbeat."""
        self._board = PresenceBoard(self.services)
        self._actors: dict[str, TableActor] = {}
        self._loading: dict[str, asyncio.Task[TableActor]] = {}
        self._sweeping = asyncio.Lock()
        self._due = DueTables(self.services, self._actors, self._actor, self._forget)
        self.reviewing = Reviewing(self.services, self.actor)
        self.days = Days(self.services, self.actor, self._remember)
        self._others = OtherWorkers(self.services, self._board, self._actors) if self.services.shared else None

    async def open(self) -> None:
        """Open the database. One that is away is waited for."""
        self.services.ledger.open()
        while not self.is_open:
            try:
                await self._open()
            except (DatabaseAway, SQLAlchemyError) as error:
                reason = error if isinstance(error, DatabaseAway) else type(error).__name__
                _logger.warning("waiting for the database: %s", reason)
                await asyncio.sleep(1)
        self.services.started_at = now()
        self.services.spawn(self._heartbeat())
        self.services.spawn(self.reviewing.work())

    async def _open(self) -> None:
        database = self.services.database
        await database.open()
        if self._others is not None:
            await self._others.open()
            await database.check_schema()  # while nobody listened, a newer worker may have upgraded it
        else:
            await self.services.leases.release_all()
            await self.services.review_jobs.let_all_go()
        await database.note_unknown_rules()
        self.is_open = self.is_well = True

    async def close(self) -> None:
        """Finish what was accepted, and leave the rest to other workers."""
        await self.services.stop_tasks()
        if self._others is not None:
            await self._others.close()
        try:
            await self.services.leases.release()
            await self.services.review_jobs.let_go()
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

    async def create_tried(self, finished: TableState, question: Question) -> tuple[str, int | None, str]:
        """Make a table where a finished game goes on from one of its decisions, and start it."""
        return await self._create_started(await asyncio.to_thread(tried_table, finished, question))

    async def create_from_puzzle(self, edition: str, puzzle: str, person: str) -> tuple[str, int | None, str]:
        """Make a table where the game goes on from a puzzle, and start it."""
        return await self._create_started(puzzle_table(await find_puzzle(edition, puzzle), person))

    async def create_lesson(self, name: str, person: str) -> tuple[str, int | None, str]:
        """Make a table where a lesson is given, and start it."""
        if name not in LESSONS:
            raise NotFound("There is no such lesson.", "lesson.unknown")
        return await self._create_started(lesson_table(name, person))

    async def repeat_day(self, state: TableState, day: int) -> tuple[str, int | None, str]:
        """Make a table where a lesson goes on from the sunrise of a day that was played, and start it."""
        lesson = state.setup.lesson
        if lesson is None or lesson not in LESSONS or state.game is None:
            raise Refused("Only a day of a lesson can be played again.", "lesson.none")
        again = morning(state.game.record(), day)
        if again is None:
            raise Refused("That day was not reached yet.", "lesson.no-day")
        return await self._create_started(lesson_table(lesson, state.seats[0].name or "", again.position()))

    async def _create_started(self, state: TableState) -> tuple[str, int | None, str]:
        """Store a table that was laid for one person, and start it."""
        self._check_open()
        secret = new_secret()
        await self.services.database.create(list_row(state), state.entries, [SeatKey(hashed(secret), state.host, host=True)])
        await self._remember(state).append(partial(draft_start, identity=Identity(state.host, host=True)))
        return state.id, state.host, secret

    async def join(
        self, table_id: str, name: str, colour: m.Colour | None, wanted: int | None, idempotency_key: str | None = None
    ) -> tuple[int, str]:
        """Sit down at a table: the seat, and its secret. Both are the same again for the same idempotency key."""
        actor = await self.actor(table_id)
        secret = new_secret() if idempotency_key is None else derived_secret(table_id, idempotency_key)
        command_id = None if idempotency_key is None else f"join:{hashed(secret).hex()[:40]}"

        def key(joined: Joined) -> SeatKey:
            return SeatKey(hashed(secret), joined.seat)

        joined = await actor.append(partial(draft_joined, name=name, colour=colour, wanted=wanted), key, command_id)
        if idempotency_key is not None and await self.identity(table_id, secret) != Identity(joined.seat):
            raise Refused("You have left the seat that this request gave you. Make a new request.", "table.seat-left")
        return joined.seat, secret

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

    async def actor(self, table_id: str) -> TableActor:
        """A table in memory; it is loaded if need be."""
        self._check_open()
        return await self._actor(table_id)

    def _check_open(self) -> None:
        if not self.is_open:
            raise Unavailable("The server waits for its database. Try again in a moment.", "server.storage")

    async def _actor(self, table_id: str) -> TableActor:
        _check_id(table_id)
        while (actor := self._actors.get(table_id)) is None or actor.stale:  # during any wait, it may leave the memory again
            if actor is not None:
                await actor.refresh()
                continue
            if (loading := self._loading.get(table_id)) is None:
                loading = self._loading[table_id] = asyncio.create_task(self._load(table_id))
                loading.add_done_callback(lambda _: self._loading.pop(table_id, None))
            await asyncio.shield(loading)
        return actor

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
        if self._others is not None:
            self._board.wonder([table_id])
            await actor.refresh()  # entries may have been added before this worker listened for them
        return actor

    async def _listed_result(self, table_id: str) -> Result | None:
        """How a game ended, by the lists; for a game that this program can't play again."""
        info = await self.services.database.list_info(table_id)
        known = msgspec.json.decode(info) if info is not None else {}
        return Result(known["scores"], known["winners"]) if known.get("scores") is not None else None

    def _remember(self, state: TableState) -> TableActor:
        actor = self._actors[state.id] = TableActor(self.services, self._board, state, self._drop)
        TABLES.set(len(self._actors))
        return actor

    def _drop(self, actor: TableActor) -> None:
        """Forget a table that is no longer true; whoever comes loads it again."""
        if self._actors.get(actor.state.id) is actor:
            del self._actors[actor.state.id]

    def _forget(self, actor: TableActor) -> None:
        """Forget a table that nobody is at."""
        self._drop(actor)
        self._board.forget_table(actor.state.id)
        TABLES.set(len(self._actors))

    async def _heartbeat(self) -> None:
        for beat in count():
            try:
                if self._others is not None:
                    await self.services.database.check_schema()
                await self._due.renew()
                self.services.spawn(self._due.look())
                if self._others is not None:
                    await self._others.heartbeat()
                await self._forget_idle()
                if beat % _HEARTBEATS_BETWEEN_SWEEPS == 0:
                    self.services.spawn(self._sweep())
                self.is_well = True
            except DatabaseTrouble as error:
                _logger.critical("%s", error)
                os._exit(STARTUP_FAILURE)  # nothing more may be written, until the host starts another version
            except Exception as error:  # whatever it is, the next heartbeat has to come
                self.is_well = False
                _logger.warning("the leases could not be renewed: %s", type(error).__name__)
            if self._others is not None:
                self._others.forget_the_gone()
            await asyncio.sleep(self.services.settings.heartbeat)

    async def _forget_idle(self) -> None:
        """Tables that nobody is at leave the memory."""
        moment, idle = time.monotonic(), self.services.settings.idle
        leaving = [actor for actor in self._actors.values() if not actor.busy and moment - actor.audience.left_at > idle]
        await self._due.let_go(leaving)

    async def _sweep(self) -> None:
        """Tables where nothing has happened for long leave the lists, or are deleted, as the host has set it."""
        if self._sweeping.locked():
            return
        async with self._sweeping:
            await self._hide_and_delete()

    async def _hide_and_delete(self) -> None:
        settings, aging = self.services.settings, self.services.aging
        while await aging.hide(_days_ago(settings.archive_days)):
            pass
        while settings.delete_days is not None and (deleted := await aging.delete(_days_ago(settings.delete_days))):
            _logger.info("deleted %s quiet tables", len(deleted))
            for table in self._actors.keys() & deleted:
                self._actors[table].send_all_away()
            if self._others is not None:
                await self._others.tell_deleted(deleted)


def _days_ago(days: float) -> int:
    return now() - int(days * 86_400_000)


def _check_id(table_id: str) -> None:
    """What can't be a table's id is not looked up: it may not even be text to a database."""
    if not _TABLE_ID.fullmatch(table_id):
        raise NotFound("There is no such table.", "table.unknown")
