"""Rate limits: how often a client may do something."""

from __future__ import annotations

import time
from collections import OrderedDict
from functools import lru_cache
from ipaddress import IPv6Address, ip_address, ip_network

from starlette.types import Scope

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


def too_fast() -> TooMuch:
    return TooMuch("That was too much at once. Wait a little.", "too-fast")


def client_of(scope: Scope) -> str:
    """Who sends a request, as the limits count it."""
    client = scope.get("client")
    return network_of(client[0]) if client else ""


@lru_cache(4096)
def network_of(address: str) -> str:
    """What the limits of an address are counted by: an IPv6 address counts as its /64, which is what one customer has.

    >>> network_of("192.0.2.7"), network_of("::ffff:192.0.2.7"), network_of("2001:db8:1:2:3:4:5:6")
    ('192.0.2.7', '192.0.2.7', '2001:db8:1:2::/64')
    """
    try:
        parsed = ip_address(address.partition("%")[0])
    except ValueError:  # a Unix socket has no address
        return address
    if not isinstance(parsed, IPv6Address):
        return address
    if parsed.ipv4_mapped is not None:
        return str(parsed.ipv4_mapped)
    return str(ip_network((parsed, 64), strict=False))
