"""Drives WebKitGTK's small browser by WebDriver, on a screen that nobody sees. Debian: webkit2gtk-driver and xvfb."""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import subprocess
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx

from tests.server.harness import PATIENCE, free_port

BROWSER = next(iter(sorted(Path("/usr/lib").glob("*/webkit2gtk-4.*/MiniBrowser"))), None)
OPTIONS = "return [...document.querySelectorAll('.table button[data-option]')].map(one => one.dataset.option)"


def installed() -> bool:
    return BROWSER is not None and all(map(shutil.which, ("WebKitWebDriver", "Xvfb")))


class WebKit:
    """A window."""

    def __init__(self, client: httpx.AsyncClient) -> None:
        self._client = client

    async def _do(self, command: str, **body: Any) -> Any:
        answer = await self._client.post(command, json=body)
        assert answer.is_success, f"{command} {body}: {answer.text}"
        return answer.json()["value"]

    async def go(self, address: str) -> None:
        await self._do("url", url=address)

    async def evaluate(self, script: str) -> Any:
        return await self._do("execute/sync", script=script, args=[])

    async def has(self, selector: str) -> bool:
        return bool(await self.evaluate(f"return document.querySelector({json.dumps(selector)}) !== null"))

    async def click(self, selector: str) -> None:
        """Click on it where it lies, if nothing lies over it."""
        element = await self._do("element", using="css selector", value=selector)
        await self._do(f"element/{next(iter(element.values()))}/click")

    async def until(self, script: str, wanted: object) -> None:
        async with asyncio.timeout(PATIENCE):
            while (found := await self.evaluate(script)) != wanted:
                await asyncio.sleep(0.1)
        assert found == wanted


@asynccontextmanager
async def webkit(width: int = 1280, height: int = 800) -> AsyncIterator[WebKit]:
    """A window of this size, with nothing stored in it."""
    port, display = free_port(), f":{os.getpid() % 30_000 + 100}"
    size = f"{width + 100}x{height + 200}x24"
    screen = subprocess.Popen(["Xvfb", display, "-screen", "0", size], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    environ = os.environ | {"DISPLAY": display, "WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS": "1", "LIBGL_ALWAYS_SOFTWARE": "1"}
    driver = subprocess.Popen(["WebKitWebDriver", f"--port={port}"], env=environ, stderr=subprocess.DEVNULL)
    wish = {"webkitgtk:browserOptions": {"binary": str(BROWSER), "args": ["--automation"]}}
    try:
        async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", timeout=PATIENCE) as client:
            async with asyncio.timeout(PATIENCE):
                while True:
                    try:
                        answer = await client.post("/session", json={"capabilities": {"alwaysMatch": wish}})
                        break
                    except httpx.ConnectError:
                        await asyncio.sleep(0.1)
            session = f"/session/{answer.json()['value']['sessionId']}"
            client.base_url = httpx.URL(f"http://127.0.0.1:{port}{session}/")
            window = WebKit(client)
            await window._do("window/rect", width=width, height=height)
            yield window
            await client.delete("")
    finally:
        driver.terminate()
        driver.wait()
        screen.terminate()
        screen.wait()
