"""How often somebody may do something."""

from __future__ import annotations

import time
from collections import OrderedDict

from libertalia.server.refusals import TooMuch


class RateLimiter:
    """How much of something each may do: `burst` at once, and then `rate` a second."""

    def __init__(self, rate: float, burst: float, known: int = 10_000) -> None:
        self.rate = rate
        self.burst = burst
        self._known = known
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def take(self, who: str) -> bool:
        """Whether there is one left for this one; if so, it is taken."""
        now = time.monotonic()
        left, since = self._left.pop(who, (self.burst, now))
        left = min(self.burst, left + (now - since) * self.rate)
        self._left[who] = (left - 1 if left >= 1 else left, now)
        if len(self._left) > self._known:
            self._left.popitem(last=False)
        return left >= 1

    def check(self, who: str) -> None:
        if not self.take(who):
            raise TooMuch("That was too much at once. Wait a little.", "too-fast")
