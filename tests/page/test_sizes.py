"""The table at every size: nothing that is needed is covered, cut off, too small, or out of the window.

One table for each edition, number of players and language. Its window is resized, and measured at four moments: while I pick one
of nine cards, when I have picked, while I confirm my pick as the last one, and while I take loot. My nine cards have the longest
names and words.
"""

from __future__ import annotations

import asyncio
import json
import re
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import expect

from libertalia import Game
from tests.page.conftest import Dealt, Visit
from tests.page.visitor import Visitor
from tests.server.harness import Json
from tests.server.people import Company, Player, all_hear

pytestmark = pytest.mark.anyio

PAGE_DATA = Path(__file__).parents[2] / "web/src/data"
SIZES = [(1280, 720), (1440, 900), (2560, 1440), (820, 1180), (844, 390), (390, 844), (375, 667)]
ZOOMED = (720, 450)
"""1440 by 900 at 200 %."""
REFLOWED = (360, 225)
"""1440 by 900 at 400 %: then one may have to scroll down, never sideways."""

_MEASURE = """({ large, scrolls }) => {
  const table = document.querySelector('.table')
  const faults = new Set()
  const about = element => `${element.className?.baseVal ?? element.className} "${element.textContent.trim().slice(0, 40)}"`
  const fault = (what, element) => faults.add(`${what}: ${about(element)}`)
  const style = getComputedStyle
  const known = new Map()
  const spoken = element => {
    if (!known.has(element))
      known.set(element, element !== table && (style(element).clipPath === 'inset(50%)' || spoken(element.parentElement)))
    return known.get(element)
  }
  const seen = element => element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && !spoken(element)
  const inside = (box, frame) =>
    box.left >= frame.left - 1 && box.right <= frame.right + 1 && box.top >= frame.top - 1 && box.bottom <= frame.bottom + 1
  const window_ = { left: 0, right: innerWidth, top: scrolls ? -1e6 : 0, bottom: scrolls ? 1e6 : innerHeight }
  // What lies over it would be hit, even if clicks go through it.
  const sheet = new CSSStyleSheet()
  sheet.replaceSync('* { pointer-events: auto !important }')
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]

  function covers(x, y, element) {
    const first = document.elementFromPoint(x, y) // in most cases that is all there is to look at, and it is quick
    if (first && (element.contains(first) || first.contains(element))) return null
    const own = element.closest('.seat')
    for (const hit of document.elementsFromPoint(x, y)) {
      if (element.contains(hit) || hit.contains(element)) return null
      const open = hit.matches('.opens, .flights') || (hit.ownerSVGElement === null && hit.tagName === 'svg')
      if (!open || (hit.matches('.opens') && hit.closest('.seat') !== own)) return hit
    }
    return null
  }

  // texts
  const walker = document.createTreeWalker(table, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement
    if (!node.data.trim() || !seen(element) || element.closest('svg')) continue
    if (element.closest('.lectern:has(.more), .ribbon .rows')) continue // the rest by a click
    if (parseFloat(style(element).fontSize) < 12) fault('under 12 px', element)
    const person = element.closest('.owner .who, .seat h3') // names that people gave themselves may end in dots
    const range = document.createRange()
    range.selectNodeContents(node)
    const clips = []
    let scrolled = false
    for (let one = element; one !== table; one = one.parentElement) {
      const { overflowX, overflowY } = style(one)
      if (one.matches('.layout')) break // it scrolls at large zoom
      if (/auto|scroll/.test(overflowY)) scrolled = true
      else if (/hidden|clip/.test(overflowX)) clips.push(one.getBoundingClientRect())
    }
    if (scrolled) continue
    for (const line of range.getClientRects()) {
      if (!line.width || (person && !inside(line, person.getBoundingClientRect()))) continue
      if (!inside(line, window_)) fault('outside the window', element)
      else if (!clips.every(clip => inside(line, clip))) fault('cut off', element)
      else if (line.top >= 0 && line.bottom <= innerHeight) {
        for (const x of [line.left + 1, (line.left + line.right) / 2, line.right - 1]) {
          const over = covers(x, (line.top + line.bottom) / 2, element)
          if (over) fault(`covered by ${about(over)}`, element)
        }
      }
    }
  }

  // controls
  for (const control of table.querySelectorAll('button, a, input')) {
    const box = control.getBoundingClientRect()
    if (!seen(control) || !box.width || control.closest('.log')) continue
    if (!inside(box, window_)) fault('outside the window', control)
    if (Math.min(box.width, box.height) < 24 && !control.matches('.grave, .more')) fault('too small to hit', control)
    const over = !scrolls && covers(box.left + box.width / 2, box.top + box.height / 2, control)
    if (over) fault(`covered by ${about(over)}`, control)
  }

  // what is always in sight together
  const places = ['.lineup', '.today .loot', '.prompt', '.hand ol'].map(name => table.querySelector(name))
  if (!scrolls) for (const place of places) if (!inside(place.getBoundingClientRect(), window_)) fault('not in sight', place)
  for (const one of [document.documentElement, ...table.querySelectorAll('.layout, .layout *')])
    if (one.scrollWidth > one.clientWidth + 1 && /auto|scroll/.test(style(one).overflowX)) fault('scrolls sideways', one)

  // cards: each shows all of it, and none lies on another
  const cards = [...table.querySelectorAll('.hand .card')]
  for (const card of cards) {
    const parts = ['.rank', '.time', '.name', '.text', ...(large ? ['.influence', '.fig'] : [])]
    for (const part of parts) if (!seen(card.querySelector(part))) fault(`without its ${part}`, card)
    const text = card.querySelector('.text')
    if (text.scrollHeight > text.clientHeight + 1 || text.scrollWidth > text.clientWidth + 1) fault('its words are cut off', card)
  }
  const boxes = [...cards, ...table.querySelectorAll('.lineup li')].map(card => [card, card.getBoundingClientRect()])
  for (const [one, a] of boxes)
    for (const [other, b] of boxes)
      if (one !== other && a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1)
        fault(`lies on ${about(other)}`, one)

  // every name in the lineup, every hand and every bot
  for (const sign of table.querySelectorAll('.lineup .name, .held b, .bot > *, .tag:not(.gone) .i'))
    if (!seen(sign)) fault('not shown', sign)
  document.adoptedStyleSheets = document.adoptedStyleSheets.filter(one => one !== sheet)
  return [...faults]
}"""


