"""Where a device stores its tables."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol


class Store(Protocol):
    """The tables of a device. In a browser that is IndexedDB (`web/src/device/store.ts`).

    Texts are JSON. When a method returns, what it was given is stored.
    """

    async def entries(self, table: str) -> list[str]:
        """The entries of a table in order; none if there is no such table."""

    async def add(self, table: str, number: int, entries: Sequence[str]) -> None:
        """Store entries of a table, from a number on."""

    async def summarise(self, table: str, summary: str) -> None:
        """Store how the page lists a table. The page reads that by itself."""

    async def judgements(self, table: str) -> list[str]:
        """What is judged of a game so far, by the number of the decision."""

    async def judge(self, table: str, number: int, judgement: str) -> None:
        """Store the judgement of a decision."""


class MemoryStore:
    """Stores in memory only: for tests, and where a browser stores nothing."""

    def __init__(self) -> None:
        self._entries: dict[str, list[str]] = {}
        self.summaries: dict[str, str] = {}
        self._judgements: dict[str, dict[int, str]] = {}

    async def entries(self, table: str) -> list[str]:
        return list(self._entries.get(table, []))

    async def add(self, table: str, number: int, entries: Sequence[str]) -> None:
        log = self._entries.setdefault(table, [])
        if number != len(log) + 1:
            raise ValueError(f"Entry {number} can't follow entry {len(log)}.")
        log.extend(entries)

    async def summarise(self, table: str, summary: str) -> None:
        self.summaries[table] = summary

    async def judgements(self, table: str) -> list[str]:
        return [judgement for _, judgement in sorted(self._judgements.get(table, {}).items())]

    async def judge(self, table: str, number: int, judgement: str) -> None:
        self._judgements.setdefault(table, {})[number] = judgement
