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
    Column("due", BigInteger),  # from when on a worker has to drive it; null if only people can do something next
    Column("rules", Integer),  # the version of the rules that the game was dealt by
    Column("unplayable_by", String(48)),  # the program that could not play the game, though others may
    Index("tables_listed", "public", "status", "touched"),
    Index("tables_leased", "leased_by", "leased_until"),
    Index("tables_due", "due"),
    Index("tables_touched", "touched"),
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

reviews: Final = Table(
    "reviews",
    metadata,
    Column("table_id", String(24), primary_key=True),
    Column("asked", BigInteger, nullable=False),  # when its turn comes: when somebody first asked for it, or later
    Column("decisions", Integer, nullable=False),  # how many there are to think about
    Column("finished", Boolean, nullable=False),
    Column("leased_by", String(24), nullable=False),  # the worker that thinks about it
    Column("leased_until", BigInteger, nullable=False),
    Column("wanted", Integer),  # the decision that somebody looks at: it comes next
    Index("reviews_unfinished", "finished", "asked"),
)

judgements: Final = Table(
    "judgements",
    metadata,
    Column("table_id", String(24), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("data", Text, nullable=False),
)

day_secret: Final = Table(
    "day_secret",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("secret", LargeBinary(32), nullable=False),  # what the seeds of all days are made from
)

day_results: Final = Table(
    "day_results",
    metadata,
    Column("day", String(10), primary_key=True),  # 2026-11-17
    Column("edition", String(40), primary_key=True),
    Column("person", LargeBinary(32), primary_key=True),  # the hash of their own secret
    Column("name", String(100), nullable=False),
    Column("table_id", String(24), nullable=False),
    Column("scores", Text),  # of all seats, as JSON, the person first; null until the voyage is over
    Column("score", Integer),
    Column("won", Boolean),
    Column("finished", BigInteger),
    Index("day_results_board", "day", "edition", "score"),
    Index("day_results_person", "person", "edition"),
    Index("day_results_table", "table_id"),
)
