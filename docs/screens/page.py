"""Takes the pictures of the page, in a real browser, of real games: `python docs/screens/page.py`.

With `--all` it takes every moment in every look; with a folder it leaves them there instead of here.
"""

from __future__ import annotations

import argparse
import asyncio
import base64
import random
import sys
import tempfile
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

from playwright.async_api import Browser, Page, async_playwright, expect

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parents[1]))

from docs.screens.days import voyage_of_the_day  # noqa: E402
from docs.screens.device import device  # noqa: E402
from docs.screens.learning import learning  # noqa: E402
from docs.screens.solving import puzzles  # noqa: E402
from tests.page.browser import ARGUMENTS, executable  # noqa: E402
from tests.page.visitor import Visitor, new_context  # noqa: E402
from tests.server.harness import Json, Server  # noqa: E402
from tests.server.people import Company, Player  # noqa: E402

expect.set_options(timeout=60_000)

DESKTOP: Json = {"viewport": {"width": 1280, "height": 800}}
PHONE: Json = {"viewport": {"width": 375, "height": 812}, "has_touch": True, "is_mobile": True, "device_scale_factor": 2}
LOOKS = ("desktop-light", "desktop-dark", "phone-light", "phone-dark")
KEPT = {
    "original": (
        *("sunrise-desktop-light", "sunrise-phone-dark", "picked-desktop-dark", "day-desktop-light", "day-phone-light"),
        *("dusk-desktop-light", "dusk-desktop-dark", "dusk-phone-dark", "night-desktop-dark", "night-phone-light"),
    ),
    "galecrest": (
        *("sunrise-desktop-dark", "picked-desktop-light", "picked-phone-light", "day-desktop-dark", "day-phone-dark"),
        *("dusk-desktop-light", "dusk-phone-light", "night-desktop-light", "night-phone-dark"),
    ),
}
"""Of the forty pictures of the two tables those that are kept: every moment, device and theme, but not each with each."""
ASKING = ("gunner", "recruiter", "thief", "saber", "brawler")
"""Characters that ask for something on the table by day."""
QUALITY = 0.8

_SMALLER = """async ([picture, quality]) => {
  const image = new Image()
  image.src = `data:image/png;base64,${picture}`
  await image.decode()
  const canvas = Object.assign(document.createElement('canvas'), { width: image.width, height: image.height })
  canvas.getContext('2d').drawImage(image, 0, 0)
  return canvas.toDataURL('image/webp', quality).split(',')[1]
}"""
_TOGETHER = """<body style="margin:0;background:transparent;position:relative;width:1360px;height:850px">
<style>img { position: absolute; box-shadow: 0 10px 30px #0007 } </style>
<img style="left:0;top:0;width:1280px;border-radius:12px" src="data:image/webp;base64,WIDE">
<img style="right:0;bottom:0;width:264px;border-radius:26px;border:7px solid #16110d" src="data:image/webp;base64,NARROW">"""
_STOP_AT_NIGHT = """() => {
  const acts = document.querySelector('.table[data-hour=night] .mini.now')
  if (acts) window.setTimeout = () => 0
  return acts
}"""


