"""A database of an earlier version: its games go on, or are shown with the reason why they can't.

`old_database/0.3.0.sql` was written by the server of version 0.3.0: it played rules of version 1, and its schema was 0001.
What it said of its tables is in the JSON file beside it.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path

import psycopg
import pytest

from libertalia import Record
from libertalia.game.logbook import verified
from libertalia.rules.editions import KNOWN_RULES, RULES_VERSION
from libertalia.server.settings import Settings
from libertalia.server.storage.backup import backup, restore
from tests.server.evidence import assert_no_troubles, log_of
from tests.server.harness import Json, Server, error_key, listed
from tests.server.people import Company, eventually, play_out

pytestmark = pytest.mark.anyio

OLD = Path(__file__).parent / "old_database"
KNOWN: dict[str, Json] = json.loads((OLD / "0.3.0.json").read_text())
"""What the old server said of its tables: running, bots, over, solo and lobby."""
FOR_EVER = 36_500
"""Days that keep these tables in the lists."""
UNKNOWN = 99


def change_rules(database: str, table: str, rules: int) -> None:
    """As if a table had been dealt by another version of the rules."""
    [started] = [entry for entry in log_of(database, table) if entry.kind == "started"]
    values = (json.dumps(started.data | {"rules": rules}), table, started.number)
    if database.startswith("postgresql"):
        with psycopg.connect(database) as connection:
            connection.execute("update entries set data = %s where table_id = %s and number = %s", values)
            connection.execute("update tables set rules = %s where id = %s", (rules, table))
    else:
        with closing(sqlite3.connect(database)) as writing, writing:
            writing.execute("update entries set data = ? where table_id = ? and number = ?", values)
            with suppress(sqlite3.OperationalError):  # the old schema has no such column
                writing.execute("update tables set rules = ? where id = ?", (rules, table))


@pytest.fixture
def old(database: str, tmp_path: Path) -> str:
    """A database as version 0.3.0 has left it."""
    file = str(tmp_path / "old.sqlite")
    writing = sqlite3.connect(file)
    writing.executescript((OLD / "0.3.0.sql").read_text())
    writing.close()
    if not database.startswith("postgresql"):
        return file
    backup(Settings(database=file).url, tmp_path / "old.gz")
    restore(Settings(database=database).url, tmp_path / "old.gz")
    return database


async def test_games_go_on_by_the_rules_they_were_dealt_by(old: str, serve: Callable[..., Server]) -> None:
    assert RULES_VERSION > 1
    assert 1 in KNOWN_RULES
    server = serve(old, archive_days=FOR_EVER)
    assert sorted(listed(server, "playing")) == sorted(KNOWN[name]["table"] for name in ("running", "bots"))
    async with Company(server) as company:
        for name in ("running", "bots"):
            table, secrets = KNOWN[name]["table"], KNOWN[name]["secrets"]
            players = [await company.come(table, secret) for secret in secrets]
            if name == "running":
                same = ("voyage", "day", "loot", "bag", "deck", "extras", "waiting")
                assert {key: players[0].view[key] for key in same} == {key: KNOWN[name]["view"][key] for key in same}
            await play_out(players)
            assert server.record(table)["record"]["rules"] == 1
            assert all(finding.true for finding in verified(json.dumps(server.record(table))))
        lobby = [await company.come(KNOWN["lobby"]["table"], secret) for secret in KNOWN["lobby"]["secrets"]]
        await lobby[0].do("bot", seat=2, level="random")
        await lobby[0].do("start")
        assert (await lobby[1].hear("started"))["rules"] == RULES_VERSION
    assert_no_troubles(server)


def test_finished_games_can_be_looked_at(old: str, serve: Callable[..., Server]) -> None:
    server = serve(old, archive_days=FOR_EVER)
    for name in ("over", "solo"):
        table = KNOWN[name]["table"]
        assert table in listed(server, "over")
        record = server.record(table)
        assert record == KNOWN[name]["record"]
        assert Record.of(record["record"]).replay().scores == tuple(record["scores"])
        steps = server.get(f"/api/tables/{table}/replay").json()["steps"]
        assert len(steps) == 1 + len(record["record"]["moves"])
        assert server.info(table)["problem"] is None


async def test_games_by_unknown_rules_are_shown_with_the_reason(old: str, serve: Callable[..., Server]) -> None:
    running, over, healthy = (KNOWN[name]["table"] for name in ("running", "over", "bots"))
    for table in (running, over):
        change_rules(old, table, UNKNOWN)
    server = serve(old, archive_days=FOR_EVER, heartbeat=0.2, idle=0.2)
    async with Company(server) as company:
        await eventually(lambda: listed(server, "unplayable") == [running])
        assert listed(server, "playing") == [healthy]
        assert over in listed(server, "over")

        info = server.info(running)
        problem = info["problem"]
        assert (info["status"], info["scores"], info["seed"]) == ("unplayable", None, None)
        assert (problem["key"], problem["details"]["version"]) == ("rules.unknown", str(UNKNOWN))
        assert str(UNKNOWN) in problem["message"]
        assert [seat["name"] for seat in info["seats"]] == ["Ines", "Joris"]
        assert error_key(server.get(f"/api/tables/{running}/record")) == "table.not-over"
        assert error_key(server.get(f"/api/tables/{running}/replay")) == "rules.unknown"

        host, guest = [await company.come(running, secret) for secret in KNOWN["running"]["secrets"]]
        assert (host.table["status"], host.table["problem"], host.seat) == ("unplayable", problem, 0)
        assert (host.view, host.decision) == ({}, None)
        stored = [entry.kind for entry in log_of(old, running)]
        assert [entry["kind"] for entry in host.entries] == stored
        assert not any("answer" in entry or "seed" in entry for entry in host.entries)
        assert await host.refused("play", turn=0, answer="brute") == "table.is-unplayable"
        await guest.do("chat", text="Shall we begin another one?")
        await guest.do("rematch")
        again = await company.come((await host.hear("rematch"))["table"], host.secret)
        await again.do("start")
        assert (await again.hear("started"))["rules"] == RULES_VERSION

        info = server.info(over)
        assert (info["status"], info["scores"]) == ("over", KNOWN["over"]["record"]["scores"])
        assert info["problem"]["key"] == "rules.unknown"
        record = server.record(over)
        assert record["record"] == KNOWN["over"]["record"]["record"] | {"rules": UNKNOWN, "options": {}}
        assert (record["scores"], record["winners"]) == (info["scores"], info["winners"])
        assert error_key(server.get(f"/api/tables/{over}/replay")) == "rules.unknown"

        player = await company.come(healthy, KNOWN["bots"]["secrets"][0])
        await play_out([player])  # its bots are driven all the while
    assert_no_troubles(server)


async def test_a_version_that_knows_the_rules_goes_on_with_the_game(old: str, serve: Callable[..., Server]) -> None:
    table, secrets = KNOWN["bots"]["table"], KNOWN["bots"]["secrets"]
    change_rules(old, table, UNKNOWN)
    server = serve(old, archive_days=FOR_EVER)
    assert server.info(table)["status"] == "unplayable"
    server.stop()
    change_rules(old, table, 1)
    server.start()
    async with Company(server) as company:
        player = await company.come(table, secrets[0])
        assert (player.table["status"], player.table["problem"]) == ("playing", None)
        await play_out([player])
    assert server.record(table)["record"]["rules"] == 1
