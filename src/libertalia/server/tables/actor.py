"""One table in memory: people come and go and give commands, and the entries that come of them are broadcast."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Protocol, TypeVar, cast

from libertalia.server.clock import now
from libertalia.server.storage import PendingEntries
from libertalia.server.storage.rows import insert_table
from libertalia.server.tables.audience import Audience, Viewer
from libertalia.server.tables.driver import Driver
from libertalia.server.tables.listing import Listing, list_row
from libertalia.server.tables.log import NewKey, TableLog, went_back
from libertalia.server.tables.peers import Peers
from libertalia.server.tables.seat_keys import SeatKeys
from libertalia.server.tables.services import Services
from libertalia.server.tables.watches import EndWatch, HostWatch
from libertalia.tables import messages as m
from libertalia.tables.entries import AnyFact, Entry, Kicked, RematchMade, Started
from libertalia.tables.laying import rematch_table
from libertalia.tables.refusals import Refused
from libertalia.tables.state import TableState, given_up_seats
from libertalia.tables.table import HostedTable

F = TypeVar("F", bound=AnyFact)


class Registry(Protocol):
    """The tables in memory."""

    def drop(self, actor: TableActor) -> None:
        """Forget a table that is no longer true. It is loaded again for the next person."""

    def game_over(self, state: TableState) -> None:
        """The game of a table has just ended."""


class TableActor:
    """One table of a worker."""

    def __init__(self, services: Services, peers: Peers, state: TableState, registry: Registry) -> None:
        self.state = state
        self.table = HostedTable(state, now(), services.patience)
        self.audience = Audience(self.table, peers, self)
        self.log = TableLog(services, state, self)
        self.listing = Listing(services, state)
        self.driver = Driver(services, self.table, self, self.audience)
        self._host_watch = HostWatch(services, self.table, self, self.audience)
        self._end_watch = EndWatch(services, self.table, self, self.audience)
        self._keys = SeatKeys(services, state, self.audience)
        self._services = services
        self._registry = registry

    @property
    def busy(self) -> bool:
        """Whether something goes on that needs the table in memory."""
        return bool(self.audience.viewers) or self.driver.busy or self.log.busy

    @property
    def needs_no_news(self) -> bool:
        """Whether nobody on this worker needs to know what other workers add."""
        return not self.busy and not self.driver.leased

    # ---- people -------------------------------------------------------------------------------------------------------------

    async def enter(self, viewer: Viewer, since: int, since_at: int | None, back: bool = True, last: int = 0) -> None:
        """Somebody comes, or comes back. If a bot plays for them, they decide again for themselves, unless they don't want to.

        `since` and `since_at` are number and time of the last entry they know; `HistoryWentBack` if the table does not have it.
        `last` is the number of the last entry that the database had when they came.
        """
        if max(since, last) > self.state.number and self._services.shared:
            await self.log.refresh()  # what this worker has missed: people who load the page again see how the table stands
        if since and not self.state.has(since, since_at):
            raise went_back()
        self.audience.add(viewer, since)
        seat = viewer.identity.seat
        if back and seat is not None and self.state.seats[seat].away and self.state.problem is None:
            with suppress(Refused):  # they were quicker on another device
                await self.append(lambda _, at: self.table.draft(viewer.identity, m.Back("hello"), at))
        await self._keys.check(viewer)

    def leave(self, viewer: Viewer) -> None:
        self.audience.remove(viewer)

    def attendance_changed(self) -> None:
        """Somebody came or went: a table that nobody is at waits, and so does one that misses its host."""
        self.driver.update()
        if self.driver.lease is None and self.driver.due is not None:
            self._services.spawn(self.driver.claim())
        self._host_watch.update()
        self._end_watch.update()

    # ---- commands -----------------------------------------------------------------------------------------------------------

    async def do(self, viewer: Viewer, command: m.AnyCommand) -> Entry:
        """Do what somebody asks for; the entry that came of it. A command sent again is not done again."""
        if isinstance(command, m.PutBot | m.End):  # what depends on who is here, on any worker
            await self.audience.ask_elsewhere()
        identity = viewer.identity
        return await self.log.append(
            lambda _, at: self.table.draft(identity, command, at), lambda state: state.command_id(identity, command.id)
        )

    async def append(self, draft: Callable[[TableState, int], F], key: NewKey | None = None, command_id: str | None = None) -> F:
        """Add what a draft says. When this returns, it is stored, and sent to everyone. With an id, it is not added again."""
        return cast("F", (await self.log.append(draft, lambda _: command_id, key)).fact)

    # ---- the log ------------------------------------------------------------------------------------------------------------

    async def prepare(self, pending: PendingEntries) -> None:
        """Add what has to be stored in the same transaction as these entries."""
        state, entries, fact = self.state, pending.entries, pending.entries[0].fact
        if any(self.driver.makes_due(entry.fact) for entry in entries):
            pending.lease = self._services.leases.new(due=entries[-1].at)
        if isinstance(fact, RematchMade):
            table = rematch_table(state, fact.table, now())
            held = await self._services.database.keys_of(state.id)
            pending.also = partial(insert_table, row=list_row(table), history=table.entries, held=held)
        elif given_up := given_up_seats(state, entries):
            (pending.revoked_seat,), pending.may_watch = given_up, isinstance(fact, Kicked)
        if fact.shown_in_lists and not state.started:
            pending.row = list_row(state.after(entries[0]))

    def stored(self, pending: PendingEntries) -> None:
        if pending.lease is not None:
            self.driver.lease = pending.lease if pending.leased else None

    def apply(self, entries: list[Entry]) -> None:
        """Apply stored entries, and send them to everyone."""
        state, was_playing = self.state, self.state.status == "playing"
        revoked = [self._keys.revoke(seat) for seat in given_up_seats(state, entries)]
        news = self.table.add(*entries, at=now())
        self.audience.broadcast(news)
        if any(revoked):
            self.audience.presence_changed()
        elif news.listed:
            self._host_watch.update()
        if news.listed and state.started and not isinstance(entries[-1].fact, Started):  # with that, the row was stored
            self._services.spawn(self.listing.update())
        if was_playing and state.status == "over":
            self._registry.game_over(state)
        self.driver.update()
        self._end_watch.update()

    def start_over(self) -> None:
        """What people know of the table is no longer true: it was deleted, or its history has gone back."""
        self.log.stale = True  # what still waits to be added is refused
        self.driver.lease = None
        self.driver.update()
        self._registry.drop(self)
        self.audience.start_over()
