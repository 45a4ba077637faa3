"""On a phone, and in windows that are not high: days by taps, everything within the screen."""

from __future__ import annotations

import json
import random
from itertools import count
from typing import Any

import pytest
from playwright.async_api import expect

from libertalia import Game
from tests.page.conftest import Dealt, Visit
from tests.page.visitor import PHONE, Shadow, Visitor
from tests.server.harness import Json
from tests.server.people import Company, all_hear, play_out

pytestmark = pytest.mark.anyio

LOW_PHONE: dict[str, Any] = PHONE | {"viewport": {"width": 375, "height": 667}}
LOW_LAPTOP: dict[str, Any] = {"viewport": {"width": 1280, "height": 580}}

_CUT_OFF = """() => {
  const visible = { opacityProperty: true, visibilityProperty: true }
  const seen = element => element.checkVisibility(visible) && !element.closest('.sr, .skip, [popover]')
  const swiped = element => {
    for (let one = element.parentElement; one; one = one.parentElement)
      if (/auto|scroll/.test(getComputedStyle(one).overflowX)) return true
    return false
  }
  return [...document.querySelectorAll('button, a, input, select, h1, h2, h3, p, summary, .card')].filter(element => {
    const box = element.getBoundingClientRect()
    return seen(element) && box.width > 1 && !swiped(element) && (box.left < -1 || box.right > innerWidth + 1)
  }).map(element => element.outerHTML.slice(0, 200))
}"""
_SHORTENED = """() => [...document.querySelectorAll('button, a.btn, h1, h2, .prompt p, .menu *')].filter(element => {
  const style = getComputedStyle(element)
  return element.checkVisibility() && !element.closest('.sr, .card, .mini') && !element.classList.contains('sr')
    && /hidden|clip/.test(style.overflowX) && element.scrollWidth > element.clientWidth + 1
}).map(element => element.outerHTML.slice(0, 200))"""


async def fits(visitor: Visitor) -> None:
    """Nothing stands out to the side, and no word is cut off."""
    assert await visitor.page.evaluate("document.documentElement.scrollWidth") <= 375
    assert await visitor.page.evaluate(_CUT_OFF) == []
    assert await visitor.page.evaluate(_SHORTENED) == []


async def resize(visitor: Visitor, device: dict[str, Any]) -> None:
    await visitor.page.set_viewport_size(device["viewport"])
    await visitor.draws()


async def in_reach(visitor: Visitor) -> None:
    """Nothing lies over what can be chosen."""
    for answer in await visitor.options():
        await visitor.free_spot(answer)


@pytest.mark.parametrize("edition", ["original", "galecrest"])
async def test_days_by_taps(company: Company, visit: Visit, edition: str) -> None:
    players = await company.begin(1, ("random",) * 3, edition=edition)
    visitor = await visit(**PHONE)
    await visitor.come(players[0].id, players[0].secret)
    shadow = Shadow(visitor, players[0], tap=True, look=fits)
    await shadow.play(random.Random(1), days=3)
    assert len(shadow.sunrises) == 3


def crowded(edition: str) -> Json:
    """Six players with half of their characters at home; the first has kept the Gunner, who may fire at any of them."""
    deals = (Game.new(edition, players=6, seed=seed).position() for seed in count())
    position = next(deal for deal in deals if "gunner" in deal["seats"][0]["hand"])
    for seat in position["seats"]:
        home = [card for card in seat["hand"] if card != "gunner"][::2]
        if seat is not position["seats"][0]:
            home.append("gunner")
        seat["hand"] = [card for card in seat["hand"] if card not in home]
        seat["crew"] = home
    return position


@pytest.mark.parametrize("edition", ["original", "galecrest"])
async def test_all_that_may_be_chosen_is_in_reach(dealt: Dealt, visit: Visit, edition: str) -> None:
    dealt.lay(crowded(edition))
    async with Company(dealt.server) as company:
        player, *others = await company.begin(6, edition=edition)
        for other in others:
            await other.play(other.own["hand"][-1])  # the highest, who acts after the Gunner
        laptop, phone = await visit(dealt.server, **LOW_LAPTOP), await visit(dealt.server, **PHONE)
        sizes = [(laptop, LOW_LAPTOP), (phone, LOW_PHONE), (phone, PHONE)]
        for visitor in (laptop, phone):
            await visitor.come(player.id, player.secret)
            await visitor.is_asked(player.own["decision"]["options"])
        for visitor, device in sizes:
            await resize(visitor, device)
            await in_reach(visitor)
        await phone.choose("gunner")
        await player.until(lambda: player.decision and player.decision["kind"] == "gunner")
        for visitor, device in sizes:
            await visitor.is_asked(player.own["decision"]["options"])
            await resize(visitor, device)
            targets = visitor.page.locator(".seats [data-option]")
            assert await targets.count() > 15
            for target in await targets.all():
                await expect(target).to_be_in_viewport(ratio=1)
            await in_reach(visitor)


