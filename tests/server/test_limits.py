"""What one client may ask for: how much, how long, from which page; and the form of every answer."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable, Iterator
from contextlib import suppress

import httpx
import pytest
from starlette.types import Message, Receive, Scope, Send

from libertalia.server.settings import Settings
from libertalia.server.web.edge.middleware import SecurityMiddleware
from libertalia.server.web.edge.origins import Origins
from libertalia.server.web.edge.rate_limit import RateLimiter
from tests.server.harness import Json, Server, error_key
from tests.server.people import Company, Player, eventually, play_out
from tests.server.raw import close_code, frame, handshake, heard, plug

pytestmark = pytest.mark.anyio

Serve = Callable[..., Server]


async def greeted(server: Server, text: str | bytes) -> tuple[int, str]:
    """Come to a table, and say this first; how the connection ends."""
    player = await Player(server, server.create()["table"]).open()
    await player.say_text(text)
    return await player.sent_away()


# ---- how much ---------------------------------------------------------------------------------------------------


def test_somebody_makes_so_many_tables_in_a_minute(serve: Serve, sqlite: str) -> None:
    server = serve(sqlite, tables_a_minute=3)
    table = server.create()["table"]
    server.join(table, name="Ines")
    server.create()
    for answer in (
        server.post("/api/tables", {"edition": "original", "players": 2}),
        server.post(f"/api/tables/{table}/seats", {"name": "Joris"}),
    ):
        assert (answer.status_code, error_key(answer)) == (429, "too-fast")
    assert server.info(table)["seats"][1]["kind"] == "open"


async def test_an_address_has_a_quota_which_stops_no_game(serve: Serve, sqlite: str) -> None:
    server = serve(sqlite, megabytes_a_day=0.11)
    async with Company(server) as company:
        host, guest = await company.begin(2)
        answer = server.post("/api/tables", {"edition": "original", "players": 2})
        assert (answer.status_code, error_key(answer)) == (429, "quota")
        said = [await host.ask("chat", text="Ahoy") for _ in range(50)]
        assert [each["type"] for each in said].index("refused") > 10
        assert said[-1]["error"]["key"] == "quota"
        await play_out([host, guest])
        assert await host.refused("rematch") == "quota"


def test_networks_of_one_site_do_not_count_as_many_addresses(serve: Serve, sqlite: str) -> None:
    """Neither do clients that a proxy calls by nonsense. The server trusts a proxy on this machine."""
    server = serve(sqlite, requests_a_second=1)

    def refused(addresses: list[str]) -> int:
        answers = [server.get("/livez", headers={"x-forwarded-for": address}) for address in addresses]
        return sum(answer.status_code == 429 for answer in answers)

    assert refused([f"2001:db8:5:{number:x}::7" for number in range(60)]) >= 20
    assert refused([f"client {number}" for number in range(40)]) >= 20
    assert not refused([f"2001:db8:{number:x}::7" for number in range(6, 46)])


def test_somebody_asks_so_often_in_a_second(serve: Serve, sqlite: str) -> None:
    server = serve(sqlite, requests_a_second=2)
    answers = [server.get("/api/tables") for _ in range(30)]
    assert answers[0].status_code == 200
    assert answers[-1].status_code == 429
    assert error_key(answers[-1]) == "too-fast"


async def test_whoever_asks_for_much_at_once_waits_and_nobody_else_does() -> None:
    inside: list[str] = []
    most = 0
    go_on = asyncio.Event()

    async def application(scope: Scope, _: Receive, __: Send) -> None:
        nonlocal most
        inside.append(scope["client"][0])
        most = max(most, len(inside))
        await go_on.wait()
        inside.remove(scope["client"][0])

    async def receive() -> Message:
        return {"type": "http.request"}

    async def send(message: Message) -> None:
        raise AssertionError(f"nothing is refused: {message}")

    guarded = SecurityMiddleware(application, application, Origins(Settings()), RateLimiter(100, 100))

    def asked_by(address: str) -> asyncio.Task[None]:
        scope = {"type": "http", "path": "/", "method": "GET", "headers": [(b"host", b"localhost")], "client": (address, 1)}
        return asyncio.create_task(guarded(scope, receive, send))

    asked = [asked_by("192.0.2.1") for _ in range(30)] + [asked_by("192.0.2.2")]
    await eventually(lambda: len(inside) == 9)
    assert inside.count("192.0.2.2") == 1
    go_on.set()
    await asyncio.gather(*asked)
    assert most == 9


async def test_who_sends_commands_too_fast_is_sent_away_and_may_come_again(serve: Serve, sqlite: str) -> None:
    async with Company(serve(sqlite, commands_a_second=1)) as company:
        host, guest = await company.gather(2)
        for _ in range(40):
            await host.send("start")
        assert (await host.sent_away())[0] == 4008
        host.unanswered.clear()
        await host.connect()
        assert await guest.refused("start") == "table.host-only"


async def test_who_talks_too_fast_is_told_so(serve: Serve, sqlite: str) -> None:
    async with Company(serve(sqlite, chats_a_minute=1)) as company:
        host, guest = await company.gather(2)
        answers = [await host.ask("chat", text=f"Ahoy {number}!") for number in range(8)]
        assert [answer["type"] for answer in answers] == ["done"] * 5 + ["refused"] * 3
        assert answers[-1]["error"]["key"] == "chat.too-fast"
        await guest.do("chat", text="Be quiet.")


async def test_one_address_has_so_many_connections(serve: Serve, sqlite: str) -> None:
    async with Company(serve(sqlite, connections=3)) as company:
        host, guest = await company.gather(2)
        spectator = await company.watch(host.id)
        fourth = await Player(company.server, host.id).open()
        assert (await fourth.sent_away())[0] == 4008
        await spectator.close()
        await host.until(lambda: host.presence["watchers"] == 0)
        for _ in range(50):  # the seat at the gate is free a moment later
            with suppress(ConnectionError):
                await fourth.connect()
                break
            await asyncio.sleep(0.05)
        assert fourth.table["id"] == host.id
        assert guest.closed is None


async def test_connections_come_not_too_fast(serve: Serve, sqlite: str) -> None:
    server = serve(sqlite, connections_a_second=0.1)
    table = server.create()["table"]
    guests = [await Player(server, table).open() for _ in range(25)]
    assert (await guests[-1].sent_away())[0] == 4008
    assert guests[0].closed is None


# ---- how long ---------------------------------------------------------------------------------------------------


def test_a_request_is_not_too_long(server: Server) -> None:
    def pieces() -> Iterator[bytes]:
        for _ in range(40):
            yield b" " * 1000

    for body in (b" " * 16_385, b"x" * 1_000_000, pieces()):
        answer = httpx.post(f"{server.url}/api/tables", content=body, trust_env=False)
        assert answer.status_code == 413
        assert error_key(answer) == "too-long"
    fits = b'{"edition": "original", "players": 2}'.ljust(16_384)
    assert server.http.post("/api/tables", content=fits, headers={"content-type": "application/json"}).status_code == 201


@pytest.mark.parametrize(
    "frame",
    [
        "",
        "hello",
        "null",
        "[]",
        '{"type": "hello", "since": -1}',
        '{"type": "hello", "since": "all"}',
        '{"type": "hello", "secret": 7}',
        '{"type": "hello", "more": 1}',
        '{"type": "play", "id": "c", "turn": 0, "answer": "brute"}',
        '{"type": "hello", "secret": "' + "x" * 101 + '"}',
        '{"type": "hello"}'.ljust(4097),
        '{"type": "hello"}' + "é" * 3000,
        b'{"type": "hello"}',
        b"\xff\xfe",
        "[" * 4000,
        "9" * 4000,
    ],
    ids=lambda frame: repr(frame[:40]),
)
async def test_what_is_no_hello_is_not_listened_to(server: Server, frame: str | bytes) -> None:
    assert (await greeted(server, frame))[0] == 4000


@pytest.mark.parametrize(
    "command",
    [
        {"type": "fly", "id": "c"},
        {"type": "start"},
        {"type": "start", "id": ""},
        {"type": "start", "id": "x" * 41},
        {"type": "start", "id": 7},
        {"type": "start", "id": "c", "seat": 0},
        {"type": "play", "id": "c", "turn": -1, "answer": "brute"},
        {"type": "play", "id": "c", "turn": 0.5, "answer": "brute"},
        {"type": "play", "id": "c", "turn": 0, "answer": "x" * 81},
        {"type": "play", "id": "c", "turn": 0, "answer": None},
        {"type": "bot", "id": "c", "seat": 6, "level": "random"},
        {"type": "bot", "id": "c", "seat": 1, "level": "genius"},
        {"type": "change", "id": "c", "colour": "pink"},
        {"type": "chat", "id": "c", "text": "x" * 4000},
        {"type": "hello"},
    ],
    ids=str,
)
async def test_what_is_no_command_ends_the_conversation_and_changes_nothing(server: Server, command: Json) -> None:
    async with Company(server) as company:
        host, guest = await company.begin(2)
        before = host.number
        await guest.say(**command)
        code, reason = await guest.sent_away()
        assert code == 4000
        assert reason
        await guest.connect()
        assert guest.number == before


async def test_a_monstrous_frame_is_not_even_read(server: Server) -> None:
    assert (await greeted(server, "x" * 100_000))[0] in (1009, 4000)


# ---- from where -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "origin", ["http://evil.example", "null", "https://127.0.0.1", "http://127.0.0.1:1", "file://", "nonsense", "http://["]
)
async def test_pages_of_others_can_not_talk_to_the_server(server: Server, origin: str) -> None:
    answer = server.post("/api/tables", {"edition": "original", "players": 2}, headers={"origin": origin})
    assert (answer.status_code, error_key(answer)) == (403, "origin")
    player = await Player(server, server.create()["table"]).open(origin=origin)
    assert (await player.sent_away())[0] == 1008
    assert player.frames == []


async def test_its_own_pages_can_and_those_that_the_host_has_named(serve: Serve, sqlite: str) -> None:
    server = serve(sqlite, origins="https://play.example, http://other.example:8080")
    for origin in (server.url, "https://play.example", "http://other.example:8080"):
        answer = server.post("/api/tables", {"edition": "original", "players": 2}, headers={"origin": origin})
        assert answer.status_code == 201
        player = await Player(server, answer.json()["table"]).connect(origin=origin)
        assert player.table["id"] == answer.json()["table"]
        await player.close()
    answer = server.post("/api/tables", {}, headers={"origin": "https://play.example.evil.example"})
    assert answer.status_code == 403


@pytest.mark.parametrize("name", ["evil.example", "127.0.0.1.evil.example", "localhost.evil.example", "[", ""])
async def test_a_name_that_is_not_the_servers_is_refused(server: Server, name: str) -> None:
    """A page whose name points to this server all of a sudden has an origin that looks right: its own."""
    strange = {"host": f"{name}:{server.port}", "origin": f"http://{name}:{server.port}"}
    for answer in (
        server.post("/api/tables", {"edition": "original", "players": 2}, headers=strange),
        server.get("/api/tables", headers=strange),
    ):
        assert (answer.status_code, error_key(answer)) == (421, "host")
    table = server.create()["table"]
    there = plug(server, handshake(table, f"{name}:{server.port}") + frame(b'{"type": "hello"}'))
    said = await asyncio.to_thread(heard, there)
    assert close_code(said.partition(b"\r\n\r\n")[2]) == 1008
    there.close()


def test_names_that_are_the_servers(serve: Serve, sqlite: str) -> None:
    """Any address, so that a server on a home network works at once; this machine; and what the host has named."""
    server = serve(sqlite, hosts="play.example, Table.Example", origins="https://third.example")
    names = ["192.168.0.7", "[fe80::1]", "localhost", "a.localhost", "play.example", "TABLE.example.", "third.example"]
    for name in (*names, socket.gethostname()):
        for host in (name, f"{name}:{server.port}"):
            assert server.get("/livez", headers={"host": host}).status_code == 200


def test_the_name_at_which_it_listens_is_the_servers(serve: Serve, sqlite: str, server: Server) -> None:
    """What is given to `--host` need not be said again. `127.1` is a name for this machine, but not the form of an address."""
    called = serve(sqlite, host="127.1")
    assert [each.get("/livez", headers={"host": "127.1"}).status_code for each in (called, server)] == [200, 421]


def answers(server: Server) -> Iterator[httpx.Response]:
    """An answer of every kind."""
    table = server.create(public=True)["table"]
    for path in ("/", f"/t/{table}", "/rules/original", "/nowhere", "/api/nowhere", "/healthz", "/metrics", "/api/openapi.json"):
        yield server.get(path)
    for path in ("", f"/{table}", f"/{table}/record", f"/{table}/replay", "/nowhere", "/%00", "?status=bad"):
        yield server.get(f"/api/tables{path}")
    yield server.post("/api/tables", {"edition": "original", "players": 2})
    yield server.post("/api/tables", {})
    yield server.post("/api/tables", {}, headers={"origin": "http://evil.example"})
    yield server.http.post("/api/tables", content=b"x" * 20_000)
    yield server.http.delete("/api/tables")
    yield server.http.options("/api/tables", headers={"origin": "http://evil.example", "access-control-request-method": "POST"})
    yield server.http.head("/healthz")
    yield server.http.head("/")


def test_every_answer_has_the_headers_that_browsers_heed(server: Server) -> None:
    seen = set()
    for answer in answers(server):
        seen.add(answer.status_code)
        headers = answer.headers
        policy = headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "frame-ancestors 'none'" in policy
        assert "script-src 'self' 'wasm-unsafe-eval';" in policy
        assert "worker-src 'self'" in policy
        assert "unsafe" not in policy.replace("'wasm-unsafe-eval'", "")
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["x-frame-options"] == "DENY"
        assert headers["referrer-policy"] == "no-referrer"
        assert headers["cross-origin-opener-policy"] == "same-origin"
        assert headers["cross-origin-resource-policy"] == "same-origin"
        assert "access-control-allow-origin" not in headers
        assert "server" not in headers
        if answer.url.path.startswith("/api/"):
            assert headers["cache-control"] == "no-store"
    assert seen >= {200, 201, 403, 404, 405, 409, 413, 422}


def test_every_error_has_the_same_form_and_tells_nothing_of_the_program(server: Server) -> None:
    for answer in answers(server):
        if answer.is_error and answer.request.method != "HEAD":
            error = answer.json()["error"]
            assert sorted(error) == ["key", "message"]
            for trace in ("Traceback", 'File "', ".py", "sqlalchemy", "select "):
                assert trace not in answer.text
