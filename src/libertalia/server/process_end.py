"""How processes of the server end: on a signal, and together with the process that started them."""

from __future__ import annotations

import ctypes
import multiprocessing
import os
import signal
import sys
import threading
from typing import Final

_PR_SET_PDEATHSIG: Final = 1
"""The option of Linux' `prctl`: the signal for this process when its parent dies."""


def exit_on(*signals: int) -> None:
    """End this process for these signals, with exit code 0: at once while it starts, and later when uvicorn has stopped.

    uvicorn has handlers of its own while it serves. When it has stopped, it sends the signals once more.
    """

    def end(*_: object) -> None:
        for number in signals:
            signal.signal(number, signal.SIG_IGN)  # a second signal does not interrupt the end
        sys.exit()

    for number in signals:
        signal.signal(number, end)


def end_with_parent() -> None:
    """End this process at once when its parent has ended: a parent that was killed can't end it."""
    if sys.platform == "linux":  # also if this process is stopped, or too busy to notice
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
        if (parent := multiprocessing.parent_process()) is not None and os.getppid() != parent.pid:  # it was gone before
            os._exit(1)
    threading.Thread(target=_watch, daemon=True).start()


def _watch() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
