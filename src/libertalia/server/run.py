"""`libertalia serve`: runs the server, with one worker or several."""

from __future__ import annotations

import asyncio
import logging.config
import os
import signal
import socket
import sys
import tempfile
import threading
import time
import webbrowser
from contextlib import suppress
from typing import Any, Final

import uvicorn

from libertalia.server.cluster.workers import run_workers
from libertalia.server.json_logging import CONFIG
from libertalia.server.process_end import exit_on
from libertalia.server.settings import InvalidSettings, Settings
from libertalia.server.storage import Database, DatabaseAway, UpgradePending
from libertalia.words import visible

_OPTIONS: Final[dict[str, Any]] = {
    "app": "libertalia.server.app:create_app",
    "factory": True,
    "log_config": CONFIG,
    "access_log": False,  # the addresses of tables are half a secret
    "server_header": False,
    "http": "libertalia.server.web.edge.http_protocol:HttpProtocol",
    "ws": "libertalia.server.web.edge.ws_protocol:WebSocketProtocol",
    "ws_max_size": 16_384,
    "ws_per_message_deflate": False,  # views are small and many
    "ws_ping_interval": 20,
    "ws_ping_timeout": 20,
    "timeout_graceful_shutdown": 5,
}
"""How uvicorn runs a worker."""
_RETRY: Final = 1.0
"""Seconds between two tries to open the database at the start."""


def run(settings: Settings, host: str, port: int, workers: int, show: bool = False) -> int:
    """Run the server until it is stopped, and show its page, where there is a browser; the exit code."""
    if workers > 1 and not settings.shared:
        raise InvalidSettings("Several workers need PostgreSQL: --database postgresql://…")
    asyncio.run(_check(settings))
    listening = _bind(host, port)
    port = listening.getsockname()[1]
    settings.called(host).to_environment()
    exit_on(signal.SIGTERM)
    print(f"Libertalia is at http://{host}:{port}", flush=True)
    if show:
        threading.Thread(target=_show, args=(host, port), daemon=True).start()
    if workers == 1:
        uvicorn.Server(uvicorn.Config(**_OPTIONS)).run([listening])
        return 0
    with tempfile.TemporaryDirectory(prefix="libertalia-") as folder:
        os.environ["PROMETHEUS_MULTIPROC_DIR"] = folder
        logging.config.dictConfig(CONFIG)
        return run_workers(_OPTIONS, listening, workers)


def _bind(host: str, port: int) -> socket.socket:
    listening = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
    except OSError as error:
        listening.close()
        raise InvalidSettings(f"The server can't listen at {host}:{port}: {error.strerror}. Choose another --port.") from None
    return listening


def _show(host: str, port: int) -> None:
    """Open the page when the server answers. Without a screen, the browser found might be one for the terminal."""
    if sys.platform.startswith("linux") and not (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")):
        return
    for _ in range(100):
        with suppress(OSError), socket.create_connection((host, port), timeout=1):
            webbrowser.open(f"http://{host}:{port}")
            return
        time.sleep(0.2)


async def _check(settings: Settings) -> None:
    """See that the database can be used before any worker starts; one that is away is waited for, as the host has set it.

    Once it runs, a worker never gives up, whatever the database says: no person may be there to start the server again.
    """
    end = time.monotonic() + settings.database_seconds
    waiting = False
    while True:
        database = Database(settings.url)
        try:
            return await database.open()
        except UpgradePending as error:
            return print(visible(f"{error}"), file=sys.stderr, flush=True)
        except DatabaseAway as error:
            if not settings.shared or time.monotonic() >= end:
                raise
            if not waiting:
                print(visible(f"{error} The server waits for it."), file=sys.stderr, flush=True)
                waiting = True
        finally:
            await database.close()
        await asyncio.sleep(_RETRY)
