"""Coming to a table, watching it, leaving it and coming back."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.async_api import expect

from tests.page.conftest import Visit
from tests.page.visitor import Visitor
from tests.server.harness import Server
from tests.server.people import Company, Player

pytestmark = pytest.mark.anyio


async def two_at_a_table(company: Company, visit: Visit, **wish: Any) -> tuple[Visitor, Player, Player]:
    """A game that has just begun: somebody with a page, the same seat over a socket, and who sits across."""
    ines, joris = await company.begin(2, **wish)
    visitor = await visit()
    await visitor.come(ines.id, ines.secret)
    await visitor.is_asked(ines.own["decision"]["options"])
    return visitor, ines, joris


async def test_a_link_brings_one_to_a_seat(server: Server, visit: Visit) -> None:
    host, guest = await visit(), await visit()
    table = await host.lay_table("original", players=2)
    await guest.go("/")
    await guest.at("link").fill(await host.at("invite-link").input_value())
    await guest.at("link").press("Enter")
    await guest.at("join-name").fill("Joris")
    await guest.at("join").click()
    await expect(host.at("seat-1")).to_contain_text("Joris")
    await expect(guest.at("seat-1")).to_contain_text("Joris")
    await expect(guest.at("start")).to_have_count(0)
    assert server.info(table)["seats"][1]["name"] == "Joris"
    await host.at("start").click()
    await expect(guest.table).to_be_visible()
    assert len(await guest.hand()) == 9


async def test_a_table_of_mine_is_found_again_on_the_home_page(visit: Visit) -> None:
    host = await visit()
    table = await host.lay_table("galecrest", players=2, bots=1)
    await host.go("/")
    await host.page.locator(f"a[href='/t/{table}']").click()
    await expect(host.at("start")).to_be_visible()


async def test_a_private_link_is_gone_from_the_address_at_once(company: Company, visit: Visit) -> None:
    visitor, ines, _ = await two_at_a_table(company, visit)
    assert visitor.path == f"/t/{ines.id}"
    assert await visitor.secret() == ines.secret


async def test_a_reload_in_the_middle_of_a_decision_changes_nothing(company: Company, visit: Visit) -> None:
    visitor, ines, joris = await two_at_a_table(company, visit)
    await joris.play()
    number = await visitor.page.evaluate("document.querySelector('.table').dataset.day")
    card = ines.own["hand"][3]
    await expect(visitor.table).to_have_attribute("data-day", number)
    await expect(visitor.page.locator(".lineup .cardback")).to_have_count(1)
    await visitor.option(card).click(position=await visitor.free_spot(card))
    await expect(visitor.at("confirm")).to_be_visible()  # the last one is asked, since they can't take it back
    await visitor.page.reload()
    await visitor.is_asked(ines.own["decision"]["options"])
    await expect(visitor.at("confirm")).to_have_count(0)
    await visitor.sees(ines)
    await visitor.choose(card)
    entry = await joris.hear("played", seat=0)
    assert any(event["event"] == "moved" and event["card"] == card for event in entry["events"])


async def test_a_card_that_lies_face_down_can_be_changed_after_a_reload(company: Company, visit: Visit) -> None:
    visitor, ines, joris = await two_at_a_table(company, visit)
    first, second = ines.own["hand"][:2]
    await visitor.choose(first)
    await ines.until(lambda: ines.own["pick"] == first)
    await visitor.page.reload()
    await expect(visitor.page.locator("[data-picked]")).to_have_attribute("data-hand", first)
    await visitor.choose(second)
    await ines.until(lambda: ines.own["pick"] == second)
    await expect(visitor.page.locator("[data-picked]")).to_have_attribute("data-hand", second)
    await visitor.at("take-back").click()
    await ines.until(lambda: ines.own["pick"] is None)
    await visitor.choose(first)
    await ines.until(lambda: ines.own["pick"] == first)
    await joris.hear_up_to(ines.number)
    assert [entry["kind"] for entry in joris.entries if entry.get("seat") == 0][-4:] == [
        "unpicked",
        "played",
        "unpicked",
        "played",
    ]


async def test_a_spectator_sees_the_table_and_nobodys_cards(company: Company, visit: Visit) -> None:
    ines, joris = await company.begin(2, edition="galecrest")
    watcher, spectator = await visit(), await company.watch(ines.id)
    await watcher.come(ines.id)
    await expect(watcher.table).to_be_visible()
    await spectator.hear_up_to(await ines.play())
    await expect(watcher.page.locator(".lineup .cardback")).to_have_count(1)
    await watcher.sees(spectator)
    assert await watcher.options() == []
    for shelf in (".hand", ".seat.me", "[data-hand]", ".chat"):
        await expect(watcher.page.locator(shelf)).to_have_count(0)
    await joris.play()
    await expect(watcher.page.locator(".lineup .cardback")).to_have_count(0)
    await expect(watcher.page.get_by_title("You are watching")).to_be_visible()
    assert await watcher.stored("tables") is None


async def test_a_bot_stands_in_for_who_leaves_until_he_is_back(company: Company, visit: Visit) -> None:
    visitor, ines, joris = await two_at_a_table(company, visit)
    onlooker = await visit()
    await onlooker.come(joris.id, joris.secret)
    await visitor.open_menu()
    await visitor.page.locator(".menu button", has_text="Leave the table").click()
    await visitor.page.locator(".menu .danger").click()
    await expect(visitor.at("back")).to_be_visible()
    assert await visitor.options() == []
    await joris.until(lambda: joris.table["seats"][0]["bot"])
    await joris.until(lambda: joris.view["seats"][0]["picked"])
    await expect(onlooker.page.locator("[data-seat='0'] .standin")).to_be_visible()
    await visitor.at("back").click()
    await joris.until(lambda: not joris.table["seats"][0]["bot"])
    await expect(onlooker.page.locator("[data-seat='0'] .standin")).to_have_count(0)
    await expect(visitor.at("back")).to_have_count(0)
    if ines.own["pick"]:
        await visitor.at("take-back").click()
    await visitor.choose(ines.own["hand"][-1])
    await ines.until(lambda: ines.own["pick"] == ines.own["hand"][-1])


async def test_what_people_say_is_heard_and_never_markup(company: Company, visit: Visit) -> None:
    visitor, _, joris = await two_at_a_table(company, visit)
    await joris.do("chat", text="<img src=x onerror=alert(1)> & ahoy")
    await expect(visitor.at("log")).to_contain_text("<img src=x onerror=alert(1)> & ahoy")
    say = visitor.page.locator(".chat input")
    await say.fill("Good wind 1 to 9")
    await say.press("Enter")
    assert (await joris.hear("chat", seat=0))["text"] == "Good wind 1 to 9"
    assert not [entry for entry in joris.entries if entry["kind"] == "played"]  # keys in a text choose no cards
