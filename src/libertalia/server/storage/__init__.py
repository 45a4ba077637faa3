"""Where tables are stored: SQLite on one machine, PostgreSQL for several workers."""

from libertalia.server.storage.aging import Aging
from libertalia.server.storage.database import Database
from libertalia.server.storage.day_results import BoardRow, DayKey, DayResult, DayResults
from libertalia.server.storage.leases import Lease, Leases
from libertalia.server.storage.ledger import Ledger, PendingEntries
from libertalia.server.storage.reviews import ReviewJob, ReviewJobs
from libertalia.server.storage.rows import ListRow, SeatKey
from libertalia.server.storage.upgrade import DatabaseAway, DatabaseTrouble, UpgradePending

__all__ = [
    "Aging",
    "BoardRow",
    "Database",
    "DatabaseAway",
    "DatabaseTrouble",
    "DayKey",
    "DayResult",
    "DayResults",
    "Lease",
    "Leases",
    "Ledger",
    "ListRow",
    "PendingEntries",
    "ReviewJob",
    "ReviewJobs",
    "SeatKey",
    "UpgradePending",
]
