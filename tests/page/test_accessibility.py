"""axe-core finds nothing serious on any page: both editions, both themes, wide and narrow."""

from __future__ import annotations

import random
from functools import cache
from pathlib import Path

import pytest
from playwright.async_api import expect

from tests.page.conftest import Visit
from tests.page.test_phone import PHONE
from tests.page.visitor import Shadow, Visitor
from tests.server.people import Company, play_out

pytestmark = pytest.mark.anyio

_AXE = Path(__file__).parents[2] / "web/node_modules/axe-core/axe.min.js"
_RUN = """async () => (await axe.run({ resultTypes: ['violations'] })).violations
  .filter(({ impact }) => impact === 'serious' || impact === 'critical')
  .map(({ id, nodes }) => `${id}: ${nodes.slice(0, 3).map(node => `${node.html.slice(0, 160)} ${node.any[0]?.message}`)}`)"""

COMBINATIONS = [
    pytest.param("original", "light", {}, id="original-light-wide"),
    pytest.param("original", "dark", PHONE, id="original-dark-phone"),
    pytest.param("galecrest", "light", PHONE, id="galecrest-light-phone"),
    pytest.param("galecrest", "dark", {}, id="galecrest-dark-wide"),
]


@cache
def axe() -> str:
    return _AXE.read_text()


async def is_accessible(visitor: Visitor, where: str = "") -> None:
    if not await visitor.page.evaluate("'axe' in window"):
        await visitor.page.evaluate(axe())
    violations = await visitor.page.evaluate(_RUN)
    assert not violations, f"{where or visitor.path}: " + "\n".join(violations)


@pytest.mark.parametrize(("edition", "theme", "device"), COMBINATIONS)
async def test_pages(company: Company, visit: Visit, edition: str, theme: str, device: dict[str, object]) -> None:
    lobby = (await company.gather(2, ("greedy",), players=4, edition=edition, public=True))[0]
    over = await company.begin(3, edition=edition)
    await play_out(over)
    visitor = await visit(settings={"theme": theme}, **device)
    for path, sign in (
        ("/", "[data-testid=create]"),
        (f"/t/{lobby.id}", "[data-testid=join]"),
        (f"/t/{lobby.id}#{lobby.secret}", "[data-testid=start]"),
        (f"/t/{over[0].id}#{over[0].secret}", "[data-testid=end]"),
        (f"/t/{over[0].id}/replay", "[data-testid=replay-slider]"),
        (f"/rules/{edition}", "[data-testid=search]"),
        ("/t/nosuchtable", "[data-testid=trouble]"),
    ):
        await visitor.go(path)
        await expect(visitor.page.locator(sign)).to_be_visible()
        await expect(visitor.page.locator("html")).to_have_attribute("data-theme", theme)
        await visitor.page.wait_for_load_state("networkidle")
        await is_accessible(visitor)
    visitor.forgive("404")
    await visitor.go("/")
    await visitor.at("settings").click()
    await is_accessible(visitor, "settings")
    await visitor.page.locator("dialog .links button").click()
    await expect(visitor.at("guide")).to_be_visible()
    await is_accessible(visitor, "guide")


@pytest.mark.parametrize(("edition", "theme", "device"), COMBINATIONS)
async def test_the_table_at_every_kind_of_decision(
    company: Company, visit: Visit, edition: str, theme: str, device: dict[str, object]
) -> None:
    player = (await company.begin(1, ("random",) * 3, edition=edition))[0]
    visitor = await visit(settings={"theme": theme}, **device)
    seen: set[str] = set()

    async def look(visitor: Visitor) -> None:
        assert player.decision
        if player.decision["kind"] not in seen:
            seen.add(player.decision["kind"])
            await is_accessible(visitor, player.decision["kind"])

    await visitor.come(player.id, player.secret)
    await Shadow(visitor, player, look=look).play(random.Random(4), days=4)
    assert {"pick", "take"} <= seen
    await visitor.open_menu()
    await is_accessible(visitor, "menu")


async def test_watching_a_table_and_losing_sight_of_it(company: Company, visit: Visit) -> None:
    ines, _ = await company.begin(2)
    visitor = await visit()
    await visitor.come(ines.id)
    await expect(visitor.table).to_be_visible()
    await is_accessible(visitor, "watching")
    await visitor.context.set_offline(True)
    await expect(visitor.page.locator(".sailcloth")).to_be_visible()
    await is_accessible(visitor, "offline")
    await visitor.page.wait_for_timeout(1000)
    visitor.forgive("ERR_INTERNET_DISCONNECTED")  # it tries again