class Photographer:
    """A browser that has been told where its pictures go."""

    def __init__(self, browser: Browser, folder: Path, every: bool) -> None:
        self.browser = browser
        self.folder = folder
        self.every = every

    async def shoot(self, page: Page, name: str) -> None:
        """What a page shows now."""
        await page.evaluate("document.fonts.ready")
        await page.wait_for_timeout(400)
        print(name, flush=True)
        await self.keep(await page.screenshot(), name)

    async def keep(self, picture: bytes, name: str) -> None:
        page = await self.browser.new_page()
        smaller = await page.evaluate(_SMALLER, [base64.b64encode(picture).decode(), QUALITY])
        await page.close()
        (self.folder / f"{name}.webp").write_bytes(base64.b64decode(smaller))

    async def compose(self, wide: str, narrow: str, name: str) -> None:
        """A desktop's picture with a phone's in front of it."""
        pictures = [base64.b64encode((self.folder / f"{one}.webp").read_bytes()).decode() for one in (wide, narrow)]
        page = await self.browser.new_page(viewport={"width": 1360, "height": 850})
        await page.set_content(_TOGETHER.replace("WIDE", pictures[0]).replace("NARROW", pictures[1]))
        await page.wait_for_timeout(500)
        await self.keep(await page.screenshot(omit_background=True), name)
        await page.close()

    @asynccontextmanager
    async def visit(self, server: Server, look: str, **settings: Any) -> AsyncIterator[Visitor]:
        """Somebody with a browser: `desktop-dark`."""
        device, theme = look.split("-")
        options = DESKTOP if device == "desktop" else PHONE
        context = await new_context(self.browser, server, {"theme": theme} | settings, reduced_motion="reduce", **options)
        try:
            yield Visitor(server, context, await context.new_page())
        finally:
            await context.close()


# ---- games --------------------------------------------------------------------------------------------------------


class Game:
    """People who play at random, one answer after the other."""

    def __init__(self, players: list[Player], seed: int) -> None:
        self.players = players
        self.rng = random.Random(seed)
        self.pages: list[Page] = []

    @property
    def me(self) -> Player:
        return self.players[0]

    @property
    def when(self) -> tuple[int, int]:
        return self.me.view["voyage"], self.me.view["day"]

    async def asked(self) -> list[Player]:
        """Those who have to decide now, when all bots have."""
        people = {player.seat for player in self.players}

        def still() -> bool:
            waiting = [seat for seat, _ in self.me.view["waiting"]]
            return self.me.over or (bool(waiting) and set(waiting) <= people)

        await self.me.until(still)
        for player in self.players:
            await player.hear_up_to(self.me.number)
        return [player for player in self.players if player.decision]

    async def answer(self, player: Player) -> None:
        decision = player.decision
        assert decision
        number = await player.play(self.rng.choice(decision["options"]))
        for other in self.players:
            await other.hear_up_to(number)
        if self.pages:
            await asyncio.gather(*map(settled, self.pages))

    async def play_until(self, there: Callable[[list[Player]], bool]) -> list[Player]:
        """Those who are asked at the first moment of such a kind; nobody when the game is over before."""
        while (asked := await self.asked()) and not there(asked):
            await self.answer(asked[-1])
        return asked


async def settled(page: Page) -> None:
    await expect(page.locator(".table[data-settled=true]")).to_be_visible(timeout=120_000)


def at_sunrise(voyage: int, day: int) -> Callable[[list[Player]], bool]:
    def there(asked: list[Player]) -> bool:
        view = asked[0].view
        return (view["voyage"], view["day"]) >= (voyage, day) and asked[0].decision is not None and view["hour"] == "sunrise"

    return there


def gone_home(view: Json) -> int:
    """How many players have no character in the lineup any more."""
    return len({seat["seat"] for seat in view["seats"]} - {seat for seat, *_ in view["lineup"]})


async def begin(company: Company, people: int, bots: int, seed: int, **wish: Any) -> Game:
    return Game(await company.begin(people, ("mango",) * bots, **wish), seed)


# ---- the two tables -----------------------------------------------------------------------------------------------


