"""One table in memory. It takes commands one by one, stores what comes of each, and then tells everyone."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from functools import partial
from typing import Any, Final, NoReturn, TypeVar, cast

import msgspec
from sqlalchemy.exc import SQLAlchemyError

from libertalia.game.errors import LibertaliaError
from libertalia.server.features.day_scores import write_result
from libertalia.server.features.hints import Hinting
from libertalia.server.metrics import ENTRIES, STORING
from libertalia.server.storage import PendingEntries, SeatKey
from libertalia.server.storage.rows import insert_table
from libertalia.server.tables.audience import Audience, Viewer
from libertalia.server.tables.driver import Driver
from libertalia.server.tables.listing import Listing, list_row
from libertalia.server.tables.presence import PresenceBoard
from libertalia.server.tables.seat_keys import SeatKeys
from libertalia.server.tables.services import Services
from libertalia.server.tables.watches import EndWatch, HostWatch
from libertalia.tables import messages as m
from libertalia.tables.drafts import draft_entry
from libertalia.tables.entries import (
    AnyFact,
    BotSeated,
    Entry,
    HintAsked,
    Kicked,
    Left,
    RematchMade,
    Started,
    kind_of,
    now,
    seat_of,
)
from libertalia.tables.laying import rematch_table
from libertalia.tables.refusals import HistoryWentBack, Refused, Unavailable
from libertalia.tables.state import TableState

F = TypeVar("F", bound=AnyFact)
_LIMIT: Final = 4.5
"""So many seconds a command may take until it is stored; then it is refused."""
_logger: Final = logging.getLogger(__name__)


class Proposal:
    """Something that is to be added to a table, when its turn comes."""

    def __init__(
        self,
        draft: Callable[[TableState], AnyFact],
        command_id: Callable[[TableState], str | None],
        key: Callable[[Any], SeatKey] | None,
    ) -> None:
        self.draft = draft
        self.command_id = command_id
        self.key = key
        self.until = _soon()
        self.added: asyncio.Future[Entry] = asyncio.get_running_loop().create_future()

    def succeed(self, entry: Entry) -> None:
        if not self.added.done():  # whoever waited may be gone
            self.added.set_result(entry)

    def fail(self, error: Exception) -> None:
        if not self.added.done():
            self.added.set_exception(
                RuntimeError(repr(error)) if isinstance(error, StopIteration) else error
            )  # no future takes it


class TableActor:
    """Takes commands for one table."""

    def __init__(self, services: Services, board: PresenceBoard, state: TableState, drop: Callable[[TableActor], None]) -> None:
        self.state = state
        self.audience = Audience(state, board, services.patience, self._attendance_changed)
        self.listing = Listing(services, state)
        self.driver = Driver(services, state, self.append, self.audience)
        self._host_watch = HostWatch(services, state, self.append, self.audience)
        self._end_watch = EndWatch(services, state, self.append, self.audience)
        self._hinting = Hinting(services, state)
        self._keys = SeatKeys(services, state, self.audience)
        self._services = services
        self._drop = drop  # makes the worker forget the table
        self._proposals: list[Proposal] = []  # the one that has waited longest comes first
        self._storing = False  # whether a task stores the proposals
        self._lock = asyncio.Lock()
        self._heard: dict[int, Entry] = {}  # entries of other workers that are not applied yet, by number
        self.stale = False
        """Whether entries may have been missed. Whoever needs the table reads them first."""
        self._recovering = False

    @property
    def busy(self) -> bool:
        """Whether something goes on that needs the table in memory."""
        return bool(self.audience.viewers or self.driver.busy or self._storing or self._lock.locked())

    @property
    def _rests(self) -> bool:
        """Whether nobody here needs to know what other workers add."""
        return not self.busy and not self.driver.leased

    # ---- people -------------------------------------------------------------------------------------------------------------

    async def enter(self, viewer: Viewer, since: int, since_at: int | None, back: bool = True, last: int = 0) -> None:
        """Somebody comes, or comes back. If a bot plays for them, they decide again for themselves, unless they don't want to.

        `since` and `since_at` are number and time of the last entry they know; `HistoryWentBack` if the table does not have it.
        `last` is the number of the last entry that the database had when they came.
        """
        if max(since, last) > self.state.number and self._services.shared:
            await self.refresh()  # whatever this worker has missed: whoever loads the page again sees how the table stands
        if since and not self.state.has(since, since_at):
            raise _went_back()
        self.audience.add(viewer, since)
        seat = viewer.identity.seat
        if back and seat is not None and self.state.seats[seat].away and self.state.problem is None:
            with suppress(Refused):  # they were quicker on another device
                await self.append(lambda state: draft_entry(state, viewer.identity, m.Back("hello"), self.audience))
        await self._keys.check(viewer)

    def leave(self, viewer: Viewer) -> None:
        self.audience.remove(viewer)

    def _attendance_changed(self) -> None:
        """Somebody came or went: a table that nobody is at waits, and so does one that misses its host."""
        self.driver.update()
        if self.driver.lease is None and self.driver.due is not None:
            self._services.spawn(self.driver.claim())
        self._host_watch.update()
        self._end_watch.update()

    # ---- commands -----------------------------------------------------------------------------------------------------------

    async def obey(self, viewer: Viewer, command: m.AnyCommand) -> int:
        """Do what somebody asks for; the number of the entry that came of it. A command sent again is not done again."""
        if isinstance(command, m.PutBot | m.End):  # what depends on who is here, by way of whichever worker
            await self.audience.ask_elsewhere()
        identity = viewer.identity
        draft = partial(draft_entry, identity=identity, command=command, attendance=self.audience)
        added = await self._add(draft, lambda state: state.command_id(identity, command.id))
        if isinstance(added.fact, HintAsked):
            self._services.spawn(self._tell_hint(viewer, added.fact))
        return added.number

    async def _tell_hint(self, viewer: Viewer, asked: HintAsked) -> None:
        message = await self._hinting.message(asked.seat, asked.turn, viewer.language, self.audience.host_address())
        if message is not None and viewer in self.audience.viewers:
            viewer.tell(message)

    async def append(
        self, draft: Callable[[TableState], F], key: Callable[[F], SeatKey] | None = None, command_id: str | None = None
    ) -> F:
        """Add what a draft says. When this returns, it is stored, and everyone was told. With an id, it is not added again."""
        return cast("F", (await self._add(draft, lambda _: command_id, key)).fact)

    async def _add(
        self,
        draft: Callable[[TableState], AnyFact],
        command_id: Callable[[TableState], str | None],
        key: Callable[[Any], SeatKey] | None = None,
    ) -> Entry:
        proposal = Proposal(draft, command_id, key)
        self._proposals.append(proposal)
        if not self._storing:
            self._storing = True
            self._services.spawn(self._store_proposals())
        return await proposal.added

    async def _store_proposals(self) -> None:
        """Store what is proposed, round after round, until nothing waits."""
        error: LibertaliaError | None = None
        try:
            while self._proposals:
                async with self._one_at_a_time(self._proposals[0].until):
                    await self._store_round()
        except (Unavailable, HistoryWentBack) as trouble:
            error = trouble
        finally:
            self._storing = False
            while self._proposals:
                self._proposals[0].fail(error or _unavailable())
                del self._proposals[0]

    async def _store_round(self) -> None:
        """Store the first proposal, and with it all that don't depend on each other; then tell everyone."""
        chosen = await self._choose()
        if not chosen:
            return
        before = self.state.number
        entries = [Entry(before + place, now(), fact, command_id) for place, (_, fact, command_id) in enumerate(chosen, 1)]
        numbers = await self._store(entries, chosen[0][0].key)
        for entry, number in zip(entries, numbers, strict=True):
            if number is not None:
                self._heard[number] = entry if number == entry.number else msgspec.structs.replace(entry, number=number)
                ENTRIES.labels(kind_of(entry.fact)).inc()
        last = max((number for number in numbers if number is not None), default=before + 1)
        self._apply_heard()
        if self.state.number < last:
            await self._catch_up()  # other workers were first, and what they have added was not heard of yet
        for (proposal, _, _), number in zip(chosen, numbers, strict=True):
            if number is not None:
                self._proposals.remove(proposal)
                proposal.succeed(self.state.entries[number - 1])

    async def _choose(self) -> list[tuple[Proposal, AnyFact, str | None]]:
        """What is stored in the next round. Proposals that were done before, or can't be done, get their answer."""
        state = self.state
        chosen: list[tuple[Proposal, AnyFact, str | None]] = []
        seats: set[int | None] = set()
        for proposal in list(self._proposals):
            command_id = proposal.command_id(state)
            if command_id is not None and (number := state.done.get(command_id)) is not None:
                self._proposals.remove(proposal)
                proposal.succeed(state.entries[number - 1])
                continue
            try:
                fact = proposal.draft(state)
            except Exception as error:
                if chosen:
                    break  # what it depends on may be among those
                if isinstance(error, LibertaliaError) and await self._was_behind():
                    return []
                self._proposals.remove(proposal)
                proposal.fail(error)
                continue
            seat = seat_of(fact)
            independent = state.is_independent(fact)
            if chosen and (not independent or seat in seats):
                break
            chosen.append((proposal, fact, command_id))
            if not independent:
                break
            seats.add(seat)
        return chosen

    async def _was_behind(self) -> bool:
        """Before something is refused: whether another worker has added entries that were not heard of yet."""
        number = self.state.number
        if self._services.shared:
            await self._catch_up()
        return self.state.number > number

    @asynccontextmanager
    async def _one_at_a_time(self, until: float) -> AsyncIterator[None]:
        """One round after another, each in time. Entries of other workers that come meanwhile are applied at the end."""
        try:
            async with asyncio.timeout_at(until), self._lock:
                try:
                    if self.stale:
                        await self._catch_up()
                    yield
                finally:
                    self._apply_heard()
        except TimeoutError as error:
            raise self._unavailable(error) from None

    # ---- storing ------------------------------------------------------------------------------------------------------------

    async def _store(self, entries: list[Entry], key: Callable[[Any], SeatKey] | None) -> list[int | None]:
        """Store entries, and what belongs to them; the number of each, or `None` if another worker was first."""
        state, fact = self.state, entries[0].fact
        pending = PendingEntries(state.id, entries, state.is_independent(fact), key=key(fact) if key is not None else None)
        if any(self.driver.makes_due(entry.fact) for entry in entries):
            pending.lease = self._services.leases.new(due=entries[-1].at)
        if isinstance(fact, RematchMade):
            table = rematch_table(state, fact.table)
            held = await self._services.database.keys_of(state.id)
            pending.also = partial(insert_table, row=list_row(table), history=table.entries, held=held)
        elif not state.started and isinstance(fact, Left | Kicked | BotSeated):
            pending.revoked_seat, pending.may_watch = fact.seat, isinstance(fact, Kicked)
        if fact.shown_in_lists and not state.started:
            pending.row = list_row(state.after(entries[0]))
        began = time.perf_counter()
        try:
            numbers = await self._services.ledger.append(pending)
        except Exception as error:  # nobody knows whether it was stored, before the entries are read again
            raise self._unavailable(error) from None
        STORING.observe(time.perf_counter() - began)
        if pending.lease is not None and any(number is not None for number in numbers):
            self.driver.lease = pending.lease if pending.leased else None
        return numbers

    def _unavailable(self, error: Exception) -> Unavailable:
        """What to say when the database does not do what it should."""
        self.stale = True
        if not self._services.closing:
            if not self._recovering:
                self._recovering = True
                self._services.spawn(self._recover())
            _logger.error("table %s can't be stored or read: %s", self.state.id[:4], type(error).__name__)
        return _unavailable()

    async def _recover(self) -> None:
        """After trouble with the database: read, and tell, what was stored all the same though nobody heard of it."""
        try:
            while self.stale:
                await asyncio.sleep(1)
                with suppress(Unavailable):
                    await self.refresh()
        except HistoryWentBack:
            pass  # everyone was sent away
        finally:
            self._recovering = False

    # ---- other workers ------------------------------------------------------------------------------------------------------

    def hear(self, entry: Entry) -> None:
        """Another worker has added an entry."""
        if entry.number <= self.state.number:
            return
        if self._rests:
            self.stale = True
            return
        self._heard[entry.number] = entry
        if not self._lock.locked() and not self._apply_heard():
            self._services.spawn(self.refresh())  # something was missed

    def suspect(self) -> None:
        """Entries of other workers may have been missed."""
        self.stale = True
        if not self._rests:
            self._services.spawn(self.refresh())

    async def refresh(self) -> None:
        """Read the entries that this worker does not know yet."""
        self.stale = True
        async with self._one_at_a_time(_soon()):
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
        self.stale = False

    def _start_over(self) -> NoReturn:
        """The history of the table has gone back: forget the table, and send everyone away who knows too much."""
        _logger.error("the history of table %s has gone back: everyone there has to start over", self.state.id[:4])
        self.send_all_away()
        raise _went_back()

    def send_all_away(self) -> None:
        """What people know of the table is no longer true: it was deleted, or its history has gone back."""
        self.stale = True  # whoever still waits to add something is refused, too
        self.driver.lease = None
        self.driver.update()
        self._drop(self)
        self.audience.start_over()

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
        state, status, ending, revoked = self.state, self.state.status, self.state.ending, False
        for entry in entries:
            if not state.started and isinstance(entry.fact, Left | Kicked | BotSeated):
                revoked = self._keys.revoke(entry.fact.seat) or revoked
            state.add(entry)
        list_changed = status != state.status or any(entry.fact.shown_in_lists for entry in entries)
        self.audience.tell_news(entries, with_table=list_changed or ending != state.ending)
        if revoked:
            self.audience.presence_changed()
        elif list_changed:
            self.audience.note_attendance()
            self._host_watch.update()
        if list_changed and state.started and not isinstance(entries[-1].fact, Started):  # with that, the row was stored
            self._services.spawn(self.listing.update())
        if state.setup.day is not None and status == "playing" and state.status == "over":
            self._services.spawn(write_result(self._services, state))
        self.driver.update()
        self._end_watch.update()


def _soon() -> float:
    """Until when a command has to be stored, by the clock of the event loop."""
    return asyncio.get_running_loop().time() + _LIMIT


def _unavailable() -> Unavailable:
    return Unavailable("The server can't store anything just now. Try again in a moment.", "server.storage")


def _went_back() -> HistoryWentBack:
    return HistoryWentBack("What you know of this table is no longer true. Open it again.")
