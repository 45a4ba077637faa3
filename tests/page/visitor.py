"""Somebody with a browser: one context with one page, and all that went wrong in it."""

from __future__ import annotations

import asyncio
import json
import math
import random
import re
from collections.abc import Awaitable, Callable, Iterable, Iterator
from typing import Any

from playwright.async_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Locator,
    Page,
    Position,
    Request,
    Response,
    WebSocket,
    WebSocketRoute,
    expect,
)

from tests.server.harness import PATIENCE, Json, Server
from tests.server.people import Player

AT_ONCE = {"speed": 0, "guided": True}
"""Settings under which nothing moves and nothing has to be waited for."""
LAPTOP: dict[str, Any] = {"viewport": {"width": 1280, "height": 800}}
PHONE: dict[str, Any] = {
    "viewport": {"width": 375, "height": 812},
    "has_touch": True,
    "is_mobile": True,
    "device_scale_factor": 2,
}
"""Options of Playwright's contexts."""

_SEATS = """() => [...document.querySelectorAll('.table [data-seat]')].map(seat => ({
  seat: Number(seat.dataset.seat),
  doubloons: Number(seat.dataset.doubloons),
  shown: seat.querySelector('.coins b').textContent,
  score: Number(seat.dataset.score),
  hand: parseInt(seat.querySelector('[data-fly^="hand:"]').textContent),
  buried: Number(seat.querySelector('[data-graveyard]').dataset.graveyard),
  crew: [...seat.querySelectorAll('.crew [data-card]')].map(card => card.dataset.card),
  loot: Object.fromEntries([...seat.querySelectorAll('[data-token]')].map(one => [one.dataset.token, Number(one.dataset.count)])),
}))"""
_OPTIONS = "() => [...document.querySelectorAll('.table button[data-option]')].map(one => one.dataset.option)"
_ASKED = """wanted => new Promise(done => {
  const shown = () => [...document.querySelectorAll('.table button[data-option]')].map(one => one.dataset.option).sort().join()
  const watch = new MutationObserver(look)
  const timer = setTimeout(end, 60_000, false)
  function end(asked) { clearTimeout(timer); watch.disconnect(); done(asked) }
  function look() { if (shown() === wanted) end(true) }
  watch.observe(document, { subtree: true, childList: true, attributes: true, attributeFilter: ['data-option'] })
  look()
})"""
_TWO_FRAMES = """async element => {
  // `requestAnimationFrame` would go by a clock of our own, which may stand still.
  for (let frame = 0; frame < 2; frame++)
    await new Promise(next => new IntersectionObserver((_, watch) => { watch.disconnect(); next() }).observe(element))
}"""
_FREE_SPOT = f"""async option => {{
  option.scrollIntoView({{ block: 'nearest', inline: 'nearest' }})
  await ({_TWO_FRAMES})(option)
  const box = option.getBoundingClientRect()
  for (const part of [0.5, 0.25, 0.12])
    if (option.contains(document.elementFromPoint(box.x + box.width * part, box.y + box.height / 2)))
      return {{ x: box.width * part, y: box.height / 2 }}
  return null
}}"""
_SETTLE = """(origin, settings) => {
  if (location.origin === origin) localStorage['libertalia.settings'] ??= settings
}"""
_HAND = "() => [...document.querySelectorAll('.table [data-hand]')].map(card => card.dataset.hand)"


def _expected(player: Player) -> Json:
    """What a page has to show."""
    return {
        "seats": [_expected_of(seat, player) for seat in player.view["seats"]],
        "hand": player.mine["hand"] if player.mine else [],
    }


def _expected_of(seat: Json, player: Player) -> Json:
    buried = len(seat["graveyard"]) - seat["unseen"]
    if player.mine and seat["seat"] == player.seat:
        buried = len(player.mine["graveyard"])
    purse = {"doubloons": seat["doubloons"], "shown": str(seat["doubloons"]), "score": seat["score"]}
    return {
        "seat": seat["seat"],
        **purse,
        "hand": seat["hand_size"],
        "buried": buried,
        "crew": seat["crew"],
        "loot": seat["loot"],
    }


