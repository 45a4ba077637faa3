"""With everything moving, as most people see it. The other tests look at tables where nothing does."""

from __future__ import annotations

import random

import pytest
from playwright.async_api import expect

from tests.page.conftest import Visit
from tests.page.visitor import Shadow, Visitor
from tests.server.people import Company

pytestmark = pytest.mark.anyio


async def comes(visit: Visit, speed: int) -> Visitor:
    return await visit(settings={"speed": speed}, reduced_motion="no-preference")


@pytest.mark.parametrize("edition", ["original", "galecrest"])
async def test_days_step_by_step(company: Company, visit: Visit, edition: str) -> None:
    ines = (await company.begin(1, ("random",) * 3, edition=edition))[0]
    visitor = await comes(visit, 2)
    await visitor.come(ines.id, ines.secret)
    shadow = Shadow(visitor, ines)
    await shadow.play(random.Random(2), days=3)
    assert len(shadow.sunrises) == 3
    await expect(visitor.page.locator(".flights > *")).to_have_count(0)


async def test_one_can_pick_while_others_picks_are_on_their_way(company: Company, visit: Visit) -> None:
    ines, joris, _ = await company.begin(3)
    visitor = await comes(visit, 1)
    await visitor.come(ines.id, ines.secret)
    await visitor.is_asked(ines.own["hand"])
    await joris.play()
    await expect(visitor.table).to_have_attribute("data-settled", "false")
    assert await visitor.options() == ines.own["hand"]
    await expect(visitor.table).to_have_attribute("data-settled", "false")
    await visitor.choose(ines.own["hand"][0])
    await ines.until(lambda: ines.own["pick"])
