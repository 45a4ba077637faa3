"""English and French: as the browser says, or as one likes."""

from __future__ import annotations

import pytest
from playwright.async_api import expect

from tests.page.conftest import Visit
from tests.server.people import Company

pytestmark = pytest.mark.anyio


async def test_a_french_browser_is_spoken_to_in_french(visit: Visit) -> None:
    visitor = await visit(locale="fr-FR")
    await visitor.go("/")
    await expect(visitor.page.locator("html")).to_have_attribute("lang", "fr")
    await expect(visitor.page.locator("h1")).to_have_text("Où voguons-nous ce soir ?")
    await visitor.unfold()
    await visitor.at("players").select_option("2")
    await visitor.at("create").click()
    await expect(visitor.at("start")).to_have_text("Lever l’ancre")
    await visitor.at("start").click()
    await expect(visitor.at("prompt")).to_contain_text("Choisissez votre personnage")
    await expect(visitor.page.locator("html")).to_have_attribute("lang", "fr")


async def test_the_server_refuses_in_french_too(visit: Visit) -> None:
    visitor = await visit(locale="fr-FR")
    await visitor.go("/t/nowhere")
    await expect(visitor.at("trouble").locator("h1")).to_have_text("Table inconnue")
    await visitor.forgive("404")


async def test_the_language_can_be_changed_and_stays(company: Company, visit: Visit) -> None:
    ines, _ = await company.begin(2)
    visitor = await visit()
    await visitor.go("/")
    await visitor.at("lang").click()
    await expect(visitor.page.locator("h1")).to_have_text("Où voguons-nous ce soir ?")
    await visitor.page.reload()
    await expect(visitor.page.locator("h1")).to_have_text("Où voguons-nous ce soir ?")
    await visitor.come(ines.id, ines.secret)
    await expect(visitor.at("prompt")).to_contain_text("Choisissez votre personnage")
    await visitor.open_menu()
    await visitor.page.locator(".menu button", has_text="English").click()
    await expect(visitor.at("prompt")).to_contain_text("Pick your character")
    await expect(visitor.page.locator("html")).to_have_attribute("lang", "en")
    await visitor.is_asked(ines.own["decision"]["options"])