def _differences(name: str, shown: Any, told: Any) -> Iterator[str]:
    if isinstance(told, dict) and isinstance(shown, dict) and shown.keys() == told.keys():
        for key in told:
            yield from _differences(f"{name}.{key}", shown[key], told[key])
    elif isinstance(told, list) and isinstance(shown, list) and len(shown) == len(told):
        for index, pair in enumerate(zip(shown, told, strict=True)):
            yield from _differences(f"{name}.{index}", *pair)
    elif shown != told:
        yield f"{name} shows {shown}, not {told}"


def parts_of(option: str) -> list[str]:
    """What is clicked for an answer. Some have two parts: a swap, today's token and tomorrow's; a sale, kind and number."""
    today, swap, tomorrow = option.partition("/")
    if swap:
        return [today + swap, swap + tomorrow]
    _, times, kind = option.partition("*")
    return [times + kind, option] if times else [option]


def first_parts(options: Iterable[str]) -> set[str]:
    """What can be clicked before anything is selected: the number of a sale comes after its kind."""
    return {part for option in options for part in parts_of(option) if not re.match(r"\d\*", part)}


async def new_context(browser: Browser, server: Server, settings: Json, **options: Any) -> BrowserContext:
    """A browser of one's own, that has been at the server's page before and has these settings there.

    A script puts them there; for a `storage_state` Playwright would open one more page each time. There is no service
    worker, unless a test is about it: all that the page asks for is seen.
    """
    wish = {"locale": "en-GB", "service_workers": "block"} | LAPTOP | options
    context = await browser.new_context(**wish)
    await context.add_init_script(f"({_SETTLE})({json.dumps(server.url)}, {json.dumps(json.dumps(AT_ONCE | settings))})")
    return context


