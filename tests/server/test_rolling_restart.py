"""Workers of two versions on one PostgreSQL, as during a rolling restart: `docs/hosting.md` says what holds then."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path

import psycopg
import pytest

from libertalia.rules.editions import KNOWN_RULES, RULES_VERSION
from tests.server.evidence import assert_log_is_whole, assert_no_troubles, assert_told_truly, log_of
from tests.server.fleet import HEARTBEAT, Fleet
from tests.server.harness import PostgreSQL, Server, libertalia, listed
from tests.server.other_version import OtherVersion
from tests.server.people import Company, eventually, play_out

pytestmark = pytest.mark.anyio

Serve = Callable[..., Server]


@pytest.fixture
def other(tmp_path: Path) -> OtherVersion:
    return OtherVersion(tmp_path / "other", "99.0")


def row(database: str, table: str) -> tuple[object, ...]:
    """What the database says of a table besides its entries, without what each worker notes for itself."""
    with psycopg.connect(database) as connection:
        wanted = "select status, public, info, rules from tables where id = %s"
        (found,) = connection.execute(wanted, (table,)).fetchall()
        return tuple(found)


async def test_a_game_by_rules_that_only_the_new_workers_know(postgresql: PostgreSQL, serve: Serve, other: OtherVersion) -> None:
    """The new worker plays it with its bots. The old one shows why it can't, and leaves it alone."""
    other.deals_by(RULES_VERSION + 1, *KNOWN_RULES)
    database = postgresql.new()
    old, new = serve(database, heartbeat=HEARTBEAT), serve(database, heartbeat=HEARTBEAT, source=other.source)
    async with Fleet([new, old]) as fleet:
        (host,) = await fleet.begin_spread(1, ("random", "random"), public=True)
        assert (await host.hear("started"))["rules"] == RULES_VERSION + 1
        await eventually(lambda: listed(new, "playing") == [host.id])
        before = row(database, host.id)
        visitor = await fleet.come_by(1, host.id, host.secret)
        assert (visitor.table["status"], visitor.table["problem"]["key"]) == ("unplayable", "rules.unknown")
        await eventually(lambda: listed(old, "unplayable") == [host.id])
        assert (listed(new, "playing"), listed(old, "playing")) == ([host.id], [])
        assert await visitor.refused("play", turn=0, answer="brute") == "table.is-unplayable"
        assert await visitor.refused("leave") == "table.is-unplayable"
        assert row(database, host.id) == before
        await play_out([host])
        await visitor.hear_up_to(host.number)
        log = log_of(database, host.id)
        assert_log_is_whole(log)
        for player in (host, visitor):
            assert_told_truly(player, log)
        await eventually(lambda: listed(new, "over") == listed(old, "over") == [host.id])
    for server in (old, new):
        assert_no_troubles(server)


async def test_a_game_with_an_entry_that_only_the_new_workers_know(
    postgresql: PostgreSQL, serve: Serve, other: OtherVersion
) -> None:
    """It was dealt by the old worker, which also drives its bots. From that entry on, the new one does."""
    other.writes_another_entry()
    database = postgresql.new()
    old, new = serve(database, heartbeat=HEARTBEAT), serve(database, heartbeat=HEARTBEAT, source=other.source)
    async with Fleet([old, new]) as fleet:
        host, guest = await fleet.begin_spread(2, ("random", "random"), public=True)
        await host.do("chat", text="I am old.")
        assert await guest.hear("said", 0, text="I am old.")  # the new one reads what the old one writes
        for player in (host, guest):
            await player.play()
        await eventually(lambda: listed(old, "playing") == [host.id])
        before = row(database, host.id)
        await guest.do("chat", text="I am new.")
        await host.until(lambda: host.table["status"] == "unplayable")
        assert await host.refused("play", turn=host.own["turn"], answer="brute") == "table.is-unplayable"
        await eventually(lambda: listed(old, "unplayable") == [host.id])
        assert listed(new, "playing") == [host.id]
        assert row(database, host.id) == before
        other_host = await fleet.come_by(1, host.id, host.secret)
        await play_out([other_host, guest])
        assert_log_is_whole(log_of(database, host.id))
    for server in (old, new):
        assert_no_troubles(server)


async def test_games_that_both_versions_know_are_played_by_way_of_both(
    postgresql: PostgreSQL, serve: Serve, other: OtherVersion
) -> None:
    database = postgresql.new()
    old, new = serve(database, heartbeat=HEARTBEAT), serve(database, heartbeat=HEARTBEAT, source=other.source)
    async with Fleet([old, new]) as fleet:
        tables = [await fleet.begin_spread(2, ("random",)) for _ in range(4)]
        playing = asyncio.gather(*(play_out(players, number) for number, players in enumerate(tables)))
        await playing
        for players in tables:
            for player in players:
                assert_told_truly(player, log_of(database, player.id))
    for server in (old, new):
        assert_no_troubles(server)


async def test_a_worker_that_needs_another_schema_waits_for_the_old_ones_to_stop(
    postgresql: PostgreSQL, serve: Serve, other: OtherVersion, tmp_path: Path
) -> None:
    """No worker ever runs on a schema that it does not know."""
    other.has_another_schema()
    database = postgresql.new()
    old = serve(database, workers=2)
    async with Company(old) as company:
        players = await company.begin(2, ("random",))
        new = Server(database, tmp_path, source=other.source).launch()
        try:
            await eventually(lambda: "workers of an older version use it. Stop all of them" in new.log)
            await eventually(lambda: new.answers("/livez") == 200)
            assert new.answers("/readyz") == 503
            await players[0].play()  # the old ones go on
            await asyncio.to_thread(old.stop)
            await eventually(lambda: new.answers("/readyz") == 200)
            ended = libertalia("serve", "--port", old.port, "--database", database)
            assert ended.returncode == 2
            assert "newer version" in ended.stderr
            for player in players:
                player.server = new
                await player.connect()
            await play_out(players)
        finally:
            new.kill()


async def test_a_worker_whose_schema_was_upgraded_stops(postgresql: PostgreSQL, serve: Serve) -> None:
    """Should somebody upgrade the database under a worker all the same, it writes nothing more."""
    database = postgresql.new()
    server = serve(database, heartbeat=HEARTBEAT)
    with psycopg.connect(database, autocommit=True) as connection:
        connection.execute("update alembic_version set version_num = '9999'")
    assert await asyncio.to_thread(server.wait) == 3
    assert "newer version" in server.log
