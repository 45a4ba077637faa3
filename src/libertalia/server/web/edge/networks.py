"""What the limits of an address are counted by.

An IPv6 address counts as its /64, which is what a home or a phone has. But a site has a /48, with 65,536 of them for anybody who
rents a server. So only the first networks of a site count by themselves, and all its others together.
"""

from __future__ import annotations

from collections import Counter, OrderedDict
from ipaddress import IPv6Address, ip_address, ip_network
from typing import Final

from starlette.types import Scope

from libertalia.server.web.edge import limits


class Networks:
    """The networks that count by themselves.

    >>> networks = Networks(of_site=2)
    >>> networks.of("192.0.2.7"), networks.of("::ffff:192.0.2.7"), networks.of("a lie of a proxy's client")
    ('192.0.2.7', '192.0.2.7', '')
    >>> [networks.of(f"2001:db8:1:{number}::5") for number in (1, 2, 3, 4, 1)]
    ['2001:db8:1:1::/64', '2001:db8:1:2::/64', '2001:db8:1::/48', '2001:db8:1::/48', '2001:db8:1:1::/64']
    """

    def __init__(self, of_site: int = limits.NETWORKS_OF_A_SITE, known: int = limits.KNOWN_NETWORKS) -> None:
        self._of_site = of_site
        self._known = known
        self._site: OrderedDict[str, str] = OrderedDict()  # of each network; the one that came longest ago is the first
        self._networks: Counter[str] = Counter()  # how many there are of each site

    def of(self, address: str) -> str:
        """The network, or the site, that an address counts as. What is not an address counts as one, whatever it says."""
        try:
            parsed = ip_address(address.partition("%")[0])
        except ValueError:
            return ""
        if not isinstance(parsed, IPv6Address):
            return address
        if parsed.ipv4_mapped is not None:
            return str(parsed.ipv4_mapped)
        network, site = (str(ip_network((parsed, bits), strict=False)) for bits in (64, 48))
        if network not in self._site:
            if self._networks[site] >= self._of_site:
                return site
            self._add(network, site)
        self._site.move_to_end(network)
        return network

    def _add(self, network: str, site: str) -> None:
        self._site[network] = site
        self._networks[site] += 1
        if len(self._site) > self._known:
            _, left = self._site.popitem(last=False)
            self._networks[left] -= 1
            if not self._networks[left]:
                del self._networks[left]


_NETWORKS: Final = Networks()
network_of: Final = _NETWORKS.of


def client_of(scope: Scope) -> str:
    """Who sends a request, as the limits count it."""
    client = scope.get("client")
    return network_of(client[0]) if client else ""
