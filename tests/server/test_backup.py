"""Backup and restore: while the server runs, after it was killed, from one kind of database to the other."""

from __future__ import annotations

import asyncio
import gzip
import os
import random
import signal
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import psycopg
import pytest

from tests.server.evidence import assert_log_is_whole, assert_told_truly, log_of, replayed
from tests.server.harness import PATIENCE, PostgreSQL, Server, libertalia
from tests.server.people import Company, Player, all_hear, eventually, play_out

pytestmark = pytest.mark.anyio

Serve = Callable[..., Server]


def backup(database: str, file: Path) -> None:
    done = libertalia("admin", "backup", file, "--database", database)
    assert done.returncode == 0, done.stderr


def restore(database: str, file: Path, *options: str) -> None:
    done = libertalia("admin", "restore", file, "--database", database, *options)
    assert done.returncode == 0, done.stderr


def refused(*arguments: object) -> str:
    """Run a command that has to be refused in one sentence; the sentence."""
    done = libertalia("admin", *arguments)
    assert done.returncode == 2
    assert "Traceback" not in done.stderr
    assert len(done.stderr.splitlines()) == 1
    return done.stderr


async def kill(server: Server) -> None:
    os.kill(server.pid, signal.SIGKILL)
    await asyncio.to_thread(server.wait)


async def play_some(players: list[Player], moves: int, seed: int) -> None:
    rng = random.Random(seed)
    for _ in range(moves):
        await players[0].until(lambda: any(player.decision for player in players))
        player = next(player for player in players if player.decision)
        assert player.decision is not None
        await all_hear(players, await player.play(rng.choice(player.decision["options"])))


async def test_back_to_a_backup_after_a_kill(database: str, serve: Serve, tmp_path: Path) -> None:
    """Taken while people play, restored over what a killed server left. People who know more than the backup start over."""
    server = serve(database)
    file = tmp_path / "tables.backup.gz"
    async with Company(server) as company:
        players = await company.begin(2, ("random",))
        await play_some(players, 5, 1)
        playing = asyncio.create_task(play_some(players, 10, 2))
        await asyncio.to_thread(backup, database, file)
        await playing
        await play_some(players, 3, 3)
        known = players[0].number
        await kill(server)
        await asyncio.to_thread(restore, database, file, "--replace")
        restored = log_of(database, players[0].id)
        assert 5 < len(restored) < known
        assert_log_is_whole(restored)
        for player in players:
            assert_told_truly_up_to(player, len(restored))
        await asyncio.to_thread(server.start)
        with pytest.raises(ConnectionError, match="4010"):
            await players[0].connect()
        again = [await company.come(player.id, player.secret) for player in players]
        await play_out(again)
        for player in again:
            assert_told_truly(player, log_of(database, player.id))
        with pytest.raises(ConnectionError, match="4010"):  # the log is long enough again, but it is another one
            await players[1].connect()
        assert replayed(log_of(database, players[0].id)).over


def assert_told_truly_up_to(player: Player, length: int) -> None:
    log = log_of(player.server.database, player.id)
    told = [(entry["number"], entry["kind"], entry["at"]) for entry in player.entries[:length]]
    assert told == [(entry.number, entry.kind, entry.at) for entry in log]


async def test_from_sqlite_to_postgresql_and_back(sqlite: str, postgresql: PostgreSQL, serve: Serve, tmp_path: Path) -> None:
    files = [tmp_path / f"{number}.gz" for number in range(3)]
    other, third = postgresql.new(), str(tmp_path / "third.sqlite")
    serve(other).stop()  # it has our schema, but no tables
    server = serve(sqlite)
    async with Company(server) as company:
        players = await company.begin(2)
        await play_some(players, 4, 3)
        await players[0].do("chat", text="Adieu, l’Ami ☠ \U0001f3f4")
        secrets, table = [player.secret for player in players], players[0].id
        await asyncio.to_thread(server.stop)
    await asyncio.to_thread(backup, sqlite, files[0])
    await asyncio.to_thread(restore, other, files[0])
    await asyncio.to_thread(backup, other, files[1])
    await asyncio.to_thread(restore, third, files[1])
    await asyncio.to_thread(backup, third, files[2])
    rows = [sorted(gzip.decompress(file.read_bytes()).splitlines()[1:-1]) for file in files]
    assert rows[0] == rows[1] == rows[2]
    assert log_of(sqlite, table) == log_of(other, table) == log_of(third, table)
    for database in (other, third):
        async with Company(await asyncio.to_thread(serve, database)) as company:
            await play_out([await company.come(table, secret) for secret in secrets])


