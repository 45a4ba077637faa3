"""The rows of the database: tables in the lists, keys of seats, and entries."""

from __future__ import annotations

import secrets
from base64 import urlsafe_b64encode
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from hashlib import sha256
from typing import Any

import msgspec
from sqlalchemy import Connection, Row, insert

from libertalia.server.clock import now
from libertalia.server.storage.schema import entries, keys, tables
from libertalia.tables.entries import Entry, StoredEntry, stored


@dataclass(frozen=True, slots=True)
class ListRow:
    """How the lists show a table."""

    id: str
    status: str
    public: bool
    info: str
    """The info of the table, as JSON."""
    rules: int | None
    """The version of the rules that the game was dealt by."""

    def values(self) -> dict[str, Any]:
        return {"status": self.status, "public": self.public, "info": self.info, "rules": self.rules, "touched": now()}


@dataclass(frozen=True, slots=True)
class SeatKey:
    """Opens a seat. Without a seat: the key of a host who watches, or of a guest who was sent away and may only watch."""

    hash: bytes
    seat: int | None
    host: bool = False

    def values(self) -> dict[str, Any]:
        return asdict(self)


def new_secret() -> str:
    return secrets.token_urlsafe(24)


def derived_secret(table: str, key: str) -> str:
    """The secret of a seat that was taken with an idempotency key. Only people who know the key can ask for it again."""
    return urlsafe_b64encode(sha256(f"libertalia seat {table} {key}".encode()).digest()).decode().rstrip("=")


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


EntryRow = Row[int, str, int | None, int, str, str | None]
"""Number, kind, seat, time, data and client of an entry, as they are read."""


def entry_of(row: EntryRow) -> Entry:
    """A row as an entry."""
    number, kind, seat, at, data, client = row
    return StoredEntry(number, kind, seat, at, msgspec.Raw(data.encode()), client).entry()


def insert_table(connection: Connection, row: ListRow, history: Iterable[Entry], held: Iterable[SeatKey]) -> None:
    """Store a new table with its first entries and its keys."""
    connection.execute(insert(tables).values(id=row.id, **row.values(), leased_by="", leased_until=0))
    connection.execute(insert(entries), [entry_values(row.id, entry) for entry in history])
    if rows := [{"table_id": row.id, **key.values()} for key in held]:
        connection.execute(insert(keys), rows)
