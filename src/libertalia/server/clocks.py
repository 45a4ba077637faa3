"""How long each seat of a table has been thinking. All times are milliseconds, and come from the entries of the table."""

from __future__ import annotations

from libertalia.server.messages import ClockRules


class Clocks:
    """The clocks of a game."""

    def __init__(self, rules: ClockRules | None, seats: int) -> None:
        self.rules = rules
        self._since: dict[int, int] = {}  # since when each seat that must decide has been thinking
        self._before = [0] * seats  # how long it thought about the same decision before, when it took a pick back
        self._spent = [0] * seats  # how long it thought in the game before

    def start(self, seat: int, at: int) -> None:
        """A seat must decide. If it is thinking already, its time runs on."""
        if seat not in self._since:
            self._since[seat] = at
            self._before[seat] = 0

    def stop(self, seat: int, at: int) -> None:
        """A seat has decided, or somebody else decides for it."""
        if (since := self._since.pop(seat, None)) is not None:
            self._spent[seat] += at - since
            self._before[seat] += at - since

    def resume(self, seat: int, at: int) -> None:
        """A seat goes on thinking about the decision that it had made before."""
        self._since[seat] = at

    def leave_at_least(self, seat: int, time: int) -> None:
        """Make sure that a seat has some of the game's time left."""
        if self.rules is not None and self.rules.game:
            self._spent[seat] = min(self._spent[seat], self.rules.game * 1000 - time)

    def left(self, seat: int) -> int:
        """How much of the game's time a seat had left when it last began to think."""
        granted = self.rules.game if self.rules is not None and self.rules.game else 0
        return max(0, granted * 1000 - self._spent[seat])

    def deadline(self, seat: int) -> int | None:
        """When a bot will take over from a person who must decide."""
        since = self._since.get(seat)
        if self.rules is None or since is None:
            return None
        ends = []
        if self.rules.decision:
            ends.append(since + self.rules.decision * 1000 - self._before[seat])
        if self.rules.game:
            ends.append(since + self.left(seat))
        return min(ends, default=None)

    @property
    def deadlines(self) -> dict[int, int]:
        """The deadlines of all seats that have one."""
        if self.rules is None:
            return {}
        return {seat: end for seat in self._since if (end := self.deadline(seat)) is not None}