async def test_what_is_in_use_or_not_empty_is_left_alone(database: str, serve: Serve, tmp_path: Path) -> None:
    file = tmp_path / "tables.gz"
    server = serve(database)
    async with Company(server) as company:
        players = await company.begin(2)
        await asyncio.to_thread(backup, database, file)
        assert "there already" in await asyncio.to_thread(refused, "backup", file, "--database", database)
        assert "in use" in await asyncio.to_thread(refused, "restore", file, "--database", database, "--replace")
        await play_out(players)
        await asyncio.to_thread(server.stop)
    whole = log_of(database, players[0].id)
    assert "--replace" in await asyncio.to_thread(refused, "restore", file, "--database", database)
    assert log_of(database, players[0].id) == whole


def spoilt(good: bytes) -> list[bytes]:
    """A backup that was cut off, one with a changed line, one without a line, and none at all."""
    lines = gzip.decompress(good).splitlines(keepends=True)
    changed = [line.replace(b"created", b"CREATED") for line in lines]
    return [
        good[: len(good) // 2],
        *(gzip.compress(b"".join(some)) for some in (lines[:-1], changed, lines[:2] + lines[3:])),
        b"poem",
    ]


def test_a_damaged_backup_changes_nothing(sqlite: str, serve: Serve, tmp_path: Path) -> None:
    server = serve(sqlite)
    server.create(me={"name": "Ines"})
    server.stop()
    file = tmp_path / "tables.gz"
    backup(sqlite, file)
    with closing(sqlite3.connect(sqlite)) as reading:
        before = list(reading.iterdump())
    for number, content in enumerate(spoilt(file.read_bytes())):
        bad = tmp_path / f"bad{number}.gz"
        bad.write_bytes(content)
        assert bad.name in refused("restore", bad, "--database", sqlite, "--replace")
    assert "no file" in refused("restore", tmp_path / "nowhere.gz", "--database", sqlite, "--replace")
    newer = gzip.decompress(file.read_bytes()).replace(b'"schema":"', b'"schema":"9', 1)
    (tmp_path / "newer.gz").write_bytes(gzip.compress(newer))
    assert refused("restore", tmp_path / "newer.gz", "--database", sqlite, "--replace")
    with closing(sqlite3.connect(sqlite)) as reading:
        assert list(reading.iterdump()) == before
    assert "no database" in refused("backup", tmp_path / "none.gz", "--database", tmp_path / "none.sqlite")
    assert not (tmp_path / "none.gz").exists()


def test_what_a_killed_server_left_does_not_get_into_the_restored_database(sqlite: str, serve: Serve, tmp_path: Path) -> None:
    """A `-wal` of the old database would be played into the new one, and destroy it."""
    server = serve(sqlite)
    file = tmp_path / "tables.gz"
    kept = server.create(me={"name": "Ines"})["table"]
    backup(sqlite, file)
    later = [server.create(me={"name": "Joris"})["table"] for _ in range(50)]
    server.kill()
    assert Path(f"{sqlite}-wal").stat().st_size > 0
    restore(sqlite, file, "--replace")
    assert not Path(f"{sqlite}-wal").exists()
    assert len(log_of(sqlite, kept)) == 2
    assert not any(log_of(sqlite, table) for table in later)
    with closing(sqlite3.connect(sqlite)) as reading:
        assert reading.execute("pragma integrity_check").fetchall() == [("ok",)]
    assert server.start().info(kept)["status"] == "open"


def test_a_second_server_on_one_sqlite_file_is_refused(sqlite: str, serve: Serve) -> None:
    first = serve(sqlite)
    second = libertalia("serve", "--port", 1, "--database", sqlite)
    assert second.returncode == 2
    assert "in use by another server" in second.stderr
    first.kill()
    assert serve(sqlite).info is not None  # the lock went with the process that held it


async def test_a_worker_whose_log_has_gone_back_sends_everyone_away(postgresql: PostgreSQL, serve: Serve) -> None:
    """As after a failover to a copy that lacks the last moves: nobody goes on from what is not stored, the worker neither."""
    database = postgresql.new()
    server = serve(database, keep=0.5)
    async with Company(server) as company:
        host, guest = await company.begin(2)
        await play_some([host, guest], 3, 1)
        with psycopg.connect(database, autocommit=True) as other:
            other.execute("delete from entries where table_id = %s and number > %s", (host.id, host.number - 2))
            there = "datname = current_database() and pid <> pg_backend_pid()"
            other.execute(f"select pg_terminate_backend(pid) from pg_stat_activity where {there}")
        await eventually(lambda: host.closed and guest.closed, PATIENCE)
        assert host.closed is not None
        assert host.closed[0] == 4010
        again = [await company.come(player.id, player.secret) for player in (host, guest)]
        await play_out(again)
        log = log_of(database, host.id)
        assert_log_is_whole(log)
        for player in again:
            assert_told_truly(player, log)
