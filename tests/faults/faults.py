"""What can go wrong, done on purpose. A fault lasts until its function returns; then everything has to serve again."""

from __future__ import annotations

import asyncio
import os
import resource
import signal
from collections.abc import Awaitable, Callable
from contextlib import suppress

from tests.faults.processes import thinkers_of, workers_of
from tests.faults.proxy import Proxy
from tests.faults.scene import Scene, WholePostgreSQL
from tests.server.evidence import log_of
from tests.server.harness import SOURCE, Server

Fault = Callable[[Scene], Awaitable[None]]


# ---- processes ------------------------------------------------------------------------------------------------------------


async def kill_server(scene: Scene) -> None:
    """The server, with several workers their parent, is killed; somebody starts it again, as systemd would."""
    os.kill(scene.server.pid, signal.SIGKILL)
    await asyncio.to_thread(scene.server.wait)
    scene.server.launch()


async def restart_server(scene: Scene) -> None:
    await asyncio.to_thread(scene.server.stop)
    scene.server.launch()


async def change_version(scene: Scene) -> None:
    """Another version takes over, or the first one again. It deals new games by other rules, which both know."""
    await asyncio.to_thread(scene.server.stop)
    scene.server.source = scene.other_source if scene.server.source == SOURCE else SOURCE
    scene.server.launch()


async def freeze_server(scene: Scene) -> None:
    """All processes of the server stand still, as on a machine that is paused."""
    workers = workers_of(scene.server)
    await _freeze([scene.server.pid, *workers, *thinkers_of(scene.server)], scene.lasting)


async def freeze_parent(scene: Scene) -> None:
    await _freeze([scene.server.pid], scene.lasting)


async def freeze_worker(scene: Scene) -> None:
    """For a while, or for so long that the parent kills it."""
    await _freeze([await scene.one_of(workers_of)], scene.lasting * scene.rng.choice([1, 6]))


async def freeze_thinker(scene: Scene) -> None:
    await _freeze([await scene.one_of(thinkers_of)], scene.lasting)


async def kill_worker(scene: Scene) -> None:
    await _kill_one_of(scene, workers_of)


async def kill_thinker(scene: Scene) -> None:
    await _kill_one_of(scene, thinkers_of)


async def _kill_one_of(scene: Scene, processes: Callable[[Server], list[int]]) -> None:
    while True:
        with suppress(ProcessLookupError):  # it has just ended by itself
            return os.kill(await scene.one_of(processes), signal.SIGKILL)


async def _freeze(processes: list[int], seconds: float) -> None:
    for process in processes:
        with suppress(ProcessLookupError):
            os.kill(process, signal.SIGSTOP)
    await asyncio.sleep(seconds)
    for process in processes:
        with suppress(ProcessLookupError):
            os.kill(process, signal.SIGCONT)


# ---- connections ----------------------------------------------------------------------------------------------------------


def _faults_of(name: str, proxy_of: Callable[[Scene], Proxy]) -> dict[str, Fault]:
    async def cut(scene: Scene) -> None:
        proxy_of(scene).cut()

    async def half_close(scene: Scene) -> None:
        proxy_of(scene).half_close()

    async def silence(scene: Scene) -> None:
        proxy_of(scene).go_silent()
        await asyncio.sleep(scene.lasting * (1 + 2 * scene.rng.random()))
        proxy_of(scene).speak_again()

    async def delay(scene: Scene) -> None:
        proxy_of(scene).delay(0.1 + scene.rng.random())
        await asyncio.sleep(scene.lasting)
        proxy_of(scene).delay(0)

    return {f"{what.__name__} {name}": what for what in (cut, half_close, silence, delay)}


def _database_proxy(scene: Scene) -> Proxy:
    assert scene.before_database is not None
    return scene.before_database


# ---- the database ---------------------------------------------------------------------------------------------------------


def _postgresql(scene: Scene) -> WholePostgreSQL:
    assert scene.postgresql is not None
    return scene.postgresql


