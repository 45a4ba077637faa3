"""Doing many independent jobs: in this process, on several of this machine, or on a cluster.

A job is some arguments; its result must not depend on where and when it is done. So a lost worker costs time, and no results.
"""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from itertools import islice
from multiprocessing import active_children
from multiprocessing.process import BaseProcess
from typing import Any, Final, TypeVar

from libertalia.game.errors import LibertaliaError
from libertalia.lab.on_ray import on_ray

Result = TypeVar("Result")
Job = tuple[Any, ...]

AHEAD: Final = 4
"""How many jobs wait for each worker, so that none has nothing to do."""
PATIENCE: Final = 3
"""How often workers may be lost without one job done in between."""


class WorkersLost(LibertaliaError):
    """Workers die again and again."""

    key = "lab.workers"


def done_jobs(work: Callable[..., Result], jobs: Iterable[Job], processes: int = 1, on: str = "") -> Iterator[Result]:
    """The results of `work(*job)`, in the order in which they come: from processes here, or from a cluster: see `on_ray`."""
    if on:
        return on_ray(work, jobs, on)
    return _here(work, jobs) if processes == 1 else _on_processes(work, jobs, processes)


def _here(work: Callable[..., Result], jobs: Iterable[Job]) -> Iterator[Result]:
    for job in jobs:
        yield work(*job)


def _on_processes(work: Callable[..., Result], jobs: Iterable[Job], processes: int) -> Iterator[Result]:
    ahead = iter(jobs)
    waiting: list[Job] = []
    losses = 0
    while True:
        others = set(active_children())
        pool = ProcessPoolExecutor(processes, initializer=signal.signal, initargs=(signal.SIGINT, signal.SIG_IGN))
        running: dict[Future[Result], Job] = {}
        try:
            while True:
                waiting += islice(ahead, max(0, processes * AHEAD - len(running) - len(waiting)))
                while waiting:
                    future = pool.submit(work, *waiting[0])
                    running[future] = waiting.pop(0)
                if not running:
                    pool.shutdown()
                    return
                for done in wait(running, return_when=FIRST_COMPLETED).done:
                    result = done.result()
                    del running[done]
                    losses = 0
                    yield result
        except BrokenProcessPool:
            waiting += running.values()
            losses += 1
            if losses > PATIENCE:
                raise WorkersLost(f"Processes were killed {losses} times in a row: is there enough memory?") from None
            pool.shutdown(wait=False)
        except BaseException:  # an interrupt comes here, or while the caller has the result
            _end(set(active_children()) - others)
            pool.shutdown(wait=False, cancel_futures=True)
            raise


def _end(workers: set[BaseProcess]) -> None:
    for worker in workers:
        worker.terminate()
