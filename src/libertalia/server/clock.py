"""The clock of the server."""

from __future__ import annotations

import time
from typing import Final

_OFFSET: Final = time.time_ns() - time.monotonic_ns()


def now() -> int:
    """Milliseconds since 1970, as they were when the process started and have passed since.

    Nobody loses time at a table when the clock of the machine is set. Workers are copies of their parent and have its offset.
    """
    return (_OFFSET + time.monotonic_ns()) // 1_000_000


def calendar() -> int:
    """Milliseconds since 1970 by the clock of the machine, which says what day it is."""
    return time.time_ns() // 1_000_000
