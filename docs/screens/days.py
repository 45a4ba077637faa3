"""Pictures of the voyage of the day: a week of real voyages, on a server whose calendar is turned."""

from __future__ import annotations

import tempfile
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from playwright.async_api import expect

from tests.server.days import Calendar, set_sail, today
from tests.server.harness import Server
from tests.server.people import Company, eventually, play_out

if TYPE_CHECKING:
    from docs.screens.page import Photographer

NAMES = ("Perla", "Tobias", "Silas", "Mara", "Jonah", "Katell")
MINE = "the-secret-of-the-one-who-takes-pictures"
MISSED = 3
TODAY = 6
_KEEP = "secret => localStorage.setItem('libertalia.today.secret', JSON.stringify(secret))"


async def sail(company: Company, name: str, secret: str, edition: str, luck: int) -> None:
    taken = set_sail(company.server, name, secret, edition)
    await play_out([await company.come(taken["table"], taken["secret"])], luck)


def is_written_down(server: Server, edition: str) -> bool:
    return today(server, MINE, edition)["me"]["scores"] is not None


async def voyage_of_the_day(photographer: Photographer) -> None:
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        calendar = Calendar(folder)
        server = Server(str(folder / "tables.sqlite"), folder, calendar=calendar.file).start()
        try:
            async with Company(server) as company:
                for day in range(TODAY):
                    calendar.turn_to(day)
                    if day != MISSED:
                        await sail(company, "Ines", MINE, "original", day)
                calendar.turn_to(TODAY)
                for edition in ("original", "galecrest"):
                    for luck, name in enumerate(NAMES):
                        await sail(company, name, f"the-secret-that-is-of-{name}", edition, luck)
                await take(photographer, server, "original", {"desktop-light": "before", "phone-dark": "before"})
                for edition in ("original", "galecrest"):
                    await sail(company, "Ines", MINE, edition, 9)
                    await eventually(partial(is_written_down, server, edition))
                await take(photographer, server, "original", {"desktop-dark": "after"})
                await take(photographer, server, "galecrest", {"phone-light": "after"})
        finally:
            server.kill()


async def take(photographer: Photographer, server: Server, edition: str, looks: dict[str, str]) -> None:
    for look, moment in looks.items():
        async with photographer.visit(server, look, name="Ines") as visitor:
            await visitor.go("/")
            await visitor.page.evaluate(_KEEP, MINE)
            await visitor.go(f"/today/{edition}")
            await expect(visitor.at("result" if moment == "after" else "board")).to_be_visible()
            await visitor.page.wait_for_load_state("networkidle")
            await photographer.shoot(visitor.page, f"today-{moment}-{edition}-{look}")
