"""Puzzles in a browser: one solved and one not, by mouse and by keyboard, with a rating for those who want one."""

from __future__ import annotations

import re

import pytest
from playwright.async_api import expect

from libertalia.puzzles import Puzzle, shipped
from tests.page.conftest import Visit
from tests.page.test_accessibility import is_accessible
from tests.page.visitor import PHONE, Visitor, in_percent

pytestmark = pytest.mark.anyio


def a_pick(edition: str, players: int = 4) -> Puzzle:
    return next(puzzle for puzzle in shipped(edition) if puzzle.kind == "pick" and puzzle.players == players)


async def answer(visitor: Visitor, option: str) -> None:
    await visitor.page.locator(f'.table button[data-option="{option}"]').first.click()
    await visitor.at("confirm").click()
    await expect(visitor.at("verdict")).to_be_visible()


async def rating(visitor: Visitor, edition: str) -> int:
    text = await visitor.at(f"rating-{edition}").inner_text()
    return int(text.split()[0])


async def test_right_and_wrong_with_a_rating(visit: Visit) -> None:
    visitor = await visit()
    await visitor.go("/puzzles")
    await expect(visitor.at("solve-original")).to_be_visible()
    await expect(visitor.at("rating-original")).to_have_count(0)
    await visitor.at("want-rating").check()
    assert await rating(visitor, "original") == 1500
    await is_accessible(visitor, "all puzzles")

    puzzle = a_pick("original")
    await visitor.go(f"/puzzles/original/{puzzle.id}")
    await expect(visitor.at("puzzle-task")).to_be_visible()
    await expect(visitor.page.locator("#hand button[data-option]")).to_have_count(len(puzzle.options))
    await expect(visitor.at("ask-hint")).to_have_count(0)
    await is_accessible(visitor, "a puzzle")
    await answer(visitor, puzzle.best.answer)
    await expect(visitor.at("verdict")).to_have_attribute("data-right", "true")
    rows = visitor.at("decision").locator(".weighed li")
    await expect(rows).to_have_count(len(puzzle.options))
    await expect(rows.first).to_have_class(re.compile(r"best.* taken|taken.* best"))
    await expect(rows.first.locator(".percent")).to_contain_text(in_percent(puzzle.best.chance))
    await expect(visitor.at("decision").locator(".why li")).not_to_have_count(0)
    await expect(visitor.at("rating-change")).to_have_text(re.compile(r"Rating 1[5-9]\d\d \(\+\d+\)"))
    await is_accessible(visitor, "a puzzle that was solved")
    await visitor.at("lang").click()
    await expect(visitor.at("rating-change")).to_have_text(re.compile(r"Cote 1[5-9]\d\d \(\+\d+\)"))
    await expect(visitor.at("decision").locator(".why")).to_contain_text(
        re.compile(r"fois sur 100|jamais|toujours|Avance attendue")
    )
    await visitor.at("lang").click()

    await visitor.at("retry-puzzle").click()
    await answer(visitor, puzzle.obvious)
    await expect(visitor.at("verdict")).to_have_attribute("data-right", "false")
    await expect(visitor.at("rating-change")).to_contain_text("does not count")

    await visitor.at("all-puzzles").click()
    after = await rating(visitor, "original")
    assert after > 1500
    other = a_pick("original", players=3)
    await visitor.go(f"/puzzles/original/{other.id}")
    await answer(visitor, other.obvious)
    await expect(visitor.at("verdict")).to_have_attribute("data-right", "false")
    await expect(visitor.at("rating-change")).to_have_text(re.compile(r"Rating \d+ \(−\d+\)"))
    wrong = visitor.at("decision").locator(".weighed li.taken")
    await expect(wrong.locator(".percent")).to_contain_text(in_percent(other.option(other.obvious).chance))
    await visitor.at("next-puzzle").click()
    await expect(visitor.page).not_to_have_url(re.compile(other.id))
    await expect(visitor.at("prompt")).to_be_visible()
    await visitor.go("/puzzles")
    assert await rating(visitor, "original") < after, "it is still there after the page was loaded again"
    await expect(visitor.at("puzzle-history").locator("li")).to_have_count(2)


async def test_by_keyboard_in_french_on_a_phone_and_played_on(visit: Visit) -> None:
    puzzle = a_pick("galecrest")
    visitor = await visit(settings={"lang": "fr"}, **PHONE)
    await visitor.go(f"/puzzles/galecrest/{puzzle.id}")
    await expect(visitor.page.locator(".puzzle-strip")).to_have_text("Quel est le meilleur coup ?")
    card = visitor.page.locator(f'#hand button[data-option="{puzzle.best.answer}"]')
    await card.focus()
    await visitor.page.keyboard.press("Enter")
    await expect(visitor.at("confirm")).to_be_visible()
    await visitor.page.keyboard.press("Enter")
    await expect(visitor.at("verdict")).to_have_attribute("data-right", "true")
    await expect(visitor.at("verdict")).to_be_focused()
    await expect(visitor.at("rating-change")).to_have_count(0)
    await expect(visitor.page.locator(".why li").first).to_contain_text(
        re.compile(r"fois sur 100|jamais|toujours|Avance attendue")
    )
    assert await visitor.page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0, "nothing scrolls sideways"
    await is_accessible(visitor, "a solved puzzle on a phone")
    await visitor.page.keyboard.press("r")
    await expect(card).to_be_visible()
    await is_accessible(visitor, "a puzzle on a phone")
    await answer(visitor, puzzle.obvious)
    await visitor.at("try-it").click()
    await expect(visitor.page).to_have_url(re.compile(r"/t/"))
    await expect(visitor.page.locator(".table")).to_have_attribute("data-day", str(puzzle.position["day"]))


async def test_a_puzzle_that_is_not_there(visit: Visit) -> None:
    visitor = await visit()
    await visitor.go("/puzzles/original/0123456789")
    await expect(visitor.at("trouble")).to_be_visible()
    await visitor.forgive("404")
