"""Timing on a busy machine: the contenders take turns, every turn does the same work, and the best turn counts."""

from __future__ import annotations

import gc
import os
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from multiprocessing import get_context
from multiprocessing.connection import Connection
from statistics import median
from typing import Any, TypeAlias

Amounts: TypeAlias = Mapping[str, float]
"""How much was done, such as {"games": 100, "decisions": 15881}; or, as rates, how much per second."""

Work: TypeAlias = Callable[[int], Amounts]
"""Does work of a given size and returns how much was done."""

Turn: TypeAlias = Callable[[], Amounts]
"""Does the work once and returns the rates."""

TURN_SECONDS = 0.15
"""How long a turn takes at least. Short turns are less often disturbed by other programs."""


class MissingError(Exception):
    """Something can't be measured here. The message says why, and what to do about it."""


@dataclass(frozen=True)
class Rates:
    """The rates of all turns of a contender."""

    turns: list[Amounts]

    def best(self, unit: str) -> float:
        return max(turn[unit] for turn in self.turns)

    def median(self, unit: str) -> float:
        return median(turn[unit] for turn in self.turns)

    def worst(self, unit: str) -> float:
        return min(turn[unit] for turn in self.turns)

    def units(self) -> list[str]:
        return list(self.turns[0])


class Contender:
    """Work in its own process, so that its imports and its garbage do not slow down the others.

    ``prepare(*args)`` runs once in that process and returns the work. It raises `MissingError` if something is not installed.
    """

    def __init__(self, prepare: Callable[..., Work], *args: object, environ: Mapping[str, str] | None = None) -> None:
        context = get_context("spawn")
        self._pipe, theirs = context.Pipe()
        process = context.Process(target=_serve, args=(theirs, prepare, args), daemon=True)
        before = dict(os.environ)
        os.environ.update(environ or {})
        try:
            process.start()
        finally:
            os.environ.clear()
            os.environ.update(before)
        theirs.close()
        self._answer()

    def turn(self) -> Amounts:
        """Work once; returns the rates per second of CPU time."""
        self._pipe.send("work")
        rates: Amounts = self._answer()
        return rates

    def _answer(self) -> Any:
        try:
            answer = self._pipe.recv()
        except EOFError:
            raise MissingError("its process failed, see the error above") from None
        if isinstance(answer, MissingError):
            raise answer
        return answer


def _serve(pipe: Connection, prepare: Callable[..., Work], args: tuple[object, ...]) -> None:
    try:
        work = prepare(*args)
    except MissingError as missing:
        pipe.send(missing)
        return
    size = fitting_size(work, TURN_SECONDS, time.process_time)
    gc.collect()
    gc.freeze()
    pipe.send("ready")
    try:
        while pipe.recv():
            pipe.send(rates_of(work, size, time.process_time))
    except EOFError:
        return


def fitting_size(work: Work, seconds: float, clock: Callable[[], float]) -> int:
    """The smallest size, a power of two, at which the work takes this long."""
    size = 1
    while True:
        start = clock()
        work(size)
        if clock() - start >= seconds:
            return size
        size *= 2


def rates_of(work: Work, size: int, clock: Callable[[], float]) -> Amounts:
    """Do the work; returns how much was done per second of this clock."""
    start = clock()
    amounts = work(size)
    seconds = clock() - start
    return {unit: amount / seconds for unit, amount in amounts.items()}


def take_turns(turns: Mapping[str, Turn], rounds: int) -> dict[str, Rates]:
    """Give each contender one turn per round."""
    taken: dict[str, list[Amounts]] = {name: [] for name in turns}
    for _ in range(rounds):
        for name, turn in turns.items():
            taken[name].append(turn())
    return {name: Rates(rates) for name, rates in taken.items()}
