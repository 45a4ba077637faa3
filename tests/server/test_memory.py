"""What is over is freed at once, without a garbage collection: a full one stops everyone for a moment."""

from __future__ import annotations

import asyncio
import gc
import socket
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from weakref import WeakSet

import httpx
import pytest
import uvicorn
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from libertalia.server.app import create_app
from libertalia.server.settings import Settings
from libertalia.server.web.edge import limits
from libertalia.server.web.edge.http_protocol import HttpProtocol
from libertalia.server.web.edge.ws_protocol import WebSocketProtocol
from tests.server.evidence import talk
from tests.server.raw import HERE, frame, handshake, shake_hands

pytestmark = pytest.mark.anyio

HELLO = frame(b'{"type": "hello"}')
ASK = frame(b'{"type": "history", "before": 4000}')


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


@dataclass(frozen=True)
class Listener:
    port: int


@asynccontextmanager
async def serving(settings: Settings) -> AsyncIterator[Listener]:
    """A server in this process."""
    listening = socket.create_server((HERE, 0))
    app = create_app(settings)
    server = uvicorn.Server(uvicorn.Config(app, http=HttpProtocol, ws=WebSocketProtocol, log_config=None))
    task = asyncio.create_task(server.serve([listening]))
    while not server.started:
        await asyncio.sleep(0.01)
    yield Listener(listening.getsockname()[1])
    server.should_exit = True
    await task


async def assert_freed(protocols: WeakSet[asyncio.Protocol]) -> None:
    for _ in range(1000):
        if not protocols:
            break
        await asyncio.sleep(0.01)
    assert not list(protocols)


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
async def test_a_connection_that_is_closed_is_freed(
    settings: dict[str, float], sqlite: str, protocols: WeakSet[asyncio.Protocol]
) -> None:
    """Websockets that were refused, in both ways, and plain requests."""
    async with serving(Settings(database=sqlite, **settings)) as server:  # type: ignore[arg-type]
        port, seen = server.port, 0
        for _ in range(30):
            answer = await come(port, handshake("AAAAAAAAAAAA", f"{HERE}:{port}"))
            assert answer.startswith(b"HTTP/1.1 101 ")
            assert (await come(port, b"GET /livez HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")).startswith(b"HTTP/1.1 200 ")
            seen = max(seen, len(protocols))
        assert seen, "they were watched"
        await assert_freed(protocols)


async def test_who_never_listens(sqlite: str, protocols: WeakSet[asyncio.Protocol]) -> None:
    """Watchers ask for a long history again and again, and read nothing. Little waits for each, and then they are freed."""
    text = "\N{WAVING BLACK FLAG}" * 300
    page = 200 * len(text.encode())  # bytes of the texts in one answer
    async with serving(Settings(database=sqlite, idle=0.1, heartbeat=0.1)) as server:
        async with httpx.AsyncClient(base_url=f"http://{HERE}:{server.port}", trust_env=False) as client:
            body = {"edition": "original", "players": 2, "me": {"name": "Ines"}}
            table = (await client.post("/api/tables", json=body)).json()["table"]
            while "libertalia_tables 0.0" not in (await client.get("/metrics")).text:
                await asyncio.sleep(0.05)
        await asyncio.to_thread(talk, sqlite, table, text, 4000)
        await assert_freed(protocols)
        most = 0

        async def measure() -> None:
            nonlocal most
            while True:
                most = max([most, *(each.unsent_bytes for each in protocols if isinstance(each, WebSocketProtocol))])
                await asyncio.sleep(0)

        measuring = asyncio.create_task(measure())
        deaf = [await asyncio.to_thread(shake_hands, server, table, HELLO + ASK * 20) for _ in range(10)]
        await asyncio.sleep(0.1)
        await assert_freed(protocols)
        measuring.cancel()
        assert limits.UNREAD < most < limits.UNREAD + 2 * page
        for there in deaf:
            there.close()
