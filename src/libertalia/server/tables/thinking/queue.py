"""A fair queue: nobody waits for all the items of somebody else."""

from __future__ import annotations

from collections import OrderedDict, deque
from typing import Generic, TypeVar

Item = TypeVar("Item")


class FairQueue(Generic[Item]):
    """Hosts take turns; a host's tables take turns when it is the host's turn; what comes from one table stays in order.

    >>> queue = FairQueue[str]()
    >>> for item in ("a1", "a2", "a3"):
    ...     queue.put("ann", "one", item)
    >>> queue.put("ann", "two", "b1")
    >>> queue.put("bob", "three", "c1")
    >>> queue.waiting("ann"), queue.waiting("bob"), queue.waiting("eve")
    (4, 1, 0)
    >>> [queue.get() for _ in range(5)]
    ['a1', 'c1', 'b1', 'a2', 'a3']
    """

    def __init__(self) -> None:
        self._hosts: OrderedDict[str, OrderedDict[str, deque[Item]]] = OrderedDict()

    def __bool__(self) -> bool:
        return bool(self._hosts)

    def waiting(self, host: str) -> int:
        """How many items of a host wait."""
        return sum(map(len, self._hosts.get(host, {}).values()))

    def put(self, host: str, table: str, item: Item) -> None:
        self._hosts.setdefault(host, OrderedDict()).setdefault(table, deque()).append(item)

    def get(self) -> Item:
        """The item whose turn it is; `KeyError` if none waits."""
        host, tables = self._hosts.popitem(last=False)
        table, items = tables.popitem(last=False)
        item = items.popleft()
        if items:
            tables[table] = items
        if tables:
            self._hosts[host] = tables
        return item
