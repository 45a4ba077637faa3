"""Which processes there are: those of a server, those of PostgreSQL, and what all the others take of the machine."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from tests.server.harness import Server

_TICKS = os.sysconf("SC_CLK_TCK")
_STOLEN = 8
"""Where the first line of /proc/stat, which says how long cores did what, has what the host of a virtual machine took."""


class _Process(NamedTuple):
    parent: int
    seconds: float
    """What it has used of a core so far."""
    has_ended: bool


def _all() -> dict[int, _Process]:
    found = {}
    for folder in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            facts = (folder / "stat").read_text().rpartition(")")[2].split()
            found[int(folder.name)] = _Process(int(facts[1]), sum(map(int, facts[11:13])) / _TICKS, facts[0] == "Z")
    return found


def children_of(*parents: int) -> list[int]:
    """The processes that these have started, without the one with which Python tidies up."""
    found = []
    for pid, process in _all().items():
        with suppress(OSError):
            if (
                process.parent in parents
                and not process.has_ended
                and b"resource_tracker" not in Path(f"/proc/{pid}/cmdline").read_bytes()
            ):
                found.append(pid)
    return sorted(found)


def workers_of(server: Server) -> list[int]:
    """The processes that serve people."""
    return [server.pid] if server.workers == 1 else children_of(server.pid)


def thinkers_of(server: Server) -> list[int]:
    """The processes in which bots think, and in which hints and reviews are made."""
    return children_of(*workers_of(server))


# ---- the others -----------------------------------------------------------------------------------------------------------


class Others:
    """All that is not ours on this machine: neither this process, nor what came of it or of some others that we know."""

    def __init__(self, *ours: int) -> None:
        self._ours = {os.getpid(), *ours}
        self._ours = self._with_descendants(_all())  # also if they outlive those who started them
        self._before = self._seconds()
        self._stolen_before = _stolen()

    def cores(self, seconds: float) -> float:
        """How many cores they used in the seconds since we first looked, and the host took; without those that have ended."""
        used = sum(now - self._before.get(pid, 0.0) for pid, now in self._seconds().items())
        return (max(0.0, used) + _stolen() - self._stolen_before) / seconds

    def _seconds(self) -> dict[int, float]:
        """What each of them has used so far."""
        there = _all()
        ours = self._with_descendants(there)
        return {pid: process.seconds for pid, process in there.items() if pid not in ours}

    def _with_descendants(self, there: dict[int, _Process]) -> set[int]:
        ours = self._ours
        while more := {pid for pid, process in there.items() if process.parent in ours} - ours:
            ours = ours | more
        return ours


def _stolen() -> float:
    """The seconds that the host has taken so far."""
    return int(Path("/proc/stat").read_text().split(maxsplit=_STOLEN + 1)[_STOLEN]) / _TICKS
