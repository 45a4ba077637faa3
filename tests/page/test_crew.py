"""The bots' gallery: for a new table, and in the lobby."""

from __future__ import annotations

import pytest
from playwright.async_api import expect

from tests.page.conftest import Visit
from tests.page.test_accessibility import is_accessible
from tests.page.visitor import PHONE
from tests.server.harness import Server
from tests.server.people import Company

pytestmark = pytest.mark.anyio


async def test_bots_are_chosen_by_their_faces(server: Server, visit: Visit) -> None:
    visitor = await visit(server, color_scheme="light")
    await visitor.go("/")
    await visitor.at("to-crew").click()
    skerry = visitor.at("bot-skerry")
    await expect(skerry).to_contain_text("1000")
    strength = next(bot for bot in server.get("/api/bots").json()["bots"] if bot["level"] == "pepper")["strength"]
    await expect(visitor.at("bot-pepper")).to_contain_text(str(strength["original"]["rating"]))
    await visitor.at("edition").get_by_text("Winds of Galecrest").click()
    await expect(visitor.at("bot-pepper")).to_contain_text(str(strength["galecrest"]["rating"]))
    await visitor.at("players").get_by_text("5", exact=True).click()
    await expect(visitor.at("bot-pepper")).to_contain_text("not measured")
    await visitor.at("players").get_by_text("3", exact=True).click()

    await visitor.at("invite-skerry").click()
    await visitor.at("another-skerry").click()
    await expect(visitor.at("invite-bilge")).to_have_text("Table full")
    await is_accessible(visitor, "the gallery")
    await visitor.at("invite-skerry").click()
    await visitor.page.keyboard.press("1")
    await expect(visitor.at("chairs").locator("li")).to_have_text(["You", "Skerryseasoned", "Bilgedrunk"])
    await visitor.at("make-crew").click()
    await expect(visitor.page.locator("#prompt")).to_be_visible()
    table = server.get(f"/api/tables/{visitor.page.url.rsplit('/', 1)[1]}").json()
    assert table["edition"] == "galecrest"
    assert [seat["level"] for seat in table["seats"]] == [None, "skerry", "bilge"]


async def test_the_form_of_a_new_table_has_chairs_for_them(server: Server, visit: Visit) -> None:
    visitor = await visit(server, {"lang": "fr"}, color_scheme="dark", **PHONE)
    await visitor.go("/")
    await visitor.unfold()
    await visitor.at("players").select_option("3")
    chairs = visitor.at("chairs").locator("li")
    await expect(chairs).to_have_count(3)
    await visitor.at("choose-bots").click()
    await visitor.at("invite-pepper").click()
    await expect(visitor.at("another-pepper")).to_be_visible()
    await is_accessible(visitor, "the gallery on the first page")
    await visitor.page.keyboard.press("Escape")
    await expect(visitor.at("choose-bots")).to_be_focused()
    await expect(chairs.nth(1)).to_have_text("Pepperrusé")
    await is_accessible(visitor, "the form of a new table")
    await visitor.at("watch").check()
    await expect(chairs.nth(0)).to_have_text("Pepperrusé")
    await visitor.at("watch").uncheck()
    await visitor.at("create").click()
    await expect(visitor.at("seat-1")).to_have_attribute("data-kind", "open")
    await expect(visitor.at("seat-2")).to_contain_text("Pepper")


async def test_play_now_is_with_the_bots_that_were_chosen(server: Server, visit: Visit) -> None:
    visitor = await visit()
    await visitor.go("/")
    await visitor.unfold()
    await visitor.at("choose-bots").click()
    await expect(visitor.at("invite-mango")).to_be_enabled()
    await visitor.page.keyboard.press("2")
    await visitor.page.keyboard.press("Escape")
    await visitor.at("play-now").click()
    await expect(visitor.table).to_be_visible()
    assert [seat["level"] for seat in server.info(visitor.table_id)["seats"]] == [None, "mango", "bilge", "bilge"]


async def test_in_the_lobby_and_on_a_phone(server: Server, company: Company, visit: Visit) -> None:
    (me,) = await company.gather(1, players=3)
    visitor = await visit(server, {"lang": "fr"}, color_scheme="dark", **PHONE)
    await visitor.go(f"/t/{me.id}#{me.secret}")
    await visitor.at("choose-bots").click()
    await visitor.at("invite-fathom").click()
    await me.until(lambda: me.table["seats"][1]["level"] == "fathom")
    await expect(visitor.at("invite-fathom")).to_have_attribute("aria-pressed", "true")
    await is_accessible(visitor, "the gallery in the lobby")
    await visitor.at("invite-fathom").click()
    await me.until(lambda: me.table["seats"][1]["kind"] == "open")
    await visitor.go("/crew")
    await expect(visitor.at("bot-fathom")).to_contain_text("la pieuvre")
    width = await visitor.page.evaluate("document.documentElement.scrollWidth - innerWidth")
    assert width <= 0, "nothing scrolls sideways"
    await is_accessible(visitor, "the gallery on a phone")
