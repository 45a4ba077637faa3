"""Friends who are away: what the host and the others see and may do, and what one sees on coming back. Three browsers."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator

import pytest
from playwright.async_api import expect

from tests.page.conftest import LUCK, Visit
from tests.page.visitor import Visitor
from tests.server.harness import PATIENCE, Json, Server
from tests.server.people import Company, Player

pytestmark = pytest.mark.anyio

IMPATIENT: Json = {"away_seconds": 1, "host_seconds": 3, "stand_in_seconds": 3}
"""Nobody waits for long here."""


@pytest.fixture(scope="module")
def impatient(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("impatient")
    server = Server(str(folder / "tables.sqlite"), folder, luck=LUCK, **IMPATIENT).start()
    yield server
    server.stop()


@pytest.fixture
async def three(visit: Visit, impatient: Server) -> AsyncIterator[list[tuple[Visitor, Player]]]:
    """Three people in the middle of a morning, each with a page and the same seat over a socket that only listens."""
    async with Company(impatient) as company:
        players = await company.begin(3)
        for player in players:
            await player.close()
        seats = []
        for player in players:
            visitor = await visit(impatient)
            await visitor.come(player.id, player.secret)
            await visitor.is_asked(player.own["decision"]["options"])
            seats.append((visitor, player))
        yield seats


async def goes(visitor: Visitor) -> None:
    """Closes the laptop."""
    await visitor.page.goto("about:blank")


async def test_the_host_is_offered_what_can_be_done_and_a_bot_stands_in(three: list[tuple[Visitor, Player]]) -> None:
    (host, mine), (guest, _), (third, others) = three
    await host.choose(mine.own["hand"][0])
    await third.choose(others.own["hand"][1])
    await goes(guest)
    await expect(host.at("prompt")).to_contain_text("Joris has been away for")
    for way in ("wait", "remind", "bot", "end"):
        await expect(host.at(f"away-{way}")).to_be_visible()
    await expect(third.at("prompt")).to_contain_text("Ines can let a bot stand in")
    await expect(third.at("away")).to_have_count(0)
    await host.at("wait").click()
    await expect(host.at("away")).to_have_count(0)
    await expect(host.at("prompt")).to_contain_text("Joris has been away for")  # asked again, after a while
    await host.at("stand-in").click()
    await expect(third.page.locator("[data-seat='1'] .standin")).to_be_visible()
    await expect(host.at("away")).to_have_count(0)


async def test_what_the_bot_did_is_told_to_who_comes_back(three: list[tuple[Visitor, Player]]) -> None:
    (host, mine), (guest, theirs), (third, others) = three
    await goes(guest)
    await host.choose(mine.own["hand"][0])
    await third.choose(others.own["hand"][1])
    await host.at("stand-in").click()
    await expect(host.page.locator("[data-hour='sunrise'][data-day='1']")).to_have_count(0)
    await guest.come(theirs.id, theirs.secret)
    dialog = guest.at("welcome-back")
    await expect(dialog).to_contain_text("Welcome back, Joris")
    await expect(dialog).to_contain_text("Day 1")
    await expect(guest.at("watch-again")).to_have_count(0)  # this page was not there
    await guest.page.keyboard.press("Enter")
    await expect(dialog).to_have_count(0)
    await expect(host.page.locator("[data-seat='1'] .standin")).to_have_count(0)


async def test_a_page_that_lost_the_line_may_watch_again_what_the_bot_did(three: list[tuple[Visitor, Player]]) -> None:
    (host, mine), (guest, _), (third, others) = three
    await guest.context.set_offline(True)
    await host.choose(mine.own["hand"][0])
    await third.choose(others.own["hand"][1])
    await host.at("stand-in").click()
    await expect(host.page.locator("[data-hour='sunrise'][data-day='1']")).to_have_count(0)
    await guest.context.set_offline(False)
    await guest.at("watch-again").click()
    await expect(guest.at("welcome-back")).to_have_count(0)
    await expect(guest.page.locator(".table[data-day='1'] [data-testid=prompt][data-kind=story]")).to_be_visible()
    await guest.forgive("ERR_INTERNET_DISCONNECTED|WebSocket")


async def test_who_comes_back_may_let_the_bot_go_on(three: list[tuple[Visitor, Player]]) -> None:
    (host, mine), (guest, theirs), (third, others) = three
    await goes(guest)
    await host.choose(mine.own["hand"][0])
    await third.choose(others.own["hand"][1])
    await host.at("stand-in").click()
    await expect(host.page.locator("[data-hour='sunrise'][data-day='1']")).to_have_count(0)
    await guest.come(theirs.id, theirs.secret)
    await guest.at("let-go").click()
    await expect(guest.at("back")).to_be_visible()
    await expect(host.page.locator("[data-seat='1'] .standin")).to_be_visible()
    await guest.page.context.set_offline(True)
    await guest.page.context.set_offline(False)
    await guest.forgive("ERR_INTERNET_DISCONNECTED|WebSocket") if guest.troubles else None
    await expect(guest.at("back")).to_be_visible()


async def test_a_pick_of_the_bot_may_be_changed_until_the_reveal(three: list[tuple[Visitor, Player]]) -> None:
    (host, mine), (guest, theirs), _ = three
    await host.choose(mine.own["hand"][0])
    await goes(guest)
    await expect(host.page.locator("[data-seat='1'].away")).to_be_visible()
    await host.page.evaluate("0")
    await expect(host.at("stand-in")).to_be_visible()
    await host.at("stand-in").click()
    await expect(host.page.locator(".lineup .cardback")).to_have_count(2)
    await guest.come(theirs.id, theirs.secret)
    if await guest.at("welcome-back").is_visible():
        await guest.at("take-seat").click()
    await expect(guest.page.locator("[data-picked]")).to_have_count(1)
    await guest.at("take-back").click()
    await expect(guest.page.locator("[data-picked]")).to_have_count(0)


async def test_the_game_ends_when_everyone_who_is_here_says_so(three: list[tuple[Visitor, Player]]) -> None:
    (host, mine), (guest, _), (third, others) = three
    await host.choose(mine.own["hand"][0])
    await goes(guest)
    await third.choose(others.own["hand"][1])
    await host.at("away-end").click()
    await expect(third.at("end-vote")).to_contain_text("Ines (1 of 2)")
    await third.at("say-end").click()
    for visitor in (host, third):
        await expect(visitor.at("end")).to_contain_text("Nobody has won")


async def test_without_the_host_the_next_one_becomes_host_and_helps(three: list[tuple[Visitor, Player]]) -> None:
    (host, _), (guest, theirs), (third, others) = three
    await guest.choose(theirs.own["hand"][0])
    await third.choose(others.own["hand"][1])
    await goes(host)
    await expect(guest.at("prompt")).to_contain_text("Ines has been away for")
    await expect(guest.at("stand-in")).to_be_visible()
    await expect(guest.at("away-remind")).to_be_visible()  # a host's tool
    await guest.at("stand-in").click()
    await expect(third.page.locator("[data-seat='0'] .standin")).to_be_visible()


async def test_a_reminder_rings(three: list[tuple[Visitor, Player]]) -> None:
    """Who is here may be reminded, too; over a socket, for the page offers it only for those who are away."""
    (host, mine), (guest, _), _ = three
    await goes(host)
    await mine.connect()
    await mine.do("remind", seat=1)
    await expect(guest.page).to_have_title("⏰ Ines waits for you")
    assert await mine.refused("remind", seat=1) == "table.reminded"


async def test_loot_taken_by_mistake_is_put_back(three: list[tuple[Visitor, Player]]) -> None:
    (host, mine), (guest, theirs), (third, others) = three
    seats = [(host, mine), (guest, theirs), (third, others)]
    for number, (visitor, player) in enumerate(seats):
        hand = player.own["hand"]
        await visitor.choose(hand[-1 - number])
    watcher = Player(host.server, mine.id)
    await watcher.connect()
    while True:
        await watcher.until(lambda: watcher.view["waiting"])
        number = watcher.number
        (seat, kind), *_ = watcher.view["waiting"]
        visitor = seats[seat][0]
        options = await options_of(visitor, watcher)
        if options and kind == "take" and len(watcher.view["lineup"]) > 2:
            break
        if options:
            await visitor.choose(options[0])
        await watcher.hear_up_to(number + 1)
    before = watcher.view
    await visitor.choose(options[0])
    await visitor.at("loot-back").click()
    await visitor.is_asked(options)
    await expect(visitor.at("loot-back")).to_have_count(0)
    assert watcher.view == before
    await visitor.choose(options[-1])
    await expect(visitor.page.locator(f"[data-seat='{seat}'] [data-token='{options[-1]}']").first).to_be_visible()
    await expect(visitor.at("loot-back")).to_have_count(0)  # once for each decision
    await watcher.close()


async def options_of(visitor: Visitor, watcher: Player) -> list[str]:
    """What may be clicked, as soon as something may. Nothing if the game goes on: the only answer plays itself."""
    number = watcher.number
    await visitor.hears(number)
    await visitor.draws()
    async with asyncio.timeout(PATIENCE):
        while len(options := sorted(set(await visitor.options()))) < 2 and watcher.number == number:
            await asyncio.sleep(0.02)
    return options if watcher.number == number else []
