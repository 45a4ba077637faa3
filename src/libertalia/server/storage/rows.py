"""What goes into the database, besides entries."""

from __future__ import annotations

import secrets
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from hashlib import sha256
from typing import Any, Final

from sqlalchemy import Connection, insert

from libertalia.server.entries import Entry, now, stored
from libertalia.server.storage.schema import entries, keys, tables


@dataclass(frozen=True, slots=True)
class ListRow:
    """How the lists show a table."""

    id: str
    status: str
    public: bool
    info: str
    """What is told of the table, as JSON."""

    def values(self) -> dict[str, Any]:
        return {"status": self.status, "public": self.public, "info": self.info, "touched": now()}


@dataclass(frozen=True, slots=True)
class Lease:
    """The right of a worker to drive the bots and clocks of a table, and when it ends."""

    worker: str
    until: int

    def values(self) -> dict[str, Any]:
        return {"leased_by": self.worker, "leased_until": self.until}


NO_LEASE: Final = Lease("", 0)


@dataclass(frozen=True, slots=True)
class SeatKey:
    """Opens a seat, or with no seat a table for the host who watches."""

    hash: bytes
    seat: int | None
    host: bool = False

    def values(self) -> dict[str, Any]:
        return asdict(self)


def new_secret() -> str:
    return secrets.token_urlsafe(24)


def hashed(secret: str) -> bytes:
    """What is stored of a secret. It has 192 random bits, so no salt or slow hash would make it harder to guess."""
    return sha256(secret.encode()).digest()


def entry_values(table: str, entry: Entry) -> dict[str, Any]:
    """An entry as a row."""
    row = stored(entry)
    return {
        "table_id": table,
        "number": row.number,
        "kind": row.kind,
        "seat": row.seat,
        "at": row.at,
        "data": bytes(row.data).decode(),
        "client": row.client,
    }


def insert_table(connection: Connection, row: ListRow, history: Iterable[Entry], held: Iterable[SeatKey]) -> None:
    """Store a new table with its first entries and its keys."""
    connection.execute(insert(tables).values(id=row.id, **row.values(), **NO_LEASE.values()))
    connection.execute(insert(entries), [entry_values(row.id, entry) for entry in history])
    if rows := [{"table_id": row.id, **key.values()} for key in held]:
        connection.execute(insert(keys), rows)
