"""Rate limits: how often a client may do something."""

from __future__ import annotations

import time
from collections import OrderedDict
from dataclasses import dataclass

from libertalia.server.settings import Settings
from libertalia.server.web.edge import limits
from libertalia.tables.refusals import TooMuch


class Bucket:
    """What one client may do: `burst` at once, and then `rate` a second."""

    __slots__ = ("_burst", "_left", "_rate", "_since")

    def __init__(self, rate: float, burst: float) -> None:
        self._rate = rate
        self._burst = self._left = burst
        self._since = time.monotonic()

    def take(self, cost: float = 1) -> bool:
        """Whether enough is left; if so, it is taken."""
        now = time.monotonic()
        self._left = min(self._burst, self._left + (now - self._since) * self._rate)
        self._since = now
        if self._left < cost:
            return False
        self._left -= cost
        return True


class RateLimiter:
    """A bucket for each client. The ones that came longest ago are evicted: their buckets are full again by then."""

    def __init__(self, rate: float, burst: float, known: int = 10_000) -> None:
        self.rate = rate
        self.burst = burst
        self._known = known
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, who: str, cost: float = 1) -> bool:
        """Whether enough is left for this client; if so, it is taken."""
        bucket = self._buckets.get(who)
        if bucket is None:
            bucket = self._buckets[who] = Bucket(self.rate, self.burst)
            if len(self._buckets) > self._known:
                self._buckets.popitem(last=False)
        else:
            self._buckets.move_to_end(who)
        return bucket.take(cost)

    def check(self, who: str, cost: float = 1) -> None:
        if not self.take(who, cost):
            raise too_fast()

    def charge(self, who: str, price: float) -> None:
        """Take a price, but never more than half of what a client may do at once."""
        self.check(who, min(price, self.burst / 2))


@dataclass(frozen=True)
class AddressLimits:
    """What an address may do, counted by one worker."""

    requests: RateLimiter
    """Requests, and what else costs time."""
    seats: RateLimiter
    """Tables and seats, in whichever way they are taken."""
    storage: RateLimiter
    """The quota: bytes that are stored for the address."""

    @classmethod
    def by(cls, settings: Settings) -> AddressLimits:
        quota = settings.megabytes_a_day * 1_000_000
        return cls(
            RateLimiter(settings.requests_a_second, settings.requests_a_second * limits.BURST),
            RateLimiter(settings.tables_a_minute / 60, settings.tables_a_minute),
            RateLimiter(quota / 86_400, quota),
        )

    def take_seat(self, who: str, stored: float) -> None:
        """Take a seat, for which some bytes are stored."""
        self.seats.check(who)
        if not self.storage.take(who, stored):
            raise quota_used()


def too_fast() -> TooMuch:
    return TooMuch("That was too much at once. Wait a little.", "too-fast")


def quota_used() -> TooMuch:
    return TooMuch("Your address has stored as much as it may in a day. Games go on. Come back later for more.", "quota")
