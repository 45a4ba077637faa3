"""The keyboard alone is enough, from the home page to the table; and one always sees where one is."""

from __future__ import annotations

import pytest
from playwright.async_api import Page, expect

from tests.page.conftest import Visit
from tests.page.visitor import Visitor
from tests.server.people import Company

pytestmark = pytest.mark.anyio

_HERE = """() => {
  const here = document.activeElement
  const outlined = element => {
    const style = element && getComputedStyle(element)
    return style && style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 2
  }
  const near = [here, here.nextElementSibling, here.closest('label'), here.closest('label')?.querySelector('.check')]
  const box = here.getBoundingClientRect()
  return {
    testid: here.dataset.testid ?? here.closest('[data-testid]')?.dataset.testid ?? '',
    option: here.dataset.option ?? '',
    name: here.outerHTML.slice(0, 120),
    seen: near.some(outlined),
    inside: box.bottom > 0 && box.top < innerHeight && box.right > 0 && box.left < innerWidth,
  }
}"""


async def tab_to(page: Page, testid: str) -> None:
    """Press Tab until one is there; every stop on the way can be seen."""
    for _ in range(120):
        await page.keyboard.press("Tab")
        here = await page.evaluate(_HERE)
        if here["name"].startswith("<body"):
            continue
        assert here["seen"], f"the focus can't be seen on {here['name']}"
        assert here["inside"], f"the focus is out of sight on {here['name']}"
        if here["testid"] == testid:
            return
    raise AssertionError(f"Tab never comes to {testid}")


async def test_from_the_home_page_through_a_day(company: Company, visit: Visit) -> None:
    visitor = await visit()
    page = visitor.page
    await visitor.go("/")
    await expect(visitor.at("play-now")).to_be_visible()
    await tab_to(page, "edition-original")
    await page.keyboard.press("ArrowRight")
    await expect(visitor.at("edition-galecrest").locator("input")).to_be_checked()
    await tab_to(page, "details")
    await page.keyboard.press("Enter")
    await tab_to(page, "name")
    await page.keyboard.press("Control+a")
    await page.keyboard.type("Ines")
    await tab_to(page, "players")
    await page.keyboard.type("3")
    await expect(visitor.at("players")).to_have_value("3")
    await tab_to(page, "create")
    await page.keyboard.press("Enter")
    await expect(visitor.at("start")).to_be_enabled()
    await tab_to(page, "start")
    await page.keyboard.press("Enter")
    await expect(visitor.table).to_be_visible()
    await play_by_keys(visitor, company, days=2)


async def play_by_keys(visitor: Visitor, company: Company, days: int) -> None:
    player = await company.come(visitor.table_id, await visitor.secret())
    mornings = 0
    while True:
        decision, turn = await player.my_turn(), player.own["turn"]
        if decision["kind"] == "pick":
            mornings += 1
            if mornings > days:
                return
        if decision["kind"] == "pick" or len(decision["options"]) > 1:
            await visitor.is_asked(decision["options"])
            await visitor.page.keyboard.press("2" if len(decision["options"]) > 1 else "1")
            if await visitor.at("confirm").is_visible():
                await visitor.page.keyboard.press("Enter")
        await player.until(lambda turn=turn: player.own["turn"] > turn)  # type: ignore[misc]


async def test_keys_choose_enter_confirms_escape_aims_again(company: Company, visit: Visit) -> None:
    ines, joris = await company.begin(2)
    await joris.play()
    visitor = await visit()
    page = visitor.page
    await visitor.come(ines.id, ines.secret)
    await visitor.is_asked(ines.own["decision"]["options"])
    await page.keyboard.press("3")
    chosen = await page.locator(".table button[data-option][aria-pressed=true]").get_attribute("data-option")
    here = await page.evaluate(_HERE)
    assert here["option"] == chosen
    assert here["seen"]
    await page.keyboard.press("Escape")
    await expect(visitor.at("confirm")).to_have_count(0)
    assert ines.decision
    await page.keyboard.press("4")
    await expect(visitor.at("confirm")).to_be_visible()
    await page.keyboard.press("Enter")
    await joris.hear("played", seat=0)


async def test_the_menu_takes_the_focus_and_gives_it_back(company: Company, visit: Visit) -> None:
    ines, _ = await company.begin(2)
    visitor = await visit()
    await visitor.come(ines.id, ines.secret)
    await visitor.is_asked(ines.own["hand"])
    card = visitor.option(ines.own["hand"][2])
    await card.focus()
    await visitor.page.keyboard.press("?")
    await expect(visitor.page.locator(".menu")).to_be_focused()
    await visitor.page.keyboard.press("Tab")
    await expect(visitor.page.locator(".menu button").first).to_be_focused()
    await visitor.page.keyboard.press("Escape")
    await expect(visitor.page.locator(".menu")).to_have_count(0)
    await expect(card).to_be_focused()


async def test_tab_reaches_every_choice_at_the_table(company: Company, visit: Visit) -> None:
    ines, _ = await company.begin(2)
    visitor = await visit()
    await visitor.come(ines.id, ines.secret)
    await visitor.is_asked(ines.own["decision"]["options"])
    await visitor.page.keyboard.press("Tab")
    here = await visitor.page.evaluate(_HERE)
    assert 'class="skip"' in here["name"]
    await visitor.page.keyboard.press("Enter")
    reached = set()
    for _ in range(40):
        await visitor.page.keyboard.press("Tab")
        here = await visitor.page.evaluate(_HERE)
        if here["option"]:
            assert here["seen"], here
            reached.add(here["option"])
    assert reached == set(ines.own["decision"]["options"])


async def test_letters_open_hand_log_manifest(company: Company, visit: Visit) -> None:
    ines, _ = await company.begin(2)
    visitor = await visit()
    await visitor.come(ines.id, ines.secret)
    await visitor.is_asked(ines.own["decision"]["options"])
    for letter, place in (("h", "hand"), ("l", "log"), ("m", "manifest")):
        await visitor.page.keyboard.press(letter)
        await expect(visitor.page.locator(f"#{place}")).to_be_focused()
