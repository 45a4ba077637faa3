"""What is in sight, and for how long, while bots answer at once: at each speed.

The page has a clock of our own, so that a minute of the show passes in no time. Everything it shows is written down with the
time of that clock.
"""

from __future__ import annotations

import re
import time
from dataclasses import dataclass
from itertools import count, pairwise

import pytest
from playwright.async_api import expect

from libertalia import Game
from tests.page.conftest import Dealt, Visit
from tests.page.visitor import Visitor
from tests.server.harness import Json
from tests.server.people import Company, Player

pytestmark = pytest.mark.anyio

LETTER = 55
"""Milliseconds to read a letter."""
_RECORD = """() => {
  const text = selector => document.querySelector(selector)?.textContent.replace(/\\s+/g, ' ').trim() ?? ''
  const now = () => ({
    title: text('.prompt .ask > h2'),
    why: [...document.querySelectorAll('.prompt .ask > p')].map(one => one.textContent.trim()).join(' '),
    story: document.querySelector('.prompt').dataset.kind === 'story',
    hour: document.querySelector('.table').dataset.hour,
    day: document.querySelector('.table').dataset.day,
    voyage: document.querySelector('.table').dataset.voyage,
    chips: [...document.querySelectorAll('.ribbon .chip:not(.folded)')].map(one => one.textContent.replace(/\\s+/g, ' ').trim()),
    account: document.querySelector('[data-testid=voyage-end]') !== null,
  })
  window.seen = []
  let last = ''
  const look = () => {
    const here = now()
    const known = JSON.stringify(here)
    if (known !== last) seen.push({ at: Date.now(), ...here })
    last = known
  }
  look()
  new MutationObserver(look).observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true })
}"""
_LOG = "() => [...document.querySelectorAll('[data-testid=log] li:not(.head, .said)')].map(one => one.textContent.trim())"


@dataclass(frozen=True)
class Sight:
    """A sentence in the prompt's place: how long it stood there, in milliseconds, and at which hour."""

    title: str
    why: str
    lasted: int
    hour: str
    chips: list[str]


async def seen(visitor: Visitor) -> list[Sight]:
    """The sentences of the show, in their order."""
    moments = await visitor.page.evaluate("[...seen, { at: Date.now() }]")
    sights: list[Sight] = []
    for moment, after in pairwise(moments):
        if not moment["story"]:
            continue
        lasted = int(after["at"] - moment["at"])
        last = sights[-1] if sights else None
        if last and (last.title, last.why, last.hour) == (moment["title"], moment["why"], moment["hour"]):
            sights[-1] = Sight(last.title, last.why, last.lasted + lasted, last.hour, moment["chips"])
        else:
            sights.append(Sight(moment["title"], moment["why"], lasted, moment["hour"], moment["chips"]))
    return sights


def armed(edition: str) -> Json:
    """Four players with a few characters at home, and sabers to take today. Nobody's day is without something to tell."""
    position = Game.new(edition, players=4, seed=5).position()
    for seat in position["seats"]:
        seat["crew"] = seat["hand"][:3]
        seat["hand"] = seat["hand"][3:]
    position["loot"][0] = ["saber"] * 3 + ["chest"]
    if edition == "galecrest":
        position["options"]["board"] = "stormy"
    del position["bag"]
    return position


async def plays_on(visitor: Visitor, player: Player) -> None:
    """See the show out, and answer what is asked then. What has one answer only is answered by the page itself."""
    decision, turn = await player.my_turn(), player.own["turn"]
    await visitor.hears(player.number)
    if decision["kind"] == "pick" or len(decision["options"]) > 1:
        await visitor.show_until_asked(decision["options"])
        await visitor.choose(decision["options"][0])
        await player.until(lambda: player.own["turn"] > turn)
    while player.own["turn"] == turn:
        await visitor.passes(1)


async def plays_a_day(visitor: Visitor, player: Player) -> None:
    """Pick, and answer whatever is asked, until the next morning; then see the rest of the show."""
    await plays_on(visitor, player)
    while (decision := await player.my_turn())["kind"] != "pick":
        await plays_on(visitor, player)
    await visitor.show_until_asked(decision["options"])


async def watched(company: Company, visitor: Visitor, edition: str = "original") -> Player:
    player = (await company.begin(1, ("random",) * 3, edition=edition))[0]
    await visitor.own_clock()
    await visitor.come(player.id, player.secret)
    await visitor.is_asked(player.own["decision"]["options"])
    await visitor.page.evaluate(_RECORD)
    return player


def needed(text: str) -> int:
    """How long a sentence must be in sight."""
    return max(800, LETTER * len(text)) - 60  # the clock goes in steps


