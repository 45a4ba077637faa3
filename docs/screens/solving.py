"""Pictures of puzzles."""

from __future__ import annotations

from typing import TYPE_CHECKING

from playwright.async_api import expect

from libertalia.puzzles import shipped
from tests.server.harness import Server

if TYPE_CHECKING:
    from docs.screens.page import Photographer


async def puzzles(photographer: Photographer, server: Server) -> None:
    """A puzzle, one that was solved, and one that was not."""
    states = (
        ("asked", "original", "desktop-light"),
        ("missed", "galecrest", "desktop-dark"),
        ("solved", "original", "phone-light"),
    )
    for state, edition, look in states:
        puzzle = next(one for one in shipped(edition)[80:] if one.kind == "pick" and one.players == 4)
        async with photographer.visit(server, look) as visitor:
            await visitor.go(f"/puzzles/{edition}/{puzzle.id}")
            await expect(visitor.at("prompt")).to_be_visible()
            if state != "asked":
                wanted = puzzle.best.answer if state == "solved" else puzzle.obvious
                await visitor.page.locator(f'#hand button[data-option="{wanted}"]').click()
                await visitor.at("confirm").click()
                await expect(visitor.at("verdict")).to_be_visible()
            await photographer.shoot(visitor.page, f"puzzle-{state}-{edition}-{look}")
