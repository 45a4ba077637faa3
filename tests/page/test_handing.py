"""Several people at one device, who hand it on: nobody's cards are in the page while another one may look at it."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.async_api import expect

from tests.page.conftest import Visit
from tests.page.visitor import PHONE, Visitor

pytestmark = pytest.mark.anyio

PEOPLE = ("Ines", "Cleo", "Jonah")
LOADING = 200_000
"""Milliseconds in which the engine has to be there, on a machine that is busy with other tests."""

_WATCH = """() => {
  // After every change of the page: who holds the device, and whose cards are in it.
  const watch = window.handing = { picks: {}, wrong: [], holders: [], asked: null, looks: 0 }
  const all = (selector, within = document) => [...within.querySelectorAll(selector)]
  const wrong = (what) => watch.wrong.includes(what) || watch.wrong.push(what)
  function look() {
    watch.looks++
    const curtain = document.querySelector('[data-testid=curtain]')
    if (curtain) watch.asked = Number(curtain.dataset.next)
    if (curtain && document.querySelector('.table, [data-face], [data-card], [data-hand]')) wrong('a table under the curtain')
    const owners = new Set(all('[data-hand], [data-picked]').map((card) => Number(card.dataset.fly.split(':')[1])))
    const [holder] = owners
    if (owners.size > 1) wrong(`the cards of ${[...owners]} at once`)
    if (holder !== undefined && holder !== watch.asked) wrong(`the cards of ${holder}, while ${watch.asked} was asked`)
    if (holder !== undefined && watch.holders.at(-1) !== holder) watch.holders.push(holder)
    const table = document.querySelector('.table')
    if (table && table.dataset.hour !== 'sunrise') watch.picks = {}
    for (const [seat, [slug, name]] of Object.entries(watch.picks)) {
      if (Number(seat) === holder) continue
      if (document.querySelector(`[data-fly="card:${seat}:${slug}"]`)) wrong(`${seat}'s ${slug} lies open`)
      if (table && table.dataset.day !== '1') continue // later, others have the same card before them
      // All names stand in a hand, in the manifest and where a card is read; elsewhere it can only be the pick.
      const page = document.body.cloneNode(true)
      for (const one of all('.hand, .manifest, .lectern, script', page)) one.remove()
      const words = page.textContent + all('*', page).flatMap((one) => [...one.attributes].map(({ value }) => value)).join()
      if (words.includes(name)) wrong(`the page says ${name}, which ${seat} has picked`)
    }
  }
  new MutationObserver(look).observe(document, { subtree: true, childList: true, attributes: true, characterData: true })
}"""
_CARD = """one => [one.dataset.hand, one.querySelector('.name').textContent.replaceAll('\\u00ad', '')]"""
_MOMENT = """() => [
  document.querySelector('[data-testid=prompt] h2')?.textContent.replaceAll(',', ''),
  ...[...document.querySelectorAll('.table button[data-option]')].map(one => one.dataset.option)
].join()"""


async def sit_down(visitor: Visitor, people: tuple[str, ...] = PEOPLE) -> None:
    """Make a table on this device, and wait for the curtain."""
    await visitor.go("/")
    await visitor.at("on-device").click()
    await visitor.at("together").click()
    await visitor.at("person").first.wait_for()
    for _ in people[2:]:
        await visitor.at("one-more").click()
    for number, name in enumerate(people):
        await visitor.at("person").nth(number).fill(name)
    await visitor.at("deal").click()
    await expect(visitor.at("curtain")).to_be_visible(timeout=LOADING)


async def hold(visitor: Visitor) -> None:
    """Hold the button until the curtain opens."""
    await visitor.at("hold").hover()
    await visitor.page.mouse.down()
    await expect(visitor.at("curtain")).to_have_count(0)
    await visitor.page.mouse.up()


async def holder(visitor: Visitor) -> str | None:
    """The seat whose cards are in the page."""
    cards = visitor.page.locator("[data-hand]")
    if await cards.count() == 0:
        return None
    return (await cards.first.get_attribute("data-fly") or "").split(":")[1]


async def answer(visitor: Visitor) -> None:
    """Give an answer by clicks, each seat another one, and wait until it is taken."""
    page, seat = visitor.page, await holder(visitor)
    before = await page.evaluate(_MOMENT)
    options = [option for option in before.split(",")[1:] if option]
    if len(options) == 1:  # it plays itself
        await page.wait_for_function(f"before => ({_MOMENT})() !== before", arg=before)
        return
    option = options[int(seat or 0) % len(options)]
    choice = page.locator(f'.table button[data-option="{option}"]').first
    if await choice.get_attribute("data-hand"):
        await page.evaluate("([seat, card]) => (window.handing.picks[seat] = card)", [seat, await choice.evaluate(_CARD)])
    await choice.click()
    if await visitor.at("confirm").count():
        await visitor.at("confirm").click()
    await page.wait_for_function(f"before => ({_MOMENT})() !== before", arg=before)


async def step(visitor: Visitor) -> None:
    """Do the next thing that there is to do, whoever holds the device."""
    curtain, hand_on, confirm = visitor.at("curtain"), visitor.at("hand-on"), visitor.at("confirm")
    asked = visitor.page.locator(".table button[data-option]")
    await curtain.or_(hand_on).or_(confirm).or_(asked).or_(visitor.at("voyage-end")).first.wait_for()
    if await curtain.count():
        await hold(visitor)
        await asked.first.wait_for()
    elif await hand_on.count():
        await hand_on.click()
    elif await confirm.count():
        await confirm.click()
    elif await asked.count():
        await answer(visitor)


async def test_no_frame_shows_what_the_others_hold(visit: Visit) -> None:
    visitor = await visit()
    await visitor.page.add_init_script(f"({_WATCH})()")
    await sit_down(visitor)
    ready = visitor.at("curtain").locator("li", has=visitor.page.locator("use[href$='check-mark']"))
    for number, name in enumerate(PEOPLE):  # who has picked is seen by all
        await expect(visitor.at("curtain").locator("h1")).to_contain_text(name)
        await expect(ready).to_have_count(number)
        await step(visitor)
        await step(visitor)
        if number < 2:
            await visitor.at("hand-on").click()
    while await visitor.page.locator(".table[data-day='3']").count() == 0:
        await step(visitor)
    seen: Any = await visitor.page.evaluate("window.handing")
    assert seen["wrong"] == []
    assert set(seen["holders"]) == {0, 1, 2}
    assert seen["looks"] > 100


async def test_the_curtain_opens_on_purpose_only(visit: Visit) -> None:
    visitor = await visit(**PHONE)
    await sit_down(visitor, PEOPLE[:2])
    await visitor.at("hold").tap()  # a stray tap
    await expect(visitor.at("curtain").get_by_role("status")).not_to_be_empty()
    assert await holder(visitor) is None
    await expect(visitor.at("hold")).to_be_focused()
    await visitor.page.keyboard.down("Enter")
    await visitor.page.locator("button[data-hand]").first.wait_for()
    await visitor.page.keyboard.up("Enter")
    assert await holder(visitor) == "0"
    await visitor.page.evaluate(
        "Object.defineProperty(document, 'hidden', { value: true }); document.dispatchEvent(new Event('visibilitychange'))"
    )
    await expect(visitor.at("curtain")).to_be_visible()  # a device that is laid aside is covered
    await visitor.at("hold").dispatch_event("click")  # as a screen reader does it: nothing is pressed
    await expect(visitor.at("hold")).to_contain_text("Ines")
    assert await holder(visitor) is None
    await visitor.at("hold").dispatch_event("click")
    await visitor.page.locator("button[data-hand]").first.wait_for()
