"""Draws the pictures that other programs show of a link: ``python web/scripts/preview.py``, into ``web/public/preview``.

They are taken from the first page, one for each edition that has a look of its own, and one for everything else. The page must
be built.
"""

from __future__ import annotations

import asyncio
import tempfile
from pathlib import Path
from typing import Final

from playwright.async_api import Page, async_playwright

from libertalia.game.setup import edition_names
from tests.page.browser import ARGUMENTS, executable
from tests.page.visitor import new_context
from tests.server.harness import Server

TARGET: Final = Path(__file__).parents[1] / "public" / "preview"
EDITIONS_WITH_A_LOOK: Final = Path(__file__).parents[1] / "src" / "editions"
SIZE: Final = {"width": 1200, "height": 630}
QUALITY: Final = 82
STYLE: Final = """
  .h-pic { position: fixed !important; inset: 0; z-index: 99; height: 630px; }
  .h-eds { display: none !important; }
  .h-scene .vessel { inset: auto 10% -24px -2% !important; width: 92% !important; height: 108% !important; }
  .h-fan { zoom: 2; right: 48px !important; bottom: 30px !important; }
  .brand { position: fixed !important; z-index: 100; left: 40px; top: 34px; padding: 6px 34px 10px; border-radius: 22px;
    background: var(--paper); color: var(--ink); font-size: 84px !important; box-shadow: 0 10px 30px rgb(0 0 0 / 0.35); }
  header.sky { position: static !important; }
"""
ADD_STYLE: Final = """style => {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(style)
  document.adoptedStyleSheets = [sheet]
}"""


async def draw(page: Page, server: Server, edition: str, name: str) -> None:
    await page.goto(server.url)
    await page.get_by_test_id(f"edition-{edition}").click()
    await page.locator(".h-fan .card").nth(2).wait_for()
    await page.evaluate(ADD_STYLE, STYLE)
    await page.wait_for_timeout(500)
    await page.screenshot(path=TARGET / f"{name}.jpg", type="jpeg", quality=QUALITY)


async def main() -> None:
    TARGET.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        server = Server(str(Path(folder) / "tables.sqlite"), Path(folder)).start()
        try:
            async with async_playwright() as playwright:
                browser = await playwright.chromium.launch(executable_path=executable(), args=ARGUMENTS)
                context = await new_context(browser, server, {}, viewport=SIZE, reduced_motion="reduce")
                page = await context.new_page()
                known = [name for name in edition_names() if (EDITIONS_WITH_A_LOOK / name).exists()]
                for edition, name in [(known[0], "general"), *((one, one) for one in known)]:
                    await draw(page, server, edition, name)
                await browser.close()
        finally:
            server.stop()


if __name__ == "__main__":
    asyncio.run(main())
