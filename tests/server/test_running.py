"""How the server runs: what it tells its host, how it starts, stops, and refuses to start."""

from __future__ import annotations

import asyncio
import json
import random
import sqlite3
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

import psycopg
import pytest
from prometheus_client.parser import text_string_to_metric_families
from psycopg.conninfo import conninfo_to_dict

from tests.server.harness import Json, PostgreSQL, Server, libertalia, listed
from tests.server.people import Company, Player, eventually, play_out

pytestmark = pytest.mark.anyio

Serve = Callable[..., Server]


# ---- what it tells its host --------------------------------------------------------------------------------------------------


async def test_the_server_tells_its_host_how_it_is(company: Company) -> None:
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
    broken, whole = (server.create(public=True, me={"name": "Ines"}) for _ in range(2))
    server.stop()
    with closing(sqlite3.connect(sqlite)) as database, database:
        database.execute("update entries set data = '{' where table_id = ? and number = 2", (broken["table"],))
    server.start()
    async with Company(server) as company:
        host = await company.come(broken["table"], broken["secret"])
        assert await host.refused("start") == "table.is-unplayable"
    info = server.info(broken["table"])
    assert (info["status"], info["problem"]["key"]) == ("unplayable", "record")
    await eventually(lambda: listed(server, "open") == [whole["table"]])
    assert listed(server, "unplayable") == [broken["table"]]
    assert server.info(whole["table"])["seats"][0]["name"] == "Ines"
    server.stop()
    assert any(line["level"] == "warning" and broken["table"][:4] in line["message"] for line in lines(server))
    assert "Ines" not in server.log


# ---- how it stops ------------------------------------------------------------------------------------------------


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


# ---- how it starts, or does not --------------------------------------------------------------------------------------


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


def test_a_port_that_is_taken_is_named(server: Server, sqlite: str) -> None:
    assert_not_served(sqlite, f":{server.port}", "--port", port=server.port)


def test_a_database_that_can_not_be_opened_is_named(tmp_path: Path) -> None:
    nonsense = tmp_path / "poem.sqlite"
    nonsense.write_text("Roses are red, violets are blue. " * 100)
    assert_not_served(str(nonsense), "poem.sqlite")
    assert nonsense.read_text().startswith("Roses are red")
    assert_not_served(str(tmp_path / "nowhere" / "tables.sqlite"), "nowhere")
    assert_not_served(str(tmp_path), "can't be opened")
    assert_not_served("mysql://localhost/tables", "postgresql://")


@pytest.mark.parametrize("workers", [1, 2])
async def test_a_database_that_is_away_at_the_start_is_waited_for(workers: int, postgresql: PostgreSQL, tmp_path: Path) -> None:
    """The server says what it waits for. When the database is there, it serves, without a person."""
    database = postgresql.new()
    postgresql.close(database)
    server = Server(database, tmp_path, workers).launch()
    try:
        await eventually(lambda: "The server waits for it." in server.log)
        postgresql.reopen(database)
        await eventually(lambda: server.answers("/readyz") == 200)
        async with Company(server) as company:
            await play_out(await company.begin(2))
        server.stop()
    finally:
        server.kill()


def test_a_database_that_stays_away_is_named(tmp_path: Path) -> None:
    """And the password is not told."""
    server = Server("postgresql://ines:parrot@127.0.0.1:1/tables", tmp_path, database_seconds=1).launch()
    assert server.wait() == 2
    assert "127.0.0.1" in server.log
    assert "The server waits for it." in server.log
    assert "parrot" not in server.log


def test_a_database_that_refuses_is_named(postgresql: PostgreSQL) -> None:
    """A name that nobody has, a database that is not there, a wrong password, an address that is none."""
    here = conninfo_to_dict(postgresql.new())["host"]
    postgresql.ask_for_password("ines", "polly")
    for address, name in {
        "postgresql://postgres@nobody.invalid/tables": "nobody.invalid",
        f"postgresql://postgres@/atlantis?host={here}": "atlantis",
        f"postgresql://ines:parrot@/postgres?host={here}": "ines",
        "postgresql://postgres@127.0.0.1/tables?parrot=1": "parrot",
    }.items():
        assert_not_served(address, name, database_seconds=0)


def test_settings_that_make_no_sense_are_named(sqlite: str) -> None:
    assert_not_served(sqlite, "LIBERTALIA_CONNECTIONS", "many", connections="many")
