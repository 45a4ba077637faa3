"""The host's tools before the start, and the private link to one's own seat."""

from __future__ import annotations

import re

import pytest
from playwright.async_api import expect

from tests.page.conftest import Visit
from tests.server.harness import Server
from tests.server.people import Company, play_out

pytestmark = pytest.mark.anyio

FACE = re.compile(r"/bilge-.*\.svg$")


async def test_the_host_sends_a_guest_away(server: Server, visit: Visit) -> None:
    host, guest = await visit(), await visit()
    table = await host.lay_table("original", players=3)
    await guest.join(f"{server.url}/t/{table}", "Joris")
    await expect(guest.at("kick-0")).to_have_count(0)
    await host.at("kick-1").click()
    await expect(host.at("seat-1")).to_have_attribute("data-kind", "open")
    await expect(guest.at("sent-away")).to_be_visible()
    await guest.page.reload()
    await expect(guest.at("sent-away")).to_be_visible()
    await expect(guest.at("join")).to_have_count(0)


async def test_the_host_changes_what_is_played(server: Server, visit: Visit) -> None:
    host, guest = await visit(), await visit()
    table = await host.lay_table("original", players=3)
    await guest.join(f"{server.url}/t/{table}", "Joris")
    await expect(guest.at("change-setup")).to_have_count(0)
    await host.at("change-setup").click()
    await host.at("edition").select_option("galecrest")
    await host.at("players").select_option("4")
    await host.at("board").select_option("stormy")
    await host.at("clock-decision").select_option("60")
    await host.at("save-setup").click()
    for visitor in (host, guest):
        await expect(visitor.page.locator(".played")).to_contain_text("Winds of Galecrest")
        await expect(visitor.at("seat-3")).to_be_visible()
    info = server.info(table)
    assert (info["edition"], info["players"], info["options"]["board"]) == ("galecrest", 4, "stormy")
    assert info["clock"]["decision"] == 60
    await host.at("start").click()
    await expect(guest.table).to_be_visible()


async def test_a_bot_has_its_face_and_level_in_the_lobby_at_the_table_and_in_the_result(company: Company, visit: Visit) -> None:
    visitor = await visit()
    table = await visitor.lay_table("original", players=2, bots=1)
    seat = visitor.at("seat-1")
    await expect(seat.locator("b")).to_have_text("Barnaby · Bilge")
    await expect(seat.locator("img")).to_have_attribute("src", FACE)
    await visitor.at("start").click()
    panel = visitor.page.locator("[data-seat='1']")
    await expect(panel).to_have_attribute("aria-label", re.compile("Barnaby, a bot: Bilge, "))
    for size in ((1280, 800), (768, 1024), (390, 844)):  # three rows, two rows, a chip
        await visitor.page.set_viewport_size({"width": size[0], "height": size[1]})
        await expect(panel.locator("img")).to_be_in_viewport()
        await expect(panel.locator("img")).to_have_attribute("src", FACE)
        await expect(panel.locator(".level")).to_have_text("· Bilge")
        await expect(panel.locator(".level")).to_be_in_viewport()
    player = await company.come(table, await visitor.secret())
    await play_out([player])
    await visitor.page.reload()
    place = visitor.at("scores").locator("li", has_text="Barnaby")
    await expect(place.locator(".level")).to_have_text("Bilge")
    await expect(place.locator("img")).to_have_attribute("src", FACE)


async def test_a_full_table_is_not_offered_to_join(server: Server, visit: Visit) -> None:
    full = server.create(players=2, bots=["random"], public=True, me={"name": "Maud"})["table"]
    free = server.create(players=3, bots=["random"], public=True, me={"name": "Noor"})["table"]
    visitor = await visit()
    await visitor.go("/")
    await expect(visitor.page.locator(f"a[href='/t/{full}']")).to_have_text("Watch")
    await expect(visitor.page.locator(f"a[href='/t/{free}']")).to_have_text("Join")


async def test_ones_own_link_is_at_hand_during_a_game(company: Company, visit: Visit) -> None:
    ines, _ = await company.begin(2)
    visitor = await visit(permissions=["clipboard-read", "clipboard-write"])
    await visitor.come(ines.id, ines.secret)
    await visitor.is_asked(ines.own["decision"]["options"])
    await visitor.open_menu()
    menu = visitor.page.locator(".menu")
    assert ines.secret
    assert ines.secret not in await menu.inner_html()
    await menu.get_by_role("button", name="Copy my own link").click()
    link = await visitor.page.evaluate("navigator.clipboard.readText()")
    assert link == f"{company.server.url}/t/{ines.id}#{ines.secret}"
    await visitor.at("show-code").click()
    await expect(visitor.at("code")).to_be_visible()
    box = await visitor.at("code").bounding_box()
    assert box
    assert box["width"] >= 150
    other = await visit()
    await other.page.goto(link)
    await other.is_asked(ines.own["decision"]["options"])


async def test_who_watches_has_no_link_of_their_own(company: Company, visit: Visit) -> None:
    ines, _ = await company.begin(2)
    watcher = await visit()
    await watcher.come(ines.id)
    await expect(watcher.table).to_be_visible()
    await watcher.open_menu()
    await expect(watcher.at("show-code")).to_have_count(0)
