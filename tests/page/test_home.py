"""Two clicks to a game: at once against bots, with friends by a link, alone; nothing has to be filled in."""

from __future__ import annotations

import pytest
from playwright.async_api import ViewportSize, expect

from tests.page.conftest import Visit
from tests.server.harness import Server
from tests.server.people import Company, play_out

pytestmark = pytest.mark.anyio

NEWCOMER = {"guided": False}
PHONES: tuple[ViewportSize, ...] = ({"width": 390, "height": 844}, {"width": 375, "height": 667}, {"width": 844, "height": 390})
WAYS = ("play-now", "with-friends", "alone")


async def test_play_now_is_one_click_and_no_lobby(server: Server, visit: Visit) -> None:
    visitor = await visit(settings=NEWCOMER)
    await visitor.go("/")
    await visitor.at("play-now").click()
    await expect(visitor.table).to_be_visible()
    info = server.info(visitor.table_id)
    assert info["status"] == "playing"
    assert [seat["kind"] for seat in info["seats"]] == ["person", "bot", "bot", "bot"]
    assert not info["public"]


async def test_the_next_game_is_as_the_last_one(server: Server, visit: Visit) -> None:
    visitor = await visit()
    await visitor.lay_table("galecrest", players=3, bots=2, name="Mara", board="stormy")
    await visitor.go("/")
    await expect(visitor.at("edition-galecrest").locator("input")).to_be_checked()
    await expect(visitor.page.locator(".h-now")).to_contain_text("As last time: 3 at the table")
    await visitor.at("play-now").click()
    await expect(visitor.table).to_be_visible()
    info = server.info(visitor.table_id)
    assert (info["edition"], info["players"], info["options"]["board"]) == ("galecrest", 3, "stormy")
    assert info["seats"][0]["name"] == "Mara"


async def test_a_link_for_friends_is_copied_and_bots_take_the_empty_chairs(server: Server, visit: Visit) -> None:
    host, guest = await visit(permissions=["clipboard-read", "clipboard-write"]), await visit()
    await host.go("/")
    await host.at("with-friends").click()
    await expect(host.at("start")).to_be_visible()
    await expect(host.page.get_by_text("✓ Copied")).to_be_visible()
    link = await host.page.evaluate("navigator.clipboard.readText()")
    assert link == f"{server.url}/t/{host.table_id}"
    await expect(host.at("my-name")).to_be_hidden()  # nobody is asked for a name before there is anybody to tell it to
    await guest.join(link, "Joris")
    await expect(host.at("my-name")).to_be_visible()
    await host.at("my-name").fill("Mara")
    await host.at("save-name").click()
    await expect(guest.at("seat-0")).to_contain_text("Mara")
    await host.at("start").click()
    await expect(guest.table).to_be_visible()
    assert [seat["kind"] for seat in server.info(host.table_id)["seats"]] == ["person", "person", "bot", "bot"]


async def test_alone_is_one_click(server: Server, visit: Visit) -> None:
    visitor = await visit(settings=NEWCOMER)
    await visitor.go("/")
    await visitor.at("alone").click()
    await expect(visitor.table).to_be_visible()
    info = server.info(visitor.table_id)
    assert (info["edition"], info["players"], info["status"]) == ("galecrest", 1, "playing")


@pytest.mark.parametrize("locale", ["en-GB", "fr-FR"])
async def test_a_phone_shows_all_three_without_scrolling(visit: Visit, locale: str) -> None:
    visitor = await visit(settings=NEWCOMER, viewport=PHONES[0], locale=locale, has_touch=True)
    await visitor.go("/")
    for size in PHONES:
        await visitor.page.set_viewport_size(size)
        for way in WAYS:
            await expect(visitor.at(way)).to_be_in_viewport(ratio=1)
            box = await visitor.at(way).bounding_box()
            assert box
            assert box["height"] >= 44, size
        assert await visitor.page.evaluate("document.documentElement.scrollWidth <= innerWidth"), size


async def test_the_bots_are_of_the_level_that_this_browser_has_reached(visit: Visit) -> None:
    visitor = await visit()
    await visitor.go("/")
    await expect(visitor.at("play-now")).to_be_visible()
    who = visitor.page.locator(".h-who span")
    await expect(who).to_have_text(["You", "Bilge", "Bilge", "Bilge"])
    await visitor.page.evaluate("localStorage.setItem('libertalia.ladder', JSON.stringify({level: 'mango'}))")
    await visitor.page.reload()
    await expect(who).to_have_text(["You", "Mango", "Mango", "Mango"])
    await visitor.at("play-now").click()
    await expect(visitor.table).to_be_visible()
    assert {seat["level"] for seat in visitor.server.info(visitor.table_id)["seats"][1:]} == {"mango"}


async def test_a_game_for_one_that_was_lost_is_listed_as_the_opponents(company: Company, visit: Visit) -> None:
    player = (await company.begin(1, edition="galecrest", public=True, options={"difficulty": "expert"}))[0]
    mine, theirs = await play_out([player], seed=2)
    visitor = await visit()
    await visitor.go("/")
    ticket = visitor.page.locator(".ticket", has=visitor.page.locator(f"a[href='/t/{player.id}/replay']"))
    await expect(ticket).to_contain_text("Automa won" if theirs > mine else "Ines won")  # with the usual luck, it is lost
