"""The pictures of learning: review, lessons, hints and the bots' gallery."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from contextlib import AbstractAsyncContextManager
from pathlib import Path
from typing import Any, Final

from playwright.async_api import Page, expect

sys.path.insert(0, str(Path(__file__).parents[2]))

from tests.page.visitor import Visitor
from tests.server.harness import PATIENCE, Server
from tests.server.people import Company, play_out

SOON: Final = PATIENCE * 1000
Visit = Callable[..., AbstractAsyncContextManager[Visitor]]
Shoot = Callable[[Page, str], Any]


async def learning(visit: Visit, shoot: Shoot, server: Server, company: Company) -> None:
    await reviews(visit, shoot, server, company)
    await lessons(visit, shoot, server)
    await hints(visit, shoot, server, company)
    for look in ("desktop-light", "phone-dark"):
        async with visit(server, look) as visitor:
            await visitor.go("/crew")
            await visitor.at("invite-skerry").click()
            await visitor.at("invite-pepper").click()
            await shoot(visitor.page, f"crew-{look}")


async def reviews(visit: Visit, shoot: Shoot, server: Server, company: Company) -> None:
    """In the making, and done."""
    for edition, looks in (("original", ("desktop-light", "phone-light")), ("galecrest", ("desktop-dark", "phone-dark"))):
        players = await company.begin(1, ("mango",) * 3, edition=edition)
        await play_out(players)
        path = f"/t/{players[0].id}/replay"
        if edition == "original":
            async with visit(server, "desktop-light") as visitor:
                await open_review(visitor, path)
                await expect(visitor.page.locator(".pin").first).to_be_visible(timeout=SOON)
                await visitor.at("curve").press("End")
                await shoot(visitor.page, "review-working-desktop-light")
        for look in looks:
            async with visit(server, look) as visitor:
                await open_review(visitor, path)
                await expect(visitor.page.locator(".turns li:not(.hollow)").first).to_be_attached(timeout=SOON)
                for _ in range(6):
                    await visitor.page.keyboard.press(".")
                await shoot(visitor.page, f"review-{edition}-{look}")


async def open_review(visitor: Visitor, path: str) -> None:
    await visitor.go(path)
    await visitor.page.locator("[data-testid=to-review]:visible").click()
    await expect(visitor.at("decision")).to_be_visible(timeout=SOON)


_LESSONS: Final[Mapping[str, tuple[str, str]]] = {
    "desktop-light": ("original-1", "brute"),
    "phone-dark": ("original-1", "captain"),
    "phone-light": ("galecrest-2", "infantry"),
}


async def lessons(visit: Visit, shoot: Shoot, server: Server) -> None:
    """The first pick, dusk, and a slip."""
    async with visit(server, "desktop-light") as visitor:
        await visitor.go("/learn")
        await shoot(visitor.page, "learn")
    for look, (lesson, card) in _LESSONS.items():
        async with visit(server, look, speed=2) as visitor:
            await visitor.go("/learn")
            await visitor.at(f"lesson-{lesson}").click()
            await expect(visitor.at("coach")).to_be_visible(timeout=SOON)
            await shoot(visitor.page, f"learn-pick-{look}")
            await visitor.page.locator(f"[data-hand={card}]").click()
            await visitor.at("confirm").click()
            await expect(visitor.at("sail-on")).to_be_visible(timeout=SOON)
            await shoot(visitor.page, f"learn-day-{look}")
            if card == "brute":
                await visitor.at("sail-on").click()
                await expect(visitor.at("day-again")).to_be_visible(timeout=SOON)
                await shoot(visitor.page, f"learn-slip-{look}")


async def hints(visit: Visit, shoot: Shoot, server: Server, company: Company) -> None:
    for edition, look in (("original", "desktop-light"), ("galecrest", "desktop-dark"), ("galecrest", "phone-light")):
        (me,) = await company.begin(1, ("mango",) * 3, edition=edition)
        async with visit(server, look) as visitor:
            await visitor.come(me.id, me.secret)
            await visitor.at("ask-hint").click(timeout=SOON)
            await expect(visitor.at("hide-hint")).to_be_visible(timeout=SOON)
            await shoot(visitor.page, f"hint-{edition}-{look}")
