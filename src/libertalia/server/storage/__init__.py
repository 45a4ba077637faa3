"""Where tables are stored: SQLite on one machine, PostgreSQL for several workers."""

from libertalia.server.storage.database import Database
from libertalia.server.storage.ledger import Ledger, PendingEntry
from libertalia.server.storage.rows import Lease, ListRow, SeatKey
from libertalia.server.storage.upgrade import DatabaseAway, DatabaseTrouble

__all__ = ["Database", "DatabaseAway", "DatabaseTrouble", "Lease", "Ledger", "ListRow", "PendingEntry", "SeatKey"]
