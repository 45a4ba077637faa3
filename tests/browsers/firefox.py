"""Starts Debian's Firefox for Playwright: `python -m tests.browsers.firefox ARGUMENTS…`.

Playwright speaks WebDriver BiDi with an unpatched Firefox. It sends one command that a long-term release does not know yet. So
this stands between the two, and answers that one itself.
"""

from __future__ import annotations

import asyncio
import json
import re
import shutil
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path

from websockets.asyncio.client import ClientConnection, connect
from websockets.asyncio.server import ServerConnection, serve

NAMES = ("firefox-esr", "firefox")
UNKNOWN = "emulation.setMediaFeaturesOverride"
"""Dark or light: the page has settings of its own for that."""


def executable() -> str | None:
    return next(filter(None, map(shutil.which, NAMES)), None)


def launcher(folder: Path) -> Path:
    """A program in a folder that starts Firefox as this module does."""
    program = folder / "firefox"
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m {__name__} "$@"\n')
    program.chmod(0o755)
    return program


async def _until_first(*ways: Awaitable[None]) -> None:
    tasks = [asyncio.ensure_future(way) for way in ways]
    _, others = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    for other in others:
        other.cancel()


def _between(address: str) -> Callable[[ServerConnection], Awaitable[None]]:
    async def to_firefox(playwright: ServerConnection, firefox: ClientConnection) -> None:
        async for text in playwright:
            message = json.loads(text)
            if message.get("method") == UNKNOWN:
                await playwright.send(json.dumps({"type": "success", "id": message["id"], "result": {}}))
            else:
                await firefox.send(text)

    async def to_playwright(playwright: ServerConnection, firefox: ClientConnection) -> None:
        async for text in firefox:
            await playwright.send(text)

    async def handle(playwright: ServerConnection) -> None:
        assert playwright.request
        async with connect(address + playwright.request.path, max_size=None) as firefox:
            await _until_first(to_firefox(playwright, firefox), to_playwright(playwright, firefox))

    return handle


async def main() -> None:
    program = executable()
    if program is None:
        sys.exit("There is no Firefox. Debian has it in the package firefox-esr.")
    firefox = await asyncio.create_subprocess_exec(program, *sys.argv[1:], stderr=asyncio.subprocess.PIPE)
    assert firefox.stderr
    address = None
    while address is None:
        line = (await firefox.stderr.readline()).decode()
        if not line:
            sys.exit("Firefox has ended before it could be spoken to.")
        address = re.search(r"ws://\S+", line)
    async with serve(_between(address.group()), "127.0.0.1", 0, max_size=None) as server:
        port = next(iter(server.sockets)).getsockname()[1]
        print(f"WebDriver BiDi listening on ws://127.0.0.1:{port}", file=sys.stderr, flush=True)
        while await firefox.stderr.readline():
            pass
        await firefox.wait()


if __name__ == "__main__":
    asyncio.run(main())
