"""Hints on the page: asked for with the bulb or a key, read from pills and the prompt, and hidden again."""

from __future__ import annotations

import pytest
from playwright.async_api import expect

from tests.page.conftest import Visit
from tests.page.test_accessibility import is_accessible
from tests.page.visitor import PHONE
from tests.server.harness import PATIENCE, Server
from tests.server.people import Company

pytestmark = pytest.mark.anyio

SOON = PATIENCE * 1000


async def test_a_hint_by_keyboard_and_on_a_phone(server: Server, company: Company, visit: Visit) -> None:
    (me,) = await company.begin(1, ("random", "random"))
    visitor = await visit(server, color_scheme="light")
    await visitor.go(f"/t/{me.id}#{me.secret}")
    await expect(visitor.at("ask-hint")).to_be_visible()
    await visitor.page.keyboard.press("!")
    await expect(visitor.at("hide-hint")).to_be_visible(timeout=SOON)
    await me.until(lambda: any(entry["kind"] == "hint" for entry in me.entries))
    await expect(visitor.at("log")).to_contain_text("asks for a hint")
    prompt = visitor.at("prompt")
    if "hardly matters" not in await prompt.inner_text():
        await expect(visitor.at("hint-pill")).to_have_count(len(me.own["hand"]))
        shares = [int(text.split()[2]) for text in await visitor.page.locator(".hint-pill .sr").all_inner_texts()]
        assert 95 <= sum(shares) <= 105, "how often each card is picked, in per cent"
    await is_accessible(visitor, "a hint")
    await visitor.page.keyboard.press("Escape")
    await expect(visitor.at("hint-pill")).to_have_count(0)
    await expect(prompt).to_contain_text("Pick your character")

    phone = await visit(server, color_scheme="dark", **PHONE)
    await phone.go(f"/t/{me.id}#{me.secret}")
    await phone.at("ask-hint").tap()
    await expect(phone.at("hide-hint")).to_be_visible(timeout=SOON)
    await is_accessible(phone, "a hint on a phone")
    card = me.own["hand"][0]
    await phone.page.locator(f"[data-hand={card}]").tap()
    await phone.at("confirm").tap()
    await me.until(lambda: me.own["turn"] > 0)
    await expect(phone.at("hint-pill")).to_have_count(0)


async def test_among_people_there_is_no_bulb(server: Server, company: Company, visit: Visit) -> None:
    host, _ = await company.begin(2)
    visitor = await visit(server)
    await visitor.go(f"/t/{host.id}#{host.secret}")
    await expect(visitor.at("prompt")).to_contain_text("Pick your character")
    await visitor.page.keyboard.press("!")
    await expect(visitor.at("ask-hint")).to_have_count(0)
    assert not any(entry["kind"] == "hint" for entry in host.entries)
