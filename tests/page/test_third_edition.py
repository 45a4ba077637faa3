"""An edition that the page has never heard of: it is chosen, played, read and told in both languages."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator

import pytest
from playwright.async_api import expect

from tests.page.conftest import Visit
from tests.page.test_accessibility import is_accessible
from tests.page.visitor import Shadow, Visitor
from tests.server.harness import Server
from tests.server.people import Company
from tests.third_edition.project import Project

pytestmark = pytest.mark.anyio

LUCK = 5
"""With this luck the first day has a pearl and sand, and the second day two conches, which ask whoever takes them."""
KEY = re.compile(r"\b(?:ability|character|event|face|hour|option|prompt|setup|term|token)\.[a-z]")
"""What is shown in place of a text that the catalogues don't have."""


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Project:
    project = Project(tmp_path_factory.mktemp("third") / "project")
    project.build_page()
    return project


@pytest.fixture(scope="module")
def server(project: Project) -> Iterator[Server]:
    server = Server(str(project.folder / "tables.sqlite"), project.folder, source=project.source, luck=LUCK).start()
    yield server
    server.stop()


async def says_everything(visitor: Visitor) -> None:
    """No text is missing."""
    shown = await visitor.page.inner_text("body")
    assert not (missing := KEY.findall(shown)), missing


async def speak(visitor: Visitor, language: str) -> None:
    """Choose a language in the menu of the table."""
    await visitor.open_menu()
    await visitor.page.locator(".menu button", has_text=language).click()
    await visitor.page.keyboard.press("Escape")


async def test_a_whole_game_with_a_bot(project: Project, server: Server, company: Company, visit: Visit) -> None:
    visitor = await visit()
    table = await visitor.lay_table("lagoon", players=2, bots=1, weather="foul")
    assert server.info(table)["options"] == {"weather": "foul"}
    await says_everything(visitor)
    await visitor.at("start").click()
    await expect(visitor.table).to_be_visible()
    shadow = Shadow(visitor, await company.come(table, await visitor.secret()))
    asked: list[str] = []
    tides: list[str] = []

    async def look(visitor: Visitor) -> None:
        """Before every answer: the tide, the token, the question and the log are as the edition says."""
        await says_everything(visitor)
        decision, tide = shadow.player.decision, shadow.player.view["extras"]["tide"]
        assert decision is not None
        asked.append(decision["kind"])
        tides.append(tide)
        await expect(visitor.page.locator("[data-extra=tide]")).to_have_text(f"Tide {tide}")
        await expect(visitor.table.locator("[data-token-face=conch] text").first).to_have_text("C")
        if decision["kind"] == "conch":
            await expect(visitor.at("prompt")).to_contain_text("Your conch")
            await expect(visitor.at("prompt")).to_contain_text("Do you call a character of your boat back?")
            await expect(visitor.option("pass")).to_contain_text("Call nobody back")
            await expect(visitor.at("log")).to_contain_text("walks onto the beach")
            await speak(visitor, "Français")
            await expect(visitor.at("log")).to_contain_text("arrive sur la plage")
            await expect(visitor.page.locator("[data-extra=tide]")).to_have_text("Marée haute")
            await says_everything(visitor)
            await speak(visitor, "English")
        await is_accessible(visitor, decision["kind"])

    shadow.look = look
    await shadow.play(random.Random(1))
    assert shadow.sunrises == [(1, 1), (1, 2)]
    assert {"pick", "conch"} <= set(asked)
    assert set(tides) == {"low", "high"}
    await expect(visitor.at("end")).to_be_visible()
    await says_everything(visitor)
    scores = sorted(shadow.player.table["scores"], reverse=True)
    places = await visitor.at("end").locator("[data-place]").all_text_contents()
    assert [str(score) in place for score, place in zip(scores, places, strict=True)] == [True, True]
    await is_accessible(visitor, "end")

    await visitor.go(f"/t/{table}/replay")
    await expect(visitor.page.locator("[data-extra=tide]")).to_have_text("Tide low")
    await visitor.at("replay-slider").fill(await visitor.at("replay-slider").get_attribute("max") or "")
    await expect(visitor.page.locator("[data-extra=tide]")).to_have_text("Tide low")
    await says_everything(visitor)

    record = project.folder / "game.json"
    record.write_text(json.dumps(server.record(table)))
    assert project.libertalia("verify", record, "--commitment", shadow.player.table["commitment"]).returncode == 0


@pytest.mark.parametrize(
    ("locale", "title", "says"),
    [
        ("en-GB", "Lagoon", ["Siesta — Worth 2 doubloons.", "the tide turns", "Gain 1 doubloon, or 2 at high tide.", "Flotsam"]),
        ("fr-FR", "Lagon", ["Sieste — ", "la marée tourne", "à marée haute"]),
    ],
)
async def test_its_rules_can_be_read(visit: Visit, locale: str, title: str, says: list[str]) -> None:
    visitor = await visit(locale=locale)
    await visitor.go("/rules/original")
    await visitor.page.get_by_text(title, exact=True).click()
    await expect(visitor.page).to_have_url(re.compile("/rules/lagoon$"))
    for part in says:
        await expect(visitor.page.locator("main")).to_contain_text(part)
    for part in ("token-pearl", "token-conch", "whale", "lighthouse-keeper"):
        await expect(visitor.page.locator(f"#{part}")).to_be_visible()
    await says_everything(visitor)
    await is_accessible(visitor)
    await visitor.page.locator("#whale a").click()  # what it is worth
    await expect(visitor.at("study-nobody").get_by_role("textbox")).to_have_value(
        "libertalia study --edition lagoon --players 3 --out study"
    )
    await says_everything(visitor)
    await is_accessible(visitor)


async def test_a_table_for_it_is_laid_on_a_phone(visit: Visit) -> None:
    visitor = await visit(locale="fr-FR", viewport={"width": 390, "height": 844})
    await visitor.go("/")
    await expect(visitor.at("edition-lagoon")).to_contain_text("Lagon")
    await visitor.at("edition-lagoon").click()
    await visitor.unfold()
    await expect(visitor.at("players").locator("option")).to_have_text(["2", "3"])
    await expect(visitor.at("weather").locator("option")).to_have_count(2)
    await expect(visitor.at("board")).to_have_count(0)
    await says_everything(visitor)
    await is_accessible(visitor)
