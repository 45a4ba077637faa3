"""Middleware around the application: checks rates, names, origins and sizes of requests, and adds headers to answers."""

from __future__ import annotations

import asyncio
from weakref import WeakValueDictionary

import msgspec
from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from libertalia.server.web.edge import limits
from libertalia.server.web.edge.language import error_in, preferred_language
from libertalia.server.web.edge.networks import client_of
from libertalia.server.web.edge.origins import Origins
from libertalia.server.web.edge.rate_limit import RateLimiter, too_fast
from libertalia.server.web.edge.security_headers import HEADERS

_FILES = ("/assets/", "/engine/")
"""Files of the page that are sent as they are: many, cheap, and the same for everyone."""


class SecurityMiddleware:
    """Refuses requests that are too many, too long or from a foreign page, and adds security headers to answers.

    Websockets skip all of this: they stay for hours, and have limits of their own.
    """

    def __init__(self, app: ASGIApp, sockets: ASGIApp, origins: Origins, requests: RateLimiter) -> None:
        self._app = app
        self._sockets = sockets
        self._origins = origins
        self._requests = requests
        self._turns: WeakValueDictionary[str, asyncio.Semaphore] = WeakValueDictionary()  # of addresses that wait for answers

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await (self._sockets if scope["type"] == "websocket" else self._app)(scope, receive, send)
            return
        headers, address = Headers(scope=scope), client_of(scope)
        if not reads_gzip(headers.get("accept-encoding", "")):
            scope["headers"] = [(name, value) for name, value in scope["headers"] if name != b"accept-encoding"]

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                into = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    into.setdefault(name, value)
                if scope["path"].startswith("/api/"):
                    into.setdefault("cache-control", "no-store")
                if not scope["path"].startswith(_FILES):
                    into.add_vary_header("Accept-Language")  # errors, sentences, and the page's previews
            await send(message)

        price = limits.FILE_PRICE if scope["path"].startswith(_FILES) else 1
        if not self._requests.take(address, price):
            error = error_in(preferred_language(headers.get("accept-language")), too_fast())
            await _refuse(send_with_headers, 429, error.key, error.message)
            return
        if not self._origins.is_ours(headers.get("host")):
            await _refuse(
                send_with_headers, 421, "host", "This server has another name. Its host can allow this one: LIBERTALIA_HOSTS."
            )
            return
        if scope["method"] not in ("GET", "HEAD") and not self._origins.allows(headers):
            await _refuse(send_with_headers, 403, "origin", "This page belongs to another server.")
            return
        body = b""
        while True:
            message = await receive()
            if message["type"] == "http.disconnect":
                return
            body += message.get("body", b"")
            if len(body) > limits.BODY:
                await _refuse(send_with_headers, 413, "too-long", f"A request has at most {limits.BODY} bytes.")
                return
            if not message.get("more_body"):
                break
        whole: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

        async def receive_whole() -> Message:
            return whole.pop() if whole else await receive()

        async with self._turns.setdefault(address, asyncio.Semaphore(limits.ANSWERED_AT_ONCE)):
            await self._app(scope, receive_whole, send_with_headers)


def reads_gzip(accepted: str) -> bool:
    """Whether a client reads gzip, by its header. What is behind this middleware only looks for the word.

    >>> [reads_gzip(each) for each in ("gzip, br", "br;q=1.0, GZIP; q=0.5", "gzip;q=0", "gzip ; Q=0.000, identity", "br", "")]
    [True, True, False, False, False, False]
    """
    for coding in accepted.lower().replace(" ", "").split(","):
        name, _, weight = coding.partition(";")
        if name == "gzip":
            return weight.removeprefix("q=").strip("0.") != "" or not weight
    return False


async def _refuse(send: Send, status: int, key: str, message: str) -> None:
    body = msgspec.json.encode({"error": {"key": key, "message": message}})
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode()), (b"connection", b"close")]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
