"""The metrics of a server. They reveal nothing of a game."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.multiprocess import MultiProcessCollector, mark_process_dead

ENTRIES: Final = Counter("libertalia_entries_total", "Entries stored, by kind", ["kind"])
REFUSALS: Final = Counter("libertalia_refusals_total", "Commands refused")
CONNECTIONS: Final = Gauge("libertalia_connections", "Open websockets", multiprocess_mode="livesum")
TABLES: Final = Gauge("libertalia_tables", "Tables in memory", multiprocess_mode="livesum")
STORING: Final = Histogram(
    "libertalia_storing_seconds",
    "From a command's acceptance to its being stored",
    buckets=(0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 5),
)


def exposition(shared: bool) -> bytes:
    """All metrics, as Prometheus reads them; with several workers, of all of them together."""
    if not shared:
        return generate_latest()
    _forget_dead_workers()
    registry = CollectorRegistry()
    MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
    return generate_latest(registry)


def _forget_dead_workers() -> None:
    """A worker that was killed has no connections and no tables any more. What it has counted stays counted."""
    for file in Path(os.environ["PROMETHEUS_MULTIPROC_DIR"]).glob("gauge_live*_*.db"):
        pid = int(file.stem.rpartition("_")[2])
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            mark_process_dead(pid)  # type: ignore[no-untyped-call]
