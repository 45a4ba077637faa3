"""Doing jobs on a Ray cluster: https://docs.ray.io. It needs `libertalia[ray]` here, and the same version of it on every node."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import Any, Final, TypeVar

from libertalia.game.errors import InvalidSetup, LibertaliaError
from libertalia.lab.extra import extra

Result = TypeVar("Result")

_AHEAD: Final = 2
"""How many jobs wait for each core of the cluster."""


class NoCluster(LibertaliaError):
    """Ray can't be reached."""

    key = "lab.ray"


def check_address(on: str) -> None:
    """Refuse what is not the address of a cluster, before anything is played."""
    if on != "ray" and not on.startswith("ray://"):
        raise InvalidSetup(f"Games are played on 'ray' or on 'ray://host:port', not on {on!r}.")


def on_ray(work: Callable[..., Result], jobs: Iterable[tuple[Any, ...]], on: str) -> Iterator[Result]:
    """The results of `work(*job)`, in the order in which they come.

    `ray` is the cluster that is running here (or at `RAY_ADDRESS`); if there is none, one is started for the time being. Ray does
    a job again whose worker or node was lost.
    """
    with extra("ray"):
        import ray
    mine = not ray.is_initialized()
    if mine:
        try:
            ray.init(address=None if on == "ray" else on, log_to_driver=False, logging_level=logging.WARNING)
        except (ConnectionError, RuntimeError, ValueError) as error:
            raise NoCluster(f"The Ray cluster {on!r} can't be reached: {error}") from None
    remote = ray.remote(num_cpus=1, max_retries=-1, scheduling_strategy="SPREAD")(work)
    ahead = iter(jobs)
    running: list[Any] = []
    try:
        while True:
            cores = max(1, int(ray.cluster_resources().get("CPU", 1)))  # type: ignore[no-untyped-call]
            running += [remote.remote(*job) for job in islice(ahead, max(0, cores * _AHEAD - len(running)))]
            if not running:
                return
            done, running = ray.wait(running, num_returns=1)
            yield ray.get(done[0])
    finally:
        for job in running:
            ray.cancel(job, force=True)
        if mine:
            ray.shutdown()
