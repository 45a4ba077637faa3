"""The voyage of the day on its page: sailed, shared, seen on the board the next day."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.async_api import Route, expect

from tests.page.conftest import Visit
from tests.page.test_accessibility import is_accessible
from tests.page.visitor import PHONE, Visitor
from tests.server.days import JORIS, Calendar, set_sail, today
from tests.server.harness import Server
from tests.server.people import Company, play_out

pytestmark = pytest.mark.anyio


@pytest.fixture
def calendar(tmp_path: Path) -> Calendar:
    return Calendar(tmp_path)


@pytest.fixture
def harbour(tmp_path: Path, calendar: Calendar) -> Iterator[Server]:
    server = Server(str(tmp_path / "tables.sqlite"), tmp_path, calendar=calendar.file, review_seconds=2).start()
    yield server
    server.kill()


async def sail_out(visitor: Visitor, company: Company, luck: int = 0) -> list[int]:
    """Play the voyage that the page shows to its end, over a socket; the scores."""
    await expect(visitor.table).to_be_visible()
    me = await company.come(visitor.table_id, await visitor.secret())
    scores = await play_out([me], luck)
    await expect(visitor.at("result")).to_be_visible()
    return scores


async def test_a_voyage_is_sailed_shared_and_seen_the_next_day(harbour: Server, calendar: Calendar, visit: Visit) -> None:
    visitor = await visit(harbour, {"name": "Ines"}, permissions=["clipboard-read", "clipboard-write"])
    async with Company(harbour) as company:
        await visitor.go("/today")
        await expect(visitor.at("date")).to_contain_text("Tuesday 17 November")
        await expect(visitor.at("crew").locator(".card")).to_have_count(9)
        await expect(visitor.at("nobody")).to_have_text("You would be the first today.")
        await visitor.at("crew").locator(".card").nth(4).focus()
        await expect(visitor.at("plate").locator("h2")).not_to_have_text("The same for everyone")
        await is_accessible(visitor, "before")

        await visitor.at("set-sail").click()
        await expect(visitor.page.locator(".top .voyage")).to_contain_text("Game of the day")
        await visitor.choose((await visitor.hand())[0])
        await expect(visitor.at("ask-hint")).to_have_count(0)
        await visitor.go("/today")
        await expect(visitor.at("set-sail")).to_contain_text("Go on, day ")
        await visitor.at("set-sail").click()
        scores = await sail_out(visitor, company)
        table = visitor.table_id
        await expect(visitor.at("result").locator("h2")).to_contain_text(f"{scores[0]} doubloon")
        await expect(visitor.at("result")).to_contain_text("You are the first to be back today.")

        line = await visitor.at("share-line").inner_text()
        assert re.fullmatch(r"Libertalia no\. 321 · [★◆▲■] \d+ [★◆▲■] \d+ [★◆▲■] \d+ [★◆▲■] \d+ · 1 day running", line)
        assert f"★ {scores[0]}" in line
        await visitor.at("share").click()
        await expect(visitor.at("share")).to_have_text("Copied")
        assert await visitor.page.evaluate("navigator.clipboard.readText()") == line
        await expect(visitor.at("my-place")).to_contain_text(str(scores[0]))
        await expect(visitor.page.get_by_text("Then you can review this one")).to_be_visible()
        await expect(visitor.at("review-mine")).to_have_count(0)
        await is_accessible(visitor, "after")

        await visitor.at("again").click()
        await expect(visitor.at("result")).to_have_count(0)
        fun = await sail_out(visitor, company, 5)
        await expect(visitor.at("result")).to_have_attribute("data-kind", "fun")
        await expect(visitor.at("result")).to_contain_text(f"your {scores[0]} of today stays")
        assert visitor.table_id != table
        assert today(harbour)["counts"] == [[scores[0], 1]], f"{fun[0]} does not count"

        calendar.turn_to(1)
        await visitor.go("/today")
        await expect(visitor.at("streak")).to_have_text("1 day running")
        await expect(visitor.at("yesterday").locator("li").first).to_contain_text(f"Ines{scores[0]}")
        sign = visitor.at("month").locator("[data-s=won], [data-s=sailed]")
        await expect(sign).to_contain_text("17 November, ")
        await visitor.at("set-sail").click()
        await expect(visitor.table).to_be_visible()
        calendar.turn_to(2)
        await sail_out(visitor, company)
        await expect(visitor.at("result")).to_have_attribute("data-kind", "late")
        await expect(visitor.at("result")).to_contain_text("Counted for 18 November")
        await expect(visitor.at("review-mine")).to_be_visible()
        await visitor.at("to-today").click()
        await expect(visitor.at("set-sail")).to_have_text("Set sail")
        await expect(visitor.at("streak")).to_have_text("2 days running")
        await visitor.at("yesterday").get_by_role("link").first.click()
        await expect(visitor.at("curve")).to_be_visible()


async def test_on_a_phone_by_keyboard_in_french(harbour: Server, visit: Visit) -> None:
    async with Company(harbour) as company:
        other = set_sail(harbour, "Joris", JORIS, "galecrest")
        await play_out([await company.come(other["table"], other["secret"])])
        visitor = await visit(harbour, {"lang": "fr"}, color_scheme="dark", **PHONE)
        held, let_go = asyncio.Event(), asyncio.Event()

        async def hold(route: Route) -> None:
            held.set()
            await let_go.wait()
            await route.continue_()

        await visitor.page.route("**/api/today/*", hold)
        await visitor.go("/today/galecrest")
        await held.wait()
        await expect(visitor.at("crew").locator(".cardback")).to_have_count(9)
        await expect(visitor.at("set-sail")).to_be_disabled()
        await is_accessible(visitor, "loading")
        let_go.set()
        await expect(visitor.at("board").locator("li")).to_have_count(1)
        await visitor.page.unroute_all(behavior="wait")
        await is_accessible(visitor, "before, on a phone")
        sideways = "document.documentElement.scrollWidth - innerWidth"
        assert await visitor.page.evaluate(sideways) <= 0
        await visitor.at("voyager").fill("Pepper")
        await visitor.at("voyager").press("Enter")
        await visitor.forgive("409")
        await expect(visitor.page.get_by_role("alert").first).to_contain_text("Pepper")
        await visitor.at("voyager").fill("Katell")
        await visitor.page.keyboard.press("Tab")
        await expect(visitor.at("set-sail")).to_be_focused()
        await visitor.page.keyboard.press("Enter")
        await sail_out(visitor, company)
        await expect(visitor.at("share-line")).to_contain_text("Les Vents de Galecrest nº 321")
        await expect(visitor.at("scores-said")).to_contain_text("2 scores aujourd’hui")
        await is_accessible(visitor, "after, on a phone")
        assert await visitor.page.evaluate(sideways) <= 0
