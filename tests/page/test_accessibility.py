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
from tests.server.people import Company, all_hear, play_out

pytestmark = pytest.mark.anyio

_AXE = Path(__file__).parents[2] / "web/node_modules/axe-core/axe.min.js"
_RUN = """async () => (await axe.run({ resultTypes: ['violations'] })).violations
  .filter(({ impact }) => impact === 'serious' || impact === 'critical')
  .map(({ id, nodes }) => `${id}: ${nodes.slice(0, 3).map(node => `${node.html.slice(0, 160)} ${node.any[0]?.message}`)}`)"""

EVERYWHERE = pytest.mark.parametrize(
    ("edition", "device"),
    [
        pytest.param(edition, device, id=f"{edition}-{size}")
        for edition in ("original", "galecrest")
        for size, device in (("wide", {}), ("phone", PHONE))
    ],
)


@cache
def axe() -> str:
    return _AXE.read_text()


async def is_accessible(visitor: Visitor, where: str = "") -> None:
    """By day and by night."""
    if not await visitor.page.evaluate("'axe' in window"):
        await visitor.page.evaluate(axe())
    for theme in ("light", "dark"):
        await visitor.page.emulate_media(color_scheme=theme)
        await expect(visitor.page.locator("html")).to_have_attribute("data-theme", theme)
        violations = await visitor.page.evaluate(_RUN)
        assert not violations, f"{where or visitor.path}, {theme}: " + "\n".join(violations)


@EVERYWHERE
async def test_pages(company: Company, visit: Visit, edition: str, device: dict[str, object]) -> None:
    lobby = (await company.gather(2, ("greedy",), players=4, edition=edition, public=True))[0]
    archived = (await company.gather(2, edition=edition))[0]
    await archived.do("archive")
    over = await company.begin(3, edition=edition)
    await play_out(over)
    visitor = await visit(**device)
    for path, sign in (
        ("/", "[data-testid=create]"),
        (f"/t/{lobby.id}", "[data-testid=join]"),
        (f"/t/{lobby.id}#{lobby.secret}", "[data-testid=start]"),
        (f"/t/{over[0].id}/replay", "[data-testid=replay-slider]"),
        (f"/rules/{edition}", "[data-testid=search]"),
        (f"/t/{archived.id}", "[data-testid=trouble]"),
        (f"/t/{archived.id}#not-the-secret", "[data-testid=trouble]"),
        ("/t/nosuchtable", "[data-testid=trouble]"),
        ("/tortuga", "[data-testid=trouble]"),
        (f"/t/{over[0].id}#{over[0].secret}", "[data-testid=end]"),
    ):
        await visitor.go(path)
        await expect(visitor.page.locator(sign)).to_be_visible()
        await visitor.page.wait_for_load_state("networkidle")
        await is_accessible(visitor)
    await visitor.forgive("404")
    await visitor.page.get_by_role("button", name="Check the deal").click()
    await expect(visitor.page.locator("dialog .good")).to_be_visible()
    await is_accessible(visitor, "the deal")
    await visitor.go("/")
    await visitor.at("settings").click()
    await is_accessible(visitor, "settings")
    await visitor.page.locator("dialog .links button").click()
    await expect(visitor.at("guide")).to_be_visible()
    await is_accessible(visitor, "guide")


@EVERYWHERE
async def test_the_table_at_every_kind_of_decision(
    company: Company, visit: Visit, edition: str, device: dict[str, object]
) -> None:
    player = (await company.begin(1, ("random",) * 3, edition=edition))[0]
    visitor = await visit(**device)
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


@EVERYWHERE
async def test_the_end_of_a_voyage(company: Company, visit: Visit, edition: str, device: dict[str, object]) -> None:
    players = await company.begin(2, edition=edition)
    visitor = await visit(**device)
    await visitor.come(players[0].id, players[0].secret)
    await visitor.is_asked(players[0].own["decision"]["options"])
    while players[0].view["voyage"] == 1:
        number = await next(player for player in players if player.decision).play()
        await all_hear(players, number)
    account = visitor.at("voyage-end")
    await expect(account.locator(".chart")).to_be_visible()
    await expect(account.locator(".acts button")).to_be_in_viewport(ratio=1)
    await is_accessible(visitor, "the end of a voyage")


async def test_watching_a_table_and_losing_sight_of_it(company: Company, visit: Visit) -> None:
    ines, _ = await company.begin(2)
    visitor = await visit()
    await visitor.come(ines.id)
    await expect(visitor.table).to_be_visible()
    await is_accessible(visitor, "watching")
    await visitor.context.set_offline(True)
    await expect(visitor.page.locator(".sailcloth")).to_be_visible()
    await is_accessible(visitor, "offline")
    await visitor.forgive("ERR_INTERNET_DISCONNECTED")  # it tries again
