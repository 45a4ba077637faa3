"""Nothing that a viewer may not know is anywhere in their page: not on the wire, in the document, in the storage, in the memory.

Two tables are dealt alike and played alike, but for the card that lies face down in front of somebody else. Until it is turned
up, the two pages of the player across cannot be told apart.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import Any

import pytest
from playwright.async_api import expect

from libertalia import Game
from tests.page.conftest import Dealt, Visit
from tests.page.visitor import Visitor
from tests.server.harness import Server
from tests.server.people import Company, Player

pytestmark = pytest.mark.anyio

_STORAGE = """async () => ({
  local: { ...localStorage }, session: { ...sessionStorage }, cookies: document.cookie,
  databases: await indexedDB.databases(), caches: await caches.keys(), state: history.state,
})"""
_BY_TIME = r'{"type": ?"(presence|ping|pong)"'
"""What comes sooner or later, by chance, and tells nothing of the game."""
_HOLDERS = """function (cards) {
  // Every object of the heap that has one of the cards as a value, and what else it says.
  // Svelte's counters of reads and writes are left out: they tell only how often the page was drawn.
  const counters = ['rv', 'wv']
  const found = []
  for (const one of this) {
    const pairs = Object.entries(Object.getOwnPropertyDescriptors(one)).map(([name, { value }]) => [name, value])
    if (one instanceof Map) pairs.push(...one)
    const plain = pairs.filter(([name, value]) => name !== Object(name) && value !== Object(value))
    const said = plain.filter(([name]) => !counters.includes(name))
    if (said.flat().some(word => cards.includes(word))) found.push(said.map(pair => pair.join(': ')).join())
  }
  return found.sort()
}"""


@dataclass
class Sight:
    """All that there is to find in somebody's page."""

    frames: list[str]
    document: str
    storage: Any
    holders: list[str]


async def holders(visitor: Visitor, cards: list[str]) -> list[str]:
    """What the page's memory says about cards, reachable from the page or not."""
    session = await visitor.context.new_cdp_session(visitor.page)
    await session.send("HeapProfiler.collectGarbage")
    found = []
    for prototype in ("Object.prototype", "Array.prototype", "Map.prototype"):
        root = await session.send("Runtime.evaluate", {"expression": prototype})
        objects = await session.send("Runtime.queryObjects", {"prototypeObjectId": root["result"]["objectId"]})
        answer = await session.send(
            "Runtime.callFunctionOn",
            {
                "objectId": objects["objects"]["objectId"],
                "functionDeclaration": _HOLDERS,
                "arguments": [{"value": cards}],
                "returnByValue": True,
            },
        )
        found += answer["result"]["value"]
    return found


async def sight(visitor: Visitor, player: Player, cards: list[str]) -> Sight:
    """What is in a page, without what differs from table to table anyway: names of tables, secrets, times, hashes."""

    def lasting(text: str) -> str:
        for known, name in ((player.id, "TABLE"), (str(player.secret), "SECRET"), (str(player.table["commitment"]), "HASH")):
            text = text.replace(known, name)
        text = re.sub(r'("(?:at|created|now)"): ?\d+', r"\1:0", text)
        return re.sub(r"\b1[0-9]{12}\b", "TIME", text)

    frames = [f"{way} {lasting(text)}" for way, text in visitor.frames if not re.match(_BY_TIME, text)]
    storage = json.loads(lasting(json.dumps(await visitor.page.evaluate(_STORAGE))).replace(r"\"", "'"))
    document = lasting(await visitor.page.content())
    return Sight(frames, document, storage, [lasting(text) for text in await holders(visitor, cards)])


@pytest.mark.parametrize("edition", ["original", "galecrest"])
async def test_a_pick_is_nowhere_until_it_is_turned_up(dealt: Dealt, visit: Visit, edition: str) -> None:
    game = Game.new(edition, players=2, seed=5)
    dealt.lay(game.position())
    cards = sorted(game.decisions[1].options)[:2]
    hidden, revealed = [], []
    for card in cards:
        async with Company(dealt.server) as company:
            ines, joris = await company.begin(2, edition=edition)
            visitor = await visit(dealt.server)
            await visitor.come(ines.id, ines.secret)
            await visitor.is_asked(ines.own["decision"]["options"])
            await joris.play(card)
            await expect(visitor.page.locator(".lineup .cardback")).to_have_count(1)
            hidden.append(await sight(visitor, ines, cards))
            await ines.play(max(ines.own["hand"]))
            await expect(visitor.page.locator(".lineup [data-lineup]").first).to_be_visible()
            revealed.append(await sight(visitor, ines, cards))
            await visitor.page.close()
    one, other = hidden
    assert one.frames == other.frames
    assert one.document == other.document
    assert one.storage == other.storage
    assert one.holders == other.holders
    assert one.holders  # the own hand has these cards
    assert revealed[0].frames != revealed[1].frames
    assert revealed[0].document != revealed[1].document
    assert revealed[0].holders != revealed[1].holders


async def test_a_secret_stays_in_the_own_browser(server: Server, visit: Visit) -> None:
    host, guest, watcher = await visit(), await visit(), await visit()
    await host.lay_table("original", players=2)
    await guest.join(await host.at("invite-link").input_value(), "Joris")
    await watcher.come(host.table_id)
    secrets = [await host.secret(), await guest.secret()]
    await host.at("start").click()
    for visitor in (host, guest, watcher):
        await expect(visitor.table).to_be_visible()
    await host.choose((await host.hand())[0])
    await expect(watcher.page.locator(".lineup .cardback")).to_have_count(1)
    for visitor, own in ((host, secrets[0]), (guest, secrets[1]), (watcher, None)):
        stored = json.dumps(await visitor.page.evaluate(_STORAGE))
        document = await visitor.page.content()
        for secret in secrets:
            assert (secret in stored) == (secret == own)
            assert secret not in document
            assert not any(secret in address for address in [*visitor.addresses, visitor.page.url])
            said = [(way, json.loads(text)["type"]) for way, text in visitor.frames if secret in text]
            assert set(said) == ({("sent", "hello")} if secret == own else set())
    for secret in secrets:
        assert secret not in server.log + server.output.read_text()


async def test_an_opponents_secret_is_not_in_the_memory_either(company: Company, visit: Visit) -> None:
    ines, joris = await company.begin(2)
    visitor = await visit()
    await visitor.come(ines.id, ines.secret)
    await visitor.is_asked(ines.own["decision"]["options"])
    await joris.play()
    session = await visitor.context.new_cdp_session(visitor.page)
    chunks: list[str] = []
    session.on("HeapProfiler.addHeapSnapshotChunk", lambda event: chunks.append(event["chunk"]))
    await session.send("HeapProfiler.takeHeapSnapshot", {"reportProgress": False})
    snapshot = "".join(chunks)
    assert str(ines.secret) in snapshot
    assert str(joris.secret) not in snapshot
