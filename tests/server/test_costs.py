"""What takes long is done once, and then it is kept; whoever makes the server do it pays for it."""

from __future__ import annotations

import asyncio
import gzip
import random
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
from fastapi import FastAPI
from starlette.middleware.gzip import GZipMiddleware

from libertalia.server.app import create_app
from libertalia.server.settings import Settings
from libertalia.server.tables.audience import PAGE, Audience
from libertalia.server.tables.presence import PresenceBoard
from libertalia.server.tables.services import Services
from libertalia.server.web.edge.response_cache import Kept
from libertalia.server.web.page_files import add_page
from libertalia.tables import boundary
from libertalia.tables import messages as m
from libertalia.tables.entries import ChatSaid, Entry, Played, TookBack, Unpicked, Unreadable
from libertalia.tables.state import Identity, TableState
from tests.server.harness import Json, Server
from tests.server.people import Company, play_out
from tests.tables.people import dealt, happens

pytestmark = pytest.mark.anyio

Serve = Callable[..., Server]

# ---- keeping ----------------------------------------------------------------------------------------------------


async def test_what_is_kept_is_made_once_and_one_at_a_time() -> None:
    kept, made, busy = Kept(room=30), list[str](), list[str]()

    async def make(name: str) -> bytes:
        busy.append(name)
        assert len(busy) == 1
        await asyncio.sleep(0)
        made.append(busy.pop())
        return name.encode() * 10

    async def get(name: str) -> bytes:
        return await kept.get(name, lambda: make(name))

    assert await asyncio.gather(*map(get, "abab")) == [b"a" * 10, b"b" * 10] * 2
    assert made == ["a", "b"]
    await get("c")
    await get("a")
    await get("d")
    assert [kept.has(name) for name in "abcd"] == [True, False, True, True], "the one that was asked for longest ago is forgotten"


# ---- reviews ----------------------------------------------------------------------------------------------------


async def reviewed(server: Server, between: float) -> tuple[str, list[int]]:
    """A game whose review several people read while it is made, as the page does; and the statuses of all that they asked."""
    async with Company(server) as company:
        players = await company.begin(2)
        await play_out(players)
        table = players[0].id
    asked = server.post(f"/api/tables/{table}/review", {})
    assert asked.status_code == 202
    statuses: list[int] = []

    async def read(seat: int | None) -> None:
        judged: set[int] = set()
        while len(judged) < asked.json()["decisions"]:
            first = next(number for number in range(len(judged) + 1) if number not in judged)
            query = {"after": first} | ({} if seat is None else {"seat": seat})
            answer = await asyncio.to_thread(server.get, f"/api/tables/{table}/review", params=query)
            statuses.append(answer.status_code)
            if answer.status_code == 200:
                judged.update(each["number"] for each in answer.json()["judgements"])
            await asyncio.sleep(between)

    await asyncio.gather(*map(read, (0, 1, None)))
    return table, statuses


async def test_a_review_is_told_once_and_has_its_price(serve: Serve, sqlite: str) -> None:
    """Both players and a spectator read it while it is made; then somebody wants more than that."""
    server = serve(sqlite, requests_a_second=20, review_seconds=2, heartbeat=0.3)
    table, statuses = await reviewed(server, between=1.5)
    assert set(statuses) == {200}
    await asyncio.sleep(4)
    path = f"/api/tables/{table}/review"
    first = server.get(path)
    assert first.headers["content-encoding"] == "gzip"
    assert server.get(path, headers={"accept-encoding": "identity"}).content == first.content
    assert [server.get(path).content for _ in range(20)] == [first.content] * 20, "what was told costs nothing"
    assert 429 in [server.get(path, params={"after": number, "seat": 0}).status_code for number in range(30)]


# ---- histories --------------------------------------------------------------------------------------------------


class Reader:
    """A viewer who remembers what they were told."""

    secret: str | None = None
    address = "127.0.0.1"
    language = "en"

    def __init__(self, seat: int | None) -> None:
        self.identity = Identity(seat)
        self.heard: list[bytes] = []

    def tell(self, message: bytes) -> None:
        self.heard.append(message)

    def start_over(self) -> None: ...


