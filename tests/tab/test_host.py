"""Tables on a device: the same messages as from a server, and nothing is said before it is stored."""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import Sequence
from typing import Any

import pytest

from libertalia.game.record import Record
from libertalia.game.setup import edition_names
from libertalia.tab.host import NO_SECRET, NO_TABLE, Closed
from libertalia.tab.store import MemoryStore
from libertalia.tables.identity import ON_THIS_DEVICE
from tests.tab.device import Page, ask, host, settle, tasks_of_the_device

pytestmark = pytest.mark.anyio


async def new_table(device: Any, **wish: Any) -> str:
    body = {"edition": "original", "players": 2, "bots": ["mango"], "me": {"name": "Ines"}} | wish
    status, taken = await ask(device, "POST", "/tables", body)
    assert status == 201
    return str(taken["table"])


async def play_out(pages: Sequence[Page], seed: int = 1) -> None:
    """Everyone answers at random, until the game is over."""
    rng = random.Random(seed)
    while pages[0].status == "playing":
        await settle()
        for page in pages:
            if (question := page.mine["decision"]) is not None and page.status == "playing":
                said = await page.do("play", turn=page.mine["turn"], answer=rng.choice(question["options"]))
                assert said["type"] == "done", said


@pytest.mark.parametrize("edition", edition_names())
async def test_a_whole_game_against_bots(edition: str) -> None:
    device = host()
    table = await new_table(device, edition=edition, players=4, bots=["mango", "bilge", "skerry"])
    assert table.startswith(ON_THIS_DEVICE)
    page = await Page(device, table).open()
    assert [message["type"] for message in page.heard] == ["welcome", "news", "presence"]
    assert (await page.do("start"))["type"] == "done"
    await play_out([page])
    status, kept = await ask(device, "GET", f"/tables/{table}/record")
    assert status == 200
    assert Record.of(kept["record"]).replay().scores == tuple(kept["scores"])
    status, replay = await ask(device, "GET", f"/tables/{table}/replay?seat=0")
    assert status == 200
    assert replay["steps"][-1]["view"]["winners"] == kept["winners"]


async def test_a_game_goes_on_after_the_tab_was_closed_in_the_middle() -> None:
    """Nothing is left of the host but what is stored; the page tells what it knows."""
    store = MemoryStore()
    table = await new_table(host(store))
    page = await Page(host(store), table).open()
    await page.do("start")
    await settle()
    await page.do("play", turn=0, answer=page.mine["decision"]["options"][0])
    await settle()
    known = page.heard[-1]["entries"][-1]["number"] if "entries" in page.heard[-1] else 5
    again = await Page(host(store), table).open(since=known)
    assert again.known["view"] == page.known["view"]
    assert again.mine == page.mine
    await play_out([again])
    assert again.status == "over"


class FullStore(MemoryStore):
    """A disk that is full from a moment on."""

    full = False

    async def add(self, table: str, number: int, entries: Sequence[str]) -> None:
        if self.full:
            raise OSError("the disk is full")
        await super().add(table, number, entries)


async def test_what_is_not_stored_has_not_happened() -> None:
    store = FullStore()
    device = host(store)
    table = await new_table(device)
    page = await Page(device, table).open()
    await page.do("start")
    await settle()
    before, heard = await store.entries(table), len(page.heard)
    store.full = True
    with pytest.raises(OSError, match="full"):
        await page.do("play", turn=0, answer=page.mine["decision"]["options"][0])
    assert len(page.heard) == heard, "nobody was told"
    assert await store.entries(table) == before
    store.full = False
    assert (await page.do("play", turn=0, answer=page.mine["decision"]["options"][0]))["type"] == "done"


async def test_a_command_that_is_sent_again_is_not_done_again() -> None:
    device = host()
    table = await new_table(device)
    page = await Page(device, table).open()
    command = {"type": "start", "id": "once"}
    await page.say(command)
    await settle()
    await page.say(command)
    assert [each for each in page.heard if each["type"] == "done"] == [{"type": "done", "id": "once", "number": 4}] * 2


async def test_several_people_at_one_device() -> None:
    """Each seat is told its own hand and nobody else's; a spectator is told no hand."""
    device = host()
    table = await new_table(device, players=4, bots=["bilge"], people=[{"name": "Ines"}, {"name": "Cleo"}, {"name": "Tom"}])
    pages = [await Page(device, table, str(seat)).open() for seat in range(3)]
    spectator = await Page(device, table, None).open()
    assert (await pages[1].do("start"))["error"]["key"] == "table.host-only"
    await pages[0].do("start")
    await settle()
    await pages[0].do("play", turn=0, answer=pages[0].mine["hand"][0])
    for page in (*pages[1:], spectator):
        picked = [event for said in page.heard for entry in said.get("entries", []) for event in entry.get("events", [])]
        assert any(event["event"] == "picked" and event["seat"] == 0 for event in picked)
        assert all(event.get("card") is None for event in picked if event["event"] == "picked" and event["seat"] == 0)
    await play_out(pages)
    assert "mine" not in spectator.known
    assert spectator.status == "over"


