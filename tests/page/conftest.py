"""A browser, a server, and people who come to it with pages of their own."""

from __future__ import annotations

import asyncio
import functools
import inspect
import json
import os
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Browser, async_playwright, expect

from tests.page.browser import ARGUMENTS, executable
from tests.page.visitor import Visitor, new_context
from tests.server.harness import PATIENCE, Json, Server
from tests.server.people import Company

expect.set_options(timeout=60_000)

LUCK = os.environ.get("LIBERTALIA_LUCK", "1")
"""Every table is dealt alike: what one deal shows today it shows tomorrow. Another number plays other games."""

LIMIT = 2 * PATIENCE
"""Seconds after which a test fails, wherever it waits. Much of Playwright (`evaluate`, CDP sessions) waits without a limit."""

Visit = Callable[..., Awaitable[Visitor]]


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> None:
    """Limit the time of each test. The error shows what it was waiting for."""
    test = pyfuncitem.obj
    if inspect.iscoroutinefunction(test):

        @functools.wraps(test)
        async def limited(**given: Any) -> None:
            async with asyncio.timeout(LIMIT):
                await test(**given)

        pyfuncitem.obj = limited


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(scope="session")
async def browser() -> AsyncIterator[Browser]:
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=executable(), args=ARGUMENTS)
        yield browser
        await browser.close()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("page")
    server = Server(str(folder / "tables.sqlite"), folder, luck=LUCK).start()
    yield server
    server.stop()


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[Server]:
    """A server that a test may kill."""
    server = Server(str(tmp_path / "tables.sqlite"), tmp_path, luck=LUCK).start()
    yield server
    server.kill()


class Dealt:
    """A server at which every table is laid like the last position that was given to it, with the usual luck. Tests share it."""

    def __init__(self, server: Server, file: Path) -> None:
        self.server = server
        self.file = file

    def lay(self, position: Json) -> None:
        self.file.write_text(json.dumps(position))


@pytest.fixture(scope="session")
def dealt(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Dealt]:
    folder = tmp_path_factory.mktemp("dealt")
    server = Server(str(folder / "tables.sqlite"), folder, dealt=folder / "dealt.json", luck=LUCK).start()
    yield Dealt(server, folder / "dealt.json")
    server.kill()


@pytest.fixture
async def company(server: Server) -> AsyncIterator[Company]:
    """People who come over sockets, without a page."""
    async with Company(server) as people:
        yield people


@pytest.fixture
async def visit(browser: Browser, server: Server) -> AsyncIterator[Visit]:
    """Opens pages: `await visit()`, with options of Playwright's contexts and `settings` of the page.

    Nothing may go wrong in them: no error in the console, no request that fails, nothing that the page's policy forbids.
    """
    visitors: list[Visitor] = []

    async def come(at: Server = server, settings: dict[str, Any] | None = None, **options: Any) -> Visitor:
        context = await new_context(browser, at, settings or {}, **({"reduced_motion": "reduce"} | options))
        context.set_default_timeout(60_000)
        visitors.append(Visitor(at, context, await context.new_page()))
        return visitors[-1]

    yield come
    for visitor in visitors:
        async with asyncio.timeout(LIMIT):
            await visitor.context.close()
    for visitor in visitors:
        visitor.assert_untroubled()