@pytest.fixture
def board(tmp_path: Path) -> PresenceBoard:
    return PresenceBoard(Services(Settings(database=str(tmp_path / "tables.sqlite"))))


def plain_history(table: TableState, seat: int | None) -> bytes:
    """The first page, put together from what `wire` says of each entry."""
    entries = table.entries[:PAGE]
    told = msgspec.json.encode(m.History([boundary.seen(table, entry, seat) for entry in entries]))
    return told if seat is None else told + boundary.padding(table, entries, seat, None)


def move(table: TableState, rng: random.Random) -> None:
    """Somebody plays, takes back what they can, or talks."""
    assert table.game is not None
    picked = [seat.seat for seat in table.game.view(None, events=False).seats if seat.picked]
    if table.returnable is not None and rng.random() < 0.1:
        happens(table, TookBack(table.returnable, table.turns[table.returnable]))
    elif picked and rng.random() < 0.2:
        happens(table, Unpicked(picked[0], table.turns[picked[0]]))
    elif rng.random() < 0.1:
        happens(table, ChatSaid(0, "Well, well."))
    else:
        decision = rng.choice(table.game.decisions)
        happens(table, Played(decision.seat, table.turns[decision.seat], rng.choice(decision.options)))


def test_a_page_of_the_history_stays_the_same_to_the_byte(board: PresenceBoard) -> None:
    """Whatever happens after an entry was first told, also if the game can't be played any more."""
    table, rng = dealt(people=4, players=4), random.Random(1)
    audience = Audience(table, board, m.Patience(0, 0, 0), lambda: None)
    readers = [Reader(seat) for seat in (None, 0, 1, 2, 3)]

    def assert_told() -> None:
        for reader in readers:
            audience.tell_history(reader, PAGE + 1)
            assert reader.heard.pop() == plain_history(table, reader.identity.seat)

    while table.game is not None and not table.game.over:
        move(table, rng)
        assert_told()
    assert table.number > PAGE
    assert {TookBack, Unpicked} <= {type(entry.fact) for entry in table.entries}
    happens(table, Unreadable("made up"))
    assert_told()


def test_an_entry_is_looked_at_once_for_all_who_look_back(board: PresenceBoard, monkeypatch: pytest.MonkeyPatch) -> None:
    table, rng = dealt(people=4, players=4), random.Random(1)
    while table.game is not None and not table.game.over:
        move(table, rng)
    audience, looks = Audience(table, board, m.Patience(0, 0, 0), lambda: None), list[int]()
    seen = boundary.seen

    def look(state: TableState, entry: Entry, seat: int | None) -> Json:
        looks.append(entry.number)
        return seen(state, entry, seat)

    monkeypatch.setattr(boundary, "seen", look)
    for before in (PAGE + 1, PAGE, PAGE - 7) * 10:
        for seat in (None, 0, 1, 2, 3):
            audience.tell_history(Reader(seat), before)
    assert len(looks) < 2 * PAGE, "once for spectators, and once for a seat that sees more of it"
    looks.clear()
    for seat in (None, 0):
        audience.welcome(Reader(seat), 0)
    assert len(looks) <= 2 * (table.number - PAGE)


# ---- files ------------------------------------------------------------------------------------------------------


@pytest.fixture
def page(tmp_path: Path) -> httpx.AsyncClient:
    """A page with one asset, as the server has it."""
    (tmp_path / "assets").mkdir()
    (tmp_path / "index.html").write_text("<html></html>")
    (tmp_path / "assets" / "long.js").write_text("ahoy();" * 30_000)
    (tmp_path / "assets" / "tiny.woff2").write_bytes(bytes(range(200)))
    app = FastAPI()
    add_page(app, tmp_path)
    app.add_middleware(GZipMiddleware, minimum_size=1000)
    return httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://127.0.0.1")


