"""The server is killed in the middle of a move, and comes back. The page does so by itself, and the move is there once."""

from __future__ import annotations

import asyncio
import os
import signal

import pytest
from playwright.async_api import expect

from tests.page.conftest import Visit
from tests.page.visitor import Visitor
from tests.server.evidence import log_of
from tests.server.harness import Server
from tests.server.people import Company

pytestmark = pytest.mark.anyio


async def lose_the_move(server: Server, visitor: Visitor, card: str) -> None:
    """The server stands still when the card is clicked, and never reads the message."""
    os.kill(server.pid, signal.SIGSTOP)
    await visitor.choose(card)
    server.kill()


async def lose_the_answer(server: Server, visitor: Visitor, card: str) -> None:
    """The server has stored the move, and is killed before the page hears of it."""
    visitor.deaf = True
    await visitor.choose(card)
    for _ in range(500):
        if any(entry.kind == "played" for entry in log_of(server.database, visitor.table_id)):
            break
        await asyncio.sleep(0.02)
    server.kill()


@pytest.mark.parametrize("lose", [lose_the_move, lose_the_answer])
async def test_a_move_survives_the_server(own_server: Server, visit: Visit, lose: object) -> None:
    visitor = await visit(own_server)
    await visitor.page.route_web_socket("**/socket", visitor.listen)
    async with Company(own_server) as company:
        ines, joris = await company.gather(2)
        await ines.do("start")
        await visitor.come(ines.id, ines.secret)
        await visitor.is_asked(ines.own["decision"]["options"])
        await visitor.page.wait_for_load_state("networkidle")
        card = ines.own["hand"][4]
        await lose(own_server, visitor, card)  # type: ignore[operator]
    visitor.deaf = False
    await expect(visitor.page.locator(".sailcloth")).to_be_visible()
    assert await visitor.options() == []
    await visitor.forgive("ERR_CONNECTION_REFUSED|WebSocket")
    own_server.start()
    await expect(visitor.page.locator(".sailcloth")).to_have_count(0)
    await expect(visitor.page.locator("[data-picked]")).to_have_attribute("data-hand", card)
    played = [entry for entry in log_of(own_server.database, visitor.table_id) if entry.kind == "played"]
    assert [(entry.seat, entry.data["answer"]) for entry in played] == [(0, card)]
    async with Company(own_server) as company:
        joris = await company.come(joris.id, joris.secret)
        await joris.play()
        await expect(visitor.table).not_to_have_attribute("data-hour", "sunrise")
