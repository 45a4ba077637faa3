"""A whole voyage of each edition, played by clicks in browsers other than Chromium: `make browsers`.

These browsers have to be installed, so this is not part of `make test`.
"""

from __future__ import annotations

import json
import random
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
from playwright.async_api import Browser, async_playwright, expect

from tests.browsers import firefox
from tests.browsers.webkit import OPTIONS, WebKit, installed, webkit
from tests.page.visitor import AT_ONCE, Shadow, Visitor, first_parts, new_context, parts_of
from tests.server.harness import Server
from tests.server.people import Company

pytestmark = pytest.mark.anyio

expect.set_options(timeout=60_000)
DAYS = {"original": 6, "galecrest": 4}


@pytest.fixture(scope="module")
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture
async def browser(tmp_path: Path) -> AsyncIterator[Browser]:
    if firefox.executable() is None:
        pytest.skip("there is no Firefox")
    async with async_playwright() as playwright:
        browser = await playwright.firefox.launch(channel="moz-firefox", executable_path=firefox.launcher(tmp_path))
        yield browser
        await browser.close()


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    server = Server(str(tmp_path / "tables.sqlite"), tmp_path, luck="1").start()
    yield server
    server.kill()


@pytest.mark.parametrize("edition", list(DAYS))
async def test_a_voyage_in_firefox(server: Server, browser: Browser, edition: str) -> None:
    async with Company(server) as company:
        player = (await company.begin(1, ("greedy",) * 3, edition=edition))[0]
        context = await new_context(browser, server, {})
        visitor = Visitor(server, context, await context.new_page())
        await visitor.come(player.id, player.secret)
        await expect(visitor.table).to_be_visible()
        shadow = Shadow(visitor, player)
        await shadow.play(random.Random(1), days=DAYS[edition])
        assert player.view["voyage"] == 2
        await context.close()
        visitor.assert_untroubled()


async def answer(window: WebKit, chosen: str) -> None:
    """Click on the parts of an answer, and confirm it where that is asked for."""
    confirm = "[data-testid=confirm]"
    for part in parts_of(chosen):
        if part == parts_of(chosen)[0] or not await window.has(confirm):
            await window.click(f'.table button[data-option="{part}"]')
    if await window.has(confirm):
        await window.click(confirm)


@pytest.mark.skipif(not installed(), reason="there is no WebKitGTK with its driver, or no Xvfb")
@pytest.mark.parametrize("edition", list(DAYS))
async def test_a_voyage_in_webkit(server: Server, edition: str) -> None:
    rng = random.Random(1)
    async with Company(server) as company, webkit() as window:
        player = (await company.begin(1, ("greedy",) * 3, edition=edition))[0]
        await window.go(server.url)
        settings = json.dumps(json.dumps(AT_ONCE | {"lang": "en"}))
        await window.evaluate(f"localStorage.setItem('libertalia.settings', {settings})")
        await window.go(f"{server.url}/t/{player.id}#{player.secret}")
        while player.view["voyage"] == 1:
            decision, turn = await player.my_turn(), player.own["turn"]
            if player.view["voyage"] == 1 and (decision["kind"] == "pick" or len(decision["options"]) > 1):
                await window.until(f"{OPTIONS}.sort()", sorted(first_parts(decision["options"])))
                await answer(window, rng.choice(decision["options"]))
            await player.until(lambda turn=turn: player.own["turn"] > turn or player.view["voyage"] > 1)  # type: ignore[misc]