async def test_a_lesson_and_a_puzzle_begin_at_once() -> None:
    device = host()
    for path in ("/lessons/original-1", "/lessons/galecrest-2"):
        status, taken = await ask(device, "POST", path, {"name": "Ines"})
        assert status == 201
        page = await Page(device, taken["table"]).open()
        assert page.status == "playing"
        assert page.mine["decision"]["kind"] == "pick"
    _, listed = await ask(device, "GET", "/puzzles/original")
    puzzle = listed["puzzles"][0]["id"]
    status, shown = await ask(device, "GET", f"/puzzles/original/{puzzle}", language="fr")
    assert status == 200
    assert shown["mine"]["decision"]["options"]
    status, taken = await ask(device, "POST", f"/puzzles/original/{puzzle}/table", {"name": "Ines"})
    page = await Page(device, taken["table"], taken["secret"]).open()
    assert page.mine["decision"]["options"] == shown["mine"]["decision"]["options"]


async def test_a_hint_comes_to_the_page_that_asked() -> None:
    device = host()
    page = await Page(device, await new_table(device)).open()
    await page.do("start")
    await settle()
    await page.do("hint", turn=0)
    await settle()
    hint = next(each for each in page.heard if each["type"] == "hint")
    assert {option["answer"] for option in hint["options"]} <= set(page.mine["decision"]["options"])


async def test_a_review_that_was_interrupted_goes_on() -> None:
    store = MemoryStore()
    device = host(store)
    table = await new_table(device)
    page = await Page(device, table).open()
    await page.do("start")
    await play_out([page])
    assert (await ask(device, "GET", f"/tables/{table}/review"))[0] == 204
    status, asked = await ask(device, "POST", f"/tables/{table}/review", {})
    assert (status, asked["finished"]) == (202, False)
    while len(await store.judgements(table)) < 3:
        await asyncio.sleep(0)
    for task in tasks_of_the_device():
        task.cancel()
    await settle()
    judged = await store.judgements(table)
    assert 3 <= len(judged) < asked["decisions"]
    device = host(store)
    await ask(device, "POST", f"/tables/{table}/review", {})
    await settle()
    assert (await store.judgements(table))[:3] == judged[:3], "nothing was thought about twice"
    status, body = await ask(device, "GET", f"/tables/{table}/review?seat=0&after=0", language="fr")
    assert status == 200
    assert body["done"] == body["decisions"] == asked["decisions"]
    status, taken = await ask(device, "POST", f"/tables/{table}/review/3/table", {})
    assert status == 201
    assert (await Page(device, taken["table"], taken["secret"]).open()).status == "playing"


async def test_the_list_says_which_tables_wait_for_a_person() -> None:
    store = MemoryStore()
    device = host(store)
    table = await new_table(device)
    page = await Page(device, table).open()

    def listed() -> list[tuple[str, str, bool]]:
        found = [json.loads(summary) for summary in store.summaries.values()]
        return [(each["id"], each["status"], each["waits"]) for each in found]

    assert listed() == [(table, "open", True)]
    await page.do("start")
    await settle()
    assert listed() == [(table, "playing", True)]
    await play_out([page])
    assert listed() == [(table, "over", False)]


async def test_a_rematch_is_on_the_same_device() -> None:
    device = host()
    table = await new_table(device)
    page = await Page(device, table).open()
    await page.do("start")
    await play_out([page])
    await page.do("rematch")
    next_table = page.known["table"]["rematch"]
    assert next_table.startswith(ON_THIS_DEVICE)
    assert (await Page(device, next_table).open()).status == "open"


@pytest.mark.parametrize(
    ("secret", "table", "code"),
    [("1", None, NO_SECRET), ("7", None, NO_SECRET), ("x", None, NO_SECRET), ("0", "here-no", NO_TABLE)],
)
async def test_what_is_not_there_can_not_be_opened(secret: str, table: str | None, code: int) -> None:
    device = host()
    made = await new_table(device)
    with pytest.raises(Closed) as closed:
        await Page(device, table or made, secret).open()
    assert closed.value.code == code


@pytest.mark.parametrize(
    ("method", "path", "body", "status", "key"),
    [
        ("GET", "/today/original", None, 404, "device.not-here"),
        ("GET", "/tables/here-no", None, 404, "table.unknown"),
        ("POST", "/tables", {"edition": "original"}, 422, "malformed"),
        ("POST", "/tables", {"edition": "chess", "players": 2}, 422, "setup.edition"),
        ("POST", "/lessons/none", {"name": "Ines"}, 404, "lesson.unknown"),
        ("GET", "/puzzles/original/0", None, 404, "puzzle.unknown"),
    ],
)
async def test_what_can_not_be_done_is_said_as_by_a_server(method: str, path: str, body: Any, status: int, key: str) -> None:
    answered, said = await ask(host(), method, path, body)
    assert (answered, said["error"]["key"]) == (status, key), json.dumps(said)
