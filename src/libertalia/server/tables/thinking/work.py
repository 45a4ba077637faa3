"""Sets up the processes in which `libertalia.features.thinking` is done.

Such a process imports this file and hardly anything else of the server, so it starts in a moment.
"""

from __future__ import annotations

import os

import libertalia.features.thinking  # noqa: F401  # what the process will do is loaded before the first call
from libertalia.server.process_end import end_with_parent


def prepare() -> None:
    """Set up such a process."""
    if hasattr(os, "nice"):
        os.nice(19)
    end_with_parent()
