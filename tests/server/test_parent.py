"""The process that starts the workers: it never gives up, and they end with it."""

from __future__ import annotations

import asyncio
import errno
import multiprocessing
import os
import resource
import signal
import socket
import sys
from collections.abc import Callable
from pathlib import Path

import psycopg
import pytest

from libertalia.server.cluster.handover import SignsOfLife
from libertalia.server.cluster.workers import Worker
from tests.server.fleet import children_of
from tests.server.harness import PostgreSQL, Server, error_key
from tests.server.people import Company, eventually, play_out

pytestmark = [
    pytest.mark.anyio,
    pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="processes are looked for in /proc"),
]


def is_running(pid: int) -> bool:
    try:
        return "\nState:\tZ" not in Path(f"/proc/{pid}/status").read_text()
    except FileNotFoundError:
        return False


def is_free(port: int) -> bool:
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("127.0.0.1", port))
        except OSError:
            return False
        return True


async def test_workers_end_with_a_killed_parent(postgresql: PostgreSQL, serve: Callable[..., Server]) -> None:
    """Also one that stands still. The port is free at once."""
    server = serve(postgresql.new(), workers=2)
    workers = children_of(server)
    assert len(workers) == 2
    os.kill(min(workers), signal.SIGSTOP)
    os.kill(server.pid, signal.SIGKILL)
    await eventually(lambda: not any(map(is_running, workers)), 5)
    await eventually(lambda: is_free(server.port))


async def test_a_worker_dies_while_the_database_is_away(postgresql: PostgreSQL, serve: Callable[..., Server]) -> None:
    """The next one waits for the database, says so, and serves when it is back. Meanwhile it lives, but is not ready."""
    database = postgresql.new()
    server = serve(database, workers=2)
    table = server.create(me={"name": "Ines"})["table"]
    postgresql.close(database)
    for worker in children_of(server):
        os.kill(worker, signal.SIGKILL)
    await eventually(lambda: server.log.count("waiting for the database") >= 2)
    assert (await asyncio.to_thread(server.get, "/livez")).status_code == 200
    assert (await asyncio.to_thread(server.get, "/readyz")).status_code == 503
    assert error_key(await asyncio.to_thread(server.get, f"/api/tables/{table}")) == "server.storage"
    postgresql.reopen(database)
    await eventually(lambda: server.get("/readyz").status_code == 200)
    async with Company(server) as company:
        await play_out(await company.begin(2))
    server.stop()


async def test_the_parent_does_not_give_up_on_workers_that_can_not_start(
    postgresql: PostgreSQL, serve: Callable[..., Server]
) -> None:
    """As long as the database is one of a newer version. It pauses between its tries."""
    database = postgresql.new()
    server = serve(database, workers=2)
    with psycopg.connect(database, autocommit=True) as host:
        (right,) = host.execute("select version_num from alembic_version").fetchall()[0]
        host.execute("update alembic_version set version_num = '9999'")
        for worker in children_of(server):
            os.kill(worker, signal.SIGKILL)
        await eventually(lambda: server.log.count("exit code 3") >= 4)
        assert "newer version" in server.log
        host.execute("update alembic_version set version_num = %s", (right,))
    await eventually(lambda: len(children_of(server)) == 2)
    await eventually(lambda: server.get("/readyz").status_code == 200)
    server.stop()


async def test_the_parent_does_not_give_up_when_it_can_start_nobody(postgresql: PostgreSQL, serve: Callable[..., Server]) -> None:
    """No descriptor is left, as no memory might be. When there are some again, there is a worker again."""
    server = serve(postgresql.new(), workers=2)
    limits = resource.prlimit(server.pid, resource.RLIMIT_NOFILE)
    resource.prlimit(server.pid, resource.RLIMIT_NOFILE, (4, limits[1]))
    os.kill(min(children_of(server)), signal.SIGKILL)
    await eventually(lambda: "no worker can be started" in server.log)
    resource.prlimit(server.pid, resource.RLIMIT_NOFILE, limits)
    await eventually(lambda: len(children_of(server)) == 2)
    server.stop()


def test_a_worker_that_can_not_be_started_leaves_nothing_open(monkeypatch: pytest.MonkeyPatch) -> None:
    """Or the parent would run out of descriptors while it tries again and again."""

    def fail() -> int:
        raise OSError(errno.ENOMEM, "no memory")

    with socket.socket() as listening:
        worker = Worker(0, {}, listening, [], SignsOfLife(multiprocessing.RawArray, 1))
        opened = len(os.listdir("/proc/self/fd"))
        monkeypatch.setattr(os, "fork", fail)
        for _ in range(3):
            worker.start()
        assert len(os.listdir("/proc/self/fd")) == opened
        assert worker.process is None


@pytest.mark.parametrize("workers", [1, 2])
@pytest.mark.parametrize("after", [0.0, 0.3])
async def test_whoever_is_told_to_stop_while_it_starts_stops(
    workers: int, after: float, postgresql: PostgreSQL, tmp_path: Path
) -> None:
    """Also while it imports what it needs."""
    server = Server(postgresql.new(), tmp_path, workers=workers)
    server.program = [sys.executable, "-m", "libertalia"]
    server.launch()
    await eventually(lambda: "Libertalia is at" in server.output.read_text())
    await asyncio.sleep(after)
    server.terminate()
    assert await asyncio.to_thread(server.wait) == 0
    assert "killed" not in server.log


@pytest.mark.parametrize("workers", [1, 2])
def test_whoever_is_interrupted_says_so(workers: int, postgresql: PostgreSQL, serve: Callable[..., Server]) -> None:
    """Ctrl-C reaches all processes of a terminal at once."""
    server = serve(postgresql.new(), workers=workers)
    os.killpg(server.pid, signal.SIGINT)
    assert server.wait() == 130
    assert "Traceback" not in server.log


async def test_a_worker_that_hangs_is_replaced(postgresql: PostgreSQL, serve: Callable[..., Server]) -> None:
    server = serve(postgresql.new(), workers=2, times={"worker hangs": 3})
    hanging = min(children_of(server))
    os.kill(hanging, signal.SIGSTOP)
    await eventually(lambda: hanging not in children_of(server) and len(children_of(server)) == 2)
    assert f"worker process {hanging} has hung" in server.log
    server.stop()


async def test_ready_means_that_a_write_works(sqlite: str, serve: Callable[..., Server]) -> None:
    """No file may grow any more, as on a full disk: the server lives and is not ready; then it is again."""
    server = serve(sqlite)
    async with Company(server) as company:
        host, _ = await company.begin(2)
        limits = resource.prlimit(server.pid, resource.RLIMIT_FSIZE)
        resource.prlimit(server.pid, resource.RLIMIT_FSIZE, (0, limits[1]))
        assert await host.refused("chat", text="Is there any room?") == "server.storage"
        await eventually(lambda: server.get("/readyz").status_code == 503)
        assert server.get("/healthz").status_code == 503
        assert server.get("/livez").status_code == 200
        resource.prlimit(server.pid, resource.RLIMIT_FSIZE, limits)
        await eventually(lambda: server.get("/readyz").status_code == 200)
        await host.do("chat", text="There is.")
    server.stop()
