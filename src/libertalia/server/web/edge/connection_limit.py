"""Limits for the connections of a worker, which are counted before anything is read from them.

A connection *waits* while it has no whole request: it was just made, its request is half sent, or the last one was answered.
Where there are too many connections, in all or of one address, the one that has waited longest makes room. So somebody who holds
thousands of connections open keeps nobody out: a newcomer sends their request at once.
"""

from __future__ import annotations

import logging
import sys
import time
from asyncio import Transport
from collections.abc import Iterable
from ipaddress import ip_address, ip_network
from typing import Final

from libertalia.server.settings import Settings
from libertalia.server.web.edge import limits
from libertalia.server.web.edge.networks import network_of
from libertalia.server.web.edge.rate_limit import RateLimiter

_logger: Final = logging.getLogger(__name__)


class ConnectionLimits:
    """Counts the connections of a worker."""

    def __init__(self, settings: Settings, trusted: str, descriptors: int) -> None:
        """`trusted` lists the addresses of proxies, as FORWARDED_ALLOW_IPS does: their many clients don't count as one."""
        self.most = min(settings.connections_in_all, descriptors - limits.RESERVED_DESCRIPTORS)
        self.request_seconds = settings.request_seconds
        self._at_once = settings.requests_at_once
        self._trusted = [part.strip() for part in trusted.split(",") if part.strip()]
        self._all: dict[Transport, str | None] = {}  # with the address by which its requests are counted
        self._waiting: dict[Transport, None] = {}  # the one that has waited longest comes first
        self._of_address: dict[str, dict[Transport, None]] = {}  # those that are not websockets
        rate = limits.CONNECTIONS_PER_REQUEST * settings.requests_a_second
        self._new = RateLimiter(rate, limits.BURST * rate)
        self._logged = -limits.LOG_INTERVAL
        if self.most < settings.connections_in_all:
            _logger.warning(
                "only %d of %d connections fit: the system allows %d descriptors",
                self.most,
                settings.connections_in_all,
                descriptors,
            )

    def admit(self, transport: Transport, address: str) -> bool:
        """Count a new connection; false if there are too many new ones, or no room for it can be made."""
        counted = None if self._is_trusted(address) else network_of(address)
        if counted is not None and not self._new.take(counted):
            return False
        there = self._of_address.get(counted, {}) if counted is not None else {}
        if len(there) >= self._at_once and not self._make_room(each for each in there if each in self._waiting):
            return False
        if len(self._all) >= self.most:
            self._say_full()
            if not self._make_room(self._waiting):
                return False
        self._all[transport] = counted
        self._waiting[transport] = None
        if counted is not None:
            self._of_address.setdefault(counted, {})[transport] = None
        return True

    def begin(self, transport: Transport) -> None:
        """Its request is there: from now on the connection doesn't wait."""
        self._waiting.pop(transport, None)

    def wait(self, transport: Transport) -> None:
        """Its request was answered: from now on the connection waits."""
        if transport in self._all:
            self._waiting[transport] = None

    def upgrade(self, transport: Transport) -> None:
        """It is a websocket from now on."""
        self._waiting.pop(transport, None)
        self._forget_address(transport)

    def leave(self, transport: Transport) -> None:
        self._waiting.pop(transport, None)
        self._forget_address(transport)
        self._all.pop(transport, None)

    def _forget_address(self, transport: Transport) -> None:
        address = self._all.get(transport)
        if address is not None and (there := self._of_address.get(address)) is not None:
            there.pop(transport, None)
            if not there:
                del self._of_address[address]

    def _make_room(self, candidates: Iterable[Transport]) -> bool:
        oldest = next(iter(candidates), None)
        if oldest is None:
            return False
        self.leave(oldest)
        oldest.abort()
        return True

    def _is_trusted(self, address: str) -> bool:
        return any(part == "*" or part == address or _is_within(address, part) for part in self._trusted)

    def _say_full(self) -> None:
        if time.monotonic() - self._logged > limits.LOG_INTERVAL:
            self._logged = time.monotonic()
            _logger.warning("all %d connections are in use: those that have waited longest are closed for new ones", self.most)


def _is_within(address: str, network: str) -> bool:
    try:
        return ip_address(address) in ip_network(network)
    except ValueError:
        return False


def raise_descriptor_limit() -> int:
    """Ask the system for as many descriptors as it allows; how many there are. Each connection takes one."""
    if sys.platform == "win32":
        return limits.DESCRIPTORS[0]
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    for wanted in limits.DESCRIPTORS:
        most = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        if soft != resource.RLIM_INFINITY and soft < most:
            try:
                resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
            except (OSError, ValueError):
                continue
            soft = most
    return limits.DESCRIPTORS[0] if soft == resource.RLIM_INFINITY else soft
