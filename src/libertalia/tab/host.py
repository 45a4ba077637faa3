"""The host of a device: opens tables, and connects pages to them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import msgspec

from libertalia.game.errors import LibertaliaError
from libertalia.tab.live_table import LiveTable, Viewer, lay, stored_table
from libertalia.tab.reviews import SECONDS, Reviews
from libertalia.tab.store import Store
from libertalia.tab.thinker import Think, Thinker
from libertalia.tables import messages as m
from libertalia.tables.drafts import draft_start
from libertalia.tables.identity import ON_THIS_DEVICE, SPECTATOR, Identity, new_table_id
from libertalia.tables.refusals import NotFound
from libertalia.tables.state import TableState
from libertalia.words import LANGUAGES, words

MALFORMED, NO_SECRET, NO_TABLE = 4000, 4001, 4004
"""Close codes, as a server's."""
_AnyMessage = m.Hello | m.AnyInquiry | m.AnyCommand
_MESSAGE: Final[msgspec.json.Decoder[_AnyMessage]] = msgspec.json.Decoder(_AnyMessage)
_ENCODE: Final = msgspec.json.Encoder().encode
_PONG: Final = _ENCODE(m.Pong())


class Closed(Exception):
    """The connection is closed."""

    def __init__(self, code: int, reason: str) -> None:
        super().__init__(reason)
        self.code = code
        self.reason = reason


class Host:
    """The tables of a device.

    The secret of a seat is its number: all people of a table hold the same device, and what one may not see of another is up to
    the page that shows it.
    """

    def __init__(self, store: Store, think: Think, now: Callable[[], int], review_seconds: float = SECONDS) -> None:
        self.store = store
        self.now = now
        self.thinker = Thinker(think)
        self.reviews = Reviews(store, self.thinker, now, review_seconds)
        self._tables: dict[str, LiveTable] = {}

    # ---- tables -------------------------------------------------------------------------------------------------------------

    async def table(self, table: str) -> LiveTable:
        """An open table; it is loaded if need be."""
        if table not in self._tables:
            entries = await self.store.entries(table)
            if not entries:
                raise NotFound("There is no such table.", "table.unknown")
            if table not in self._tables:  # somebody else may have loaded it meanwhile
                self._tables[table] = LiveTable(stored_table(table, entries), self.store, self.thinker, self.now)
        return self._tables[table]

    async def state(self, table: str) -> TableState:
        return (await self.table(table)).state

    async def lay(self, laid: TableState) -> dict[str, Any]:
        """Store a new table; where one sits there, as a server answers it."""
        state = TableState(new_table_id(ON_THIS_DEVICE), laid.entries)
        await lay(state, self.store)
        seat = state.host
        return {"table": state.id, "seat": seat, "secret": "host" if seat is None else str(seat)}

    async def lay_started(self, laid: TableState) -> dict[str, Any]:
        """Store a table that was laid for one person, and start it."""
        taken = await self.lay(laid)
        table, host = await self.table(taken["table"]), Identity(taken["seat"], host=True)
        await table.append(lambda state, _: draft_start(state, host))
        return taken

    def drop(self, table: str) -> None:
        """Forget a table that is open in another tab from now on."""
        if (live := self._tables.pop(table, None)) is not None:
            live.close()

    # ---- connections --------------------------------------------------------------------------------------------------------

    async def connect(self, table: str, hello: str, send: Callable[[bytes], None]) -> Connection:
        """Connect a page to a table; `Closed` says why it can't be."""
        try:
            greeting = _MESSAGE.decode(hello)
            if not isinstance(greeting, m.Hello):
                raise Closed(MALFORMED, "say hello first")
            live = await self.table(table)
        except msgspec.MsgspecError as error:
            raise Closed(MALFORMED, str(error)) from None
        except NotFound:
            raise Closed(NO_TABLE, "no such table") from None
        identity = _identity(live.state, greeting.secret)
        if identity is None:
            raise Closed(NO_SECRET, "no such secret at this table")
        viewer = Viewer(send, identity, greeting.lang if greeting.lang in LANGUAGES else "en")
        known = greeting.since if greeting.since and live.state.has(greeting.since, greeting.since_at) else 0
        await live.enter(viewer, known, greeting.back)
        return Connection(live, viewer)


class Connection:
    """A page that is connected to a table."""

    def __init__(self, table: LiveTable, viewer: Viewer) -> None:
        self._table = table
        self._viewer = viewer

    async def receive(self, frame: str) -> None:
        """Do what the page asks for."""
        try:
            command = _MESSAGE.decode(frame)
        except msgspec.MsgspecError as error:
            raise Closed(MALFORMED, str(error)) from None
        if isinstance(command, m.Hello):
            raise Closed(MALFORMED, "hello was said already")
        if isinstance(command, m.Ping):
            return self._viewer.send(_PONG)
        if isinstance(command, m.AskHistory):
            return self._table.send_history(self._viewer, command.before)
        try:
            entry = await self._table.do(self._viewer, command)
            self._viewer.send(_ENCODE(m.Done(command.id, entry.number)))
        except LibertaliaError as error:
            said = m.Error(error.key, words(self._viewer.language).error(error))
            self._viewer.send(_ENCODE(m.RefusedMessage(command.id, said)))
        return None

    def close(self) -> None:
        self._table.leave(self._viewer)


def _identity(state: TableState, secret: str | None) -> Identity | None:
    """Who shows a secret at a table: the number of a seat where a person sits, or `host` for the one who watches."""
    if secret is None:
        return SPECTATOR
    if secret == "host":
        return Identity(None, host=True) if state.setup.host_watches else None
    sits = secret.isdecimal() and int(secret) < len(state.seats) and state.seats[int(secret)].kind == "person"
    return Identity(int(secret), host=int(secret) == state.host) if sits else None
