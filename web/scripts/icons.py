"""Draws what a system shows of the installed page: ``python web/scripts/icons.py``, into ``web/public/icons`` and ``screens``.

The icons are the favicon: plain, and on a ground that systems may cut to any shape. The screenshots are from ``docs/screens``.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from PIL import Image
from playwright.sync_api import sync_playwright

from tests.page.browser import ARGUMENTS, executable

PUBLIC: Final = Path(__file__).parents[1] / "public"
PICTURES: Final = Path(__file__).parents[2] / "docs" / "screens"
SCREENS: Final = {
    "phone": ("table-galecrest-picked-phone-light", (375, 812)),
    "desktop": ("table-galecrest-sunrise-desktop-dark", (1024, 640)),
}
GROUND: Final = "#0d2232"
SAFE: Final = 76
"""Percent of a maskable icon that are drawn on: within the circle of 80% that is never cut off."""


def main() -> None:
    drawing = (PUBLIC / "favicon.svg").read_text(encoding="utf-8")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=executable(), args=ARGUMENTS)
        for kind, share, ground in (("plain", 100, "transparent"), ("maskable", SAFE, GROUND)):
            for size in (192, 512):
                page = browser.new_page(viewport={"width": size, "height": size})
                style = f"body {{ margin: 0; height: 100vh; display: grid; place-items: center; background: {ground} }}"
                page.set_content(f"<style>{style} svg {{ width: {share}vw }}</style>{drawing}")
                page.screenshot(path=PUBLIC / "icons" / f"{kind}-{size}.png", omit_background=True)
        browser.close()
    for name, (picture, measures) in SCREENS.items():
        with Image.open(PICTURES / f"{picture}.webp") as screen:
            screen.resize(measures, Image.Resampling.LANCZOS).save(PUBLIC / "screens" / f"{name}.webp", quality=80, method=6)


if __name__ == "__main__":
    main()
