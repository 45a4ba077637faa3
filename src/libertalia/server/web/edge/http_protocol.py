"""uvicorn's HTTP with limits: the size of a request, a timeout for sending it, and a timeout for reading the answer.

It overrides methods of uvicorn that are not public, so `pyproject.toml` bounds uvicorn's version and a test names each of them.
"""

from __future__ import annotations

from asyncio import TimerHandle, Transport
from collections.abc import Callable
from typing import Final, Protocol

import msgspec
from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol

from libertalia.server.web.edge import limits
from libertalia.server.web.edge.connection_limit import ConnectionLimits
from libertalia.server.web.edge.security_headers import HEADERS
from libertalia.server.web.edge.ws_protocol import WebSocketProtocol

_ERRORS: Final = {
    400: ("http", "That is not an HTTP request."),
    408: ("too-slow", "The request took too long to come in."),
    431: ("too-long", f"The head of a request has at most {limits.HEAD:,} bytes and {limits.MOST_HEADERS} headers."),
}


class Routing(Protocol):
    """Where websockets are served, if there are several workers."""

    def hand_over(self, transport: Transport, url: bytes, head: bytes) -> bool:
        """Hand a websocket over to another worker; false if it stays here. The caller then closes its own end."""


class HttpProtocol(HttpToolsProtocol):
    def connection_made(self, transport: Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._limits: ConnectionLimits = self.app_state["connection_limits"]
        self._timer: TimerHandle | None = None
        self._in_head = True
        self._size = 0  # of the request so far
        self._idle = False  # whether the last request was answered, and no other has begun
        self._refusal = 400
        if self._limits.admit(transport, self.client[0] if self.client else ""):
            self._set_timer(self._limits.request_seconds, self._too_slow)
        else:
            transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_timer()
        self._limits.leave(self.transport)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if self.transport.is_closing():
            return
        if self._idle:
            self._idle = False
            self._set_timer(self._limits.request_seconds, self._too_slow)
        self._size += len(data)
        super().data_received(data)
        if self._size > limits.HEAD and self._in_head:
            self._refuse(431)
        elif self._size > limits.REQUEST:
            self.transport.abort()

    def on_message_begin(self) -> None:
        if len(self.pipeline) >= limits.PIPELINED:
            raise ValueError("too many requests at once")  # the parser stops, and `send_400_response` is called
        self._in_head = True
        super().on_message_begin()

    def on_header(self, name: bytes, value: bytes) -> None:
        if len(self.headers) >= limits.MOST_HEADERS:
            self._refusal = 431
            raise ValueError("too many headers")
        super().on_header(name, value)

    def on_headers_complete(self) -> None:
        self._in_head = False
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        self._size = 0
        self._limits.begin(self.transport)
        self._set_timer(limits.READ_TIMEOUT, self.transport.abort)
        super().on_message_complete()

    def on_response_complete(self) -> None:
        self._idle = not self.pipeline
        self._limits.wait(self.transport)
        self._set_timer(limits.READ_TIMEOUT, self.transport.abort)
        super().on_response_complete()

    def handle_websocket_upgrade(self) -> None:
        self._stop_timer()
        routing: Routing | None = self.app_state.get("routing")
        if routing is not None and routing.hand_over(self.transport, self.url, self._head()):
            self.transport.abort()  # only this end of it: the connection lives on
            return
        super().handle_websocket_upgrade()
        self.parser = None  # type: ignore[assignment]  # it refers back to this protocol, which is done
        websocket = self.transport.get_protocol()
        if isinstance(websocket, WebSocketProtocol) and websocket.handshake_initiated:
            self._limits.upgrade(self.transport)
        else:
            self._refuse(400)  # a websocket can't begin like that: with a body, or with a header that is too long

    def _head(self) -> bytes:
        """The head of the request, as it came in."""
        lines = [self.scope["method"].encode() + b" " + self.url + b" HTTP/1.1"]
        lines += [name + b": " + value for name, value in self.scope["headers"]]
        return b"\r\n".join((*lines, b"", b""))

    def send_400_response(self, msg: str) -> None:
        self._refuse(self._refusal)

    def _too_slow(self) -> None:
        if self._size:
            self._refuse(408)
        else:
            self.transport.abort()

    def _refuse(self, status: int) -> None:
        """Answer without the application, and hang up."""
        body = msgspec.json.encode({"error": dict(zip(("key", "message"), _ERRORS[status], strict=True))})
        headers = {**HEADERS, "content-type": "application/json", "content-length": str(len(body)), "connection": "close"}
        head = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
        self.transport.write(STATUS_LINE[status] + head.encode() + b"\r\n" + body)
        self.transport.close()
        self._set_timer(limits.REFUSED_TIMEOUT, self.transport.abort)

    def _set_timer(self, seconds: float, then: Callable[[], None]) -> None:
        self._stop_timer()
        self._timer = self.loop.call_later(seconds, then)

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
