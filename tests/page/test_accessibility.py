"""axe-core finds nothing serious on any page: both editions, both themes, wide and narrow. And a game is played with nothing but
the accessibility tree and the keyboard."""

from __future__ import annotations

import random
import re
from functools import cache
from pathlib import Path
from typing import Self

import pytest
from playwright.async_api import CDPSession, Page, expect

from libertalia.words import words
from tests.page.conftest import Visit
from tests.page.visitor import LAPTOP, PHONE, Shadow, Visitor, first_parts
from tests.server.harness import Json
from tests.server.people import Company, Player, all_hear, play_out

pytestmark = pytest.mark.anyio

_AXE = Path(__file__).parents[2] / "web/node_modules/axe-core/axe.min.js"
_RUN = """async options => (await axe.run({ resultTypes: ['violations'], ...options })).violations
  .filter(({ impact }) => impact === 'serious' || impact === 'critical')
  .map(({ id, nodes }) => `${id}: ${nodes.slice(0, 3).map(node => `${node.html.slice(0, 160)} ${node.any[0]?.message}`)}`)"""
_OF_COLOURS = ["color-contrast", "link-in-text-block"]

EDITIONS = pytest.mark.parametrize("edition", ["original", "galecrest"])


@cache
def axe() -> str:
    return _AXE.read_text()


async def is_accessible(visitor: Visitor, where: str = "") -> None:
    """By day, and by night, when only colours are others."""
    if not await visitor.page.evaluate("'axe' in window"):
        await visitor.page.evaluate(axe())
    for theme in ("light", "dark"):
        await visitor.page.emulate_media(color_scheme=theme)
        await expect(visitor.page.locator("html")).to_have_attribute("data-theme", theme)
        violations = await visitor.page.evaluate(_RUN, {"runOnly": _OF_COLOURS} if theme == "dark" else {})
        assert not violations, f"{where or visitor.path}, {theme}: " + "\n".join(violations)


async def is_accessible_at(visitor: Visitor, paths: dict[str, str]) -> None:
    """At each path, as soon as its sign is in sight."""
    for path, sign in paths.items():
        await visitor.go(path)
        await expect(visitor.page.locator(sign)).to_be_visible()
        await is_accessible(visitor)


@EDITIONS
async def test_pages_of_an_edition(company: Company, visit: Visit, edition: str) -> None:
    lobby = (await company.gather(2, ("greedy",), players=4, edition=edition))[0]
    archived = (await company.gather(2, edition=edition))[0]
    await archived.do("archive")
    over = await company.begin(3, edition=edition)
    await play_out(over)
    for device in (LAPTOP, PHONE):
        visitor = await visit(**device)
        await is_accessible_at(
            visitor,
            {
                f"/t/{lobby.id}": "[data-testid=join]",
                f"/t/{lobby.id}#{lobby.secret}": "[data-testid=start]",
                f"/t/{over[0].id}/replay": "[data-testid=replay-slider]",
                f"/rules/{edition}": "[data-testid=search]",
                f"/t/{archived.id}": "[data-testid=trouble]",
                f"/t/{archived.id}#not-the-secret": "[data-testid=trouble]",
                f"/t/{over[0].id}#{over[0].secret}": "[data-testid=end]",
            },
        )
        await visitor.page.get_by_role("button", name="Check the deal").click()
        await expect(visitor.page.locator("dialog .good")).to_be_visible()
        await is_accessible(visitor, "the deal")


async def test_pages_that_are_alike_in_all_editions(company: Company, visit: Visit) -> None:
    for edition in ("original", "galecrest"):
        lobby = (await company.gather(2, ("greedy",), players=4, edition=edition, public=True))[0]
    for device in (LAPTOP, PHONE):
        visitor = await visit(**device)
        await is_accessible_at(
            visitor,
            {
                "/t/nosuchtable": "[data-testid=trouble]",
                "/tortuga": "[data-testid=trouble]",
                "/": f"a[href='/t/{lobby.id}']",
            },
        )
        await visitor.forgive("404")
        await visitor.at("settings").click()
        await is_accessible(visitor, "settings")
        await visitor.page.locator("dialog .links button").click()
        await expect(visitor.at("guide")).to_be_visible()
        await is_accessible(visitor, "guide")


@EDITIONS
async def test_the_table_at_every_kind_of_decision(company: Company, visit: Visit, edition: str) -> None:
    """Somebody has their seat on a laptop, where they play, and on a phone."""
    player = (await company.begin(1, ("random",) * 3, edition=edition))[0]
    laptop, phone = await visit(**LAPTOP), await visit(**PHONE)
    await phone.close_account()
    seen: set[str] = set()

    async def look(_: Visitor) -> None:
        assert player.decision
        if player.decision["kind"] not in seen:
            seen.add(player.decision["kind"])
            await phone.is_asked(player.decision["options"])
            for visitor in (laptop, phone):
                await is_accessible(visitor, player.decision["kind"])

    for visitor in (laptop, phone):
        await visitor.come(player.id, player.secret)
    await Shadow(laptop, player, look=look).play(random.Random(4), days=4)
    assert {"pick", "take"} <= seen
    for visitor in (laptop, phone):
        await visitor.open_menu()
        await is_accessible(visitor, "menu")