def wordy(edition: str, language: str) -> list[str]:
    """Nine characters with the longest words and names on their cards."""
    texts: dict[str, Any] = json.loads((PAGE_DATA / language / f"{edition}.json").read_text())
    ranks: dict[str, Any] = json.loads((PAGE_DATA / "rules" / f"{edition}.json").read_text())["characters"]

    def words(card: str) -> int:
        return sum(len(text) for key, text in texts.items() if key.startswith(f"face.{card}."))

    by_words = sorted(ranks, key=words)[-6:]
    by_name = sorted((card for card in ranks if card not in by_words), key=lambda card: len(texts[f"character.{card}"]))[-3:]
    return sorted(by_words + by_name, key=lambda card: int(ranks[card]["rank"]))


def crowded(edition: str, players: int, hand: list[str]) -> Json:
    """Everyone holds these cards, two at home, and up to three kinds of loot. Today's loot is of different kinds."""
    position = Game.new(edition, players=players, seed=3).position()
    loot = [token for day in position["loot"] for token in day]
    size = len(position["loot"][0])
    today = list(dict.fromkeys(loot))[:size]
    for token in today:
        loot.remove(token)
    position["loot"] = [today, *(loot[at : at + size] for at in range(0, len(loot), size))]
    tokens = [kind for kind, count in position.pop("bag").items() for _ in range(count)]
    del position["deck"]
    home = [card for card in position["seats"][0]["hand"] if card not in hand][:2]
    for number, seat in enumerate(position["seats"]):
        seat |= {"hand": hand, "crew": home, "loot": dict.fromkeys(tokens[number::players][:3], 1)}
    return position


async def until_loot(player: Player, others: list[Player]) -> None:
    """Everybody answers as it comes, until the first player takes loot, out of several kinds. Only answers play themselves."""
    people = [player, *others]
    while True:
        await player.until(lambda: any(one.decision for one in people))
        asked = next(one for one in people if one.decision)
        options, turn = asked.own["decision"]["options"], asked.own["turn"]
        if asked is player and len(options) == 1:
            await player.until(lambda turn=turn: player.own["turn"] > turn)  # type: ignore[misc]
        elif asked is player and asked.own["decision"]["kind"] == "take":
            return
        else:
            await all_hear(people, await asked.play(options[-1]))


async def fits(visitor: Visitor, moment: str) -> None:
    for width, height in [*SIZES, ZOOMED, REFLOWED]:
        await visitor.page.set_viewport_size({"width": width, "height": height})
        await visitor.draws()
        large = width >= 1280
        for _ in range(50):  # the texts of cards are fitted after the window has its size
            faults = await visitor.page.evaluate(_MEASURE, {"large": large, "scrolls": (width, height) == REFLOWED})
            if not faults:
                break
            await asyncio.sleep(0.1)
        assert not faults, f"{width}×{height}, {moment}:\n" + "\n".join(faults)


@pytest.mark.parametrize("locale", ["en-GB", "fr-FR"])
@pytest.mark.parametrize("players", [2, 6])
@pytest.mark.parametrize("edition", ["original", "galecrest"])
async def test_everything_is_in_sight_and_readable(dealt: Dealt, visit: Visit, edition: str, players: int, locale: str) -> None:
    hand = wordy(edition, locale[:2])
    dealt.lay(crowded(edition, players, hand))
    async with Company(dealt.server) as company:
        player, *others = await company.begin(players, edition=edition)
        visitor = await visit(dealt.server, locale=locale)
        await visitor.come(player.id, player.secret)
        await visitor.is_asked(hand)
        await visitor.page.evaluate("document.fonts.ready")
        await fits(visitor, "picking")
        await visitor.option(hand[-1]).click()
        await expect(visitor.page.locator("[data-picked]")).to_be_visible()
        await fits(visitor, "picked")
        await visitor.at("take-back").click()
        await visitor.is_asked(hand)
        for other in others:
            await other.play(hand[1])
        await expect(visitor.page.locator(".lineup .cardback")).to_have_count(players - 1)
        await visitor.option(hand[-1]).click()
        await expect(visitor.at("confirm")).to_be_visible()
        ties = visitor.page.locator(".lineup .tie")
        await expect(ties).to_have_count(players - 1)
        await visitor.page.set_viewport_size({"width": 1280, "height": 720})
        for words in await ties.all_inner_texts():
            assert re.match("If tied, you go (right|left)|À égalité, vous à (droite|gauche)", words), words
        await fits(visitor, "confirming")
        await visitor.at("confirm").click()
        await player.until(lambda: player.view["hour"] != "sunrise")
        await until_loot(player, others)
        await visitor.is_asked(player.own["decision"]["options"])
        await fits(visitor, "taking loot")
