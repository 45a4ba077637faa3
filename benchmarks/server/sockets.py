"""The least of HTTP and websockets that a load generator needs.

The generator must not be what is measured: so no library between the socket and the message, frames in one pass, nothing copied
but the text itself.
"""

from __future__ import annotations

import asyncio
import json
from typing import Any, TypeAlias

Json: TypeAlias = Any

HEADERS_END = b"\r\n\r\n"
UNMASKED = b"\0\0\0\0"
"""A mask that changes nothing. Servers must unmask all the same, so it costs them what any other mask costs."""

TEXT, CLOSE, PING = 0x81, 0x88, 0x89
PONG = 0x8A
SHORT, MEDIUM = 126, 127


class Refused(Exception):
    """The server did not do what it was asked for."""


def forwarded(address: str | None) -> str:
    """The header by which a proxy says for whom it calls."""
    return "" if address is None else f"X-Forwarded-For: {address}\r\n"


class Socket(asyncio.Protocol):
    """One websocket to a server: `received` is called with each text, `say` sends one."""

    def __init__(self) -> None:
        self._rest = b""
        self._open = False
        self.closed = False
        self.opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    async def connect(self, port: int, path: str, address: str | None = None) -> None:
        """Connects to a server on this machine and shakes hands; with an address, as a proxy for somebody there."""
        loop = asyncio.get_running_loop()
        self.transport, _ = await loop.create_connection(lambda: self, "127.0.0.1", port)
        self.transport.write(
            f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"{forwarded(address)}Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
        )
        await self.opened

    def received(self, text: bytes) -> None:
        raise NotImplementedError

    def say(self, text: bytes) -> None:
        size = len(text)
        head = bytes((TEXT, 0x80 | size)) if size < SHORT else bytes((TEXT, 0x80 | SHORT, size >> 8, size & 0xFF))
        self.transport.write(head + UNMASKED + text)

    def data_received(self, data: bytes) -> None:
        if self._rest:
            data = self._rest + data
        if not self._open:
            head, end, data = data.partition(HEADERS_END)
            if not end:
                self._rest = head
                return
            if b" 101 " not in head.split(b"\r\n", 1)[0]:
                self.opened.set_exception(Refused(head.decode("latin-1")))
                return
            self._open = True
            self.opened.set_result(None)
        at, end_of_data = 0, len(data)
        while end_of_data - at >= 2:
            size = data[at + 1]
            start = at + 2
            if size == SHORT:
                start = at + 4
                size = int.from_bytes(data[at + 2 : start], "big")
            elif size == MEDIUM:
                start = at + 10
                size = int.from_bytes(data[at + 2 : start], "big")
            stop = start + size
            if stop > end_of_data:
                break
            kind = data[at]
            if kind == TEXT:
                self.received(data[start:stop])
            elif kind == PING:
                self.transport.write(bytes((PONG, 0x80 | size)) + UNMASKED + data[start:stop])
            elif kind == CLOSE:
                self.closing(data[start:stop])
            at = stop
        self._rest = data[at:] if at else data

    def closing(self, reason: bytes) -> None:
        """The server says that it closes this socket, and why."""

    def connection_lost(self, error: Exception | None) -> None:
        self.closed = True
        if not self.opened.done():
            self.opened.set_exception(error or Refused("the server hung up"))

    def hang_up(self) -> None:
        if not self.closed:
            self.transport.close()


class Http:
    """One persistent connection to a server on this machine, for one call at a time."""

    def __init__(self, port: int) -> None:
        self.port = port
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def call(self, method: str, path: str, body: Json = None, address: str | None = None) -> Json:
        """Calls, and returns the answer's JSON; None for an answer that is none. With an address, as a proxy."""
        if self._streams is None:
            self._streams = await asyncio.open_connection("127.0.0.1", self.port)
        reader, writer = self._streams
        sent = b"" if body is None else json.dumps(body).encode()
        writer.write(
            f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\n"
            f"{forwarded(address)}Content-Type: application/json\r\nContent-Length: {len(sent)}\r\n\r\n".encode()
            + sent
        )
        head = (await reader.readuntil(HEADERS_END)).decode("latin-1").lower()
        length = next((line[15:] for line in head.split("\r\n") if line.startswith("content-length:")), "0")
        answer = await reader.readexactly(int(length))
        status = int(head.split(" ", 2)[1])
        if not 200 <= status < 300:
            raise Refused(f"{method} {path}: {status} {answer[:200]!r}")
        if "connection: close" in head:
            self.close()
        return json.loads(answer) if "application/json" in head else None

    def close(self) -> None:
        if self._streams is not None:
            self._streams[1].close()
            self._streams = None
