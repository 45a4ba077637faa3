"""Lessons with the coach: both of both editions to the end, on phone and laptop, by clicks, taps and keys, in every language.

A few lessons go through all of that between them; in `make soak` (LIBERTALIA_KILLS is set) each goes through it all.
"""

from __future__ import annotations

import asyncio
import os
from itertools import product
from typing import Any

import pytest
from playwright.async_api import expect

from tests.page.conftest import Visit
from tests.page.test_accessibility import is_accessible
from tests.page.test_keyboard import tab_to
from tests.page.test_sizes import fits
from tests.page.visitor import PHONE, Visitor
from tests.server.harness import PATIENCE, Server

pytestmark = pytest.mark.anyio

SOON = PATIENCE * 1000
LAPTOP = {"viewport": {"width": 1280, "height": 800}}
_SHOWN = """() => ({
  line: document.querySelector('[data-testid=coach]')?.dataset.line ?? '',
  sail: document.querySelector('[data-testid=sail-on]') !== null,
  confirm: document.querySelector('[data-testid=confirm]') !== null,
  options: [...document.querySelectorAll('.table button[data-option]')].map(one => one.dataset.option),
  done: document.querySelector('[data-testid=lesson-done]') !== null,
})"""
_CHANGED = f"before => JSON.stringify(({_SHOWN})()) !== JSON.stringify(before)"
_SOMETHING = f"() => {{ const now = ({_SHOWN})(); return now.sail || now.confirm || now.options.length > 0 || now.done }}"
_FIRST = ["pick", "day", "dusk", "night", "free", "rest"]
_SECOND = ["ties", "tied", "timing", "graveyard", "reading", "escaped"]
WANTED = {
    "original-1": {"pick": "captain"},
    "galecrest-1": {"pick": "infantry"},
    "original-2": {"ties": "captain", "timing": "barkeep", "graveyard": "surgeon", "reading": "treasurer"},
    "galecrest-2": {"ties": "infantry", "timing": "barkeep", "graveyard": "surgeon", "reading": "treasurer"},
}
"""What the learner plays where the coach says something."""
ALL = list(product(WANTED, ("phone", "laptop"), ("en", "fr"), ("pointer", "keys")))
FEW = [
    ("original-1", "phone", "en", "pointer"),
    ("original-2", "laptop", "fr", "keys"),
    ("galecrest-1", "laptop", "fr", "pointer"),
    ("galecrest-2", "phone", "en", "keys"),
]
"""Each lesson once; in each edition a phone and a laptop, both languages, a pointer and the keyboard."""


class Learner:
    """Somebody who attends a lesson, with a mouse, a finger, or only with keys."""

    def __init__(self, visitor: Visitor, hand: str, device: str) -> None:
        self.visitor = visitor
        self.keys = hand == "keys"
        self.tap = hand == "pointer" and device == "phone"
        self.said: list[str] = []

    async def attend(self, wanted: dict[str, str]) -> list[str]:
        """To the end of the lesson; all that the coach has said."""
        for _ in range(60):
            await self._until(_SOMETHING)
            now = await self.visitor.page.evaluate(_SHOWN)
            if now["line"] and now["line"] not in self.said:
                self.said.append(now["line"])
                await expect(self.visitor.at("coach").locator("[role=status]")).to_contain_text("Coco")
            if now["done"]:
                return self.said
            await self._act(now, wanted)
            await self._until(_CHANGED, now)
        raise AssertionError(f"the lesson does not end; the coach has said {self.said}")

    async def _until(self, condition: str, given: dict[str, Any] | None = None) -> None:
        """The show takes its time, on a clock of our own."""
        async with asyncio.timeout(PATIENCE):
            while not await self.visitor.page.evaluate(condition, given):
                await self.visitor.passes(1)
                await asyncio.sleep(0.02)

    async def _act(self, now: dict[str, Any], wanted: dict[str, str]) -> None:
        if now["sail"]:
            await self.press("sail-on")
        elif now["confirm"]:
            await self.press("confirm")
        elif len(now["options"]) > 1:  # the only answer plays itself
            wish = wanted.get(now["line"], "")
            await self.choose(wish if wish in now["options"] else str(now["options"][0]))

    async def press(self, testid: str) -> None:
        """A button of the coach or the prompt."""
        if self.keys:
            await tab_to(self.visitor.page, testid)
            await self.visitor.page.keyboard.press("Enter")
        else:
            button = self.visitor.at(testid)
            await (button.tap() if self.tap else button.click())

    async def choose(self, option: str) -> None:
        button = self.visitor.page.locator(f".table button[data-option='{option}']").first
        if self.keys:
            await self.visitor.page.keyboard.press(str(await button.locator("kbd").text_content()).strip())
        else:
            await (button.tap() if self.tap else button.click())


async def begin(visitor: Visitor, lesson: str, keys: bool = False) -> None:
    await visitor.own_clock()
    await visitor.go("/learn")
    await expect(visitor.at(f"lesson-{lesson}")).to_be_visible()
    if keys:
        await tab_to(visitor.page, f"lesson-{lesson}")
        await visitor.page.keyboard.press("Enter")
    else:
        await visitor.at(f"lesson-{lesson}").click()
    await expect(visitor.at("coach")).to_be_visible(timeout=SOON)


