"""Measures tables on a device, in Chromium: how long bots think, how soon clicks are answered, how fast the engine starts.

python -m benchmarks.tab
"""

from __future__ import annotations

import asyncio
import json
import random
import tempfile
import time
from itertools import pairwise
from pathlib import Path
from statistics import median

from playwright.async_api import Browser, async_playwright

from benchmarks.report import machine
from libertalia import Game
from libertalia.bots import bot_named
from tests.page.browser import ARGUMENTS, executable
from tests.page.device import LISTEN, PLACE, Loner
from tests.page.visitor import Visitor, new_context
from tests.server.harness import Json, Server

LEVELS = {"skerry": 50, "pepper": 100, "fathom": 400}
"""The goal for a pick of each level, in milliseconds."""
START_GOAL = 3.0
"""Seconds from "Play now" to a table that can be played at, once the engine is cached."""
CLICK_GOAL = 50
"""Milliseconds until the host has stored and told what a click has answered."""
_CLICKS = """addEventListener('click', () => window.clicked = performance.now(), true)
window.answers = []
window.Worker = class extends Worker {
  constructor(...given) {
    super(...given)
    this.addEventListener('message', ({ data }) => {
      const done = data.type === 'message' && data.text.startsWith('{"type":"done"')
      if (done) window.answers.push(performance.now() - window.clicked)
    })
  }
}"""


async def visitor(browser: Browser, server: Server) -> Loner:
    """Somebody who plays on their device, with a laptop."""
    context = await new_context(browser, server, {}, reduced_motion="reduce")
    page = await context.new_page()
    for script in (LISTEN, _CLICKS, PLACE):
        await page.add_init_script(script)
    return Loner(Visitor(server, context, page))


async def started(loner: Loner) -> float:
    """Seconds from "Play now" until somebody can pick a card."""
    await loner.visitor.go("/")
    await loner.visitor.at("play-now").wait_for()
    began = time.perf_counter()
    await loner.visitor.at("play-now").click()
    await loner.visitor.page.wait_for_function("() => window.told.mine?.decision")
    await loner.visitor.page.locator(".table [data-hand]").first.wait_for()
    return time.perf_counter() - began


async def picks(loner: Loner, level: str) -> list[int]:
    """Milliseconds from each sunrise until the only bot has picked, by the times of the entries, over two voyages."""
    page = loner.visitor.page
    stored = {"ladder": {"level": level, "run": 0, "counted": []}, "wish": {"edition": "original", "players": 2}}
    for key, value in stored.items():
        await page.evaluate("([key, value]) => localStorage.setItem(`libertalia.${key}`, JSON.stringify(value))", [key, value])
    await started(loner)
    await loner.visitor.close_account()
    await loner.play(random.Random(1), stop=lambda told: bool(told["view"]["voyage"] == 3))
    said = [json.loads(text) for text in await page.evaluate("window.said")]
    entries: list[Json] = [entry for message in said for entry in message.get("entries", [])]
    thought = [after["at"] - before["at"] for before, after in pairwise(entries) if is_bots_pick(after)]
    return thought[1:]  # the first one has loaded the engine of the thinker


def is_bots_pick(entry: Json) -> bool:
    return bool(entry.get("bot")) and any(event["event"] == "picked" for event in entry.get("events", []))


def native(level: str) -> float:
    """The median milliseconds of a pick here, with two at the table."""
    bot, rng, times = bot_named(level)(1), random.Random(1), []
    game = Game.new("original", players=2, seed=1)
    while not game.over:
        decision = game.decisions[0]
        if decision.kind == "pick" and decision.seat == 1:
            began = time.perf_counter()
            answer = bot.answer(game.view(1, events=False), decision)
            times.append(1000 * (time.perf_counter() - began))
            game.play(1, answer)
        else:
            game.play(decision.seat, rng.choice(decision.options))
    return median(times)


async def measure() -> None:
    print(machine())
    with tempfile.TemporaryDirectory() as folder:
        server = Server(str(Path(folder) / "tables.sqlite"), Path(folder)).start()
        async with async_playwright() as playwright:
            browser = await playwright.chromium.launch(executable_path=executable(), args=ARGUMENTS)
            loner = await visitor(browser, server)
            print(f"from Play to a table: {await started(loner):.1f} s, the engine not cached")
            cached = median([await started(loner) for _ in range(5)])
            print(f"from Play to a table: {cached:.1f} s, cached; goal {START_GOAL:g}")
            for level, goal in LEVELS.items():
                in_tab, here = median(await picks(loner, level)), native(level)
                print(f"a pick of {level}: {in_tab:.0f} ms, goal {goal}; native {here:.1f} ms, {in_tab / here:.1f} times as long")
            clicks = median(await loner.visitor.page.evaluate("window.answers"))
            print(f"a click is answered after {clicks:.0f} ms; goal {CLICK_GOAL}")
            await browser.close()
        server.stop()


if __name__ == "__main__":
    asyncio.run(measure())