class Visitor:
    """A person at a page. `troubles` has errors in the console, refused or failed requests and broken policies."""

    def __init__(self, server: Server, context: BrowserContext, page: Page) -> None:
        self.server = server
        self.context = context
        self.page = page
        self.troubles: list[str] = []
        self.frames: list[tuple[str, str]] = []
        """All that went over websockets: `sent` or `received`, and the text."""
        self.number = 0
        """Of the last entry that the server has sent to the page."""
        self.addresses: list[str] = []
        self.deaf = False
        self._forgiven: list[str] = []
        page.on("console", self._said)
        page.on("pageerror", lambda error: self.troubles.append(f"error: {error}"))
        page.on("requestfailed", self._failed)
        page.on("response", self._answered)
        page.on("websocket", self._socket)
        context.on("request", lambda request: self.addresses.append(request.url))

    def _said(self, message: ConsoleMessage) -> None:
        blocked = message.text.startswith("Service Worker registration blocked by Playwright")
        if message.type in ("error", "warning") and not blocked:
            self.troubles.append(f"console: {message.text} ({message.location['url']})")

    def _failed(self, request: Request) -> None:
        if request.failure != "net::ERR_ABORTED":  # by leaving the page
            self.troubles.append(f"request: {request.url}: {request.failure}")

    def _answered(self, response: Response) -> None:
        if response.status >= 400:
            self.troubles.append(f"response: {response.status} {response.url}")

    def _socket(self, socket: WebSocket) -> None:
        self.addresses.append(socket.url)
        socket.on("framesent", lambda text: self.frames.append(("sent", str(text))))
        socket.on("framereceived", self._received)

    def _received(self, frame: str | bytes) -> None:
        self.frames.append(("received", str(frame)))
        self.number = max(self.number, *(int(entry["number"]) for entry in json.loads(frame).get("entries", ())), 0)

    def listen(self, route: WebSocketRoute) -> None:
        """A socket that can be cut off: who is deaf hears nothing that the server says."""
        there = route.connect_to_server()
        there.on_message(lambda text: None if self.deaf else route.send(text))

    async def forgive(self, pattern: str) -> None:
        """Such troubles are what the test is about: wait for one, and mind no other."""
        async with asyncio.timeout(PATIENCE):
            while not any(re.search(pattern, trouble) for trouble in self.troubles):
                await asyncio.sleep(0.05)
        self._forgiven.append(pattern)

    def assert_untroubled(self) -> None:
        """Nothing went wrong but what was forgiven."""
        troubles = [trouble for trouble in self.troubles if not any(re.search(pattern, trouble) for pattern in self._forgiven)]
        assert not troubles, troubles

    # ---- coming -------------------------------------------------------------------------------------------------

    async def go(self, path: str) -> None:
        await self.page.goto(self.server.url + path)

    async def come(self, table: str, secret: str | None = None) -> None:
        """To a table, with a private link to one's seat."""
        await self.go(f"/t/{table}" + (f"#{secret}" if secret else ""))

    def at(self, testid: str) -> Locator:
        return self.page.get_by_test_id(testid)

    async def draws(self) -> None:
        """Wait until the browser has drawn the page twice: all that follows from a click or a new size has happened."""
        await self.page.evaluate(f"({_TWO_FRAMES})(document.body)")

    @property
    def path(self) -> str:
        return self.page.url.removeprefix(self.server.url)

    @property
    def table_id(self) -> str:
        return self.path.split("/")[2].partition("#")[0]

    @property
    def table(self) -> Locator:
        """The table, but not where its engine is still on its way."""
        return self.page.locator(".table:not(.arriving)")

    async def stored(self, key: str) -> Any:
        """What the page keeps in the browser."""
        text = await self.page.evaluate("key => localStorage.getItem('libertalia.' + key)", key)
        return json.loads(text) if text else None

    async def secret(self) -> str:
        """The own seat's, at this table."""
        tables = await self.stored("tables")
        return str(tables[self.table_id]["secret"])

    async def lay_table(self, edition: str, players: int, bots: int = 0, name: str = "Ines", **options: str) -> str:
        """Fill in the form of the home page, with the edition's own options and the weakest of the bots; the table's id."""
        await self.go("/")
        await self.at(f"edition-{edition}").click()
        await self.unfold()
        await self.at("name").fill(name)
        await self.at("players").select_option(str(players))
        if bots:
            await self.at("choose-bots").click()
            for _ in range(bots):
                await expect(self.at("invite-bilge")).to_be_enabled()
                await self.page.keyboard.press("1")
            await self.page.keyboard.press("Escape")
            await expect(self.at("chairs").locator("img")).to_have_count(bots)
        for option, value in options.items():
            await self.at(option.replace("_", "-")).select_option(value)
        await self.at("create").click()
        await expect(self.at("start")).to_be_visible()
        return self.table_id

    async def unfold(self) -> None:
        """Show all that can be chosen about a new table."""
        await self.at("details").click()
        await expect(self.at("create")).to_be_visible()

    async def join(self, link: str, name: str) -> None:
        """Come by somebody's link, and sit down."""
        await self.page.goto(link)
        await self.at("join-name").fill(name)
        await self.at("join").click()
        await expect(self.page.locator("[data-kind='person']", has_text=name)).to_be_visible()

    # ---- what the table shows -----------------------------------------------------------------------------------

    async def seats(self) -> list[Json]:
        """What the page shows of every seat, in the order of the seats."""
        shown: list[Json] = await self.page.evaluate(_SEATS)
        return sorted(shown, key=lambda seat: int(seat["seat"]))

    async def hand(self) -> list[str]:
        cards: list[str] = await self.page.evaluate(_HAND)
        return cards

    async def options(self) -> list[str]:
        """What may be chosen on the page now."""
        options: list[str] = await self.page.evaluate(_OPTIONS)
        return options

    async def sees(self, player: Player) -> None:
        """The page shows what the server says to a player or a spectator: every seat, and the own hand."""
        shown = {"seats": await self.seats(), "hand": await self.hand()}
        assert not (wrong := list(_differences("page", shown, _expected(player)))), wrong

    # ---- time -----------------------------------------------------------------------------------------------------

    async def own_clock(self) -> None:
        """From the next page on, a clock of our own: `show_out` makes a minute of it pass in no time."""
        await self.page.clock.install()

    async def stop_clock(self) -> None:
        """From now on, no time passes on our own clock but by `passes`: what is measured does not depend on the machine."""
        now = await self.page.evaluate("Date.now()")
        await self.page.clock.pause_at(now / 1000 + 8)  # a moment ahead: until then, this clock goes on

    async def passes(self, seconds: int) -> None:
        """Let seconds pass one by one. Our clock waits for the server, which has another: what the page has asked is answered."""
        for _ in range(seconds):
            await self.page.clock.run_for(1000)
            async with asyncio.timeout(PATIENCE):
                while self.frames and self.frames[-1][0] == "sent":
                    await asyncio.sleep(0.01)

    async def show_out(self, most: int = 300) -> None:
        """Let some seconds pass, or fewer: until the table has shown all that it knows."""
        for _ in range(most):
            if await self.table.get_attribute("data-settled") == "true":
                return
            await self.passes(1)
        raise AssertionError(f"the table has not come to rest within {most} seconds")

    async def show_until_asked(self, options: Iterable[str], most: int = 300) -> None:
        """Let some seconds pass, or fewer: until the table has shown all that it knows, and asks for one of these answers."""
        wanted = sorted(first_parts(options))
        for _ in range(most):
            if sorted(await self.options()) == wanted and await self.table.get_attribute("data-settled") == "true":
                return  # in this order: a table at rest may hear news before the options are read
            await self.passes(1)
        raise AssertionError(f"{sorted(await self.options())} may be clicked after {most} seconds, not {wanted}")

    # ---- playing ------------------------------------------------------------------------------------------------

    async def hears(self, number: int) -> None:
        """Wait until the server has told the page of an entry."""
        async with asyncio.timeout(PATIENCE):
            while self.number < number:
                await asyncio.sleep(0.02)

    async def is_asked(self, options: Iterable[str]) -> None:
        """Wait until exactly these answers can be clicked."""
        wanted = sorted(first_parts(options))
        async with asyncio.timeout(PATIENCE):
            asked = await self.page.evaluate(_ASKED, ",".join(wanted))
        assert asked, f"{sorted(await self.options())} may be clicked, not {wanted}"

    def option(self, answer: str) -> Locator:
        return self.page.locator(f'.table button[data-option="{answer}"]')

    async def choose(self, answer: str, tap: bool = False) -> None:
        """Click or tap on an answer, and on the button that confirms it where there is one."""
        for part in parts_of(answer):
            if re.match(r"\d\*", part) and await self.at("confirm").is_visible():
                break  # the only number is selected with its kind
            spot = await self.free_spot(part)
            await (self.option(part).tap(position=spot) if tap else self.option(part).click(position=spot))
        if await self.at("confirm").is_visible():
            await (self.at("confirm").tap() if tap else self.at("confirm").click())

    async def free_spot(self, answer: str) -> Position:
        """Where a card can be clicked: in a hand and in a crew the next one may lie over all but its left edge."""
        spot: Position | None = await self.option(answer).evaluate(_FREE_SPOT)
        assert spot, f"{answer} can't be clicked anywhere: something lies over it"
        return spot

    async def open_menu(self) -> None:
        await self.page.locator(".top .tools button[aria-expanded]").last.click()
        await expect(self.page.locator(".menu")).to_be_visible()

    async def close_account(self) -> None:
        """What a voyage brought is shown until one has seen it."""
        account = self.at("voyage-end")
        await self.page.add_locator_handler(account, lambda: account.locator(".acts button").click())


