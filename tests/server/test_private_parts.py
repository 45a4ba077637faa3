"""Parts of other projects that are not public, and that we use all the same. `pyproject.toml` bounds their versions.

Where one of these tests fails, a new version has moved something: read what has become of it before the bound is raised.
"""

from __future__ import annotations

import inspect
from concurrent.futures import ProcessPoolExecutor

import psycopg
import pytest
import uvicorn
from psycopg.errors import _WaitTimeout
from uvicorn.protocols.http import httptools_impl
from uvicorn.protocols.websockets import websockets_sansio_impl

from libertalia.server.storage.postgresql import ImpatientAsyncConnection, ImpatientConnection
from libertalia.server.web.edge.http_protocol import HttpProtocol
from libertalia.server.web.edge.ws_protocol import WebSocketProtocol

HTTP = {
    *("connection_made", "connection_lost", "data_received", "on_message_begin", "on_header", "on_headers_complete"),
    *("on_message_complete", "on_response_complete", "handle_websocket_upgrade", "send_400_response"),
}
HTTP_FIELDS = {"app_state", "client", "headers", "loop", "parser", "pipeline", "scope", "transport", "url"}
WEBSOCKET = {
    *("connection_made", "connection_lost", "on_task_complete", "shutdown", "data_received", "keepalive_timeout"),
}
WEBSOCKET_FIELDS = {
    *("app_state", "close_sent", "close_timer", "conn", "disconnected", "handshake_initiated", "loop", "queue"),
    *("read_paused", "transport"),
}


def assigned(protocol: type) -> set[str]:
    """The fields that a protocol sets on itself."""
    source = inspect.getsource(protocol)
    return {line.split("self.", 1)[1].split("=")[0].split(":")[0].strip() for line in source.splitlines() if "self." in line}


@pytest.mark.parametrize(
    ("ours", "theirs", "methods", "fields"),
    [
        (HttpProtocol, httptools_impl.HttpToolsProtocol, HTTP, HTTP_FIELDS),
        (WebSocketProtocol, websockets_sansio_impl.WebSocketsSansIOProtocol, WEBSOCKET, WEBSOCKET_FIELDS),
    ],
)
def test_what_we_override_of_uvicorn_is_still_there(ours: type, theirs: type, methods: set[str], fields: set[str]) -> None:
    overridden = {name for name in vars(ours) if name in vars(theirs) and not name.startswith("__")}
    assert overridden == methods, "each of them calls what uvicorn calls by that name"
    assert fields <= assigned(theirs), f"uvicorn {uvicorn.__version__}"


def test_the_status_lines_of_uvicorn_are_still_there() -> None:
    assert httptools_impl.STATUS_LINE[431].startswith(b"HTTP/1.1 431 ")


def test_a_connection_of_psycopg_waits_by_a_method_that_can_be_overridden() -> None:
    assert list(inspect.signature(psycopg.Connection.wait).parameters) == ["self", "gen", "interval", "timeout"]
    assert list(inspect.signature(ImpatientConnection.wait).parameters) == ["self", "gen", "interval", "timeout"]
    assert list(inspect.signature(psycopg.AsyncConnection.wait).parameters)[:3] == ["self", "gen", "interval"]
    assert list(inspect.signature(ImpatientAsyncConnection.wait).parameters)[:3] == ["self", "gen", "interval"]
    assert list(inspect.signature(psycopg.waiting.wait_async).parameters) == ["gen", "fileno", "interval", "timeout"]
    assert issubclass(_WaitTimeout, Exception)


def test_the_processes_of_a_pool_can_be_killed() -> None:
    """From Python 3.14 on there is a method for it; before, a dictionary of the processes."""
    with ProcessPoolExecutor(1) as pool:
        pool.submit(int).result()
        assert hasattr(pool, "kill_workers") or list(pool._processes.values())
