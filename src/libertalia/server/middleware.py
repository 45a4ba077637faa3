"""What stands between the world and the application: sizes, origins, headers."""

from __future__ import annotations

from typing import Final
from urllib.parse import urlsplit

import msgspec
from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

BODY: Final = 16_384
"""The longest body of a request."""

_CSP: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
HEADERS: Final = {
    "content-security-policy": _CSP,
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
}


def same_origin(headers: Headers, others: frozenset[str]) -> bool:
    """Whether a request comes from a page of this server, or from no page at all."""
    origin = headers.get("origin")
    if origin is None:
        return True
    return origin in others or urlsplit(origin).netloc == headers.get("host")


class SecurityMiddleware:
    """Refuses what is too long or comes from a stranger's page, and adds the headers that browsers heed.

    Websockets go straight to where they are served: they stay for hours, and what is made for requests would only be in the way.
    """

    def __init__(self, app: ASGIApp, sockets: ASGIApp, origins: frozenset[str]) -> None:
        self._app = app
        self._sockets = sockets
        self._origins = origins

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await (self._sockets if scope["type"] == "websocket" else self._app)(scope, receive, send)
            return
        headers = Headers(scope=scope)

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                into = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    into.setdefault(name, value)
                if scope["path"].startswith("/api/"):
                    into.setdefault("cache-control", "no-store")
            await send(message)

        if scope["method"] not in ("GET", "HEAD") and not same_origin(headers, self._origins):
            await _refuse(send_with_headers, 403, "origin", "This page belongs to another server.")
            return
        body = b""
        while True:
            message = await receive()
            if message["type"] == "http.disconnect":
                return
            body += message.get("body", b"")
            if len(body) > BODY:
                await _refuse(send_with_headers, 413, "too-long", f"A request has at most {BODY} bytes.")
                return
            if not message.get("more_body"):
                break
        whole: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

        async def receive_whole() -> Message:
            return whole.pop() if whole else await receive()

        await self._app(scope, receive_whole, send_with_headers)


async def _refuse(send: Send, status: int, key: str, message: str) -> None:
    body = msgspec.json.encode({"error": {"key": key, "message": message}})
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode()), (b"connection", b"close")]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
