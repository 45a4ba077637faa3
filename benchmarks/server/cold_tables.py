"""Long tables that nobody is at, put into the database of a server: what an attacker could have filled in a quiet week."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from sqlalchemy import create_engine, text

from libertalia.server.clock import now
from libertalia.server.storage.rows import insert_table
from libertalia.server.tables.listing import list_row
from libertalia.tables.entries import ChatSaid, Created, Entry
from libertalia.tables.laying import new_table
from libertalia.tables.state import LONG, TableState

COLD_TABLES: Final = [f"cold-table-{number:03}" for number in range(100)]
"""The ids of the tables."""
_COPIED: Final = {
    "tables": "status, public, info, touched, leased_by, leased_until",
    "entries": "number, kind, seat, at, data, client",
}


def lay_cold_tables(database: Path) -> None:
    """Put the tables into a SQLite file. Each has as many entries as a table may have."""
    made = new_table(Created("original", 2, {}, False, None, False), [], [("Ines", None)], now())
    first = TableState(COLD_TABLES[0], made.entries)
    while first.number < LONG:
        first.add(Entry(first.number + 1, now(), ChatSaid(0, "Ahoy, and a fair wind to you")))
    engine = create_engine(f"sqlite:///{database}")
    with engine.begin() as connection:
        insert_table(connection, list_row(first), first.entries, [])
        for table in COLD_TABLES[1:]:
            for name, columns in _COPIED.items():
                key = "id" if name == "tables" else "table_id"
                copy = f"insert into {name} ({key}, {columns}) select :to, {columns} from {name} where {key} = :first"
                connection.execute(text(copy), {"to": table, "first": first.id})
    engine.dispose()