class Album:
    """The pictures of one edition's table that are still to be taken."""

    def __init__(self, photographer: Photographer, edition: str) -> None:
        wanted = [f"{moment}-{look}" for moment in ("sunrise", "picked", "day", "dusk", "night") for look in LOOKS]
        self.photographer = photographer
        self.edition = edition
        self.missing = {name for name in wanted if photographer.every or name in KEPT[edition]}

    def lacks(self, moment: str) -> bool:
        return any(name.startswith(moment) for name in self.missing)

    async def take(self, moment: str, pages: dict[str, Page], sign: str, select: bool = False) -> None:
        """Those pictures of a moment that are missing, when the page has got there; maybe with an answer selected."""
        for look, page in pages.items():
            if f"{moment}-{look}" not in self.missing:
                continue
            place = page.locator(f".table {sign}").first
            await expect(place).to_be_visible()
            if select:
                await (place.tap if "phone" in look else place.click)(position={"x": 8, "y": 24})
                await page.mouse.move(640, 300)
            await self.photographer.shoot(page, f"table-{self.edition}-{moment}-{look}")
            self.missing.discard(f"{moment}-{look}")

    async def catch_night(self, look: str, page: Page) -> None:
        """Nobody is asked at night: time has to be stopped when a character acts."""
        name = f"table-{self.edition}-night-{look}"
        while f"night-{look}" in self.missing:
            await page.wait_for_function(_STOP_AT_NIGHT, timeout=0)
            await page.wait_for_timeout(900)
            if await page.locator(".table[data-hour=night]").count():
                await self.photographer.shoot(page, name)
                self.missing.discard(f"night-{look}")
            await page.reload()


async def tables(photographer: Photographer, server: Server, edition: str) -> None:
    album = Album(photographer, edition)
    for seed in range(20):
        if not album.missing:
            return
        async with Company(server) as company:
            game = await begin(company, 3, 1, seed, edition=edition)
            await game.play_until(at_sunrise(2, 3))
            await follow(photographer, server, album, game)
    assert not album.missing, album.missing


async def follow(photographer: Photographer, server: Server, album: Album, game: Game) -> None:
    """One more voyage and a half, before everybody's eyes. Nothing waits for an answer at night: there, time has to pass."""
    pages: dict[str, Page] = {}
    nights: list[asyncio.Task[None]] = []
    async with AsyncExitStack() as visits:

        async def come(look: str, speed: int) -> Page:
            visitor = await visits.enter_async_context(photographer.visit(server, look, speed=speed))
            await visitor.close_account()
            await visitor.come(game.me.id, game.me.secret)
            await settled(visitor.page)
            return visitor.page

        for look in LOOKS:
            if any(album.lacks(f"{moment}-{look}") for moment in ("sunrise", "picked", "day", "dusk")):
                pages[look] = await come(look, 0)
            if album.lacks(f"night-{look}"):
                game.pages.append(await come(look, 1))
                nights.append(asyncio.create_task(album.catch_night(look, game.pages[-1])))
        try:
            while album.missing and (asked := await game.asked()):
                await look_around(album, game, pages, asked)
                if not album.lacks("night"):
                    game.pages = []
        finally:
            for night in nights:
                night.cancel()
            await asyncio.gather(*nights, return_exceptions=True)


async def look_around(album: Album, game: Game, pages: dict[str, Page], asked: list[Player]) -> None:
    """Take the pictures of this moment, if it is a good one; then somebody answers."""
    me = game.me
    decision = me.decision if me in asked else None
    if me.view["hour"] == "sunrise" and decision and decision["kind"] == "pick":
        if len(asked) == 3 and (album.lacks("picked") or album.lacks("sunrise")):
            await game.answer(asked[1])
        await album.take("sunrise", pages, "[data-hand][data-option]")
        await game.answer(me)
        if me.own["pick"]:
            await album.take("picked", pages, "[data-picked]")
        return
    if decision and len(decision["options"]) > 1:
        if decision["kind"] == "take":
            home = gone_home(me.view)
            if home and len(me.view["lineup"]) > 1 and me.own["hand"]:
                await album.take("dusk", pages, ".options button[data-option]")
        elif me.view["hour"] == "day" and decision["kind"] in ASKING:
            await album.take("day", pages, "button[data-option]", select=True)
    await game.answer(me if decision else asked[-1])


# ---- around the table -----------------------------------------------------------------------------------------------