@pytest.fixture
def work(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What is read and compressed."""
    done: list[str] = []

    def counted(name: str, do: Callable[..., Any]) -> Callable[..., Any]:
        def noted(*given: Any, **named: Any) -> Any:
            done.append(name)
            return do(*given, **named)

        return noted

    monkeypatch.setattr(zlib, "compressobj", counted("compress", zlib.compressobj))  # what the middleware does
    monkeypatch.setattr(gzip, "compress", counted("compress", gzip.compress))
    monkeypatch.setattr(Path, "read_bytes", counted("read", Path.read_bytes))
    return done


async def test_an_asset_is_read_and_compressed_once(page: httpx.AsyncClient, work: list[str]) -> None:
    answers = [await page.get("/assets/long.js", headers={"accept-encoding": "gzip"}) for _ in range(5)]
    assert sorted(work) == ["compress", "read"]
    plain = await page.get("/assets/long.js", headers={"accept-encoding": "identity"})
    assert sorted(work) == ["compress", "read"]
    assert {answer.content for answer in (*answers, plain)} == {b"ahoy();" * 30_000}
    for answer in (*answers, plain):
        assert answer.headers["cache-control"] == "public, max-age=31536000, immutable"
        assert answer.headers["vary"] == "Accept-Encoding"
        assert answer.headers["etag"] == plain.headers["etag"]
        assert answer.headers["content-type"].startswith("text/javascript")
    assert "content-encoding" not in plain.headers
    assert int(answers[0].headers["content-length"]) < 1000 < int(plain.headers["content-length"])


async def test_an_asset_that_a_browser_has_is_not_sent_again(page: httpx.AsyncClient) -> None:
    known = (await page.get("/assets/long.js")).headers["etag"]
    again = await page.get("/assets/long.js", headers={"if-none-match": known})
    assert (again.status_code, again.content) == (304, b"")
    head = await page.head("/assets/long.js")
    assert head.headers["content-encoding"] == "gzip"
    font = await page.get("/assets/tiny.woff2")
    assert "content-encoding" not in font.headers, "what gets no smaller stays as it is"
    assert (await page.get("/assets/none.js", headers={"accept": "text/html"})).status_code == 404


async def test_an_asset_that_was_built_again_is_read_again(page: httpx.AsyncClient, tmp_path: Path) -> None:
    await page.get("/assets/long.js")
    (tmp_path / "assets" / "long.js").write_text("avast();")
    assert (await page.get("/assets/long.js")).text == "avast();"


# ---- other answers ----------------------------------------------------------------------------------------------


def test_what_takes_long_has_its_price(serve: Serve, sqlite: str) -> None:
    server = serve(sqlite, requests_a_second=10)
    puzzles = server.get("/api/puzzles/original").json()["puzzles"][:20]
    assert len(puzzles) == 20
    assert 429 in [server.get(f"/api/puzzles/original/{each['id']}").status_code for each in puzzles]
    server.stop()
    server.start()
    path = f"/api/puzzles/original/{puzzles[0]['id']}"
    assert {server.get(path).status_code for _ in range(20)} == {200}
    server.stop()
    server.start()
    assert 429 in [server.get("/api/today/original").status_code for _ in range(20)]


def test_the_picture_of_a_table_is_drawn_once_and_has_its_price(serve: Serve, sqlite: str) -> None:
    server = serve(sqlite, requests_a_second=20)
    tables = [server.create(players=2, me={"name": name})["table"] for name in ("Ines", "Joris", *"ABCDEFGHIJKL")]
    if not (drawn := server.get(f"/t/{tables[0]}/preview.jpg")).is_success:
        pytest.skip("the page has not been built")
    assert {server.get(f"/t/{tables[0]}/preview.jpg").content for _ in range(20)} == {drawn.content}
    assert 429 in [server.get(f"/t/{table}/preview.jpg").status_code for table in tables]


async def test_the_description_of_the_interface_is_written_once(work: list[str], tmp_path: Path) -> None:
    app = create_app(Settings(database=str(tmp_path / "tables.sqlite")))
    async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://127.0.0.1") as client:
        answers = [await client.get("/api/openapi.json", headers={"accept-encoding": "gzip"}) for _ in range(3)]
        answers.append(await client.get("/api/openapi.json", headers={"accept-encoding": "identity"}))
    assert work == ["compress"]
    assert [answer.headers.get("content-encoding") for answer in answers] == ["gzip"] * 3 + [None]
    assert all(answer.json() == app.openapi() for answer in answers)
