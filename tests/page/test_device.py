"""Tables on this device: by clicks in a browser, with the network off. What is played is in no server's database."""

from __future__ import annotations

import random
from typing import Any

import pytest
from playwright.async_api import expect

from libertalia.game.setup import edition_names
from tests.page.conftest import Visit
from tests.page.device import LISTEN, come

pytestmark = pytest.mark.anyio

_CONTROLLED = "() => navigator.serviceWorker.ready.then(() => navigator.serviceWorker.controller !== null)"
_NO_STORAGE = "IDBFactory.prototype.open = () => { throw new DOMException('forbidden', 'SecurityError') }"


@pytest.mark.parametrize("edition", edition_names())
async def test_a_whole_game_with_the_network_off(edition: str, visit: Visit) -> None:
    loner = await come(visit, service_workers="allow")
    await loner.sit_down(edition)
    await loner.visitor.page.wait_for_function(_CONTROLLED)
    await loner.visitor.context.set_offline(True)
    told = await loner.play(random.Random(1))
    end = loner.visitor.at("end")
    await expect(end).to_be_visible()
    podium = await end.locator("[data-place]").all_inner_texts()
    scores = sorted(told["table"]["scores"], reverse=True)
    assert all(str(score) in place for score, place in zip(scores, podium, strict=True))


async def test_a_tab_that_is_closed_in_the_middle_of_a_dusk(visit: Visit) -> None:
    """Another page of the same browser goes on where it was."""
    loner = await come(visit)
    await loner.sit_down()
    before = await loner.play(random.Random(2), stop=lambda told: told["mine"]["decision"]["kind"] != "pick")
    page = await loner.visitor.context.new_page()
    await page.add_init_script(LISTEN)
    address, loner.visitor.page = loner.visitor.page.url, page
    await loner.visitor.context.pages[0].close()
    await page.goto(address)
    await loner.arrive()
    again = await loner.until("told.mine?.decision")
    assert (again["view"], again["mine"]) == (before["view"], before["mine"])
    await loner.play(random.Random(3), stop=lambda told: bool(told["view"]["day"] == 2))


async def test_where_nothing_can_be_stored_one_plays_on(visit: Visit) -> None:
    visitor = await visit()
    await visitor.page.add_init_script(_NO_STORAGE)
    loner = await come(visit, visitor=visitor)
    await loner.sit_down()
    told = await loner.play(random.Random(4), stop=lambda told: bool(told["view"]["day"] == 2))
    assert told["view"]["day"] == 2


@pytest.mark.parametrize("path", ["/learn", "/puzzles"])
async def test_a_lesson_and_a_puzzle_are_on_the_device(path: str, visit: Visit) -> None:
    loner = await come(visit, path)
    visitor = loner.visitor
    await visitor.page.locator("main a.btn, main button.btn").first.click()
    await expect(visitor.table).to_be_visible(timeout=200_000)
    told: Any = await loner.told()
    assert path == "/puzzles" or told["table"]["lesson"] == "original-1"
