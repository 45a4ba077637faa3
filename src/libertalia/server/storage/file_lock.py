"""One server for each SQLite file: a lock that the operating system releases when its owner dies."""

from __future__ import annotations

import os
import sys
from contextlib import suppress

from libertalia.server.storage.upgrade import DatabaseTrouble


class FileLock:
    """A lock on an SQLite file, in a file of its own beside it (`tables.sqlite.lock`), which stays there."""

    def __init__(self, database: str) -> None:
        self._database = os.path.realpath(database)
        self._held: int | None = None

    def take(self) -> None:
        """Take the lock; `DatabaseTrouble` if another process has it."""
        if self._held is not None:
            return
        descriptor = os.open(f"{self._database}.lock", os.O_RDWR | os.O_CREAT, 0o600)
        try:
            _lock(descriptor)
        except OSError:
            os.close(descriptor)
            raise DatabaseTrouble(
                f"The database {self._database} is in use by another server on this machine. Stop that one first, or choose "
                "another --database. (Several workers can share a PostgreSQL database.)"
            ) from None
        self._held = descriptor

    def release(self) -> None:
        if self._held is not None:
            with suppress(OSError):
                os.close(self._held)
            self._held = None


if sys.platform == "win32":
    import msvcrt

    def _lock(descriptor: int) -> None:
        msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)

else:
    import fcntl

    def _lock(descriptor: int) -> None:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
