"""Several workers behind one port.

The parent holds the port, starts the workers and replaces those that die or hang, until it is stopped. A worker that dies again
and again is replaced after a pause that grows. Workers end with the parent.

On Linux the parent imports the application, and workers are forks of it. So they start in a moment, and share the memory of what
is imported.
"""

from __future__ import annotations

import gc
import logging
import multiprocessing
import os
import signal
import socket
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing import connection
from typing import Any, Final

import uvicorn
from uvicorn.importer import import_from_string

from libertalia.server.cluster.handover import POSSIBLE, Handover, Inbox, SignsOfLife
from libertalia.server.process_end import end_with_parent, exit_on
from libertalia.server.web.edge.http_protocol import HttpProtocol

_logger: Final = logging.getLogger(__name__)
_FORKS: Final = sys.platform == "linux"
"""Whether workers are forks of the parent. Other systems can't fork, or their libraries don't work in a fork."""
_PROCESSES: Final[Any] = multiprocessing.get_context("fork" if _FORKS else "spawn")
_TO_STOP: Final = (signal.SIGTERM, signal.SIGINT)
_LOOK: Final = 0.5
"""Seconds between two looks at the workers."""
_STARTING: Final = 120.0
"""Seconds until the first sign of life of a worker; then it is killed."""
_HANGING: Final = 15.0
"""Seconds without a sign of life until a worker is killed."""
_STOPPING: Final = 15.0
"""Seconds until workers that don't stop are killed."""
_LONGEST_PAUSE: Final = 5.0
"""Seconds of the longest pause before a worker is started again."""
_SETTLED: Final = 10.0
"""Seconds after which the death of a worker has nothing to do with its start."""


class Worker:
    """One place for a worker, and the process that has it now."""

    def __init__(
        self, place: int, options: dict[str, Any], listening: socket.socket, inboxes: list[Inbox], signs: SignsOfLife
    ) -> None:
        self._place = place
        self._inboxes = inboxes
        self._signs = signs
        self._arguments = (options, listening, place, inboxes, signs)
        self._early_deaths = 0
        self._due = 0.0
        self.process: Any = None

    def start(self) -> None:
        self._signs.forget(self._place)
        self._started = time.monotonic()
        process = _PROCESSES.Process(target=_work, args=self._arguments)
        try:
            with _signals_wait():
                if _FORKS:
                    _try_to_fork()
                process.start()
        except OSError as error:  # no memory, descriptors or processes are left
            self._due = self._started + _LONGEST_PAUSE
            _logger.error("no worker can be started: %s; tried again in %.0f s", error.strerror, _LONGEST_PAUSE)
        else:
            self.process = process

    def look(self) -> None:
        """Start the worker if there is none, and replace one that has died or hangs."""
        moment = time.monotonic()
        if self.process is None:
            if moment >= self._due:
                self.start()
            return
        alive_at = self._signs.alive_at[self._place]
        silent, patience = (moment - alive_at, _HANGING) if alive_at else (moment - self._started, _STARTING)
        if self.process.is_alive() and silent > patience:
            _logger.error("worker process %s has hung for %.0f s: it is killed", self.process.pid, silent)
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
        self._signs.forget(self._place)
        if (ready := next(filter(self._signs.is_ready, range(len(self._inboxes))), None)) is not None:
            self._inboxes[self._place].pass_on(self._inboxes[ready])
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
        return self.process.exitcode in (0, -signal.SIGTERM)  # by the signal itself, if it had hardly begun


def run_workers(options: dict[str, Any], listening: socket.socket, count: int) -> int:
    """Run some workers until SIGTERM or SIGINT; the exit code: 1 if one did not stop well, otherwise 0, or 130 for SIGINT."""
    stop_signals: list[int] = []
    for number in _TO_STOP:
        signal.signal(number, lambda received, _: stop_signals.append(received))
    if _FORKS:
        import_from_string(options["app"])
        gc.freeze()  # a garbage collection would touch, and so copy, all of it
    signs = SignsOfLife(_PROCESSES.RawArray, count)
    inboxes = [Inbox() for _ in range(count)] if POSSIBLE else []
    workers = [Worker(place, options, listening, inboxes, signs) for place in range(count)]
    while not stop_signals:
        for worker in workers:
            worker.look()
        connection.wait([worker.process.sentinel for worker in workers if worker.process is not None], _LOOK)
    for worker in workers:
        if worker.process is not None and worker.process.is_alive():
            worker.process.terminate()
    end = time.monotonic() + _STOPPING
    stopped_well = [worker.stop(end) for worker in workers]
    if not all(stopped_well):
        return 1
    return 128 + signal.SIGINT if stop_signals[0] == signal.SIGINT else 0


class WorkerServer(uvicorn.Server):
    """uvicorn's server, which also takes connections over from other workers."""

    def __init__(self, config: uvicorn.Config, handover: Handover) -> None:
        super().__init__(config)
        self._handover = handover

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        taken_over = dict(self.lifespan.state)  # without a handover: these connections stay here
        self.lifespan.state["routing"] = self._handover
        self._handover.open(lambda: HttpProtocol(self.config, self.server_state, taken_over), taken_over["is_ready"])

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._handover.close()
        await super().shutdown(sockets)


def _work(options: dict[str, Any], listening: socket.socket, place: int, inboxes: list[Inbox], signs: SignsOfLife) -> None:
    """Run a worker, in its own process."""
    end_with_parent()
    exit_on(*_TO_STOP)
    if _FORKS:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, _TO_STOP)
    WorkerServer(uvicorn.Config(**options), Handover(place, inboxes, signs)).run([listening])


@contextmanager
def _signals_wait() -> Iterator[None]:
    """Block signals to stop meanwhile. Until a fork has handlers of its own, it would handle them as the parent does."""
    if _FORKS:
        signal.pthread_sigmask(signal.SIG_BLOCK, _TO_STOP)
    try:
        yield
    finally:
        if _FORKS:
            signal.pthread_sigmask(signal.SIG_UNBLOCK, _TO_STOP)


def _try_to_fork() -> None:
    """`OSError` if no process can be started now. multiprocessing leaks its pipes each time that it can't start one."""
    if (child := os.fork()) == 0:
        os._exit(0)
    os.waitpid(child, 0)