async def test_nothing_lies_over_the_controls_of_a_replay(company: Company, visit: Visit) -> None:
    players = await company.begin(6, edition="galecrest")
    await play_out(players)
    for device in (LOW_PHONE, LOW_LAPTOP):
        visitor = await visit(**device)
        await visitor.go(f"/t/{players[0].id}/replay")
        await visitor.at("replay-slider").fill("100")
        for seen_by in ("-1", "0"):
            await visitor.page.locator(".controls select").select_option(seen_by)
            for control in await visitor.page.locator(".controls :is(button, input, select):visible").all():
                await control.click(trial=True)


async def test_a_card_that_is_held_is_read_and_not_played(company: Company, visit: Visit) -> None:
    ines, *_ = await company.begin(3)
    visitor = await visit(**PHONE)
    await visitor.come(ines.id, ines.secret)
    await visitor.is_asked(ines.own["hand"])
    card = ines.own["hand"][0]
    box = await visitor.option(card).bounding_box()
    assert box
    finger = await visitor.context.new_cdp_session(visitor.page)
    there = [{"x": box["x"] + box["width"] / 3, "y": box["y"] + box["height"] / 2}]
    await finger.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": there})
    await expect(visitor.at("prompt").get_by_test_id("closeup")).to_be_visible()
    await finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    await visitor.draws()
    assert not [text for way, text in visitor.frames if way == "sent" and json.loads(text)["type"] == "play"]
    await visitor.is_asked(ines.own["hand"])
    assert not [entry for entry in ines.entries if entry["kind"] == "played"]
    await visitor.choose(card, tap=True)
    await ines.until(lambda: ines.own["pick"] == card)


@pytest.mark.parametrize("device", [PHONE, {}], ids=["phone", "laptop"])
async def test_graveyards_can_be_looked_into(company: Company, visit: Visit, device: dict[str, object]) -> None:
    players = await company.begin(3)
    visitor = await visit(**device)
    await visitor.close_account()
    await visitor.come(players[0].id, players[0].secret)
    while not all(seat["graveyard"] for seat in players[0].view["seats"]):
        await all_hear(players, await next(player for player in players if player.decision).play())
    if device:
        await visitor.page.locator("[data-seat='1'] .opens").tap()  # a chip: there is no room for the rest
    stone = visitor.page.locator("[data-seat='1'] .grave")
    await expect(stone).to_contain_text(str(len(players[0].view["seats"][1]["graveyard"])))
    await stone.click()
    buried = visitor.page.locator("[data-seat='1'] .gravesheet [data-face]")
    assert [await card.get_attribute("data-face") for card in await buried.all()] == players[0].view["seats"][1]["graveyard"]


async def test_hand_and_prompt_are_in_sight_without_scrolling(company: Company, visit: Visit) -> None:
    players = await company.begin(1, ("random",) * 5)
    visitor = await visit(**PHONE)
    await visitor.come(players[0].id, players[0].secret)
    await visitor.is_asked(players[0].own["decision"]["options"])
    for part in ("[data-testid=prompt]", ".hand"):
        await expect(visitor.page.locator(part)).to_be_in_viewport(ratio=0.5)
    await expect(visitor.page.locator(".lineup")).to_be_in_viewport(ratio=0.5)


async def test_the_log_comes_up_from_below(company: Company, visit: Visit) -> None:
    players = await company.begin(1, ("random",))
    visitor = await visit(**PHONE)
    await visitor.come(players[0].id, players[0].secret)
    await visitor.page.locator(".top .only-narrow").tap()
    await expect(visitor.at("log")).to_be_in_viewport(ratio=0.9)
    await fits(visitor)
    await visitor.page.locator(".side .closes").tap()
    await expect(visitor.at("log")).not_to_be_in_viewport()
    await visitor.page.locator(".top .only-narrow").tap()
    await visitor.page.locator(".chat input").fill("Ahoy")
    await visitor.page.keyboard.press("Escape")
    await expect(visitor.at("log")).not_to_be_in_viewport()


@pytest.mark.parametrize("locale", ["en-GB", "fr-FR"])
async def test_every_other_page_fits(company: Company, visit: Visit, locale: str) -> None:
    open_table = (await company.gather(2, players=6))[0]
    over = await company.begin(4, edition="galecrest")
    await play_out(over)
    visitor = await visit(**PHONE, locale=locale)
    await visitor.go("/")
    await expect(visitor.at("play-now")).to_be_visible()
    await fits(visitor)
    await visitor.unfold()
    await fits(visitor)
    await visitor.at("settings").tap()
    await expect(visitor.page.locator("dialog[open]")).to_be_visible()
    await fits(visitor)
    for path, sign in (
        (f"/t/{open_table.id}#{open_table.secret}", "[data-testid=start]"),
        (f"/t/{over[0].id}#{over[0].secret}", "[data-testid=end]"),
        (f"/t/{over[0].id}/replay", "[data-testid=replay-slider]"),
        ("/rules/original", "[data-testid=search]"),
        ("/rules/galecrest", "[data-testid=search]"),
        ("/tortuga", "[data-testid=trouble]"),
    ):
        await visitor.go(path)
        await expect(visitor.page.locator(sign)).to_be_visible()
        await fits(visitor)
    await visitor.forgive("404 .*/tortuga|404 .*Not Found")
