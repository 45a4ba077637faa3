"""Measures the page in a real browser: how fast it loads a table, how fast it shows an event, how smoothly cards move.

python -m benchmarks.page
"""

from __future__ import annotations

import asyncio
import json
import statistics
import sys
import tempfile
import time
from itertools import pairwise
from pathlib import Path

from playwright.async_api import Browser, CDPSession, async_playwright

from benchmarks.report import machine
from libertalia import Game
from tests.games import Setting
from tests.page.browser import ARGUMENTS, executable
from tests.page.visitor import Visitor, new_context
from tests.server.harness import Server
from tests.server.people import Company

EVENTS = 150
CARDS = (0, 20, 60)

# Measures the time from each message until the document has changed, and until its layout is done.
_WATCH = """() => {
  globalThis.told = []
  const Socket = globalThis.WebSocket
  globalThis.WebSocket = class extends Socket {
    constructor(...all) {
      super(...all)
      this.addEventListener('message', ({ data }) => {
        if (!data.startsWith('{"type":"news"')) return
        const began = performance.now()
        const { port1, port2 } = new MessageChannel()
        port1.onmessage = () => {
          const changed = performance.now() - began
          void document.body.offsetHeight
          told.push([changed, performance.now() - began])
        }
        port2.postMessage(null)
      })
    }
  }
}"""
# Moves copies of a card, in the size of the lineup, as the table does.
_FLY = """cards => new Promise(done => {
  const layer = document.querySelector('.flights')
  const card = document.querySelector('.hand .card')
  const width = document.querySelector('.lineup [data-fly]').offsetWidth
  for (let index = 0; index < cards; index++) {
    const one = card.cloneNode(true)
    one.classList.remove('lit')
    one.classList.add('ghost')
    one.style.setProperty('--w', `${width}px`)
    layer.append(one)
    const place = () => `translate(${Math.random() * (innerWidth - width)}px, ${Math.random() * (innerHeight - width * 1.4)}px)`
    one.animate([{ transform: place() }, { transform: place() }],
      { duration: 500, iterations: Infinity, direction: 'alternate', easing: 'cubic-bezier(.2,.8,.25,1)' })
  }
  const times = []
  const began = performance.now()
  requestAnimationFrame(function frame(now) {
    times.push(now)
    if (now - began < 3000) requestAnimationFrame(frame)
    else { layer.replaceChildren(); done(times) }
  })
})"""


def third_voyage() -> Game:
    """A game for six at the start of the third voyage."""
    return next(game for game in Setting(6).random_game(3) if game.table.voyage == 3)


async def visitor(browser: Browser, server: Server, motion: bool) -> Visitor:
    wish = "no-preference" if motion else "reduce"
    context = await new_context(browser, server, {}, viewport={"width": 1440, "height": 900}, reduced_motion=wish)
    await context.add_init_script(f"({_WATCH})()")
    return Visitor(server, context, await context.new_page())


async def clock(visitor: Visitor) -> CDPSession:
    """Measures the CPU time of the page's thread only."""
    session = await visitor.context.new_cdp_session(visitor.page)
    await session.send("Performance.enable", {"timeDomain": "threadTicks"})
    return session


async def work(session: CDPSession) -> float:
    """The seconds of CPU time spent so far on the page's scripts, styles and layout."""
    metrics = {one["name"]: float(one["value"]) for one in (await session.send("Performance.getMetrics"))["metrics"]}
    return metrics["ScriptDuration"] + metrics["RecalcStyleDuration"] + metrics["LayoutDuration"]


async def measure(browser: Browser, server: Server) -> None:
    async with Company(server) as company:
        players = await company.begin(6)
        someone = await visitor(browser, server, motion=False)
        began = time.perf_counter()
        await someone.come(players[0].id, players[0].secret)
        await someone.is_asked(players[0].own["decision"]["options"])
        print(f"from opening the link to a playable table: {(time.perf_counter() - began) * 1000:.0f} ms")
        await someone.page.evaluate("() => { told.length = 0 }")
        session = await clock(someone)
        before = await work(session)
        while players[0].count("news") < EVENTS and not players[0].over:
            await asyncio.sleep(0.01)
            for player in players:
                if player.decision and not player.over:
                    await player.play()
                    await someone.page.evaluate("() => new Promise(requestIdleCallback)")
        told: list[list[float]] = await someone.page.evaluate("() => told")
        spent = (await work(session) - before) / len(told) * 1000
        print(f"an event takes {spent:.1f} ms of script, style and layout ({len(told)} events)")
        for name, number in (("the changed document", 0), ("its new layout", 1)):
            times = [pair[number] for pair in told]
            half, most = statistics.median(times), statistics.quantiles(times, n=20)[-1]
            print(f"from an event to {name}: median {half:.1f} ms, 95 % within {most:.1f} ms")
        await someone.context.close()

        players = await company.begin(6)
        someone = await visitor(browser, server, motion=True)
        await someone.come(players[0].id, players[0].secret)
        await someone.is_asked(players[0].own["decision"]["options"])
        session = await clock(someone)
        for cards in CARDS:
            before = await work(session)
            frames: list[float] = await someone.page.evaluate(_FLY, cards)
            spent = (await work(session) - before) / len(frames) * 1000
            gaps = [after - before for before, after in pairwise(frames)]
            late = sum(gap > 25 for gap in gaps)
            rate = 1000 * len(gaps) / (frames[-1] - frames[0])
            print(f"{cards} moving cards: {spent:.1f} ms of script, style and layout per frame; painted without a graphics card,")
            print(f"  {rate:.0f} frames a second, {late} of {len(gaps)} late")
        await someone.context.close()


async def main() -> None:
    print("\n".join(f"{name:14}{fact}" for name, fact in machine().items()))
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "dealt.json").write_text(json.dumps(third_voyage().position()))
        server = Server(str(folder / "tables.sqlite"), folder, dealt=folder / "dealt.json")
        server.program = [sys.executable, "-m", "tests.server.dealer"]
        server.start()
        try:
            async with async_playwright() as playwright:
                browser = await playwright.chromium.launch(executable_path=executable(), args=ARGUMENTS)
                await measure(browser, server)
                await browser.close()
        finally:
            server.kill()


if __name__ == "__main__":
    asyncio.run(main())
