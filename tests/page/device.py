"""Somebody who plays on their own device: by clicks, beside what the host in the tab says to the page."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from playwright.async_api import expect

from tests.page.conftest import Visit
from tests.page.visitor import Visitor
from tests.server.harness import Json

PLACE = "localStorage.setItem('libertalia.place', JSON.stringify('device'))"
LISTEN = """window.told = { table: null, view: null, mine: null, turns: -1 }
window.said = []
window.Worker = class extends Worker {
  constructor(...given) {
    super(...given)
    this.addEventListener('message', ({ data }) => {
      if (data.type !== 'message') return
      const message = JSON.parse(data.text)
      window.said.push(data.text)
      for (const name of ['table', 'view', 'mine']) if (message[name] !== undefined) window.told[name] = message[name]
    })
  }
}"""
"""Notes what the host says: nothing else of the page is changed."""
LOADING = 200_000
"""Milliseconds in which the engine has to be there, on a machine that is busy with other tests."""


class Loner:
    """A person with a device of their own."""

    def __init__(self, visitor: Visitor) -> None:
        self.visitor = visitor

    async def told(self) -> Json:
        """The latest table, view and private part that the host has sent."""
        found: Json = await self.visitor.page.evaluate("window.told")
        return found

    async def until(self, condition: str) -> Json:
        """Wait until something is so, as JavaScript about `told`."""
        await self.visitor.page.wait_for_function(f"() => {{ const told = window.told; return {condition} }}")
        return await self.told()

    async def sit_down(self, edition: str = "original") -> None:
        """Play now: the cards are dealt."""
        visitor = self.visitor
        await visitor.at(f"edition-{edition}").click()
        await visitor.at("play-now").click()
        await self.arrive()

    async def arrive(self) -> None:
        """Wait for a table of this device."""
        await expect(self.visitor.table).to_be_visible(timeout=LOADING)
        assert self.visitor.table_id.startswith("here-")
        await self.visitor.close_account()

    async def play(self, rng: random.Random, stop: Callable[[Json], bool] = lambda _: False) -> Json:
        """Click on random answers until the game is over, or until something is so of what the host says."""
        visitor, turn = self.visitor, -1
        while True:
            told = await self.until(f"told.table.status === 'over' || (told.mine?.decision && told.mine.turn > {turn})")
            if told["table"]["status"] == "over" or stop(told):
                return told
            decision, turn = told["mine"]["decision"], told["mine"]["turn"]
            if decision["kind"] == "pick" or len(decision["options"]) > 1:  # the only answer plays itself
                await visitor.is_asked(decision["options"])
                await visitor.choose(rng.choice(decision["options"]))


async def come(visit: Visit, path: str = "/", visitor: Visitor | None = None, **options: Any) -> Loner:
    """Somebody who plays on their device opens a page."""
    visitor = visitor or await visit(**options)
    await visitor.page.add_init_script(LISTEN)
    await visitor.page.add_init_script(PLACE)
    await visitor.go(path)
    return Loner(visitor)
