"""Pictures of playing on one's own device."""

from __future__ import annotations

from typing import TYPE_CHECKING

from playwright.async_api import Route, expect

from tests.page.test_handing import LOADING, PEOPLE, answer, hold, sit_down
from tests.page.visitor import Visitor
from tests.server.harness import Server

if TYPE_CHECKING:
    from docs.screens.page import Photographer

LOOKS = ("desktop-light", "phone-dark")
NOTED = "window.handing = { picks: {} }"


async def device(photographer: Photographer, server: Server) -> None:
    """Home, the way to a table, and handing the device on."""
    for look in LOOKS:
        for state, prepare in (("here", _here), ("away", _away), ("none", _without_server)):
            async with photographer.visit(server, look) as visitor:
                await prepare(visitor)
                await photographer.shoot(visitor.page, f"device-home-{state}-{look}")
        for state in ("coming", "failed"):
            async with photographer.visit(server, look) as visitor:
                await _no_engine(visitor, fails=state == "failed")
                await photographer.shoot(visitor.page, f"device-{state}-{look}")
        async with photographer.visit(server, look) as visitor:
            await _handing(photographer, visitor, look)


async def _here(visitor: Visitor) -> None:
    await visitor.go("/")
    await visitor.at("on-device").click()
    await expect(visitor.at("together")).to_be_visible()


async def _away(visitor: Visitor) -> None:
    await visitor.context.route("**/api/**", lambda route: route.abort())
    await visitor.go("/")
    await expect(visitor.at("away")).to_be_visible()


async def _without_server(visitor: Visitor) -> None:
    async def written(route: Route) -> None:
        """The page as `libertalia site` writes it."""
        page = await (await route.fetch()).text()
        await route.fulfill(
            body=page.replace("</head>", '<meta name="libertalia-server" content="none"></head>'), content_type="text/html"
        )

    await visitor.page.route(f"{visitor.server.url}/", written)
    await visitor.go("/")
    await expect(visitor.at("no-server")).to_be_visible()


async def _no_engine(visitor: Visitor, fails: bool) -> None:
    """The largest file does not come: not yet, or not at all."""

    async def stopped(route: Route) -> None:
        if fails:
            await route.abort()

    await visitor.page.route("**/pyodide.asm.wasm", stopped)
    await _here(visitor)
    await visitor.at("play-now").click()
    await expect(visitor.page.locator(f".arriving[data-state={'failed' if fails else 'loading'}]")).to_be_visible()
    await visitor.page.wait_for_load_state("domcontentloaded")


async def _handing(photographer: Photographer, visitor: Visitor, look: str) -> None:
    await visitor.page.add_init_script(NOTED)
    await sit_down(visitor)
    await hold(visitor)
    await visitor.page.locator("button[data-hand]").first.wait_for()
    await answer(visitor)
    await photographer.shoot(visitor.page, f"device-picked-{look}")
    await visitor.at("hand-on").click()
    await expect(visitor.at("curtain").locator("h1")).to_contain_text(PEOPLE[1], timeout=LOADING)
    await photographer.shoot(visitor.page, f"device-curtain-{look}")
    if look.startswith("phone"):
        other = await visitor.context.new_page()
        await other.goto(visitor.page.url)
        await expect(other.get_by_test_id("play-here")).to_be_visible(timeout=LOADING)
        await photographer.shoot(other, "device-elsewhere-phone-dark")
    await visitor.go("/")
    await visitor.at("together").click()
    await expect(visitor.at("person")).to_have_count(len(PEOPLE))
    await photographer.shoot(visitor.page, f"device-who-{look}")
