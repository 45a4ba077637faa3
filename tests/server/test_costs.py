"""What is expensive is done once, and then it is cached; the one who makes the server do it pays for it."""

from __future__ import annotations

import asyncio
import gzip
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import pytest
from fastapi import FastAPI
from starlette.middleware.gzip import GZipMiddleware

from libertalia.server.app import create_app
from libertalia.server.settings import Settings
from libertalia.server.web.edge.response_cache import ResponseCache
from libertalia.server.web.page_files import add_page
from tests.server.harness import Server
from tests.server.people import Company, play_out

pytestmark = pytest.mark.anyio

Serve = Callable[..., Server]

# ---- the cache ----------------------------------------------------------------------------------------------------


async def test_what_is_cached_is_made_once_and_one_at_a_time() -> None:
    cache, made, busy = ResponseCache(room=30), list[str](), list[str]()

    async def make(name: str) -> bytes:
        busy.append(name)
        assert len(busy) == 1
        await asyncio.sleep(0)
        made.append(busy.pop())
        return name.encode() * 10

    async def get(name: str) -> bytes:
        return await cache.get(name, lambda: make(name))

    assert await asyncio.gather(*map(get, "abab")) == [b"a" * 10, b"b" * 10] * 2
    assert made == ["a", "b"]
    await get("c")
    await get("a")
    await get("d")
    assert [cache.has(name) for name in "abcd"] == [True, False, True, True], "the one that was asked for longest ago is evicted"


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


# ---- files ------------------------------------------------------------------------------------------------------


def write_asset(folder: Path, script: str) -> None:
    """An asset as the build writes it."""
    (folder / "assets" / "long.js").write_text(script)
    (folder / "assets" / "long.js.gz").write_bytes(gzip.compress(script.encode()))


@pytest.fixture
def page(tmp_path: Path) -> httpx.AsyncClient:
    """A page with one asset, as the server has it."""
    (tmp_path / "assets").mkdir()
    (tmp_path / "index.html").write_text("<html></html>")
    write_asset(tmp_path, "ahoy();" * 30_000)
    (tmp_path / "assets" / "tiny.woff2").write_bytes(bytes(range(200)))
    app = FastAPI()
    add_page(app, tmp_path, tmp_path / "engine")
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


async def test_an_asset_is_read_once_and_never_compressed(page: httpx.AsyncClient, work: list[str]) -> None:
    answers = [await page.get("/assets/long.js", headers={"accept-encoding": "gzip"}) for _ in range(5)]
    assert work == ["read"]
    plain = await page.get("/assets/long.js", headers={"accept-encoding": "identity"})
    assert work == ["read", "read"], "as it is, and compressed"
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
    assert "content-encoding" not in font.headers, "what the build did not compress stays as it is"
    assert (await page.get("/assets/none.js", headers={"accept": "text/html"})).status_code == 404


async def test_an_asset_that_was_built_again_is_read_again(page: httpx.AsyncClient, tmp_path: Path) -> None:
    await page.get("/assets/long.js")
    write_asset(tmp_path, "avast();")
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
        for accepted in ("identity", "gzip;q=0"):
            answers.append(await client.get("/api/openapi.json", headers={"accept-encoding": accepted}))
        answers.append(await client.get("/api/bots", headers={"accept-encoding": "gzip; q=0"}))
        assert answers.pop().headers.get("content-encoding") is None
    assert work == ["compress"]
    assert [answer.headers.get("content-encoding") for answer in answers] == ["gzip"] * 3 + [None] * 2
    assert all("accept-language" in answer.headers["vary"].lower() for answer in answers)
    assert all(answer.json() == app.openapi() for answer in answers)
