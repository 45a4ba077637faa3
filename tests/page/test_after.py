"""When a game is over: its result, its replay, its record, and the next game."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import expect

from libertalia.game.logbook import verified
from tests.page.conftest import Visit
from tests.page.visitor import Visitor
from tests.server.harness import Server
from tests.server.people import Company, Player, play_out

pytestmark = pytest.mark.anyio


async def finished(company: Company, people: int = 2, **wish: Any) -> list[Player]:
    players = await company.begin(people, **wish)
    await play_out(players)
    return players


async def at_the_end(visit: Visit, player: Player) -> Visitor:
    visitor = await visit()
    await visitor.come(player.id, player.secret)
    await expect(visitor.at("end")).to_be_visible()
    return visitor


async def test_the_result_accounts_for_every_doubloon(company: Company, visit: Visit) -> None:
    ines, *_ = await finished(company, 3, edition="galecrest")
    visitor = await at_the_end(visit, ines)
    scores = dict(zip(("Ines", "Joris", "Katell"), ines.table["scores"], strict=True))
    places = visitor.at("scores").locator("li")
    await expect(places.first).to_contain_text(list(scores)[ines.table["winners"][0]])
    for name, score in scores.items():
        await expect(places.filter(has_text=name)).to_contain_text(str(score))
    for text in (await visitor.at("end").locator("tbody tr, .bars li").all_inner_texts())[:3]:
        name = next(name for name in scores if name in text)
        assert str(scores[name]) in text


async def test_the_result_says_first_how_one_came_out(company: Company, visit: Visit) -> None:
    ines, joris = await finished(company)
    winner = ines if ines.table["winners"] == [ines.seat] else joris
    for player in (ines, joris):
        visitor = await at_the_end(visit, player)
        said = "You won" if player is winner else "You came second of two"
        await expect(visitor.page.locator("h1")).to_have_text(said)
        assert (await visitor.page.title()).startswith(said)
        await expect(visitor.page.locator(".laurels p").first).to_contain_text("Ines" if winner is ines else "Joris")
    spectator = await visit()
    await spectator.come(ines.id)
    await expect(spectator.page.locator("h1")).to_have_text("Ines" if winner is ines else "Joris")
    await expect(spectator.at("own-result")).to_have_count(0)


async def test_the_slider_of_a_replay_shows_every_step_as_it_was(server: Server, company: Company, visit: Visit) -> None:
    ines, _ = await finished(company)
    steps = server.get(f"/api/tables/{ines.id}/replay").json()["steps"]
    own = server.get(f"/api/tables/{ines.id}/replay?seat=0").json()["steps"]
    visitor = await at_the_end(visit, ines)
    await visitor.page.locator(f"a[href='/t/{ines.id}/replay']").click()
    slider = visitor.at("replay-slider")
    await expect(slider).to_have_attribute("max", str(len(steps) - 1))
    spectator = Player(server, ines.id)
    for at in (0, len(steps) // 4, len(steps) // 2, len(steps) - 1):
        await slider.fill(str(at))
        spectator.view = steps[at]["view"]
        await visitor.sees(spectator)
    await visitor.page.locator(".controls select").select_option("0")
    await expect(visitor.page.locator(".hand")).to_be_visible()
    at = len(own) // 3
    await slider.fill(str(at))
    spectator.view, spectator.mine, spectator.seat = own[at]["view"], own[at]["mine"], 0
    await visitor.sees(spectator)
    await slider.press("ArrowRight")
    await expect(slider).to_have_value(str(at + 1))


async def test_the_downloaded_record_is_true(company: Company, visit: Visit, tmp_path: Path) -> None:
    ines, _ = await finished(company)
    visitor = await at_the_end(visit, ines)
    for path in (f"/t/{ines.id}", f"/t/{ines.id}/replay"):
        await visitor.go(path)
        async with visitor.page.expect_download() as download:
            await visitor.at("download-record").click()
        file = tmp_path / "record.json"
        await (await download.value).save_as(file)
        findings = verified(file.read_text(), shown=ines.table["commitment"])
        assert findings
        assert all(finding.true for finding in findings)
        assert json.loads(file.read_text())["scores"] == ines.table["scores"]


async def test_the_page_checks_the_deal_itself(company: Company, visit: Visit) -> None:
    ines, _ = await finished(company)
    visitor = await at_the_end(visit, ines)
    await visitor.page.get_by_role("button", name="Check the deal").click()
    await expect(visitor.page.locator("dialog .good")).to_be_visible()


async def test_one_click_makes_the_next_game_and_one_click_joins_it(company: Company, visit: Visit) -> None:
    players = await finished(company)
    ines, joris = [await at_the_end(visit, player) for player in players]
    await ines.at("rematch").click()
    await expect(ines.at("start")).to_be_visible()
    assert ines.table_id != players[0].id
    await expect(joris.at("rematch")).to_be_enabled()
    await joris.at("rematch").click()
    await expect(joris.at("seat-1")).to_contain_text("Joris")
    assert joris.table_id == ines.table_id
    await ines.at("start").click()
    for visitor in (ines, joris):
        await expect(visitor.table).to_be_visible()
        await expect(visitor.page.locator("[data-hand]")).to_have_count(9)


async def test_a_replay_of_a_game_that_goes_on_is_not_shown(company: Company, visit: Visit) -> None:
    ines, _ = await company.begin(2)
    visitor = await visit()
    await visitor.go(f"/t/{ines.id}/replay")
    await expect(visitor.page.locator(f"main a[href='/t/{ines.id}']")).to_be_visible()
    await visitor.forgive("40[0-9]")
