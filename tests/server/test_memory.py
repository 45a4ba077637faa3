"""What is over is freed at once, without a garbage collection: a full one stops everyone for a moment."""

from __future__ import annotations

import asyncio
import gc
import socket
from collections.abc import Iterator
from weakref import WeakSet

import pytest
import uvicorn
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from libertalia.server.app import create_app
from libertalia.server.settings import Settings
from libertalia.server.web.edge.http_protocol import HttpProtocol
from libertalia.server.web.edge.ws_protocol import WebSocketProtocol
from tests.server.raw import HERE, frame, handshake

pytestmark = pytest.mark.anyio

HELLO = frame(b'{"type": "hello"}')


@pytest.fixture
def protocols(monkeypatch: pytest.MonkeyPatch) -> Iterator[WeakSet[asyncio.Protocol]]:
    """The protocols of all connections that are still in memory. Nothing is collected meanwhile."""
    alive = WeakSet[asyncio.Protocol]()
    for theirs in (HttpToolsProtocol, WebSocketsSansIOProtocol):
        made = theirs.connection_made

        def note(self: asyncio.Protocol, transport: asyncio.Transport, made=made) -> None:  # type: ignore[no-untyped-def]
            alive.add(self)
            made(self, transport)

        monkeypatch.setattr(theirs, "connection_made", note)
    gc.disable()
    yield alive
    gc.enable()


async def come(port: int, sent: bytes) -> bytes:
    """Send something, and hang up after the answer."""
    reader, writer = await asyncio.open_connection(HERE, port)
    writer.write(sent)
    answer = await reader.readuntil(b"\r\n\r\n")
    if answer.startswith(b"HTTP/1.1 101 "):
        writer.write(HELLO)
        answer += await reader.read(4)
    writer.close()
    return answer


@pytest.mark.parametrize("settings", [{}, {"connections_a_second": 0.001}], ids=["no such table", "too many"])
async def test_a_connection_that_is_closed_is_freed(settings: dict[str, float], sqlite: str, protocols: WeakSet[object]) -> None:
    """Websockets that were refused, in both ways, and plain requests."""
    listening = socket.create_server((HERE, 0))
    port = listening.getsockname()[1]
    app = create_app(Settings(database=sqlite, **settings))  # type: ignore[arg-type]
    server = uvicorn.Server(uvicorn.Config(app, http=HttpProtocol, ws=WebSocketProtocol, log_config=None))
    serving = asyncio.create_task(server.serve([listening]))
    while not server.started:
        await asyncio.sleep(0.01)
    seen = 0
    for _ in range(30):
        answer = await come(port, handshake("AAAAAAAAAAAA", f"{HERE}:{port}"))
        assert answer.startswith(b"HTTP/1.1 101 ")
        assert (await come(port, b"GET /livez HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")).startswith(b"HTTP/1.1 200 ")
        seen = max(seen, len(protocols))
    assert seen, "they were watched"
    for _ in range(1000):
        if not protocols:
            break
        await asyncio.sleep(0.01)
    assert not list(protocols)
    server.should_exit = True
    await serving
