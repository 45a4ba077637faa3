"""By which names this server is called, and whose pages may talk to it.

A page is known by its origin. That is not enough: an attacker can let their own name point to this server (DNS rebinding),
and then its origin looks like the server's. So a request must also name the server by a name that is really the server's.
"""

from __future__ import annotations

import socket
from ipaddress import ip_address
from urllib.parse import urlsplit

from starlette.datastructures import Headers

from libertalia.server.settings import Settings


class Origins:
    """The names and origins that this server accepts."""

    def __init__(self, settings: Settings) -> None:
        self._others = {origin.strip() for origin in settings.origins.split(",") if origin.strip()}
        machine = socket.gethostname().lower()
        named = (name.strip().lower() for name in settings.hosts.split(","))
        self._names = {*named, machine, f"{machine}.local", *map(_name_of, self._others)} - {""}

    def is_ours(self, host: str | None) -> bool:
        """Whether a Host header names this server: by an address, a name of this machine, or one that was set.

        Browsers always send the header; a client that sends none is not a page.

        >>> ours = Origins(Settings(hosts="play.example"))
        >>> [ours.is_ours(host) for host in ("192.168.0.7:8000", "[::1]:8000", "localhost", "play.example", "evil.example", None)]
        [True, True, True, True, False, True]
        """
        if host is None:
            return True
        name = _name_of(f"//{host}")
        return name in self._names or name == "localhost" or name.endswith(".localhost") or _is_address(name)

    def allows(self, headers: Headers) -> bool:
        """Whether a request comes from a page of this server, from one that was allowed, or from no page at all."""
        origin = headers.get("origin")
        return origin is None or origin in self._others or (_place_of(origin) == headers.get("host"))


def _place_of(origin: str) -> str | None:
    """The name and the port of an origin."""
    try:
        return urlsplit(origin).netloc
    except ValueError:  # such as "http://["
        return None


def _name_of(address: str) -> str:
    try:
        return (urlsplit(address).hostname or "").rstrip(".")
    except ValueError:
        return ""


def _is_address(name: str) -> bool:
    try:
        ip_address(name)
    except ValueError:
        return False
    return True
