"""The review of a finished game on the replay page: opened, walked through, and tried again from the middle."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator

import pytest
from playwright.async_api import expect

from tests.page.conftest import LUCK, Visit
from tests.page.test_accessibility import is_accessible
from tests.page.visitor import PHONE, Visitor, in_percent
from tests.server.harness import Server
from tests.server.people import Company, play_out

pytestmark = pytest.mark.anyio


@pytest.fixture(scope="module")
def reviewer(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("review")
    server = Server(str(folder / "tables.sqlite"), folder, luck=LUCK, review_seconds=5).start()
    yield server
    server.stop()


async def open_review(visitor: Visitor) -> None:
    await visitor.page.locator("[data-testid=to-review]:visible").click()


async def test_the_result_offers_the_review_first_and_knows_the_accuracy(reviewer: Server, visit: Visit) -> None:
    async with Company(reviewer) as company:
        players = await company.begin(2)
        await play_out(players)
    table, secret = players[0].id, players[0].secret
    visitor = await visit(reviewer)
    await visitor.come(table, secret)
    first = visitor.page.locator(".acts > *").first
    await expect(first).to_have_text("Review")
    await visitor.page.wait_for_load_state("networkidle")
    assert not [address for address in visitor.addresses if address.endswith("/review")], "nobody has asked for a review"
    await first.click()
    await expect(visitor.at("review-progress")).to_be_visible()
    await visitor.page.go_back()
    await expect(visitor.at("end")).to_be_visible()
    await expect(first).to_have_text(re.compile(r"^Review\s*accuracy \d+$"), timeout=600_000)
    accounts = reviewer.get(f"/api/tables/{table}/review").json()["accounts"]
    await expect(first).to_contain_text(f"accuracy {math.floor(accounts[0]['accuracy'] + 0.5)}")


async def test_a_review_is_read_and_a_game_tried_again(reviewer: Server, visit: Visit) -> None:
    async with Company(reviewer) as company:
        players = await company.begin(3)
        await play_out(players)
    table = players[0].id
    visitor = await visit(reviewer, color_scheme="light")
    await visitor.go(f"/t/{table}/replay")
    await open_review(visitor)
    await expect(visitor.at("review-progress")).to_be_visible()
    # It is thought about only when nothing else is to be done, and the machine may be busy.
    await expect(visitor.page.locator(".turns li")).to_have_count(3, timeout=600_000)
    await expect(visitor.at("review-progress")).to_have_count(0)
    found = reviewer.get(f"/api/tables/{table}/review").json()

    winner = players[0].table["winners"][0]
    mine = [each for each in found["judgements"] if each["seat"] == winner]
    await expect(visitor.at("decision").locator(".weighed li")).to_have_count(len(mine[0]["options"]))
    await visitor.at("review-player").select_option("1")
    curve = visitor.at("curve")
    await curve.focus()
    await curve.press("Home")
    await curve.press("ArrowRight")
    await expect(curve).to_have_attribute("aria-valuenow", "2")
    second = [each for each in found["judgements"] if each["seat"] == 1 and each["kind"] == "pick"][1]
    options = visitor.at("decision").locator(".weighed li")
    await expect(options).to_have_count(len(second["options"]))
    await expect(options.first.locator(".percent")).to_contain_text(in_percent(second["options"][0]["chance"]))
    await expect(visitor.at("decision").locator(".why li")).to_have_text(second["why"])
    await expect(visitor.page.locator(".others li")).to_have_count(2)
    await expect(visitor.page.locator(".lineup .judged")).to_have_attribute("data-face", second["played"])
    pins = [each for each in found["judgements"] if each["seat"] == 1 and each["verdict"]]
    await expect(visitor.page.locator(".pin")).to_have_count(len(pins))
    later = next(each for each in pins if each["number"] > second["number"])
    await visitor.page.keyboard.press(".")  # the next pin
    await expect(visitor.page.locator(".verdict")).to_have_attribute("data-v", later["verdict"])
    named = visitor.at("decision").locator(".why button").first
    if await named.count():
        await named.click()
        await expect(visitor.page.locator(".verdict")).to_have_attribute("data-v", later["verdict"])
    await visitor.page.keyboard.press("2")  # the second turning point
    turn = found["turns"][1][1]
    await expect(visitor.page.locator(".table")).to_have_attribute("data-day", str(turn["day"]))
    await expect(visitor.at("accuracy").nth(1)).to_contain_text(str(round(found["accounts"][1]["accuracy"])))
    await expect(visitor.at("accuracy").nth(1)).to_contain_text("Always the best choice would be 100")
    await expect(visitor.page.get_by_text("given away", exact=True)).to_have_count(0)
    await is_accessible(visitor, "review")

    phone = await visit(reviewer, color_scheme="dark", **PHONE)
    await phone.go(f"/t/{table}/replay")
    await open_review(phone)
    await expect(phone.page.locator(".turns li")).to_have_count(3)
    width = await phone.page.evaluate("document.documentElement.scrollWidth - innerWidth")
    assert width <= 0, "nothing scrolls sideways"
    await phone.at("decision").scroll_into_view_if_needed()
    await is_accessible(phone, "review on a phone")

    await visitor.at("try-it").click()
    await expect(visitor.page.locator("#prompt")).to_be_visible()
    assert f"/t/{table}" not in visitor.page.url
    await expect(visitor.page.locator(".table")).to_have_attribute("data-voyage", str(turn["voyage"]))


async def test_a_review_in_the_making_stops_and_goes_on(reviewer: Server, visit: Visit) -> None:
    """What is looked at comes first; what was read stays when the server falls silent, and one may go on."""
    async with Company(reviewer) as company:
        players = await company.begin(2)
        await play_out(players)
    table = players[0].id
    visitor = await visit(reviewer, color_scheme="light")
    await visitor.go(f"/t/{table}#{players[0].secret}")  # people who have played begin with their own decisions
    await expect(visitor.page.locator("h1")).to_be_visible()
    await visitor.page.wait_for_function("id => JSON.parse(localStorage['libertalia.tables'])[id]?.seat === 0", arg=table)
    await visitor.go(f"/t/{table}/replay")
    await open_review(visitor)
    await expect(visitor.at("review-progress")).to_contain_text("of")
    await expect(visitor.page.locator("#decision-title")).to_contain_text("Your pick")
    curve = visitor.at("curve")
    await curve.focus()
    async with visitor.page.expect_request("**/next"):
        await curve.press("End")
    last = int(await curve.get_attribute("aria-valuenow") or 0)
    assert last == int(await curve.get_attribute("aria-valuemax") or 0), "also what is not read yet can be looked at"
    await visitor.page.route("**/review?*", lambda route: route.abort())
    await expect(visitor.at("review-stopped")).to_be_visible()
    await visitor.forgive("review")
    await visitor.page.unroute("**/review?*")
    await visitor.at("go-on").click()
    await expect(visitor.at("decision").locator(".weighed:not(.ghost), .wait")).to_be_visible(timeout=600_000)
    await expect(visitor.page.locator(".turns li.hollow")).to_have_count(0, timeout=600_000)