async def database_away(scene: Scene) -> None:
    """PostgreSQL lets nobody in, and a worker dies meanwhile."""
    postgresql = _postgresql(scene)
    await asyncio.to_thread(postgresql.close, scene.past)
    await kill_worker(scene)
    await asyncio.sleep(scene.lasting)
    await asyncio.to_thread(postgresql.reopen, scene.past)


async def crash_database(scene: Scene) -> None:
    """A process of PostgreSQL is killed; PostgreSQL ends all others, and recovers as after a crash."""
    for process in _postgresql(scene).processes(scene.past)[:1]:
        os.kill(process, signal.SIGKILL)


async def kill_database(scene: Scene) -> None:
    """All of PostgreSQL is killed; after a while somebody starts it again."""
    await asyncio.to_thread(_postgresql(scene).kill)
    await asyncio.sleep(scene.lasting)
    await asyncio.to_thread(_postgresql(scene).start_again)


async def freeze_database(scene: Scene) -> None:
    await _freeze(_postgresql(scene).everything(), scene.lasting)


async def full_disk(scene: Scene) -> None:
    """No file of the server may grow any more."""
    server = scene.server.pid
    _, hard = resource.prlimit(server, resource.RLIMIT_FSIZE)
    resource.prlimit(server, resource.RLIMIT_FSIZE, (0, hard))
    await asyncio.sleep(scene.lasting)
    resource.prlimit(server, resource.RLIMIT_FSIZE, (hard, hard))


async def full_disk_of_database(scene: Scene) -> None:
    """PostgreSQL can't write anything, and gives up; when there is room again, somebody starts it."""
    postgresql = _postgresql(scene)
    await asyncio.to_thread(postgresql.limit_files, "0")
    await asyncio.sleep(scene.lasting)
    await asyncio.to_thread(postgresql.limit_files, "unlimited")
    await asyncio.to_thread(postgresql.start_again)


# ---- backups --------------------------------------------------------------------------------------------------------------


async def back_up(scene: Scene) -> None:
    file = scene.folder / f"{len(scene.backups)}.backup.gz"
    await scene.admin("backup", file)
    scene.backups.append(file)


async def restore(scene: Scene) -> None:
    """Back to the last backup. What people were sent is compared with what was stored until now; then they start over."""
    if not scene.backups:
        await back_up(scene)
    os.kill(scene.server.pid, signal.SIGKILL)
    await asyncio.to_thread(scene.server.wait)
    await asyncio.sleep(1)  # what was sent is received
    scene.wrong += await asyncio.to_thread(scene.checker.findings, scene.voyage.tables)
    await scene.admin("restore", scene.backups[-1], "--replace")
    for crew in scene.voyage.tables:
        log = log_of(scene.past, crew[0].id)
        seated = {entry.seat for entry in log if entry.kind == "joined"}
        ats = [entry.at for entry in log]
        # People who have left do not come back to play the end once more.
        has_no_end = any(player.finished and not player.abandoned and player.number > len(log) for player in crew)
        for player in crew:
            has_no_seat = player.secret is not None and player.seat not in seated
            player.abandoned = player.abandoned or not log or has_no_end or has_no_seat
            player.knows_too_much = [entry["at"] for entry in player.entries] != ats[: len(player.entries)]
    scene.voyage.backups_restored += 1
    scene.server.launch()


COMMON: dict[str, Fault] = {
    "kill server": kill_server, "restart server": restart_server, "change version": change_version,
    "freeze server": freeze_server, "kill thinker": kill_thinker, "freeze thinker": freeze_thinker,
    "back up": back_up, "restore": restore, **_faults_of("people", lambda scene: scene.before_server),
}  # fmt: skip
ON_SQLITE: dict[str, Fault] = COMMON | {"full disk": full_disk}
ON_POSTGRESQL: dict[str, Fault] = COMMON | {
    "freeze parent": freeze_parent, "kill worker": kill_worker, "freeze worker": freeze_worker,
    "database away": database_away, "crash database": crash_database, "kill database": kill_database,
    "freeze database": freeze_database, "full disk": full_disk_of_database, **_faults_of("database", _database_proxy),
}  # fmt: skip
