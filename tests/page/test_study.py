"""The page "Study": what each character is worth, from figures that are shipped with the page."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Route, expect

from tests.page.conftest import Visit
from tests.page.test_accessibility import is_accessible
from tests.page.visitor import PHONE, Visitor
from tests.server.harness import Server

pytestmark = pytest.mark.anyio

FIGURES = Path(__file__).parents[2] / "web/src/pages/study/figures"


def shipped(name: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((FIGURES / f"{name}.json").read_text(encoding="utf-8"))
    return found


async def fits(visitor: Visitor) -> None:
    wider = await visitor.page.evaluate("document.documentElement.scrollWidth - innerWidth")
    assert wider <= 0, "nothing scrolls sideways"


async def test_every_chart_has_its_table_and_the_address_keeps_the_choice(visit: Visit) -> None:
    figures = shipped("galecrest-stormy")
    visitor = await visit(color_scheme="light")
    await visitor.go("/study")
    await expect(visitor.at("swarm").get_by_role("button")).to_have_count(30)
    await visitor.at("study-edition").get_by_text("Winds of Galecrest").click()
    await visitor.at("study-players").get_by_text("6", exact=True).click()
    await visitor.at("study-board").get_by_text("stormy").click()
    assert visitor.page.url.endswith("/study/galecrest?players=6&board=stormy")
    await visitor.page.reload()
    await expect(visitor.at("study-players").get_by_role("radio", name="6")).to_be_checked()

    six = next(one for one in figures["settings"] if one["players"] == 6)
    worths = dict(zip(figures["characters"], (one["worth"][0] for one in six["characters"]), strict=True))
    best = max(worths, key=lambda slug: worths[slug])
    rows = visitor.at("ranked").locator("tbody tr")
    await expect(rows).to_have_count(40)
    await expect(rows.first).to_have_attribute("data-who", best)
    await expect(rows.first.locator("td.value")).to_contain_text(f"{worths[best]:+.1f}")
    await expect(visitor.at("multiples").locator("li")).to_have_count(40)
    await expect(visitor.at("multiples").locator(f"[data-who={best}]")).to_contain_text("6 players:")
    await expect(visitor.at("heat").locator("tbody td")).to_have_count(40 * 6)
    await expect(visitor.at("loot").locator("tbody tr")).to_have_count(len(figures["tokens"]))
    await expect(visitor.at("wins").locator("tbody tr")).to_have_count(6)
    await visitor.at("study-sort").get_by_text("Rank").click()
    await expect(rows.first).to_have_attribute("data-who", figures["characters"][0])

    await visitor.at("study-players").get_by_text("4", exact=True).click()
    await expect(visitor.at("levels").locator("tbody tr")).to_have_count(40)
    async with visitor.page.expect_download() as download:
        await visitor.at("study-csv").click()
    assert (await download.value).suggested_filename == "study-galecrest-stormy.csv"
    await visitor.at("study-run").click()
    await expect(visitor.at("study-command")).to_have_value(figures["command"] + " --out study")
    await fits(visitor)
    await is_accessible(visitor, "the study")


async def test_a_character_is_lit_everywhere_and_leads_to_the_rules_and_back(visit: Visit) -> None:
    visitor = await visit(color_scheme="dark")
    await visitor.go("/rules/original")
    await visitor.page.locator("#barkeep a").click()
    everywhere = visitor.page.locator(".lit[data-who=barkeep], li.lit:has([data-who=barkeep])")
    charts = ("study-crew", "study-ranked", "study-crowd", "study-days", "study-skill")
    for chart in charts:
        await expect(visitor.at(chart).locator(everywhere).first).to_be_attached()
    await expect(visitor.at("study-held")).to_contain_text("Barkeep")
    await visitor.page.keyboard.press("Escape")
    await expect(everywhere).to_have_count(0)
    await visitor.at("multiples").locator("[data-who=captain]").hover()
    await expect(visitor.at("ranked").locator("tr.lit")).to_have_attribute("data-who", "captain")

    await visitor.at("swarm").locator("[tabindex='0']").focus()
    await visitor.page.keyboard.press("ArrowLeft")
    await visitor.page.keyboard.press("Enter")
    pressed = visitor.at("swarm").locator("[aria-pressed=true]")
    slug = await pressed.get_attribute("data-who")
    await expect(visitor.at("ranked").locator("tr.lit")).to_have_attribute("data-who", str(slug))
    await visitor.at("study-held").get_by_role("link").click()
    await expect(visitor.page.locator(f"#{slug}")).to_be_in_viewport()


async def test_on_a_phone_in_french(server: Server, visit: Visit) -> None:
    visitor = await visit(server, {"lang": "fr"}, color_scheme="dark", **PHONE)
    await visitor.go("/study/original?players=2")
    await expect(visitor.page.get_by_role("heading", level=1)).to_have_text("Que vaut un personnage\u00a0?")
    ranked = visitor.at("ranked")
    await expect(ranked.locator("tbody td.plot").first).to_be_visible()
    await expect(ranked.locator("tbody td.bars").first).to_be_hidden()
    await visitor.at("study-show").get_by_text("Ses doublons").click()
    await expect(ranked.locator("tbody td.bars").first).to_be_visible()
    await expect(ranked.locator("tbody td.plot").first).to_be_hidden()
    await expect(visitor.at("heat").locator("tbody tr")).to_have_count(30)
    await expect(visitor.at("ties")).to_have_count(2)
    await fits(visitor)
    await is_accessible(visitor, "the study on a phone")


@pytest.mark.parametrize("came", [True, False])
async def test_it_says_so_if_the_figures_are_old_or_do_not_come(visit: Visit, came: bool) -> None:
    visitor = await visit()

    async def other(route: Route) -> None:
        """The figures as if they were counted under earlier rules, or not at all."""
        answer = await route.fetch()
        text = await answer.text()
        if "libertalia study --edition original" not in text:
            await route.fulfill(response=answer)
        elif came:
            await route.fulfill(response=answer, body=re.sub(r"(\brules\W{1,3})\d+", r"\g<1>0", text))
        else:
            await route.abort()

    await visitor.page.route("**/assets/*.js", other)
    await visitor.go("/study")
    await expect(visitor.at("ranked").locator("tbody tr")).to_have_count(30)
    if came:
        await expect(visitor.at("study-old")).to_contain_text("version 0 of the rules")
        await expect(visitor.at("swarm").get_by_role("button").first).to_be_visible()
    else:
        await expect(visitor.at("study-failed")).to_be_visible()
        await is_accessible(visitor, "without figures")
        await visitor.forgive("ERR_FAILED")