async def crowds(photographer: Photographer, server: Server) -> None:
    """Six players, and French."""
    for edition, people, look, lang, moment in (
        ("original", 6, "desktop-light", "en", "sunrise"),
        ("galecrest", 6, "phone-dark", "en", "dusk"),
        ("original", 4, "desktop-light", "fr", "dusk"),
        ("galecrest", 4, "phone-light", "fr", "sunrise"),
    ):
        for seed in range(9):
            async with Company(server) as company, photographer.visit(server, look, lang=lang) as visitor:
                game = await begin(company, people - 1, 1, seed, edition=edition)
                await game.play_until(at_sunrise(2, 4))
                me = game.me

                def good(asked: list[Player], me: Player = me, moment: str = moment) -> bool:
                    if me not in asked or not me.decision or len(me.decision["options"]) < 2:
                        return False
                    home = gone_home(me.view)
                    return bool(me.view["hour"] == moment and (moment == "sunrise" or (me.decision["kind"] == "take" and home)))

                await visitor.come(me.id, me.secret)
                await expect(visitor.table).to_be_visible()
                await settled(visitor.page)
                if await game.play_until(good):
                    await expect(visitor.page.locator(".table button[data-option]").first).to_be_visible()
                    if await visitor.at("voyage-end").is_visible():
                        await visitor.at("voyage-end").locator(".acts button").click()
                    words = "french" if lang == "fr" else "six"
                    await photographer.shoot(visitor.page, f"table-{edition}-{moment}-{words}-{look}")
                    break


async def troubles(photographer: Photographer, server: Server, company: Company) -> None:
    full = (await company.gather(2, ("mango",)))[0]
    playing = await begin(company, 3, 1, 5)
    await playing.play_until(at_sunrise(1, 4))
    for name, path, sign in (
        ("no-such-table", "/t/nosuchtable", "[data-testid=trouble]"),
        ("table-full", f"/t/{full.id}", "[data-testid=seat-1]"),
        ("unknown-secret", f"/t/{playing.me.id}#not-the-secret", "[data-testid=trouble]"),
        ("watching", f"/t/{playing.me.id}", ".table.watching"),
    ):
        async with photographer.visit(server, "desktop-light") as visitor:
            await visitor.go(path)
            await expect(visitor.page.locator(sign)).to_be_visible()
            await photographer.shoot(visitor.page, name)
    async with photographer.visit(server, "desktop-light") as visitor:
        await visitor.page.route_web_socket("**/socket", visitor.listen)
        await visitor.come(playing.me.id, playing.me.secret)
        await visitor.is_asked(playing.me.own["decision"]["options"])
        visitor.deaf = True  # the same seat plays on another device, and the news of it get lost
        first, second, *_ = playing.me.own["decision"]["options"]
        await playing.me.play(first)
        await asyncio.sleep(2)  # they are on their way for some time where much else runs
        visitor.deaf = False
        await visitor.choose(second)
        await expect(visitor.page.locator(".refusal")).to_be_visible()
        await photographer.shoot(visitor.page, "refused")
    async with photographer.visit(server, "phone-light") as visitor:
        await visitor.come(playing.me.id, playing.me.secret)
        await settled(visitor.page)
        await visitor.context.set_offline(True)
        await expect(visitor.at("connection")).to_contain_text("again")
        await photographer.shoot(visitor.page, "offline-phone")
    async with photographer.visit(server, "phone-dark") as visitor:
        joris = playing.players[1]
        await visitor.come(joris.id, joris.secret)
        await settled(visitor.page)
        await joris.do("leave")
        await expect(visitor.at("back")).to_be_visible()
        await photographer.shoot(visitor.page, "bot-took-over-phone")
    hurried = await begin(company, 2, 1, 6, clock={"decision": 20})
    async with photographer.visit(server, "desktop-dark") as visitor:
        await visitor.come(hurried.me.id, hurried.me.secret)
        await visitor.is_asked(hurried.me.own["decision"]["options"])
        await hurried.answer(hurried.me)
        await visitor.page.wait_for_timeout(11_500)
        await photographer.shoot(visitor.page, "waiting-with-the-clock")


