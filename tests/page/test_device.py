"""Tables on this device: by clicks in a browser, with the network off. What is played is in no server's database."""

from __future__ import annotations

import asyncio
import random

import pytest
from playwright.async_api import expect

from libertalia.game.setup import edition_names
from tests.page.conftest import Visit
from tests.page.device import come

pytestmark = pytest.mark.anyio

_CONTROLLED = "() => navigator.serviceWorker.ready.then(() => navigator.serviceWorker.controller !== null)"


@pytest.mark.parametrize("edition", edition_names())
async def test_a_whole_game_with_the_network_off(edition: str, visit: Visit) -> None:
    loner = await come(visit, service_workers="allow")
    await loner.sit_down(edition)
    await loner.visitor.page.wait_for_function(_CONTROLLED)
    await loner.visitor.context.set_offline(True)
    told = await loner.play(random.Random(1))
    visitor = loner.visitor
    await expect(visitor.at("end")).to_be_visible()
    podium = await visitor.at("end").locator("[data-place]").all_inner_texts()
    scores = sorted(told["table"]["scores"], reverse=True)
    assert all(str(score) in place for score, place in zip(scores, podium, strict=True))


async def test_a_tab_that_is_closed_in_the_middle_of_a_dusk(visit: Visit) -> None:
    """The game goes on where it was, as the host has stored it, in another page of the same browser."""
    loner = await come(visit)
    await loner.sit_down()
    before = await loner.play(random.Random(2), stop=lambda told: told["mine"]["decision"]["kind"] != "pick")
    address = loner.visitor.page.url
    page = await loner.visitor.context.new_page()
    await loner.visitor.page.close()
    await page.add_init_script((await _listening()))
    await page.goto(address)
    loner.visitor.page = page
    await loner.arrive()
    again = await loner.until("told.mine?.decision")
    assert again["view"] == before["view"]
    assert again["mine"] == before["mine"]
    told = await loner.play(random.Random(3), stop=lambda told: told["view"]["day"] == 3)
    assert told["view"]["day"] == 3
    await asyncio.sleep(0)


async def _listening() -> str:
    from tests.page.device import _LISTEN

    return _LISTEN
