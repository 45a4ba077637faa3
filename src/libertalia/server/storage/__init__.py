"""Where tables are kept: SQLite on one machine, PostgreSQL for several workers."""

from libertalia.server.storage.database import Database, DatabaseTrouble, Lease
from libertalia.server.storage.ledger import Ledger

__all__ = ["Database", "DatabaseTrouble", "Lease", "Ledger"]
