"""How processes of the server end: when they are told to, and with the one that started them, however that one ended."""

from __future__ import annotations

import ctypes
import multiprocessing
import os
import signal
import sys
import threading
from typing import Final

_PR_SET_PDEATHSIG: Final = 1


def end_well_if_told(*signals: int) -> None:
    """End this process for these signals, with exit code 0: at once while it starts, and later when uvicorn has stopped.

    uvicorn has handlers of its own while it serves. When it has stopped, it sends the signals once more.
    """

    def end(*_: object) -> None:
        for number in signals:
            signal.signal(number, signal.SIG_IGN)  # whoever tells it twice does not interrupt how it ends
        sys.exit()

    for number in signals:
        signal.signal(number, end)


def end_with_parent() -> None:
    """End this process at once when its parent is gone: a parent that was killed can't do that."""
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
