"""Manners: how much one may ask for, from where, what the server says when something is wrong, and how it comes and goes."""

from __future__ import annotations

import asyncio
import json
import random
import socket
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

import httpx
import psycopg
import pytest
from prometheus_client.parser import text_string_to_metric_families

from tests.server.harness import Json, Server, error_key, libertalia
from tests.server.people import Company, Player
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


def test_somebody_asks_so_often_in_a_second(serve: Serve, sqlite: str) -> None:
    server = serve(sqlite, requests_a_second=2)
    answers = [server.get("/api/tables") for _ in range(30)]
    assert answers[0].status_code == 200
    assert answers[-1].status_code == 429
    assert error_key(answers[-1]) == "too-fast"


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


def test_a_request_is_not_too_long(sqlite_server: Server) -> None:
    def pieces() -> Iterator[bytes]:
        for _ in range(40):
            yield b" " * 1000

    for body in (b" " * 16_385, b"x" * 1_000_000, pieces()):
        answer = httpx.post(f"{sqlite_server.url}/api/tables", content=body, trust_env=False)
        assert answer.status_code == 413
        assert error_key(answer) == "too-long"
    fits = b'{"edition": "original", "players": 2}'.ljust(16_384)
    assert sqlite_server.http.post("/api/tables", content=fits, headers={"content-type": "application/json"}).status_code == 201


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
async def test_what_is_no_hello_is_not_listened_to(sqlite_server: Server, frame: str | bytes) -> None:
    assert (await greeted(sqlite_server, frame))[0] == 4000


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
async def test_what_is_no_command_ends_the_conversation_and_changes_nothing(sqlite_server: Server, command: Json) -> None:
    async with Company(sqlite_server) as company:
        host, guest = await company.begin(2)
        before = host.number
        await guest.say(**command)
        code, reason = await guest.sent_away()
        assert code == 4000
        assert reason
        await guest.connect()
        assert guest.number == before


async def test_a_monstrous_frame_is_not_even_read(sqlite_server: Server) -> None:
    assert (await greeted(sqlite_server, "x" * 100_000))[0] in (1009, 4000)


# ---- from where -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "origin", ["http://evil.example", "null", "https://127.0.0.1", "http://127.0.0.1:1", "file://", "nonsense", "http://["]
)
async def test_pages_of_others_can_not_talk_to_the_server(sqlite_server: Server, origin: str) -> None:
    answer = sqlite_server.post("/api/tables", {"edition": "original", "players": 2}, headers={"origin": origin})
    assert (answer.status_code, error_key(answer)) == (403, "origin")
    player = await Player(sqlite_server, sqlite_server.create()["table"]).open(origin=origin)
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
async def test_a_name_that_is_not_the_servers_is_refused(sqlite_server: Server, name: str) -> None:
    """A page whose name points to this server all of a sudden has an origin that looks right: its own."""
    strange = {"host": f"{name}:{sqlite_server.port}", "origin": f"http://{name}:{sqlite_server.port}"}
    for answer in (
        sqlite_server.post("/api/tables", {"edition": "original", "players": 2}, headers=strange),
        sqlite_server.get("/api/tables", headers=strange),
    ):
        assert (answer.status_code, error_key(answer)) == (421, "host")
    table = sqlite_server.create()["table"]
    there = plug(sqlite_server, handshake(table, f"{name}:{sqlite_server.port}") + frame(b'{"type": "hello"}'))
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


def test_every_answer_has_the_headers_that_browsers_heed(sqlite_server: Server) -> None:
    seen = set()
    for answer in answers(sqlite_server):
        seen.add(answer.status_code)
        headers = answer.headers
        policy = headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "frame-ancestors 'none'" in policy
        assert "unsafe" not in policy
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


def test_every_error_has_the_same_form_and_tells_nothing_of_the_program(sqlite_server: Server) -> None:
    for answer in answers(sqlite_server):
        if answer.is_error and answer.request.method != "HEAD":
            error = answer.json()["error"]
            assert sorted(error) == ["key", "message"]
            for trace in ("Traceback", 'File "', ".py", "sqlalchemy", "select "):
                assert trace not in answer.text


# ---- how it is --------------------------------------------------------------------------------------------------


async def test_the_server_tells_its_keeper_how_it_is(company: Company) -> None:
    server = company.server
    assert server.get("/healthz").json() == {"status": "ready"}

    def metrics() -> dict[str, float]:
        answer = server.get("/metrics")
        assert answer.headers["content-type"].startswith("text/plain")
        families = list(text_string_to_metric_families(answer.text))
        assert all(family.documentation for family in families)
        return {
            sample.name + "".join(sample.labels.values()): sample.value
            for family in families
            for sample in family.samples
            if sample.name.startswith("libertalia") and not sample.name.endswith("_created")
        }

    before = metrics()
    host, _ = await company.begin(2)
    await host.play()
    await host.refused("start")
    after = metrics()
    assert after["libertalia_connections"] >= 2
    assert after["libertalia_tables"] >= 1
    for name, more in (
        ("libertalia_entries_totalplayed", 1),
        ("libertalia_entries_totalstarted", 1),
        ("libertalia_refusals_total", 1),
    ):
        assert after[name] == before.get(name, 0) + more
    assert after["libertalia_storing_seconds_count"] > before["libertalia_storing_seconds_count"]


def lines(server: Server) -> list[Json]:
    """The log, line by line."""
    return [json.loads(line) for line in server.log.splitlines()]


