"""What can go wrong is said, with a way out."""

from __future__ import annotations

import pytest
from playwright.async_api import expect

from tests.page.conftest import Visit
from tests.page.visitor import Visitor
from tests.server.harness import Server
from tests.server.people import Company

pytestmark = pytest.mark.anyio

_GO = "address => { history.pushState(null, '', address); dispatchEvent(new PopStateEvent('popstate')) }"
"""What a link of the page does."""


async def says(visitor: Visitor, text: str) -> None:
    await expect(visitor.at("trouble").locator("h1")).to_have_text(text)
    await expect(visitor.at("trouble").locator("a[href='/']")).to_be_visible()


async def test_no_such_table(visit: Visit) -> None:
    visitor = await visit()
    for path in ("/t/nosuchtable", "/t/nosuchtable/replay", "/t/%F0%9F%A6%9C"):
        await visitor.go(path)
        await says(visitor, "No such table")
        await visitor.at("trouble").locator("a").click()
        await expect(visitor.at("play-now")).to_be_visible()
    await visitor.forgive("4(04|22)")


async def test_no_such_page(visit: Visit) -> None:
    visitor = await visit()
    await visitor.go("/tortuga")
    await says(visitor, "Off the map")
    await visitor.forgive("404")


async def test_what_is_not_a_link_to_a_table_is_refused(visit: Visit) -> None:
    visitor = await visit()
    for link in ("not a link", "javascript:alert(1)", "http://elsewhere.example/t/abc", "\N{WAVING BLACK FLAG}"):
        await visitor.go("/")
        await visitor.at("link").fill(link)
        await visitor.at("link").press("Enter")
        await expect(visitor.page.locator(".wrong", has_text="No such table")).to_be_visible()
        assert visitor.path == "/"


async def test_a_link_may_have_something_behind_it(company: Company, visit: Visit) -> None:
    (ines,) = await company.gather(1, players=2)
    visitor = await visit()
    await visitor.go("/")
    await visitor.at("link").fill(f" {visitor.server.url}/t/{ines.id}/?from=chat ")
    await visitor.at("link").press("Enter")
    await expect(visitor.at("join")).to_be_visible()


async def test_a_secret_that_is_no_seats_can_still_watch(company: Company, visit: Visit) -> None:
    ines, _ = await company.begin(2)
    visitor = await visit()
    await visitor.come(ines.id, "not-the-secret")
    await says(visitor, "This seat is not yours")
    await visitor.page.get_by_role("button", name="Watch").click()
    await expect(visitor.page.locator(".table.watching")).to_be_visible()


async def test_at_a_full_table_there_is_no_seat_to_take(company: Company, visit: Visit) -> None:
    ines, _ = await company.gather(2)
    visitor = await visit()
    await visitor.come(ines.id)
    await expect(visitor.at("seat-1")).to_contain_text("Joris")
    await expect(visitor.at("join")).to_have_count(0)


async def test_somebody_else_may_be_faster(server: Server, company: Company, visit: Visit) -> None:
    (ines,) = await company.gather(1, players=2)
    visitor = await visit()
    await visitor.page.route_web_socket("**/socket", visitor.listen)
    await visitor.come(ines.id)
    await visitor.at("join-name").fill("Katell")
    visitor.deaf = True  # the news that the seat is taken is still on its way
    server.join(ines.id, name="Joris")
    await visitor.at("join").click()
    await expect(visitor.page.locator("form .wrong")).to_contain_text("Somebody was faster")
    await visitor.forgive("409")


async def test_a_server_that_is_down_and_comes_back(own_server: Server, visit: Visit) -> None:
    visitor = await visit(own_server)
    table = own_server.create(bots=["random"], me={"name": "Ines"})
    await visitor.go("/")
    await expect(visitor.at("play-now")).to_be_visible()
    await visitor.page.wait_for_load_state("networkidle")
    own_server.kill()
    await visitor.at("play-now").click()
    await expect(visitor.page.locator(".wrong").first).to_contain_text("The server does not answer")
    await expect(visitor.at("link")).to_have_count(0)
    await visitor.page.evaluate(_GO, f"/t/{table['table']}#{table['secret']}")
    await says(visitor, "No harbour in sight")
    own_server.start()
    await visitor.page.get_by_role("button", name="Try again").click()
    await expect(visitor.at("start")).to_be_visible()
    await visitor.forgive("ERR_CONNECTION_REFUSED|ERR_EMPTY_RESPONSE|ERR_CONNECTION_RESET")


async def test_a_strange_link_takes_nobodys_seat_away(company: Company, visit: Visit) -> None:
    ines, _ = await company.begin(2)
    visitor = await visit()
    await visitor.come(ines.id, ines.secret)
    await visitor.table.wait_for()
    for hash_ in ("anything", "not-the-secret", "%", "%F0%9F", "a b"):
        await visitor.go("/")
        await visitor.go(f"/t/{ines.id}#{hash_}")
        await expect(visitor.page.locator(".table:not(.watching)")).to_be_visible()
        assert await visitor.secret() == ines.secret
        assert "#" not in visitor.page.url


async def test_a_link_to_another_seat_does_not_cost_the_own(company: Company, visit: Visit) -> None:
    ines, joris = await company.begin(2)
    visitor = await visit()
    await visitor.come(ines.id, ines.secret)
    await visitor.table.wait_for()
    await visitor.go("/")
    await visitor.come(ines.id, joris.secret)
    await visitor.table.wait_for()
    assert await visitor.secret() == ines.secret


async def test_a_dead_line_is_noticed_within_fifteen_seconds(company: Company, visit: Visit) -> None:
    """The connection stands, but nothing comes any more: a half-open connection after a phone has changed its network."""
    ines, _ = await company.begin(2)
    visitor = await visit()
    await visitor.own_clock()
    await visitor.page.route_web_socket("**/socket", visitor.listen)
    await visitor.come(ines.id, ines.secret)
    await visitor.table.wait_for()
    await expect(visitor.at("connection")).to_be_hidden()
    visitor.deaf = True
    await visitor.page.clock.run_for(15_000)
    await expect(visitor.at("connection")).to_be_visible()
    visitor.deaf = False
    await expect(visitor.at("connection")).to_be_hidden()
