"""The database's tables. Changes go into a new file in `migrations/versions/`."""

from __future__ import annotations

from typing import Final

from sqlalchemy import BigInteger, Boolean, Column, Index, Integer, LargeBinary, MetaData, String, Table, Text

metadata: Final = MetaData()

tables: Final = Table(
    "tables",
    metadata,
    Column("id", String(24), primary_key=True),
    Column("status", String(12), nullable=False),
    Column("public", Boolean, nullable=False),
    Column("info", Text, nullable=False),  # what the lists show: a copy of what the entries say
    Column("touched", BigInteger, nullable=False),  # when the row last changed
    Column("leased_by", String(24), nullable=False),  # the worker that drives the bots and clocks of the table
    Column("leased_until", BigInteger, nullable=False),
    Index("tables_listed", "public", "status", "touched"),
    Index("tables_leased", "status", "leased_until"),
)

readiness: Final = Table(
    "readiness",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("at", BigInteger, nullable=False),  # when somebody last saw whether anything can be written
)

entries: Final = Table(
    "entries",
    metadata,
    Column("table_id", String(24), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("kind", String(12), nullable=False),
    Column("seat", Integer),
    Column("at", BigInteger, nullable=False),
    Column("data", Text, nullable=False),
    Column("client", String(48)),  # who sent the command, and its id
    Index("entries_once", "table_id", "client", unique=True),
)

keys: Final = Table(
    "keys",
    metadata,
    Column("table_id", String(24), primary_key=True),
    Column("hash", LargeBinary(32), primary_key=True),
    Column("seat", Integer),
    Column("host", Boolean, nullable=False),
)
