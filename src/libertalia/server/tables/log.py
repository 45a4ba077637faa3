"""The log of one table: stores proposals round by round, and applies them together with the entries of other workers."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from typing import Any, Final, NoReturn, Protocol

import msgspec
from sqlalchemy.exc import SQLAlchemyError

from libertalia.game.errors import LibertaliaError
from libertalia.server.clock import now
from libertalia.server.metrics import ENTRIES, STORING
from libertalia.server.storage import PendingEntries, SeatKey
from libertalia.server.tables.services import Services
from libertalia.tables.drafts import Draft
from libertalia.tables.entries import AnyFact, Entry, kind_of, seat_of
from libertalia.tables.refusals import HistoryWentBack, Unavailable
from libertalia.tables.state import TableState

CommandId = Callable[[TableState], str | None]
NewKey = Callable[[Any], SeatKey]
"""The key that a seat gets with the fact that is added."""
_TIMEOUT: Final = 4.5
"""Seconds until a command that is not stored is refused."""
_RETRY: Final = 1.0
"""Seconds between two tries to read a log that could not be read."""
_logger: Final = logging.getLogger(__name__)


class Proposal:
    """Something that is to be added to a table, when its turn comes."""

    def __init__(self, draft: Draft, command_id: CommandId, key: NewKey | None) -> None:
        self.draft = draft
        self.command_id = command_id
        self.key = key
        self.until = _deadline()
        self.added: asyncio.Future[Entry] = asyncio.get_running_loop().create_future()

    def succeed(self, entry: Entry) -> None:
        if not self.added.done():  # nobody may wait for it any more
            self.added.set_result(entry)

    def fail(self, error: Exception) -> None:
        if not self.added.done():  # a future refuses StopIteration
            self.added.set_exception(RuntimeError(repr(error)) if isinstance(error, StopIteration) else error)


class LogOwner(Protocol):
    """The table whose log it is."""

    @property
    def needs_no_news(self) -> bool:
        """Whether nobody on this worker needs to know what other workers add."""

    async def prepare(self, pending: PendingEntries) -> None:
        """Add what has to be stored in the same transaction as these entries."""

    def stored(self, pending: PendingEntries) -> None:
        """Some of the entries were stored, and what was added to them."""

    def apply(self, entries: list[Entry]) -> None:
        """These entries are stored, and come next."""

    def start_over(self) -> None:
        """The log has gone back: what people know of the table is no longer true."""


class TableLog:
    """Adds to the log of one table, and follows what others add."""

    def __init__(self, services: Services, state: TableState, owner: LogOwner) -> None:
        self.stale = False
        """Whether entries may have been missed. They are read before the table is used again."""
        self._services = services
        self._state = state
        self._owner = owner
        self._proposals: list[Proposal] = []  # the one that has waited longest comes first
        self._storing = False  # whether a task stores the proposals
        self._lock = asyncio.Lock()
        self._unapplied: dict[int, Entry] = {}  # entries that are stored but not applied yet, by number
        self._recovering = False

    @property
    def busy(self) -> bool:
        return self._storing or self._lock.locked()

    # ---- adding -------------------------------------------------------------------------------------------------------------

    async def append(self, draft: Draft, command_id: CommandId, key: NewKey | None = None) -> Entry:
        """Add what a draft says. When this returns, it is stored and applied. The same command id adds nothing again."""
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
                self._proposals.pop(0).fail(error or _unavailable())

    async def _store_round(self) -> None:
        """Store the first proposal, and with it all that don't depend on each other; then apply them."""
        at = now()
        chosen = await self._choose(at)
        if not chosen:
            return
        before = self._state.number
        entries = [Entry(before + place, at, fact, command_id) for place, (_, fact, command_id) in enumerate(chosen, 1)]
        numbers = await self._store(entries, chosen[0][0].key)
        for entry, number in zip(entries, numbers, strict=True):
            if number is not None:
                self._unapplied[number] = entry if number == entry.number else msgspec.structs.replace(entry, number=number)
                ENTRIES.labels(kind_of(entry.fact)).inc()
        last = max((number for number in numbers if number is not None), default=before + 1)
        self._apply_next()
        if self._state.number < last:
            await self._catch_up()  # other workers were first, and their entries have not been received yet
        for (proposal, _, _), number in zip(chosen, numbers, strict=True):
            if number is not None:
                self._proposals.remove(proposal)
                proposal.succeed(self._state.entries[number - 1])

    async def _choose(self, at: int) -> list[tuple[Proposal, AnyFact, str | None]]:
        """What is stored in the next round. Proposals that were done before, or can't be done, get their answer."""
        state = self._state
        chosen: list[tuple[Proposal, AnyFact, str | None]] = []
        seats: set[int | None] = set()
        for proposal in list(self._proposals):
            command_id = proposal.command_id(state)
            if command_id is not None and (number := state.done.get(command_id)) is not None:
                self._proposals.remove(proposal)
                proposal.succeed(state.entries[number - 1])
                continue
            try:
                fact = proposal.draft(state, at)
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

    async def _store(self, entries: list[Entry], key: NewKey | None) -> list[int | None]:
        """Store entries, and what belongs to them; the number of each, or `None` if another worker was first."""
        fact = entries[0].fact
        independent = self._state.is_independent(fact)
        new_key = key(fact) if key is not None else None
        pending = PendingEntries(self._state.id, entries, independent, key=new_key, too_late=self.suspect)
        await self._owner.prepare(pending)
        began = time.perf_counter()
        try:
            numbers = await self._services.ledger.append(pending)
        except Exception as error:  # nobody knows whether it was stored, before the entries are read again
            raise self._unavailable(error) from None
        STORING.observe(time.perf_counter() - began)
        if any(number is not None for number in numbers):
            self._owner.stored(pending)
        return numbers

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
                    self._apply_next()
        except TimeoutError as error:
            raise self._unavailable(error) from None

    # ---- following ----------------------------------------------------------------------------------------------------------

    def receive(self, entry: Entry) -> None:
        """Another worker has added an entry."""
        if entry.number <= self._state.number:
            return
        if self._owner.needs_no_news:
            self.stale = True
            return
        self._unapplied[entry.number] = entry
        if not self._lock.locked() and not self._apply_next():
            self._services.spawn(self.refresh())  # something was missed

    def suspect(self) -> None:
        """Entries may have been missed: of other workers, or some of this one that were stored after they were refused."""
        self.stale = True
        if not self._owner.needs_no_news:
            self._services.spawn(self.refresh())

    async def refresh(self) -> None:
        """Read the entries that this worker does not know yet."""
        self.stale = True
        async with self._one_at_a_time(_deadline()):
            pass

    async def _was_behind(self) -> bool:
        """Before something is refused: whether another worker has added entries that were not received yet."""
        number = self._state.number
        if self._services.shared:
            await self._catch_up()
        return self._state.number > number

    async def _catch_up(self) -> None:
        try:
            entries = await self._services.database.entries(self._state.id, self._state.number - 1)
        except (SQLAlchemyError, OSError) as error:
            raise self._unavailable(error) from None
        if not entries or not self._state.has(entries[0].number, entries[0].at):
            self._start_over()
        self._apply(entries[1:])
        self._unapplied = {number: entry for number, entry in self._unapplied.items() if number > self._state.number}
        self.stale = False

    def _start_over(self) -> NoReturn:
        _logger.error("the history of table %s has gone back: everyone there has to start over", self._state.id[:4])
        self._owner.start_over()
        raise went_back()

    def _apply_next(self) -> bool:
        """Apply what is stored, as far as nothing is missing before it; whether there was anything."""
        entries: list[Entry] = []
        while (entry := self._unapplied.pop(self._state.number + len(entries) + 1, None)) is not None:
            entries.append(entry)
        self._apply(entries)
        return bool(entries)

    def _apply(self, entries: list[Entry]) -> None:
        if entries:
            self._owner.apply(entries)

    # ---- a database in trouble ----------------------------------------------------------------------------------------------

    def _unavailable(self, error: Exception) -> Unavailable:
        """The error for a database that can't be used; the entries are read again as soon as it can."""
        self.stale = True
        if not self._services.closing:
            if not self._recovering:
                self._recovering = True
                self._services.spawn(self._recover())
            _logger.error("table %s can't be stored or read: %s", self._state.id[:4], type(error).__name__)
        return _unavailable()

    async def _recover(self) -> None:
        """Read, and broadcast, what was stored although the database did not say so."""
        try:
            while self.stale:
                await asyncio.sleep(_RETRY)
                with suppress(Unavailable):
                    await self.refresh()
        except HistoryWentBack:
            pass  # everyone was sent away
        finally:
            self._recovering = False


def _deadline() -> float:
    """Until when a command has to be stored, by the clock of the event loop."""
    return asyncio.get_running_loop().time() + _TIMEOUT


def _unavailable() -> Unavailable:
    return Unavailable("The server can't store anything just now. Try again in a moment.", "server.storage")


def went_back() -> HistoryWentBack:
    return HistoryWentBack("What you know of this table is no longer true. Open it again.")
