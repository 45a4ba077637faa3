"""A table with people around it."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from functools import partial
from typing import TYPE_CHECKING, Any, Final, NoReturn, Protocol

import msgspec
from sqlalchemy.exc import SQLAlchemyError

from libertalia.bots import bot_seed
from libertalia.game.answers import Decision
from libertalia.game.errors import LibertaliaError
from libertalia.game.view import View
from libertalia.server import messages as m
from libertalia.server import wire
from libertalia.server.entries import Entry, now
from libertalia.server.metrics import ENTRIES, STORING
from libertalia.server.refusals import LogWentBack, Refused, Unavailable
from libertalia.server.storage.database import Row
from libertalia.server.storage.ledger import PendingEntry
from libertalia.server.table_state import SPECTATOR, STAND_IN, Identity, TableState

if TYPE_CHECKING:
    from libertalia.server.tables import Tables

_logger: Final = logging.getLogger(__name__)
_ENCODE: Final = msgspec.json.Encoder().encode
_IN_THE_LISTS: Final = ("joined", "changed", "left", "bot", "cleared", "started", "away", "back", "rematch", "archived")
"""Entries after which the lists show something else."""
_SEAT_IS_VOID: Final = ("left", "bot")
"""Entries that take a seat from its owner, before the start."""


class Guest(Protocol):
    """Whoever listens at a table."""

    who: Identity
    secret: str | None

    def tell(self, message: bytes) -> None: ...

    def start_over(self) -> None:
        """Hang up, because what was told is no longer true."""


Drafts = Callable[[TableState], tuple[str, int | None, dict[str, Any]]]


class TableActor:
    """One table in memory: it takes commands one by one, stores what comes of them, and then tells everyone."""

    def __init__(self, tables: Tables, table: TableState) -> None:
        self.table = table
        self.guests: set[Guest] = set()
        self.leased = False
        """Whether this worker minds the table's clocks and bots."""
        self.left_at = time.monotonic()
        self._tables = tables
        self._one_by_one = asyncio.Lock()
        self._heard: dict[int, Entry] = {}  # what other workers have called out and is not taken in yet, by number
        self._listing = asyncio.Lock()
        self._stale = False
        self._thinking: dict[int, asyncio.Task[None]] = {}
        self._alarm: asyncio.TimerHandle | None = None
        self._since = now() if table.game is not None else 0  # a game that goes on after a restart begins with mercy

    # ---- commands -----------------------------------------------------------------------------------------------------------

    async def obey(self, guest: Guest, command: m.AnyCommand) -> int:
        """Do what somebody asks for; the number of the entry that came of it."""
        return await self.append(
            lambda table: table.draft_entry(guest.who, command, self.is_here), lambda table: table.signed(guest.who, command.id)
        )

    async def append(self, draft: Drafts, signed: Callable[[TableState], str] | None = None, **pending: Any) -> int:
        """Add to the log what the table's rules make of a draft. It is stored when this returns, and everyone was told."""
        async with self._busy():
            if self._stale:
                await self._catch_up()
            while True:
                client = signed(self.table) if signed is not None else None
                if client is not None and (number := self.table.done.get(client)):
                    return number
                try:
                    kind, seat, data = draft(self.table)
                except LibertaliaError:
                    if await self._was_behind():
                        continue
                    raise
                entry = Entry(self.table.number + 1, kind, seat, now(), data, client)
                if await self._stored(entry, pending):
                    self.leased = self.leased or kind == "started"
                    self._take_in([entry])
                    ENTRIES.labels(kind).inc()
                    return entry.number
                if not self._take_in_heard():
                    await self._catch_up()

    async def _was_behind(self) -> bool:
        """Before something is refused: whether another worker has added what was not heard of yet."""
        number = self.table.number
        if self._tables.settings.shared:
            await self._catch_up()
        return self.table.number > number

    async def _stored(self, entry: Entry, more: dict[str, Any]) -> bool:
        pending = PendingEntry(self.table.id, entry, **more)
        if entry.kind in _SEAT_IS_VOID and self.table.game is None:
            pending.keyless = entry.seat
        if entry.kind == "started":
            pending.lease = self._tables.lease()
        if entry.kind == "rematch":
            await self._tables.prepare_rematch(self.table, pending)
        if entry.kind in _IN_THE_LISTS and self.table.game is None:
            pending.row = list_row(TableState(self.table.id, [*self.table.entries, entry]))
        began = time.perf_counter()
        try:
            stored = await self._tables.ledger.append(pending)
        except Exception as error:  # whether it was stored or not, nobody knows before the log is read again
            raise self._unavailable(error) from None
        STORING.observe(time.perf_counter() - began)
        return stored

    @asynccontextmanager
    async def _busy(self) -> AsyncIterator[None]:
        """One thing after another; what other workers called out meanwhile comes at its end."""
        async with self._one_by_one:
            try:
                yield
            finally:
                self._take_in_heard()

    def hear(self, entry: Entry) -> None:
        """Another worker has added an entry."""
        if entry.number <= self.table.number:
            return
        self._heard[entry.number] = entry
        if not self._one_by_one.locked() and not self._take_in_heard():
            self._tables.spawn(self.refresh())  # something was missed

    def _take_in_heard(self) -> bool:
        """Take in what others have called out, as far as nothing is missing before it; whether there was anything."""
        entries: list[Entry] = []
        while (entry := self._heard.pop(self.table.number + len(entries) + 1, None)) is not None:
            entries.append(entry)
        self._take_in(entries)
        return bool(entries)

    def mistrust(self) -> None:
        """Something may have been missed."""
        self._stale = True

    async def refresh(self) -> None:
        async with self._busy():
            await self._catch_up()

    async def _catch_up(self) -> None:
        try:
            log = await self._tables.database.log(self.table.id, self.table.number - 1)
        except (SQLAlchemyError, OSError) as error:
            raise self._unavailable(error) from None
        if not log or not self.table.has(log[0].number, log[0].at):
            self._start_over()
        self._take_in(log[1:])
        self._heard = {number: entry for number, entry in self._heard.items() if number > self.table.number}
        self._stale = False

    def _start_over(self) -> NoReturn:
        """The log has gone back: forget the table, and send everyone away who knows what is not true any more."""
        _logger.error("the log of table %s has gone back: everyone there has to start over", self.table.id[:4])
        self._stale = True  # whoever still waits to add something is refused, too
        self.leased = False
        self.drive()
        self._tables.drop(self)
        for guest in list(self.guests):
            guest.start_over()
        raise LogWentBack("What you know of this table is no longer true. Open it again.")

    def _unavailable(self, error: Exception) -> Unavailable:
        """What to say when the database does not do what it should."""
        self._stale = True
        if not self._tables.closing:
            _logger.error("table %s can't be stored or read: %s", self.table.id[:4], type(error).__name__)
        return Unavailable("The server can't store anything just now. Try again in a moment.", "server.storage")

    # ---- telling ------------------------------------------------------------------------------------------------------------

    def _take_in(self, entries: list[Entry]) -> None:
        if not entries:
            return
        status = self.table.status
        sent_away = False
        for entry in entries:
            if entry.kind in _SEAT_IS_VOID and self.table.game is None:
                sent_away = self._send_away(entry.seat) or sent_away
            self.table.add(entry)
        in_the_lists = status != self.table.status or any(entry.kind in _IN_THE_LISTS for entry in entries)
        self._tell_all(entries, in_the_lists)
        if sent_away:
            self._tables.changed_presence(self)
        if in_the_lists and self.table.game is not None:
            self._tables.spawn(self.relist())
        self.drive()

    async def relist(self) -> None:
        """Show the table in the lists as it stands by now; one after the other, so that no older line covers a newer one."""
        async with self._listing:
            while True:
                try:
                    return await self._tables.database.relist(list_row(self.table))
                except (SQLAlchemyError, OSError) as error:
                    _logger.warning("table %s could not be listed: %s", self.table.id[:4], type(error).__name__)
                    await asyncio.sleep(1)

    def _tell_all(self, entries: list[Entry], with_table: bool) -> None:
        """Tell everyone, each what he may know. What is public is put into words once for all."""
        if not self.guests:
            return
        table, game = self.table, self.table.game
        in_play = any(entry.kind in ("started", "played", "unpicked") for entry in entries)
        info = msgspec.Raw(_ENCODE(wire.info(table))) if with_table else None
        view = msgspec.Raw(_ENCODE(wire.public(game))) if game is not None and in_play else None
        clock = wire.clock(table)
        private = set[int]().union(*(wire.private(table, entry) for entry in entries))
        public_entries = [wire.seen(table, entry, None) for entry in entries]
        for_spectators: bytes | None = None
        for guest in list(self.guests):
            seat = guest.who.seat
            if seat is None:
                if for_spectators is None:
                    for_spectators = _ENCODE(m.News(public_entries, info, view, None, clock))
                guest.tell(for_spectators)
                continue
            told = [wire.seen(table, entry, seat) for entry in entries] if seat in private else public_entries
            guest.tell(_ENCODE(m.News(told, info, view, wire.mine(table, seat) if in_play else None, clock)))

    def welcome(self, guest: Guest, since: int) -> None:
        """Tell somebody who comes all that he has missed, and how the table stands."""
        table, who = self.table, guest.who
        guest.tell(_ENCODE(m.Welcome(who.seat, table.is_host(who), table.number)))
        missed = [wire.seen(table, entry, who.seat) for entry in table.entries[since:]]
        view = wire.public(table.game) if table.game is not None else None
        guest.tell(_ENCODE(m.News(missed, wire.info(table), view, wire.mine(table, who.seat), wire.clock(table))))

    # ---- coming and going ---------------------------------------------------------------------------------------------------

    def is_here(self, seat: int) -> bool:
        """Whether a seat's player is here, by way of any worker."""
        return seat in self.presence().seats

    def presence(self) -> m.Presence:
        here = [self.here(), *self._tables.elsewhere(self.table.id)]
        return m.Presence(sorted({seat for part in here for seat in part.seats}), sum(part.watchers for part in here))

    def here(self) -> m.Presence:
        """Identity is at the table by way of this worker."""
        seats = {guest.who.seat for guest in self.guests if guest.who.seat is not None}
        return m.Presence(sorted(seats), sum(guest.who.seat is None for guest in self.guests))

    def tell_presence(self) -> None:
        message = _ENCODE(self.presence())
        for guest in list(self.guests):
            guest.tell(message)

    async def come(self, guest: Guest, since: int, since_at: int | None) -> None:
        """Somebody comes, or comes back; then they decide again for themselves.

        `since` and `since_at` are number and time of the last entry they know; `LogWentBack` if the log doesn't have that one.
        """
        if since > self.table.number and self._tables.settings.shared:
            await self.refresh()  # they come from another worker, and know more
        if since and not self.table.has(since, since_at):
            raise LogWentBack("What you know of this table is no longer true. Open it again.")
        self.guests.add(guest)
        self.welcome(guest, since)
        self._tables.changed_presence(self)
        seat = guest.who.seat
        if seat is not None and self.table.seats[seat].away:
            with suppress(Refused):  # he was quicker on another device
                await self.append(lambda table: table.draft_entry(guest.who, m.Back("hello"), self.is_here))
        if seat is not None and self.table.game is None and await self._tables.who(self.table.id, guest.secret) is None:
            guest.who = SPECTATOR  # the seat was given up while he came in

    def _send_away(self, seat: int | None) -> bool:
        """Whoever has come with the key of a seat that is void now can only watch; whether there is anyone."""
        holders = [guest for guest in self.guests if guest.who.seat == seat]
        for guest in holders:
            guest.who = SPECTATOR
            self._tables.spawn(self._look_again(guest))
        return bool(holders)

    async def _look_again(self, guest: Guest) -> None:
        """Somebody may have come with the seat's next key before this worker heard that the seat has changed hands."""
        who = await self._tables.who(self.table.id, guest.secret)
        if who is not None and who.seat is not None and guest in self.guests:
            guest.who = who
            self.welcome(guest, self.table.number)
            self._tables.changed_presence(self)

    def go(self, guest: Guest) -> None:
        self.guests.discard(guest)
        self.left_at = time.monotonic()
        self._tables.changed_presence(self)

    # ---- bots and clocks ----------------------------------------------------------------------------------------------------

    @property
    def busy(self) -> bool:
        """Whether something is going on that needs the table in memory."""
        return bool(self.guests or self._thinking or self._alarm or self._one_by_one.locked())

    def drive(self) -> None:
        """Let bots think whose turn it is, and set the alarm for those whose time runs out."""
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None
        table = self.table
        if not self.leased or self._tables.closing or table.game is None or table.game.over:
            return
        for decision in table.game.decisions:
            seat = decision.seat
            if seat < len(table.seats) and table.seats[seat].bot and seat not in self._thinking:
                view = table.game.view(seat, events=False)
                self._thinking[seat] = asyncio.create_task(self._think(decision, table.turns[seat], view))
        if ends := table.deadlines:
            wait = max(min(ends.values()) - now(), 0, self._since + self._tables.mercy - now())
            self._alarm = asyncio.get_running_loop().call_later(wait / 1000, self._ring)

    async def _think(self, decision: Decision, turn: int, view: View) -> None:
        """Let a bot answer a decision, unless it is answered meanwhile: by its person who comes back, or by another worker."""
        seat, table = decision.seat, self.table
        assert table.seed is not None
        try:
            level = table.seats[seat].level or STAND_IN
            answer = await self._tables.bots.choose(level, bot_seed(table.seed + turn, seat), view, decision)
            await self._try(lambda now: _bot_answer(now, seat, turn, answer))
        except Exception:
            _logger.exception("a bot could not answer")
            await asyncio.sleep(1)
        finally:
            del self._thinking[seat]
            self.drive()

    def _ring(self) -> None:
        self._alarm = None
        self._tables.spawn(self._take_over())

    async def _take_over(self) -> None:
        """Bots take over from those whose time has run out."""
        for seat, end in list(self.table.deadlines.items()):
            if end <= now():
                await self._try(partial(_out_of_time, seat=seat))
        self.drive()

    async def _try(self, draft: Drafts) -> None:
        """Append something unless it has been decided otherwise meanwhile; where nothing can be stored, wait a little."""
        try:
            await self.append(draft)
        except Unavailable:
            await asyncio.sleep(1)
        except LibertaliaError:
            pass


def _bot_answer(table: TableState, seat: int, turn: int, answer: str) -> tuple[str, int, dict[str, Any]]:
    options = [decision.options for decision in table.game.decisions if decision.seat == seat] if table.game is not None else []
    if not table.seats[seat].bot or table.turns[seat] != turn or not options or answer not in options[0]:
        raise Refused("That has been decided otherwise.")
    return "played", seat, {"turn": turn, "answer": answer, "bot": True}


def _out_of_time(table: TableState, seat: int) -> tuple[str, int, dict[str, Any]]:
    end = table.deadline(seat)
    if end is None or end > now():
        raise Refused("There is time left.")
    return "away", seat, {"reason": "time"}


def list_row(table: TableState) -> Row:
    """How the lists show a table."""
    info = wire.info(table)
    return Row(table.id, info.status, info.public and info.status != "archived", msgspec.json.encode(info).decode())
