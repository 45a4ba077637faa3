"""What a process and its children use, and what others took from the machine, as Linux counts it."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

TICKS = os.sysconf("SC_CLK_TCK")
AFTER_NAME_USER, AFTER_NAME_CHILD_SYSTEM = 11, 15
"""Where the times stand in /proc/PID/stat, after the name: user and system, its own and of its dead children."""
STEAL = 8
"""Where the stolen time stands in the first line of /proc/stat."""


@dataclass(frozen=True)
class Memory:
    """In megabytes."""

    resident: float
    """With what is shared with others, once for each process."""
    proportional: float
    """With its part of what is shared."""


def family(process: int) -> list[int]:
    """A process and all its descendants."""
    try:
        children = [int(child) for task in Path(f"/proc/{process}/task").glob("*/children") for child in task.read_text().split()]
    except OSError:  # gone
        return []
    return [process, *(each for child in children for each in family(child))]


def cpu_seconds(process: int) -> float:
    """The CPU time of a process and all its descendants so far."""
    ticks = 0
    for each in family(process):
        try:
            fields = Path(f"/proc/{each}/stat").read_text().rpartition(")")[2].split()
        except OSError:
            continue
        ticks += sum(map(int, fields[AFTER_NAME_USER:AFTER_NAME_CHILD_SYSTEM]))
    return ticks / TICKS


def stolen_seconds() -> float:
    """The CPU time that the host gave to others while this virtual machine wanted it."""
    return int(Path("/proc/stat").read_text().split(maxsplit=STEAL + 1)[STEAL]) / TICKS


def memory(process: int) -> Memory:
    """The memory of a process and all its descendants."""
    kilobytes = {"Rss:": 0, "Pss:": 0}
    for each in family(process):
        try:
            lines = Path(f"/proc/{each}/smaps_rollup").read_text().splitlines()
        except OSError:
            continue
        for name, amount in (line.split()[:2] for line in lines[1:]):
            if name in kilobytes:
                kilobytes[name] += int(amount)
    return Memory(kilobytes["Rss:"] / 1000, kilobytes["Pss:"] / 1000)
