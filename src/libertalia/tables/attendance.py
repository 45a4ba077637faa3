"""Who is at a table, and since when the others are away."""

from __future__ import annotations

from libertalia.tables import messages as m
from libertalia.tables.state import TableState


class Attendance:
    """The attendance of one table. The program that hosts it says who is connected; all times are milliseconds since 1970."""

    def __init__(self, state: TableState, patience: m.Patience, at: int) -> None:
        self.patience = patience
        self.here = m.Presence([], 0)
        """Who is connected."""
        self.away_since: dict[int, int] = {}
        """Since when people who have a seat are away; for those who never came, since the table is in memory."""
        self.host_away_since: int | None = None
        """Since when the host has not been here."""
        self.empty_since: int | None = None
        """Since when no person of the table has been here."""
        self._state = state
        self.note(self.here, at)

    def note(self, here: m.Presence, at: int) -> None:
        """Somebody came, went or sat down."""
        self.here = here
        people = [number for number, seat in enumerate(self._state.seats) if seat.kind == "person"]
        self.away_since = {seat: self.away_since.get(seat, at) for seat in people if seat not in here.seats}
        self.host_away_since = None if self.host_is_here else _first(self.host_away_since, at)
        self.empty_since = None if here.seats else _first(self.empty_since, at)

    def is_here(self, seat: int) -> bool:
        """Whether the player of a seat is connected."""
        return seat in self.here.seats

    @property
    def host_is_here(self) -> bool:
        """Whether the host is connected: a player, or the person who made the table and only watches."""
        host = self._state.host
        return self.here.host if host is None else self.is_here(host)

    def is_away(self, seat: int, at: int) -> bool:
        """Whether the player of a seat has been away for so long that nobody has to wait for them."""
        since = self.away_since.get(seat)
        return since is not None and at - since >= self.patience.away * 1000

    def waited_long_enough(self, since: int, at: int) -> bool:
        """Whether people have waited for a decision for so long that anyone may ask for a stand-in."""
        return at - since >= self.patience.stand_in * 1000

    def host_passes_at(self) -> float | None:
        """When another person becomes host; `None` while the host is here."""
        if self.host_away_since is None or self._state.status not in ("open", "playing"):
            return None
        return self.host_away_since + self.patience.host * 1000

    def game_ends_at(self) -> float | None:
        """When a game ends that everyone here wants to end: as soon as those who are missing count as away."""
        missing = self._state.without_end_wish()
        if not self._state.ending or self._state.status != "playing" or any(seat not in self.away_since for seat in missing):
            return None
        return max((self.away_since[seat] for seat in missing), default=0) + self.patience.away * 1000


def _first(since: int | None, at: int) -> int:
    return at if since is None else since
