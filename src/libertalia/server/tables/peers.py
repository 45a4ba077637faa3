"""The other workers that share the database, as the tables of one worker see them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Protocol

from libertalia.tables.messages import Presence

Here = Callable[[], Presence]
"""Who is connected to a table on this worker, at the moment of the call."""


class Peers(Protocol):
    """The other workers. On SQLite there are none: see `Alone`."""

    async def open(self) -> None:
        """Begin to listen to them. From now on, an entry that was missed is noticed."""

    async def close(self) -> None: ...

    async def heartbeat(self) -> None:
        """Send that this worker is alive."""

    def evict_silent(self) -> None:
        """Forget workers without a heartbeat, and the people who were connected to them."""

    def presence(self, table: str) -> Iterable[Presence]:
        """Who is connected to a table on other workers."""

    async def ask_presence(self, table: str) -> None:
        """Wait until `presence` is up to date."""

    def announce(self, table: str, here: Here) -> None:
        """Send who is connected to a table on this worker."""

    def table_loaded(self, table: str) -> None:
        """This worker has a table in memory from now on."""

    def table_evicted(self, table: str) -> None: ...

    async def tables_deleted(self, tables: list[str]) -> None:
        """Send that tables were deleted."""


class Alone:
    """No other worker."""

    async def open(self) -> None: ...

    async def close(self) -> None: ...

    async def heartbeat(self) -> None: ...

    def evict_silent(self) -> None: ...

    def presence(self, table: str) -> Iterable[Presence]:
        return ()

    async def ask_presence(self, table: str) -> None: ...

    def announce(self, table: str, here: Here) -> None: ...

    def table_loaded(self, table: str) -> None: ...

    def table_evicted(self, table: str) -> None: ...

    async def tables_deleted(self, tables: list[str]) -> None: ...