@EDITIONS
async def test_the_end_of_a_voyage(company: Company, visit: Visit, edition: str) -> None:
    players = await company.begin(2, edition=edition)
    visitors = [await visit(**device) for device in (LAPTOP, PHONE)]
    for visitor in visitors:
        await visitor.come(players[0].id, players[0].secret)
        await visitor.is_asked(players[0].own["decision"]["options"])
    while players[0].view["voyage"] == 1:
        number = await next(player for player in players if player.decision).play()
        await all_hear(players, number)
    for visitor in visitors:
        account = visitor.at("voyage-end")
        await expect(account.locator(".chart")).to_be_visible()
        await expect(account.locator(".acts button")).to_be_in_viewport(ratio=1)
        await is_accessible(visitor, "the end of a voyage")


async def test_watching_a_table_and_losing_sight_of_it(company: Company, visit: Visit) -> None:
    ines, _ = await company.begin(2)
    visitor = await visit()
    await visitor.come(ines.id)
    await expect(visitor.table).to_be_visible()
    await is_accessible(visitor, "watching")
    await visitor.context.set_offline(True)
    await expect(visitor.page.locator(".sailcloth")).to_be_visible()
    await is_accessible(visitor, "offline")
    await visitor.forgive("ERR_INTERNET_DISCONNECTED")  # it tries again


class Listener:
    """Somebody who can't see the page. They have the browser's accessibility tree, and a keyboard."""

    def __init__(self, page: Page, session: CDPSession) -> None:
        self.page = page
        self.session = session
        self.nodes: dict[str, Json] = {}

    @classmethod
    async def at(cls, visitor: Visitor) -> Self:
        session = await visitor.context.new_cdp_session(visitor.page)
        return cls(visitor.page, session)

    async def look(self) -> None:
        """The whole tree: it takes a while."""
        tree = await self.session.send("Accessibility.getFullAXTree")
        self.nodes = {node["nodeId"]: node for node in tree["nodes"]}

    async def here(self) -> Json:
        """The node that has the focus; of the page itself, if nothing has it."""
        found = await self.session.send("Runtime.evaluate", {"expression": "document.activeElement"})
        wanted = {"objectId": found["result"]["objectId"], "fetchRelatives": False}
        node: Json = (await self.session.send("Accessibility.getPartialAXTree", wanted))["nodes"][0]
        return node

    @staticmethod
    def name(node: Json) -> str:
        return str(node.get("name", {}).get("value", ""))

    @staticmethod
    def has(node: Json, wanted: str) -> object:
        if node["ignored"]:
            return None
        return next((one["value"].get("value") for one in node.get("properties", ()) if one["name"] == wanted), None)

    def within(self, node: Json, role: str, name: str = "") -> bool:
        while parent := self.nodes.get(node.get("parentId", "")):
            if parent.get("role", {}).get("value") == role and (not name or self.name(parent) == name):
                return True
            node = parent
        return False

    def by_role(self, role: str) -> list[Json]:
        return [node for node in self.nodes.values() if node.get("role", {}).get("value") == role and not node["ignored"]]

    def choices(self, pressed: bool = True) -> list[str]:
        """What may be chosen: buttons that can be pressed and are not disabled, anywhere but in the top bar."""
        states = ("true", "false") if pressed else ("false",)
        buttons = [one for one in self.by_role("button") if self.has(one, "pressed") in states]
        return [self.name(one) for one in buttons if not self.has(one, "disabled") and not self.within(one, "banner")]

    def confirms(self) -> str | None:
        """The button of "Your move" that sends what is selected."""
        return next(
            (
                self.name(one)
                for one in self.by_role("button")
                if self.has(one, "pressed") is None
                and self.within(one, "region", "Your move")
                and self.name(one) not in ("Take it back", "Ask for a hint")
            ),
            None,
        )

    def title(self) -> str:
        """The heading of "Your move"."""
        return next((self.name(one) for one in self.by_role("heading") if self.within(one, "region", "Your move")), "")

    def stops(self) -> list[Json]:
        """What can have the focus, in the order of the tree."""
        found: list[Json] = []
        open_ones = [node for node in self.nodes.values() if "parentId" not in node]
        while open_ones:
            node = open_ones.pop()
            if self.has(node, "focusable") and node["role"]["value"] != "RootWebArea":
                found.append(node)
            open_ones += [self.nodes[child] for child in reversed(node.get("childIds", ())) if child in self.nodes]
        return found

    async def go_to(self, name: str) -> None:
        """Tab, forwards or backwards, to where the tree has a button of this name; then on, until the focus is on it.

        Some nodes take the focus, but not by Tab, and a dialog may open meanwhile: so the first jump may miss.
        """
        here, stops = (await self.here())["backendDOMNodeId"], self.stops()
        at = next((index for index, node in enumerate(stops) if node.get("backendDOMNodeId") == here), -1)
        goal = next(index for index, node in enumerate(stops) if node["role"]["value"] == "button" and self.name(node) == name)
        for _ in range(abs(goal - at)):
            await self.page.keyboard.press("Tab" if goal > at else "Shift+Tab")
        for _ in range(2 * len(stops)):
            node = await self.here()
            if node["role"]["value"] == "button" and self.name(node) == name:
                return
            await self.page.keyboard.press("Tab")
        raise AssertionError(f"Tab never comes to {name!r}")