@pytest.mark.parametrize(("lesson", "device", "lang", "hand"), ALL if "LIBERTALIA_LONG" in os.environ else FEW)
async def test_a_lesson_to_its_end(server: Server, visit: Visit, lesson: str, device: str, lang: str, hand: str) -> None:
    look = PHONE | {"color_scheme": "dark"} if device == "phone" else LAPTOP | {"color_scheme": "light"}
    visitor = await visit(server, {"speed": 2, "lang": lang}, **look)
    await begin(visitor, lesson, hand == "keys")
    await expect(visitor.at("route-slim" if device == "phone" else "route")).to_be_visible()
    await is_accessible(visitor, f"the coach of {lesson}")
    said = await Learner(visitor, hand, device).attend(WANTED[lesson])
    assert said == (_FIRST if lesson.endswith("1") else _SECOND)
    await is_accessible(visitor, f"the end of {lesson}")


async def test_a_slip_is_explained_and_a_lesson_taken_up_again(server: Server, visit: Visit) -> None:
    visitor = await visit(server, {"speed": 2}, color_scheme="light")
    await visitor.go("/learn")
    await is_accessible(visitor, "the lessons")
    await expect(visitor.at("left-lesson")).to_have_count(0)
    await begin(visitor, "original-1")
    await expect(visitor.at("route").locator("[aria-current=step]")).to_contain_text("Pick")
    await expect(visitor.at("ask-hint")).to_have_count(0)  # there is a coach
    first = visitor.page.url
    await visitor.page.locator("[data-hand=brute]").click()
    await visitor.at("confirm").click()
    await visitor.at("sail-on").click(timeout=SOON)  # by day, low ranks act first
    await expect(visitor.at("coach")).to_contain_text("It threw itself out", timeout=SOON)
    await visitor.at("day-again").click()
    await visitor.page.wait_for_url(lambda address: address != first)
    await expect(visitor.at("coach")).to_contain_text("Send one card to work")
    again = visitor.page.url
    await visitor.go("/learn")
    await expect(visitor.at("left-lesson")).to_contain_text("We stopped at “Pick”")
    await is_accessible(visitor, "a lesson that was left")
    await visitor.at("take-up").click()
    assert visitor.page.url == again
    await expect(visitor.at("coach")).to_contain_text("Send one card to work")


async def test_whatever_was_played_the_coach_speaks_of_what_there_is(server: Server, visit: Visit) -> None:
    """The Barkeep and the Surgeon are played too early: the coach says something else, and the lesson comes to its end."""
    visitor = await visit(server, {"speed": 2}, color_scheme="dark", **LAPTOP)
    await begin(visitor, "original-2")
    wanted = {"ties": "barkeep", "timingLate": "surgeon", "graveyardLate": "cook", "reading": "captain"}
    said = await Learner(visitor, "pointer", "laptop").attend(wanted)
    assert said == ["ties", "tied", "timingLate", "graveyardLate", "reading", "caught"]


_NOTE_MOTION = """() => {
  window.moved = []
  const animate = Element.prototype.animate
  Element.prototype.animate = function (frames, options) {
    const what = this.closest('.port') ? 'boat' : this.closest('.coach') ? (this.matches('img') ? 'coco' : 'bubble') : ''
    if (what) window.moved.push(`${what} ${options}`)
    return animate.call(this, frames, options)
  }
}"""
_MOVED = "wanted => wanted.every(one => window.moved.includes(one))"


@pytest.mark.parametrize(
    ("motion", "first", "then"),
    [("no-preference", ["coco 380", "bubble 200"], ["boat 700"]), ("reduce", ["bubble 120"], [])],
)
async def test_coco_hops_to_what_it_speaks_of(
    server: Server, visit: Visit, motion: str, first: list[str], then: list[str]
) -> None:
    """The tail of its bubble is at the hand, then at the card whose ability works. Who wants no motion sees it fade in."""
    visitor = await visit(server, {"speed": 2}, reduced_motion=motion, **LAPTOP)
    await visitor.page.add_init_script(f"({_NOTE_MOTION})()")
    await visitor.go("/learn")
    await visitor.at("lesson-original-1").click()
    await expect(visitor.at("coach")).to_have_attribute("data-tail", "down")
    await visitor.page.wait_for_function(_MOVED, arg=first)
    await visitor.page.locator("[data-hand=captain]").click()
    await visitor.at("confirm").click()
    await expect(visitor.at("sail-on")).to_be_visible(timeout=SOON)
    await expect(visitor.at("coach")).to_have_attribute("data-tail", "up")
    await visitor.page.wait_for_function(_MOVED, arg=then)
    assert {one.split()[0] for one in await visitor.page.evaluate("window.moved")} <= {one.split()[0] for one in first + then}


@pytest.mark.parametrize("lang", ["en", "fr"])
async def test_the_coach_covers_nothing(server: Server, visit: Visit, lang: str) -> None:
    visitor = await visit(server, {"speed": 2, "lang": lang})
    await visitor.go("/learn")
    await visitor.at("lesson-original-1").click()
    await expect(visitor.at("coach")).to_be_visible()
    await visitor.page.evaluate("document.fonts.ready")
    await fits(visitor, "the coach")
