"""How long each seat of a table has been thinking. All times are milliseconds, and come from the entries of the table."""

from __future__ import annotations

from typing import Final

from libertalia.tables.messages import ClockRules

_FOR_DAYS: Final = 3600
"""Seconds for a decision: a clock with as many or more runs also while nobody is here. Such a game goes on for days."""


class Clocks:
    """The clocks of a game."""

    def __init__(self, rules: ClockRules | None, seats: int) -> None:
        self.rules = rules
        self._since: dict[int, int] = {}  # since when each seat that must decide has been thinking
        self._before = [0] * seats  # how long it thought about the same decision before, when it took a pick back
        self._spent = [0] * seats  # how long it thought in the game before
        self._held: set[int] | None = None  # while the clocks stand still: the seats that must decide

    def start(self, seat: int, at: int) -> None:
        """A seat must decide. If it is thinking already, its time runs on."""
        if self._held is not None:
            if seat not in self._held:
                self._held.add(seat)
                self._before[seat] = 0
        elif seat not in self._since:
            self._since[seat] = at
            self._before[seat] = 0

    def stop(self, seat: int, at: int) -> None:
        """A seat has decided, or somebody else decides for it."""
        if self._held is not None:
            self._held.discard(seat)
        if (since := self._since.pop(seat, None)) is not None:
            self._spent[seat] += at - since
            self._before[seat] += at - since

    def resume(self, seat: int, at: int) -> None:
        """A seat goes on thinking about the decision that it had made before."""
        if self._held is not None:
            self._held.add(seat)
        else:
            self._since[seat] = at

    def cancel(self, seat: int) -> None:
        """A seat has nothing to decide after all. The time that it has thought is given back."""
        self._since.pop(seat, None)
        if self._held is not None:
            self._held.discard(seat)

    @property
    def thinking(self) -> list[int]:
        """The seats whose time runs, or stands still."""
        return sorted(self._since if self._held is None else self._held)

    def since(self, seat: int) -> int | None:
        """Since when a seat has been thinking."""
        return self._since.get(seat)

    @property
    def pausable(self) -> bool:
        """Whether there is a clock that stands still while nobody is here."""
        return self.rules is not None and (self.rules.decision or 0) < _FOR_DAYS

    @property
    def paused(self) -> bool:
        return self._held is not None

    def pause(self, at: int) -> None:
        """All clocks stand still from a moment on, which may be a little while ago."""
        thinking = list(self._since)
        for seat in thinking:
            self.stop(seat, max(at, self._since[seat]))
        self._held = set(thinking)

    def go_on(self, at: int, mercy: int) -> None:
        """The clocks run again. Everyone who must decide has at least some time."""
        thinking, self._held = self._held or set(), None
        for seat in thinking:
            self._since[seat] = at
            self.leave_at_least(seat, mercy)
            if self.rules is not None and self.rules.decision:
                self._before[seat] = min(self._before[seat], max(0, self.rules.decision * 1000 - mercy))

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
