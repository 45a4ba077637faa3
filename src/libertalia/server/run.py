"""`libertalia serve`."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import sys
import tempfile
import threading
import time
import webbrowser
from contextlib import suppress

import uvicorn

from libertalia.server.json_logging import CONFIG
from libertalia.server.settings import InvalidSettings, Settings
from libertalia.server.storage import Database


def run(settings: Settings, host: str, port: int, workers: int, show: bool = False) -> None:
    """Run the server until it is stopped; and show its page, where there is a browser."""
    if workers > 1 and not settings.shared:
        raise InvalidSettings("Several workers need PostgreSQL: --database postgresql://…")
    asyncio.run(_check(settings))
    _check_port(host, port)
    settings.to_environment()
    print(f"Libertalia is at http://{host}:{port}", flush=True)
    if show:
        threading.Thread(target=_show, args=(host, port), daemon=True).start()
    signal.signal(signal.SIGTERM, lambda *_: None)  # uvicorn stops for it, and then would end the process by it once more
    with tempfile.TemporaryDirectory(prefix="libertalia-") as folder:
        if workers > 1:
            os.environ["PROMETHEUS_MULTIPROC_DIR"] = folder
        uvicorn.run(
            "libertalia.server.app:create_app",
            factory=True,
            host=host,
            port=port,
            workers=workers,
            log_config=CONFIG,
            access_log=False,  # the addresses of tables are half a secret
            server_header=False,
            ws="libertalia.server.ws_protocol:WebSocketProtocol",
            ws_max_size=16_384,
            ws_per_message_deflate=False,  # views are small and many
            ws_ping_interval=20,
            ws_ping_timeout=20,
            timeout_graceful_shutdown=5,
        )


def _check_port(host: str, port: int) -> None:
    with socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as error:
            raise InvalidSettings(f"Nobody can listen at {host}:{port}: {error.strerror}. Choose another --port.") from None


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
    """See that the database can be used before any worker starts, and say so in one sentence if not."""
    database = Database(settings.url)
    try:
        await database.open()
    finally:
        await database.close()
