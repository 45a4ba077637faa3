"""One table in memory. It takes commands one by one, stores what comes of each, and then tells everyone."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from functools import partial
from typing import Final, NoReturn, TypeVar

from sqlalchemy.exc import SQLAlchemyError

from libertalia.game.errors import LibertaliaError
from libertalia.server import messages as m
from libertalia.server.audience import Audience, Viewer
from libertalia.server.drafts import draft_entry
from libertalia.server.driver import Driver
from libertalia.server.entries import AnyFact, BotSeated, Entry, Left, RematchMade, Started, kind_of, now
from libertalia.server.lobby_list import Listing, list_row
from libertalia.server.metrics import ENTRIES, STORING
from libertalia.server.new_tables import rematch_table
from libertalia.server.presence import PresenceBoard
from libertalia.server.refusals import HistoryWentBack, Refused, Unavailable
from libertalia.server.seat_keys import SeatKeys
from libertalia.server.services import Services
from libertalia.server.storage import PendingEntry, SeatKey
from libertalia.server.storage.rows import insert_table
from libertalia.server.table_state import TableState

F = TypeVar("F", bound=AnyFact)
_logger: Final = logging.getLogger(__name__)


class TableActor:
    """Takes commands for one table."""

    def __init__(self, services: Services, board: PresenceBoard, state: TableState, drop: Callable[[TableActor], None]) -> None:
        self.state = state
        self.audience = Audience(state, board)
        self.listing = Listing(services, state)
        self.driver = Driver(services, state, self.append)
        self._keys = SeatKeys(services, state, self.audience)
        self._services = services
        self._drop = drop  # makes the worker forget the table
        self._lock = asyncio.Lock()
        self._heard: dict[int, Entry] = {}  # entries of other workers that are not applied yet, by number
        self._stale = False  # whether entries may have been missed

    @property
    def busy(self) -> bool:
        """Whether something goes on that needs the table in memory."""
        return bool(self.audience.viewers or self.driver.busy or self._lock.locked())

    # ---- people -------------------------------------------------------------------------------------------------------------

    async def enter(self, viewer: Viewer, since: int, since_at: int | None) -> None:
        """Somebody comes, or comes back. If a bot plays for them, they decide again for themselves.

        `since` and `since_at` are number and time of the last entry they know; `HistoryWentBack` if the table does not have it.
        """
        if since > self.state.number and self._services.shared:
            await self.refresh()  # they come from another worker, and know more
        if since and not self.state.has(since, since_at):
            raise _went_back()
        self.audience.add(viewer, since)
        seat = viewer.identity.seat
        if seat is not None and self.state.seats[seat].away:
            with suppress(Refused):  # they were quicker on another device
                await self.append(lambda state: draft_entry(state, viewer.identity, m.Back("hello"), self.audience.is_here))
        await self._keys.check(viewer)

    def leave(self, viewer: Viewer) -> None:
        self.audience.remove(viewer)

    # ---- commands -----------------------------------------------------------------------------------------------------------

    async def obey(self, viewer: Viewer, command: m.AnyCommand) -> int:
        """Do what somebody asks for; the number of the entry that came of it. A command sent again is not done again."""
        async with self._one_at_a_time():
            while True:
                command_id = self.state.command_id(viewer.identity, command.id)
                if command_id not in self.state.done:
                    draft = partial(draft_entry, identity=viewer.identity, command=command, is_here=self.audience.is_here)
                    if await self._attempt(draft, command_id=command_id) is None:
                        continue
                return self.state.done[command_id]

    async def append(self, draft: Callable[[TableState], F], key: Callable[[F], SeatKey] | None = None) -> F:
        """Add what a draft says. When this returns, it is stored, and everyone was told."""
        async with self._one_at_a_time():
            while (fact := await self._attempt(draft, key)) is None:
                pass
            return fact

    async def _attempt(
        self, draft: Callable[[TableState], F], key: Callable[[F], SeatKey] | None = None, command_id: str | None = None
    ) -> F | None:
        """Add what a draft says; `None` if another worker was first. Its entry is applied then, and the caller tries again."""
        try:
            fact = draft(self.state)
        except LibertaliaError:
            if await self._was_behind():
                return None
            raise
        entry = Entry(self.state.number + 1, now(), fact, command_id)
        if not await self._store(entry, key(fact) if key is not None else None):
            if not self._apply_heard():
                await self._catch_up()
            return None
        if isinstance(fact, Started):
            self.driver.leased = True
        self._apply([entry])
        ENTRIES.labels(kind_of(fact)).inc()
        return fact

    async def _was_behind(self) -> bool:
        """Before something is refused: whether another worker has added entries that were not heard of yet."""
        number = self.state.number
        if self._services.shared:
            await self._catch_up()
        return self.state.number > number

    @asynccontextmanager
    async def _one_at_a_time(self, refresh: bool = False) -> AsyncIterator[None]:
        """One command after another. Entries of other workers that come meanwhile are applied at the end."""
        async with self._lock:
            try:
                if refresh or self._stale:
                    await self._catch_up()
                yield
            finally:
                self._apply_heard()

    # ---- storing ------------------------------------------------------------------------------------------------------------

    async def _store(self, entry: Entry, key: SeatKey | None) -> bool:
        """Store an entry, and what belongs to it; false if another worker has used its number."""
        state, fact = self.state, entry.fact
        pending = PendingEntry(state.id, entry, key=key)
        if isinstance(fact, Started):
            pending.lease = self._services.new_lease()
        elif isinstance(fact, RematchMade):
            table = rematch_table(state, fact.table)
            held = await self._services.database.keys_of(state.id)
            pending.also = partial(insert_table, row=list_row(table), history=table.entries, held=held)
        elif not state.started and isinstance(fact, Left | BotSeated):
            pending.revoked_seat = fact.seat
        if fact.shown_in_lists and not state.started:
            pending.row = list_row(TableState(state.id, [*state.entries, entry]))
        began = time.perf_counter()
        try:
            stored = await self._services.ledger.append(pending)
        except Exception as error:  # nobody knows whether it was stored, before the entries are read again
            raise self._unavailable(error) from None
        STORING.observe(time.perf_counter() - began)
        return stored

    def _unavailable(self, error: Exception) -> Unavailable:
        """What to say when the database does not do what it should."""
        self._stale = True
        if not self._services.closing:
            _logger.error("table %s can't be stored or read: %s", self.state.id[:4], type(error).__name__)
        return Unavailable("The server can't store anything just now. Try again in a moment.", "server.storage")

    # ---- other workers ------------------------------------------------------------------------------------------------------

    def hear(self, entry: Entry) -> None:
        """Another worker has added an entry."""
        if entry.number <= self.state.number:
            return
        self._heard[entry.number] = entry
        if not self._lock.locked() and not self._apply_heard():
            self._services.spawn(self.refresh())  # something was missed

    def suspect(self) -> None:
        """Entries of other workers may have been missed."""
        self._stale = True
        self._services.spawn(self.refresh())

    async def refresh(self) -> None:
        """Read the entries that this worker does not know yet."""
        async with self._one_at_a_time(refresh=True):
            pass

    async def _catch_up(self) -> None:
        try:
            entries = await self._services.database.entries(self.state.id, self.state.number - 1)
        except (SQLAlchemyError, OSError) as error:
            raise self._unavailable(error) from None
        if not entries or not self.state.has(entries[0].number, entries[0].at):
            self._start_over()
        self._apply(entries[1:])
        self._heard = {number: entry for number, entry in self._heard.items() if number > self.state.number}
        self._stale = False

    def _start_over(self) -> NoReturn:
        """The history of the table has gone back: forget the table, and send everyone away who knows too much."""
        _logger.error("the history of table %s has gone back: everyone there has to start over", self.state.id[:4])
        self._stale = True  # whoever still waits to add something is refused, too
        self.driver.leased = False
        self.driver.update()
        self._drop(self)
        self.audience.start_over()
        raise _went_back()

    def _apply_heard(self) -> bool:
        """Apply what was heard, as far as nothing is missing before it; whether there was anything."""
        entries: list[Entry] = []
        while (entry := self._heard.pop(self.state.number + len(entries) + 1, None)) is not None:
            entries.append(entry)
        self._apply(entries)
        return bool(entries)

    # ---- applying -----------------------------------------------------------------------------------------------------------

    def _apply(self, entries: list[Entry]) -> None:
        """Apply stored entries, and tell everyone who has to know."""
        if not entries:
            return
        state, status, revoked = self.state, self.state.status, False
        for entry in entries:
            if not state.started and isinstance(entry.fact, Left | BotSeated):
                revoked = self._keys.revoke(entry.fact.seat) or revoked
            state.add(entry)
        list_changed = status != state.status or any(entry.fact.shown_in_lists for entry in entries)
        self.audience.tell_news(entries, with_table=list_changed)
        if revoked:
            self.audience.presence_changed()
        if list_changed and state.started:
            self._services.spawn(self.listing.update())
        self.driver.update()


def _went_back() -> HistoryWentBack:
    return HistoryWentBack("What you know of this table is no longer true. Open it again.")
