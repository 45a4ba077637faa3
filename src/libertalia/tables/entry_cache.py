"""A cache of encoded entries, for people who come or look back. An entry never changes, so each is encoded once."""

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
class _Encoded:
    public: bytes
    """As a spectator sees it."""
    private: dict[int, bytes]
    """As the seats do that see more of it."""


class EntryCache:
    """The entries of one table, encoded for each viewer."""

    def __init__(self, state: TableState) -> None:
        self._state = state
        self._game = state.game
        self._encoded: dict[int, _Encoded] = {}

    def seen(self, entries: Iterable[Entry], seat: int | None) -> msgspec.Raw:
        """Entries as a seat, or with `None` a spectator, may see them: see `boundary.seen`."""
        encoded = map(self._of, entries)
        seen = (each.public for each in encoded) if seat is None else (each.private.get(seat, each.public) for each in encoded)
        return msgspec.Raw(b"[" + b",".join(seen) + b"]")

    def private(self, entries: Iterable[Entry], seat: int) -> list[Entry]:
        """Those of which a seat sees more than a spectator does."""
        return [entry for entry in entries if seat in self._of(entry).private]

    def clear(self) -> None:
        self._encoded.clear()

    def _of(self, entry: Entry) -> _Encoded:
        if self._game is not self._state.game:  # nothing may be known of a game that can't be played any more
            self._game = self._state.game
            self.clear()
        if (encoded := self._encoded.get(entry.number)) is None:
            private = {seat: _ENCODE(boundary.seen(self._state, entry, seat)) for seat in boundary.private(self._state, entry)}
            encoded = self._encoded[entry.number] = _Encoded(_ENCODE(boundary.seen(self._state, entry, None)), private)
        return encoded