Look = Callable[[Visitor], Awaitable[None]]


class Shadow:
    """Somebody's own seat, over a socket of its own: what the server says to it, beside what the page shows.

    `look` is called at every decision, before it is answered. `moving`: the table takes its time, on a clock of our own.
    """

    def __init__(
        self, visitor: Visitor, player: Player, tap: bool = False, look: Look | None = None, moving: bool = False
    ) -> None:
        self.visitor = visitor
        self.player = player
        self.tap = tap
        self.look = look
        self.moving = moving
        self.sunrises: list[tuple[int, int]] = []

    async def play(self, rng: random.Random, days: int = 99) -> None:
        """Click on random answers until the game, or a number of days, are over; every morning page and server are compared."""
        visitor, player = self.visitor, self.player
        await visitor.close_account()
        while True:
            await player.until(lambda: player.decision or player.over)
            if player.over:
                return
            decision, mine, view = player.decision, player.own, player.view
            assert decision is not None
            sunrise = decision["kind"] == "pick"
            if sunrise:
                if len(self.sunrises) == days:
                    return
                self.sunrises.append((view["voyage"], view["day"]))
            if sunrise or len(decision["options"]) > 1:  # the only answer plays itself, and may have done so already
                if self.moving:
                    await visitor.hears(player.number)
                    await visitor.show_out()
                await visitor.is_asked(decision["options"])
                if sunrise:
                    await visitor.sees(player)
                if self.look:
                    await self.look(visitor)
                await visitor.choose(rng.choice(decision["options"]), self.tap)
            await player.until(lambda turn=mine["turn"]: player.own["turn"] > turn or player.over)  # type: ignore[misc]


def in_percent(share: float) -> str:
    """A share as the page shows it: JavaScript rounds a half up, where Python rounds it to the even number."""
    return str(math.floor(100 * share + 0.5))
