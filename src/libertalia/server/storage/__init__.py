"""Where tables are kept: SQLite on one machine, PostgreSQL for several workers."""

from libertalia.server.storage.database import Database, Lease
from libertalia.server.storage.ledger import Ledger
from libertalia.server.storage.upgrade import DatabaseAway, DatabaseTrouble

__all__ = ["Database", "DatabaseAway", "DatabaseTrouble", "Lease", "Ledger"]
