"""The entries of a table as they are told to whoever comes or looks back. An entry never changes, so each is encoded once."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

import msgspec

from libertalia.tables import boundary
from libertalia.tables.entries import Entry
from libertalia.tables.state import TableState

_ENCODE: Final = msgspec.json.Encoder().encode


@dataclass(frozen=True, slots=True)
class _Told:
    public: bytes
    """As a spectator sees it."""
    private: dict[int, bytes]
    """As the seats do that see more of it."""


class ToldEntries:
    """What viewers of one table were told of its entries."""

    def __init__(self, state: TableState) -> None:
        self._state = state
        self._game = state.game
        self._told: dict[int, _Told] = {}

    def seen(self, entries: Iterable[Entry], seat: int | None) -> msgspec.Raw:
        """Entries as a seat, or with `None` a spectator, may see them: see `boundary.seen`."""
        told = map(self._of, entries)
        seen = (each.public for each in told) if seat is None else (each.private.get(seat, each.public) for each in told)
        return msgspec.Raw(b"[" + b",".join(seen) + b"]")

    def private(self, entries: Iterable[Entry], seat: int) -> list[Entry]:
        """Those of which a seat sees more than a spectator does."""
        return [entry for entry in entries if seat in self._of(entry).private]

    def forget(self) -> None:
        self._told.clear()

    def _of(self, entry: Entry) -> _Told:
        if self._game is not self._state.game:  # nothing is told of a game that can't be played any more
            self._game = self._state.game
            self.forget()
        if (told := self._told.get(entry.number)) is None:
            private = {seat: _ENCODE(boundary.seen(self._state, entry, seat)) for seat in boundary.private(self._state, entry)}
            told = self._told[entry.number] = _Told(_ENCODE(boundary.seen(self._state, entry, None)), private)
        return told
