"""Workers of one machine hand websockets over to each other, so that the people of a table come together at one worker.

Any worker can serve anybody: they receive each other's entries. But where all people of a table are at one worker, a move is
applied once and sent once, and nobody races for its number. So each table has a home among the workers. A websocket that comes in
elsewhere goes there, with its request, over a Unix socket. If the home gives no sign of life, or can't use the database, the
websocket stays where it is. If the home dies before it has taken a websocket, the parent passes it on to another worker.
"""

from __future__ import annotations

import asyncio
import os
import re
import socket
import time
from asyncio import Transport
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any, Final
from zlib import crc32

_BEAT: Final = 0.25
"""Seconds between two signs of life."""
_RECENT: Final = 1.0
"""Seconds without a sign of life until a worker gets no connections."""
_MOST: Final = 65_536
"""Bytes of the longest message between workers. The head of a request is shorter."""
_SOCKET: Final = re.compile(rb"/api/tables/([^/?]+)/socket(\?.*)?")

POSSIBLE: Final = hasattr(socket, "send_fds")
"""Whether the system can hand connections over."""


class SignsOfLife:
    """When each worker last gave a sign of life, by the monotonic clock; 0 for never. Workers and parent share the memory."""

    def __init__(self, new_array: Callable[[str, int], Any], workers: int) -> None:
        """`new_array` is `RawArray` of a multiprocessing context."""
        self.alive_at = new_array("d", workers)
        self.ready_at = new_array("d", workers)
        """When it could last use the database, too."""

    def forget(self, place: int) -> None:
        """The worker at a place has ended, or is about to."""
        self.alive_at[place] = self.ready_at[place] = 0

    def give(self, place: int, ready: bool) -> None:
        self.alive_at[place] = time.monotonic()
        if ready:
            self.ready_at[place] = self.alive_at[place]

    def is_ready(self, place: int) -> bool:
        """Whether a worker can serve people just now."""
        return bool(time.monotonic() - self.ready_at[place] < _RECENT)


class Inbox:
    """Where a worker gets connections from the others. It outlives the worker."""

    def __init__(self) -> None:
        self.receiving, self.sending = socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)
        for end in (self.receiving, self.sending):
            end.setblocking(False)

    def pass_on(self, other: Inbox) -> None:
        """Send what is left here to the inbox of another worker."""
        with suppress(OSError):  # nothing is left here, or there is no room there
            while True:
                head, descriptors, _, _ = socket.recv_fds(self.receiving, _MOST, 1)
                try:
                    socket.send_fds(other.sending, [head], descriptors)
                finally:
                    for descriptor in descriptors:
                        os.close(descriptor)


class Handover:
    """Hands websockets over to other workers, and takes over theirs."""

    def __init__(self, place: int, inboxes: Sequence[Inbox], signs: SignsOfLife) -> None:
        """`place` is the worker's place among all."""
        self._place = place
        self._inboxes = inboxes
        self._signs = signs
        self._accepting: set[asyncio.Task[None]] = set()
        self._beating: asyncio.Task[None] | None = None

    def open(self, new_protocol: Callable[[], asyncio.Protocol], is_ready: Callable[[], bool]) -> None:
        """From now on, connections are taken over. Their protocols must not hand them on."""
        self._new_protocol = new_protocol
        self._beating = asyncio.create_task(self._beat(is_ready))
        if self._inboxes:
            asyncio.get_running_loop().add_reader(self._inboxes[self._place].receiving, self._receive)

    def close(self) -> None:
        """From now on, connections stay in the inbox."""
        if self._beating is not None:
            self._beating.cancel()
        self._signs.forget(self._place)
        if self._inboxes:
            asyncio.get_running_loop().remove_reader(self._inboxes[self._place].receiving)

    def hand_over(self, transport: Transport, url: bytes, head: bytes) -> bool:
        """Hand a websocket over to the home of its table; false if it stays here. The caller then closes its own end."""
        found = _SOCKET.fullmatch(url)
        if found is None or not self._inboxes:
            return False
        home = crc32(found[1]) % len(self._inboxes)
        if home == self._place or not self._signs.is_ready(home):
            return False
        try:
            socket.send_fds(self._inboxes[home].sending, [head], [transport.get_extra_info("socket").fileno()])
        except OSError:  # the inbox is full
            return False
        return True

    async def _beat(self, is_ready: Callable[[], bool]) -> None:
        while True:
            self._signs.give(self._place, is_ready())
            await asyncio.sleep(_BEAT)

    def _receive(self) -> None:
        with suppress(BlockingIOError):
            head, descriptors, _, _ = socket.recv_fds(self._inboxes[self._place].receiving, _MOST, 1)
            for descriptor in descriptors:
                task = asyncio.create_task(self._accept(socket.socket(fileno=descriptor), head))
                self._accepting.add(task)
                task.add_done_callback(self._accepting.discard)

    async def _accept(self, connection: socket.socket, head: bytes) -> None:
        connection.setblocking(False)
        with suppress(OSError):  # gone meanwhile
            _, protocol = await asyncio.get_running_loop().connect_accepted_socket(self._new_protocol, connection)
            protocol.data_received(head)