async def before_and_after(photographer: Photographer, server: Server, company: Company) -> None:
    lobby = (await company.gather(2, ("mango",), players=4, public=True))[0]
    await lobby.do("chat", text="Ahoy! One more and we sail.")
    await company.gather(1, (), players=5, public=True, edition="galecrest", clock={"decision": 60})
    await begin(company, 3, 1, 1, public=True)
    over = await begin(company, 3, 1, 2, edition="original", public=True)
    async with photographer.visit(server, "desktop-light") as visitor:
        await over.play_until(at_sunrise(1, 6))
        await visitor.come(over.me.id, over.me.secret)
        await settled(visitor.page)
        await over.play_until(at_sunrise(2, 1))
        await expect(visitor.at("voyage-end")).to_be_visible()
        await photographer.shoot(visitor.page, "voyage-end")
    await over.play_until(lambda _: False)
    skies = await begin(company, 3, 1, 3, edition="galecrest", public=True)
    await skies.play_until(lambda _: False)
    for name, look, path, sign in (
        ("home-desktop-light", "desktop-light", "/", "[data-testid=play-now]"),
        ("home-phone-dark", "phone-dark", "/", "[data-testid=play-now]"),
        ("lobby", "desktop-light", f"/t/{lobby.id}#{lobby.secret}", "[data-testid=start]"),
        ("end-original", "desktop-light", f"/t/{over.me.id}#{over.me.secret}", "[data-testid=end]"),
        ("end-galecrest-phone-dark", "phone-dark", f"/t/{skies.me.id}#{skies.me.secret}", "[data-testid=end]"),
        ("rules", "desktop-light", "/rules/original", "[data-testid=search]"),
    ):
        async with photographer.visit(server, look) as visitor:
            await visitor.go(path)
            await expect(visitor.page.locator(sign)).to_be_visible()
            await visitor.page.wait_for_load_state("networkidle")
            await photographer.shoot(visitor.page, name)
    async with photographer.visit(server, "desktop-dark") as visitor:
        await visitor.go(f"/t/{skies.me.id}/replay")
        slider = visitor.at("replay-slider")
        await slider.fill(str(int(await slider.get_attribute("max") or 0) // 2))
        await photographer.shoot(visitor.page, "replay")
    async with photographer.visit(server, "desktop-light", guided=False) as visitor:
        await visitor.go("/")
        if not await visitor.at("guide").is_visible():
            await visitor.at("settings").click()
            await visitor.page.locator("dialog .links button").click()
        await expect(visitor.at("guide")).to_be_visible()
        await photographer.shoot(visitor.page, "guide")


async def main(folder: Path, every: bool, parts: Sequence[str]) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as temporary:
        server = Server(str(Path(temporary) / "tables.sqlite"), Path(temporary), review_seconds=20).start()
        try:
            async with async_playwright() as playwright, Company(server) as company:
                browser = await playwright.chromium.launch(executable_path=executable(), args=ARGUMENTS)
                photographer = Photographer(browser, folder, every)
                all_parts: dict[str, Callable[[], Awaitable[None]]] = {
                    "pages": lambda: before_and_after(photographer, server, company),
                    "troubles": lambda: troubles(photographer, server, company),
                    "original": lambda: tables(photographer, server, "original"),
                    "galecrest": lambda: tables(photographer, server, "galecrest"),
                    "today": lambda: voyage_of_the_day(photographer),
                    "crowds": lambda: crowds(photographer, server),
                    "puzzles": lambda: puzzles(photographer, server),
                    "learning": lambda: learning(photographer.visit, photographer.shoot, server, company),
                    "device": lambda: device(photographer, server),
                    "readme": lambda: photographer.compose(
                        "table-original-dusk-desktop-light", "table-original-dusk-phone-dark", "page"
                    ),
                }
                for part in parts or all_parts:
                    await all_parts[part]()
                await browser.close()
        finally:
            server.kill()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--folder", type=Path, default=HERE)
    parser.add_argument("--all", action="store_true", help="every moment in every look")
    parser.add_argument(
        "parts",
        nargs="*",
        help="pages, troubles, original, galecrest, today, crowds, puzzles, learning, device, readme; else all of them",
    )
    arguments = parser.parse_args()
    asyncio.run(main(arguments.folder, arguments.all, arguments.parts))
