"""With everything moving, as most people see it. The other tests look at tables where nothing does."""

from __future__ import annotations

import random

import pytest
from playwright.async_api import expect

from tests.page.conftest import Visit
from tests.page.visitor import Shadow, Visitor
from tests.server.people import Company

pytestmark = pytest.mark.anyio

_PICK_MEANWHILE = """card => {
  // As soon as something moves, pick a card. `picked` will be what could be picked, and whether it moved on.
  const table = document.querySelector('.table')
  window.picked = new Promise(async done => {
    while (table.dataset.settled !== 'false') await new Promise(requestAnimationFrame)
    const options = [...table.querySelectorAll('button[data-option]')]
    options.find(option => option.dataset.option === card).click()
    done({ options: options.map(option => option.dataset.option), settled: table.dataset.settled })
  })
}"""


async def comes(visit: Visit, speed: int) -> Visitor:
    return await visit(settings={"speed": speed}, reduced_motion="no-preference")


@pytest.mark.parametrize("edition", ["original", "galecrest"])
async def test_days_step_by_step(company: Company, visit: Visit, edition: str) -> None:
    ines = (await company.begin(1, ("random",) * 3, edition=edition))[0]
    visitor = await comes(visit, 2)
    await visitor.own_clock()
    await visitor.come(ines.id, ines.secret)
    shadow = Shadow(visitor, ines, moving=True)
    await shadow.play(random.Random(2), days=3)
    assert len(shadow.sunrises) == 3
    await expect(visitor.page.locator(".flights > *")).to_have_count(0)


async def test_one_can_pick_while_others_picks_are_on_their_way(company: Company, visit: Visit) -> None:
    ines, joris, _ = await company.begin(3)
    visitor = await comes(visit, 1)
    await visitor.come(ines.id, ines.secret)
    await visitor.is_asked(ines.own["hand"])
    card = ines.own["hand"][0]
    await visitor.page.evaluate(_PICK_MEANWHILE, card)
    await joris.play()
    assert await visitor.page.evaluate("picked") == {"options": ines.own["hand"], "settled": "false"}
    await ines.until(lambda: ines.own["pick"] == card)


_STILL_MOVING = """seconds => {
  // So much later: what runs then, runs for ever.
  for (const one of document.getAnimations()) one.currentTime = Number(one.currentTime) + 1000 * seconds
  return document.getAnimations().flatMap(one => one.playState === 'running' ? [one.animationName ?? one.transitionProperty] : [])
}"""


@pytest.mark.parametrize("edition", ["original", "galecrest"])
async def test_a_page_at_rest_does_not_move(company: Company, visit: Visit, edition: str) -> None:
    ines = (await company.begin(1, ("bilge",) * 3, edition=edition))[0]
    visitor = await comes(visit, 0)
    await visitor.go("/")
    await visitor.at(f"edition-{edition}").click()
    await expect(visitor.page.locator(".sways").first).to_be_attached()
    assert not await visitor.page.evaluate(_STILL_MOVING, 8)
    await visitor.come(ines.id, ines.secret)
    await visitor.is_asked(ines.own["hand"])
    await expect(visitor.page.locator(".sways").first).to_be_attached()
    assert await visitor.page.evaluate("document.getAnimations().length"), "an hour that begins is seen"
    assert not await visitor.page.evaluate(_STILL_MOVING, 8)