async def test_the_log_is_lines_of_json(serve: Serve, sqlite: str) -> None:
    server = serve(sqlite)
    async with Company(server) as company:
        host, _ = await company.begin(2)
        await host.do("chat", text="a word in confidence")
        await host.refused("start")
        server.get("/nowhere")
    server.stop()
    assert [line["message"].partition(" ")[0] for line in lines(server)] == ["worker", "worker"]
    assert all({"time", "level", "from", "message"} <= set(line) for line in lines(server))
    assert "confidence" not in server.log
    assert host.id not in server.log


async def test_a_broken_entry_breaks_its_own_table_only(serve: Serve, sqlite: str) -> None:
    server = serve(sqlite)
    broken, whole = (server.create(me={"name": "Ines"}) for _ in range(2))
    server.stop()
    with closing(sqlite3.connect(sqlite)) as database, database:
        database.execute("update entries set data = '{' where table_id = ? and number = 2", (broken["table"],))
    server.start()
    info = server.info(broken["table"])
    assert (info["status"], info["problem"]["key"]) == ("unplayable", "record")
    async with Company(server) as company:
        host = await company.come(broken["table"], broken["secret"])
        assert await host.refused("start") == "table.is-unplayable"
    assert server.info(whole["table"])["seats"][0]["name"] == "Ines"
    server.stop()
    assert any(line["level"] == "warning" and broken["table"][:4] in line["message"] for line in lines(server))
    assert "Ines" not in server.log


# ---- how it goes ------------------------------------------------------------------------------------------------


async def test_a_server_that_stops_has_stored_every_move_that_it_acknowledged(serve: Serve, database: str) -> None:
    server = serve(database)
    async with Company(server) as company:
        tables = [await company.begin(2, ("random",)) for _ in range(4)]
        people = [player for table in tables for player in table]

        async def play_on(player: Player, rng: random.Random) -> None:
            with suppress(ConnectionError):
                await player.play_to_the_end(rng)

        playing = [asyncio.create_task(play_on(player, random.Random(n))) for n, player in enumerate(people)]
        await people[0].until(lambda: people[0].number > 30)
        server.terminate()
        assert [(await player.sent_away())[0] for player in people] == [1012] * len(people)
        await asyncio.gather(*playing)
        assert await asyncio.to_thread(server.wait) == 0
        server.start()
        for player in people:
            told = {entry["number"]: entry for entry in player.entries}
            player.unanswered.clear()
            await player.connect(since=0)
            stored = {entry["number"]: entry for entry in player.entries[-player.number :]}
            assert told.items() <= stored.items()
            done = [answer["number"] for answer in player.answers.values() if answer["type"] == "done"]
            assert len(done) > 5 or player is not people[0]
            assert all(stored[number]["seat"] == player.seat for number in done if stored[number]["kind"] == "played")


# ---- how it does not begin --------------------------------------------------------------------------------------


def assert_not_served(database: str, *says: str, workers: int = 1, port: int = 1, **environ: Any) -> None:
    """The server says in one sentence why it does not start, and ends."""
    ended = libertalia("serve", "--port", port, "--database", database, "--workers", workers, **environ)
    assert ended.returncode == 2
    assert ended.stderr.startswith("libertalia: ")
    assert len(ended.stderr.splitlines()) == 1
    assert "Traceback" not in ended.stderr
    for word in says:
        assert word in ended.stderr


def test_a_database_of_a_newer_version_is_left_alone(serve: Serve, sqlite: str) -> None:
    server = serve(sqlite)
    server.create(me={"name": "Ines"})
    server.stop()

    def dump() -> list[str]:
        with closing(sqlite3.connect(sqlite)) as database:
            return list(database.iterdump())

    with closing(sqlite3.connect(sqlite)) as database, database:
        database.execute("update alembic_version set version_num = '9999'")
    before = dump()
    assert_not_served(sqlite, "newer version", "9999", "Nothing has been changed")
    assert dump() == before


def test_a_postgresql_of_a_newer_version_is_left_alone(serve: Serve, postgresql: Any) -> None:
    address = postgresql.new()
    serve(address).stop()
    with psycopg.connect(address) as connection:
        connection.execute("update alembic_version set version_num = '9999'")
    assert_not_served(address, "newer version", "9999")
    with psycopg.connect(address) as connection:
        assert connection.execute("select version_num from alembic_version").fetchall() == [("9999",)]


def test_several_workers_need_postgresql(sqlite: str) -> None:
    assert_not_served(sqlite, "Several workers need PostgreSQL", workers=2)
    assert not Path(sqlite).exists()


def test_a_port_that_is_taken_is_named(sqlite_server: Server, sqlite: str) -> None:
    assert_not_served(sqlite, f":{sqlite_server.port}", "--port", port=sqlite_server.port)


def test_a_database_that_can_not_be_opened_is_named(tmp_path: Path) -> None:
    nonsense = tmp_path / "poem.sqlite"
    nonsense.write_text("Roses are red, violets are blue. " * 100)
    assert_not_served(str(nonsense), "poem.sqlite")
    assert nonsense.read_text().startswith("Roses are red")
    assert_not_served(str(tmp_path / "nowhere" / "tables.sqlite"), "nowhere")
    assert_not_served(str(tmp_path), "can't be opened")
    assert_not_served("mysql://localhost/tables", "postgresql://")


def test_a_database_that_is_not_there_is_named_without_its_password() -> None:
    address = "postgresql://ines:parrot@127.0.0.1:1/tables"
    ended = libertalia("serve", "--port", 1, "--database", address)
    assert ended.returncode == 2
    assert "127.0.0.1" in ended.stderr
    assert "parrot" not in ended.stderr
    assert "Traceback" not in ended.stderr


def test_settings_that_make_no_sense_are_named(sqlite: str) -> None:
    assert_not_served(sqlite, "LIBERTALIA_CONNECTIONS", "many", connections="many")