@pytest.mark.parametrize("edition", ["original", "galecrest"])
async def test_everything_the_log_tells_of_a_day_was_there_to_be_read(dealt: Dealt, visit: Visit, edition: str) -> None:
    dealt.lay(armed(edition))
    async with Company(dealt.server) as company:
        visitor = await visit(dealt.server, settings={"speed": 1}, reduced_motion="no-preference")
        player = await watched(company, visitor, edition)
        await visitor.stop_clock()
        before = len(await visitor.page.evaluate(_LOG))
        await plays_a_day(visitor, player)
        sights = await seen(visitor)
        told = (await visitor.page.evaluate(_LOG))[before:]
    reveal = next(sight for sight in sights if sight.title == "The cards are turned up")
    assert reveal.lasted >= 4 * 400 + 600
    assert reveal.lasted >= needed(reveal.why)
    for line in told:
        if boards := re.fullmatch(r"(.+?) (boards the ship|lands on the island)\.", line):
            assert boards[1].lower() in reveal.why.lower()
            continue
        found = [sight for sight in sights if sight.title == line and sight.lasted >= needed(line)]
        found += [sight for sight in sights if sight.hour == "night" and short(line) == sight.title and sight.lasted >= 840]
        assert found or is_shown_otherwise(line, sights), f"{line!r} was not in sight for long enough: {sights}"
    titles = [sight.title for sight in sights]
    struck = [line for line in told if re.search(r"leaves the (den|ship) for the (cemetery|graveyard) \(saber\)", line)]
    assert struck, "no saber struck"
    assert not [sight for sight in sights if "did not work" in sight.why], "an answer was sent to a question that is not open"
    for hour in ("Dusk", "Night"):
        assert next(sight for sight in sights if sight.title == hour).lasted >= 840
    assert len(titles) > 12


def is_shown_otherwise(line: str, sights: list[Sight]) -> bool:
    """The neutral character and its mark come with the reveal; the table and its sentence show them."""
    return any(word in line for word in ("Midshipman",)) and any("Midshipman" in sight.why for sight in sights)


def short(line: str) -> str:
    """How the story says at night what the log says in a sentence."""
    if found := re.fullmatch(r"(.+?) gains? (\d+) doubloons? \((.+)\)\.", line):
        return f"{found[1]}: {found[3]} +{found[2]}"
    if found := re.fullmatch(r"(.+?) loses? (\d+) doubloons? \((.+)\)\.", line):
        return f"{found[1]}: {found[3]} −{found[2]}"
    return ""


async def test_no_sentence_stands_under_another_hour(company: Company, visit: Visit) -> None:
    visitor = await visit(settings={"speed": 1}, reduced_motion="no-preference")
    player = await watched(company, visitor)
    await plays_a_day(visitor, player)
    hours: dict[str, set[str]] = {}
    for sight in await seen(visitor):
        hours.setdefault(sight.title, set()).add(sight.hour)
    assert all(
        len(found) == 1 for title, found in hours.items() if "takes" in title or "gains" in title or title in ("Dusk", "Night")
    )
    assert hours["Dusk"] == {"dusk"}
    assert hours["Night"] == {"night"}


async def test_quick_takes_about_half_as_long(dealt: Dealt, visit: Visit) -> None:
    dealt.lay(armed("original"))
    lasted = {}
    for speed in (1, 2):
        async with Company(dealt.server) as company:
            visitor = await visit(dealt.server, settings={"speed": speed}, reduced_motion="no-preference")
            player = await watched(company, visitor)
            await visitor.stop_clock()
            await plays_a_day(visitor, player)
            sights = await seen(visitor)
            reveal = next(sight for sight in sights if sight.title == "The cards are turned up")
            lasted[speed] = reveal.lasted / len(reveal.why)  # the cards differ, and so do the lengths of their names
            for sight in sights:
                if re.match(r"You (lose|pay)", sight.title):
                    assert sight.lasted >= (1400 if speed == 1 else 900) - 60
            await visitor.page.close()
    assert 0.2 < lasted[2] / lasted[1] < 0.6


async def test_at_once_leaves_a_line_for_each_hour_until_the_next_pick(company: Company, visit: Visit) -> None:
    visitor = await visit(settings={"speed": 0}, reduced_motion="no-preference")
    player = await watched(company, visitor)
    await plays_a_day(visitor, player)
    rows = visitor.at("ribbon").locator(".rows ol")
    assert await rows.count() >= 2
    await visitor.at("ribbon").get_by_role("button", name="All that happened today").click()
    lines = await visitor.page.locator(".happened li").all_inner_texts()
    assert any("takes" in line or "take" in line for line in lines)
    assert "Dusk" in lines
    await visitor.page.locator(".happened button").click()
    before = await rows.all_inner_texts()
    await visitor.passes(1)
    assert await rows.all_inner_texts() == before
    await visitor.choose((await visitor.options())[0])
    await expect(visitor.at("ribbon").locator(".rows")).not_to_have_text("".join(before))


