"""Several workers behind one port.

The parent holds the port, starts the workers and replaces those that die or hang, for as long as it is told to run. A worker that
dies again and again is replaced after a pause that grows. Workers end with the parent.
"""

from __future__ import annotations

import logging
import multiprocessing
import os
import signal
import socket
import time
from contextlib import suppress
from multiprocessing import connection
from typing import Any, Final

import uvicorn

from libertalia.server.parent import end_with_parent

_logger: Final = logging.getLogger(__name__)
_SPAWN: Final = multiprocessing.get_context("spawn")
_LOOK: Final = 0.5
_STARTING: Final = 60.0
"""So many seconds a worker has until its first sign of life."""
_HANGING: Final = 15.0
"""A worker without a sign of life for so many seconds is killed."""
_STOPPING: Final = 15.0
"""So many seconds workers have to stop."""
_LONGEST_PAUSE: Final = 5.0
_SETTLED: Final = 10.0
"""A worker that lived for so many seconds did not die of its start."""


class Worker:
    """One place for a worker, and the process that has it now."""

    def __init__(self, options: dict[str, Any], listening: socket.socket) -> None:
        self._options = options
        self._listening = listening
        self._early_deaths = 0
        self._due = 0.0
        self.process: Any = None

    def start(self) -> None:
        self._pulse, pulse = _SPAWN.Pipe(duplex=False)
        os.set_blocking(pulse.fileno(), False)
        self.process = _SPAWN.Process(target=_work, args=(self._options, self._listening, pulse))
        self.process.start()
        pulse.close()
        self._started = self._alive_at = time.monotonic()
        self._patience = _STARTING

    def look(self) -> None:
        """See whether the worker is well, and see to it that there is one."""
        moment = time.monotonic()
        if self.process is None:
            if moment >= self._due:
                self.start()
            return
        with suppress(OSError):
            if self._pulse.poll():
                os.read(self._pulse.fileno(), 4096)
                self._alive_at, self._patience = moment, _HANGING
        if self.process.is_alive() and moment - self._alive_at > self._patience:
            _logger.error("worker process %s has hung for %.0f s: it is killed", self.process.pid, moment - self._alive_at)
            self.process.kill()
            self.process.join()
        if not self.process.is_alive():
            self._replace(moment)

    def _replace(self, moment: float) -> None:
        settled = moment - self._started > _SETTLED
        self._early_deaths = 0 if settled else self._early_deaths + 1
        pause = min(_LONGEST_PAUSE, 0.25 * 2**self._early_deaths) if self._early_deaths else 0.0
        _logger.warning(
            "worker process %s ended with exit code %s; another one starts in %.1f s",
            self.process.pid,
            self.process.exitcode,
            pause,
        )
        self._pulse.close()
        self.process.close()
        self.process, self._due = None, moment + pause

    def stop(self, end: float) -> bool:
        """Wait for the worker to stop, and kill it at the end; whether it stopped by itself, and well."""
        if self.process is None:
            return True
        self.process.join(max(0.0, end - time.monotonic()))
        if self.process.is_alive():
            _logger.error("worker process %s did not stop: it is killed", self.process.pid)
            self.process.kill()
            self.process.join()
        return bool(self.process.exitcode == 0)


def run_workers(options: dict[str, Any], listening: socket.socket, count: int) -> int:
    """Run so many workers until SIGTERM or SIGINT; the exit code: 0 if all of them stopped well, otherwise 1."""
    told_to_stop: list[int] = []
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda received, _: told_to_stop.append(received))
    workers = [Worker(options, listening) for _ in range(count)]
    while not told_to_stop:
        for worker in workers:
            worker.look()
        connection.wait([worker.process.sentinel for worker in workers if worker.process is not None], _LOOK)
    for worker in workers:
        if worker.process is not None and worker.process.is_alive():
            worker.process.terminate()
    end = time.monotonic() + _STOPPING
    stopped_well = [worker.stop(end) for worker in workers]
    return 0 if all(stopped_well) else 1


def _work(options: dict[str, Any], listening: socket.socket, pulse: connection.Connection) -> None:
    """The life of a worker."""
    end_with_parent()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: None)  # uvicorn stops for them, and then would end the process by them once more

    async def beat() -> None:
        with suppress(BlockingIOError):  # the parent has not looked for hours
            os.write(pulse.fileno(), b".")

    uvicorn.Server(uvicorn.Config(**options, callback_notify=beat, timeout_notify=1)).run([listening])