async def answer(listener: Listener, player: Player, rng: random.Random) -> None:
    """Choose at random, part by part where an answer has several, and confirm. Only the last pick is confirmed."""
    turn, kind = player.own["turn"], player.own["decision"]["kind"]
    for _ in range(20):
        await listener.go_to(rng.choice(listener.choices(pressed=False)))
        await listener.page.keyboard.press("Enter")
        await listener.look()
        if button := listener.confirms():
            if any(re.search(r"[*/]", option) for option in player.own["decision"]["options"]):
                await listener.go_to(button)
            await listener.page.keyboard.press("Enter")  # on what is selected, it answers as well
            break
        if kind == "pick":
            break
    await player.until(lambda: player.own["turn"] > turn or player.over)


@pytest.mark.parametrize(("edition", "voyage"), [("original", 1), ("original", 2), ("original", 3), ("galecrest", 1)])
async def test_a_whole_game_by_ear(company: Company, visit: Visit, edition: str, voyage: int) -> None:
    """A whole game of the original, a voyage of the other. Each voyage is a test; those before it are played without a page."""
    player = (await company.begin(1, ("random",), edition=edition))[0]
    while not player.decision or player.view["voyage"] < voyage:
        await player.until(lambda: player.decision)
        if player.view["voyage"] < voyage:
            await player.play()
    visitor = await visit()
    await visitor.come(player.id, player.secret)
    await expect(visitor.table).to_be_visible()
    listener = await Listener.at(visitor)
    rng = random.Random(8)
    spoken: list[str] = []
    while True:
        await player.until(lambda: player.decision or player.over)
        if player.over or player.view["voyage"] > voyage:
            break
        decision, turn = player.own["decision"], player.own["turn"]
        if decision["kind"] != "pick" and len(decision["options"]) == 1:  # it plays itself
            await player.until(lambda turn=turn: player.own["turn"] > turn or player.over)  # type: ignore[misc]
            continue
        await visitor.hears(player.number)
        await listener.look()
        while len(choices := listener.choices()) != len(first_parts(decision["options"])):
            if "Onward" in {listener.name(one) for one in listener.by_role("button")}:
                await listener.go_to("Onward")
                await visitor.page.keyboard.press("Enter")
            await listener.look()
        assert len(set(choices)) == len(choices), f"two buttons have the same name: {choices}"
        assert all(re.search(r"[A-Za-z]{3}", choice) for choice in choices), choices
        assert listener.title()
        await answer(listener, player, rng)
        await visitor.hears(player.number)
        assert (await listener.here())["role"]["value"] != "RootWebArea" or player.over, (
            f"the focus was lost after {decision['kind']}"
        )
        lines = [line for line in await visitor.at("spoken").locator("p").all_inner_texts() if line] if not player.over else []
        spoken += lines[-1:]
    assert spoken
    if player.over:
        await expect(visitor.at("end")).to_be_visible()


async def test_every_event_is_said_once_and_every_card_that_is_turned_up(company: Company, visit: Visit) -> None:
    player = (await company.begin(1, ("random",) * 3))[0]
    visitor = await visit()
    await visitor.come(player.id, player.secret)
    await visitor.is_asked(player.own["decision"]["options"])
    await visitor.choose(player.own["decision"]["options"][0])
    await player.until(lambda: player.view["hour"] != "sunrise" or player.view["day"] > 1)
    await visitor.hears(player.number)
    spoken = visitor.at("spoken").locator("p")
    reveal = spoken.filter(has_text="The cards are turned up")
    await expect(reveal).to_have_count(1)
    said = await reveal.inner_text()
    names = {seat["seat"]: seat["name"] for seat in player.table["seats"]}
    events = [event for entry in player.entries for event in entry.get("events", ())]
    cards = [event for event in events if event["event"] == "moved" and event["target"] == "lineup" and event["source"] == "hand"]
    for event in cards[:4]:
        owner = "your" if event["seat"] == player.seat else names[event["seat"]]
        card = words("en").character("original", event["card"])
        assert f"{owner}'s {card}" in said or f"{owner} {card}".lower() in said.lower()
    lines = await spoken.all_inner_texts()
    tokens = [event for event in events if event["event"] == "took"]
    assert sum("take" in line for line in lines) >= len(tokens) - 1
    # The prompt says the question; it does not repeat the story.
    assert await visitor.page.locator("[aria-live=polite]").count() == 2
