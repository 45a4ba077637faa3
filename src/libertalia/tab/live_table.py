"""One table that is open on the device: commands in, stored entries and messages out."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final

import msgspec

from libertalia.features.hints import hint_message, open_decision
from libertalia.features.thinking import advise, choose
from libertalia.game.errors import LibertaliaError
from libertalia.review import Hint
from libertalia.tab.store import Store
from libertalia.tab.thinker import BOT, HINT, Thinker, is_compiled
from libertalia.tables import boundary
from libertalia.tables import messages as m
from libertalia.tables.drafts import Draft, draft_bot_answer
from libertalia.tables.entries import Entry, HintAsked, RematchMade, StoredEntry, stored
from libertalia.tables.identity import Identity
from libertalia.tables.laying import rematch_table
from libertalia.tables.state import TableState
from libertalia.tables.table import HostedTable
from libertalia.tables.upkeep import BotTurn, bot_decisions, bot_turn, waits_for_people

_HINT_SECONDS: Final = 2.0
"""Seconds in which a hint should be there."""
_RETRY: Final = 1.0
"""Seconds until a bot that could not answer tries again."""
_ENCODE: Final = msgspec.json.Encoder().encode
_logger: Final = logging.getLogger(__name__)


@dataclass(eq=False)
class Viewer:
    """A page that shows the table, as a seat or as a spectator."""

    send: Callable[[bytes], None]
    identity: Identity
    language: str


class LiveTable:
    """A table in memory. What happens is stored before anybody is told."""

    def __init__(self, state: TableState, store: Store, thinker: Thinker, now: Callable[[], int]) -> None:
        self.state = state
        self.viewers: list[Viewer] = []
        self._table = HostedTable(state, now())
        self._store = store
        self._thinker = thinker
        self._now = now
        self._lock = asyncio.Lock()
        self._tasks: set[asyncio.Task[None]] = set()
        self._thinking: set[int] = set()  # the seats whose bots are thinking

    # ---- people -------------------------------------------------------------------------------------------------------------

    async def enter(self, viewer: Viewer, since: int, back: bool) -> None:
        """A page opens the table. If a bot plays for its seat, the person decides again for themselves."""
        for message in self._table.told(viewer.identity, since, self._now()):
            viewer.send(message)
        self.viewers.append(viewer)
        self._attendance_changed()
        seat = viewer.identity.seat
        if back and seat is not None and self.state.seats[seat].away and self.state.problem is None:
            await self.do(viewer, m.Back("hello"))

    def leave(self, viewer: Viewer) -> None:
        if viewer in self.viewers:
            self.viewers.remove(viewer)
            self._attendance_changed()

    def _attendance_changed(self) -> None:
        """All people of the table share the device: while one of them is here, all are."""
        seats = [number for number, seat in enumerate(self.state.seats) if seat.kind == "person"] if self.viewers else []
        watchers = sum(viewer.identity.seat is None for viewer in self.viewers)
        self._table.attendance.note(m.Presence(seats, 0 if seats else watchers, host=bool(self.viewers)), self._now())
        self._tell(lambda _: self._table.broadcast.presence(self._table.attendance))
        self._let_bots_think()

    # ---- commands -----------------------------------------------------------------------------------------------------------

    async def do(self, viewer: Viewer, command: m.AnyCommand) -> Entry:
        """Do what somebody asks for. A command that was sent again is not done again."""
        async with self._lock:
            entry = self._table.take(viewer.identity, command, self._now())
            if entry.number > self.state.number:
                await self._add(entry)
        if isinstance(entry.fact, HintAsked):
            self._spawn(self._hint(viewer, entry.fact))
        return entry

    async def append(self, draft: Draft) -> None:
        """Add what a draft says."""
        async with self._lock:
            at = self._now()
            await self._add(Entry(self.state.number + 1, at, draft(self.state, at)))

    def send_history(self, viewer: Viewer, before: int) -> None:
        viewer.send(self._table.broadcast.history(viewer.identity.seat, before))

    async def _add(self, entry: Entry) -> None:
        if isinstance(entry.fact, RematchMade):
            await lay(rematch_table(self.state, entry.fact.table, entry.at), self._store)
        await self._store.add(self.state.id, entry.number, [_encoded(entry)])
        before = summary(self.state)
        news = self._table.add(entry, at=self._now())
        self._tell(lambda viewer: news.message(viewer.identity.seat))
        if news.listed:
            self._attendance_changed()
        else:
            self._let_bots_think()
        if (after := summary(self.state)) != before:
            await self._store.summarise(self.state.id, after)

    def _tell(self, message: Callable[[Viewer], bytes]) -> None:
        for viewer in list(self.viewers):
            viewer.send(message(viewer))

    # ---- bots and hints -----------------------------------------------------------------------------------------------------

    def _let_bots_think(self) -> None:
        if waits_for_people(self.state, self._table.attendance):
            return
        for decision in bot_decisions(self.state):
            if decision.seat not in self._thinking:
                self._thinking.add(decision.seat)
                self._spawn(self._bot(bot_turn(self.state, decision)))

    async def _bot(self, turn: BotTurn) -> None:
        """Let a bot answer a decision, unless it is decided otherwise meanwhile."""
        seat = turn.decision.seat
        try:
            answer = turn.scripted()
            if answer is None:
                seen = (turn.level, turn.seed, turn.view, turn.decision)
                answer = await self._thinker.do(BOT, choose, *seen, not is_compiled())
            self._thinking.discard(seat)
            await self.append(lambda state, _: draft_bot_answer(state, seat, turn.turn, answer))
        except LibertaliaError:
            pass
        except Exception:
            _logger.exception("a bot on this device could not answer")
            await asyncio.sleep(_RETRY)
        self._thinking.discard(seat)
        self._let_bots_think()

    async def _hint(self, viewer: Viewer, asked: HintAsked) -> None:
        """Send a hint to the page that has asked for it, if the decision is still open by then."""
        decision = open_decision(self.state, asked)
        if self.state.game is None or decision is None:
            return
        view, until = self.state.game.view(asked.seat, events=False), self._now() / 1000 + _HINT_SECONDS
        found: Hint = await self._thinker.do(HINT, advise, view, decision.kind, until)
        if viewer in self.viewers and open_decision(self.state, asked) is not None:
            viewer.send(_ENCODE(hint_message(self.state, asked, found, viewer.language)))

    def _spawn(self, work: Any) -> None:
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._finished)

    def _finished(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            _logger.error("a table on this device has stumbled", exc_info=error)

    def close(self) -> None:
        """Stop: the table is open elsewhere, or nobody looks at it any more."""
        for task in list(self._tasks):
            task.cancel()
        self.viewers.clear()


async def lay(state: TableState, store: Store) -> None:
    """Store a new table."""
    await store.add(state.id, 1, list(map(_encoded, state.entries)))
    await store.summarise(state.id, summary(state))


def stored_table(table: str, entries: Sequence[str]) -> TableState:
    """A table after its stored entries."""
    return TableState(table, [msgspec.json.decode(each, type=StoredEntry).entry() for each in entries])


def summary(state: TableState) -> str:
    """How the list shows a table: its info, whether it waits for a person."""
    game = state.game if state.status == "playing" else None
    people = [number for number, seat in enumerate(state.seats) if not seat.bot]
    waits = state.status == "open" or (game is not None and any(each.seat in people for each in game.decisions))
    info = boundary.info(state, state.entries[0].at)
    return _ENCODE(msgspec.to_builtins(info) | {"waits": waits}).decode()


def _encoded(entry: Entry) -> str:
    return _ENCODE(stored(entry)).decode()