async def test_pause_back_again_and_answering_early(company: Company, visit: Visit) -> None:
    visitor = await visit(settings={"speed": 1}, reduced_motion="no-preference")
    page = visitor.page
    player = await watched(company, visitor)
    await visitor.choose(player.own["decision"]["options"][0])
    heading = page.locator(".prompt .ask > h2")
    await expect(heading).to_have_text("The cards are turned up")
    await page.keyboard.press("Space")
    await expect(visitor.at("pause")).to_have_accessible_name("Go on")
    title = await heading.inner_text()
    await player.until(lambda: player.own["turn"] > 0 and player.decision)
    await visitor.hears(player.number)
    await visitor.passes(15)  # no sentence stands for so long
    assert await heading.inner_text() == title
    await page.keyboard.press("ArrowRight")
    await visitor.passes(8)
    after = await heading.inner_text()
    assert after != title
    await page.keyboard.press("ArrowLeft")
    await visitor.passes(1)
    assert await heading.inner_text() == title
    # The server asks already: one may answer at once, and nothing was taken back.
    await expect(visitor.at("answer-now")).to_have_text("Go to your move")
    await visitor.at("answer-now").click()
    assert player.decision
    await visitor.is_asked(player.decision["options"])
    await page.keyboard.press("r")
    await expect(visitor.table).to_have_attribute("data-settled", "false")
    await visitor.show_out()
    await visitor.is_asked(player.decision["options"])


async def test_the_hand_can_be_used_while_the_last_day_is_shown(company: Company, visit: Visit) -> None:
    visitor = await visit(settings={"speed": 1}, reduced_motion="no-preference")
    player = await watched(company, visitor)
    while player.view["day"] == 1:
        decision, turn = await player.my_turn(), player.own["turn"]
        await visitor.hears(player.number)
        if await visitor.at("answer-now").is_visible():
            await visitor.at("answer-now").click()
        if len(decision["options"]) > 1:
            await visitor.is_asked(decision["options"])
            await visitor.choose(decision["options"][0])
        else:
            await visitor.passes(1)
        await player.until(lambda turn=turn: player.own["turn"] > turn)  # type: ignore[misc]
    await player.my_turn()
    await visitor.hears(player.number)
    await expect(visitor.table).to_have_attribute("data-settled", "false")
    await visitor.is_asked(player.own["decision"]["options"])
    await visitor.choose(player.own["decision"]["options"][0])
    await player.until(lambda: player.view["hour"] != "sunrise" or player.view["day"] > 2)


async def test_the_end_of_a_voyage_is_shown_before_the_next_deal(dealt: Dealt, visit: Visit) -> None:
    position = next(deal for deal in (last_day(seed) for seed in count()) if deal)
    dealt.lay(position)
    async with Company(dealt.server) as company:
        visitor = await visit(dealt.server, settings={"speed": 1}, reduced_motion="no-preference")
        player = await watched(company, visitor)
        await visitor.stop_clock()
        while player.view["voyage"] == 1:
            await plays_on(visitor, player)
        await player.my_turn()
        await visitor.hears(player.number)
        for _ in range(120):
            if await visitor.at("voyage-end").is_visible():
                break
            await visitor.passes(1)
        await visitor.passes(20)
        account = visitor.at("voyage-end")
        await expect(account).to_be_visible()
        await expect(visitor.table).to_have_attribute("data-voyage", "1")
        sights = await seen(visitor)
        over = next(sight for sight in sights if sight.title == "Campaign 1 is over")
        for seat in player.view["seats"]:
            assert str(seat["voyage_scores"][0]) in over.why
        assert over.lasted >= needed(over.why)
        assert [
            sight for sight in sights if sight.hour == "rest" and re.search(r": .+ [+−]\d", sight.title) and sight.lasted >= 1240
        ]
        await account.locator(".acts button").click()
        await visitor.show_out()
        await expect(visitor.table).to_have_attribute("data-voyage", "2")


def last_day(seed: int) -> Json | None:
    """The sixth morning of a campaign, with somebody at home who is paid on the day of rest."""
    game = Game.new("original", players=3, seed=seed)
    while game.position()["day"] < 6:
        decision = game.decisions[0]
        game.play(decision.seat, decision.options[-1])
    earners = {"carpenter", "gambler", "preacher", "topman", "treasurer", "first-mate"}
    position = game.position()
    return position if any(earners & set(seat["crew"]) for seat in position["seats"]) else None


async def test_real_time_is_kept_too(company: Company, visit: Visit) -> None:
    visitor = await visit(settings={"speed": 1}, reduced_motion="no-preference")
    player = (await company.begin(1, ("random",) * 3))[0]
    await visitor.come(player.id, player.secret)
    await visitor.is_asked(player.own["decision"]["options"])
    await visitor.choose(player.own["decision"]["options"][0])
    title = visitor.page.locator(".prompt .ask > h2")
    await expect(title).to_have_text("The cards are turned up")
    started = time.monotonic()
    await expect(title).to_have_text("They line up by rank")
    assert time.monotonic() - started > 1.9
