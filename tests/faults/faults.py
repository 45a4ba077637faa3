"""What can go wrong, done on purpose. A fault lasts until its function returns; then everything has to serve again."""

from __future__ import annotations

import asyncio
import os
import random
import resource
import signal
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from psycopg.conninfo import conninfo_to_dict

from tests.faults.checker import findings
from tests.faults.crowd import Voyage
from tests.faults.proxy import Proxy, to_port, to_socket
from tests.server.evidence import log_of
from tests.server.fleet import children_of
from tests.server.harness import SOURCE, PostgreSQL, Server, libertalia

LASTING = 3.0
"""So many seconds most faults last."""


Fault = Callable[["Scene"], Awaitable[None]]


@dataclass
class Scene:
    """A server behind a proxy, maybe a database behind another one, and the people who play there."""

    folder: Path
    rng: random.Random
    server: Server
    past: str
    """The database's address past the proxy."""
    other_source: Path
    """Where another version of the package is."""
    before_server: Proxy
    before_database: Proxy | None = None
    postgresql: PostgreSQL | None = None
    voyage: Voyage = field(init=False)
    wrong: list[str] = field(default_factory=list)
    backups: list[Path] = field(default_factory=list)
    recoveries: list[tuple[str, float]] = field(default_factory=list)
    """Each fault, and how many seconds after its end everything served again."""

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.before_server.port}"

    @property
    def ws(self) -> str:
        return f"ws://127.0.0.1:{self.before_server.port}"

    def processes(self) -> list[int]:
        """The children of the server: workers, or the processes of bots."""
        return sorted(children_of(self.server))

    async def admin(self, *arguments: object) -> None:
        for _ in range(20):
            done = await asyncio.to_thread(libertalia, "admin", *arguments, "--database", self.past)
            if "in use" not in done.stderr:  # PostgreSQL has not noticed yet that the server is gone
                break
            await asyncio.sleep(0.5)
        assert done.returncode == 0, done.stderr


def proxy_before(server: Server) -> Proxy:
    return Proxy(to_port(server.port))


def through_proxy(database: str) -> tuple[Proxy, Callable[[], str]]:
    """A proxy before a PostgreSQL that listens on a socket, and what tells the address through it once it is open."""
    given = conninfo_to_dict(database)
    proxy = Proxy(to_socket(f"{given['host']}/.s.PGSQL.{given.get('port') or 5432}"))
    return proxy, lambda: f"postgresql://{given['user']}@127.0.0.1:{proxy.port}/{given['dbname']}"


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


async def kill_child(scene: Scene) -> None:
    """A worker is killed; or where there is one only, a process of bots."""
    if children := scene.processes():
        os.kill(scene.rng.choice(children), signal.SIGKILL)


async def freeze_child(scene: Scene) -> None:
    if children := scene.processes():
        await _freeze([scene.rng.choice(children)])


async def freeze_server(scene: Scene) -> None:
    await _freeze([scene.server.pid])


async def _freeze(processes: list[int]) -> None:
    for process in processes:
        with suppress(ProcessLookupError):
            os.kill(process, signal.SIGSTOP)
    await asyncio.sleep(LASTING)
    for process in processes:
        with suppress(ProcessLookupError):
            os.kill(process, signal.SIGCONT)


# ---- connections ------------------------------------------------------------------------------------------------------------


def _faults_of(name: str, proxy_of: Callable[[Scene], Proxy]) -> dict[str, Fault]:
    async def cut(scene: Scene) -> None:
        proxy_of(scene).cut()

    async def half_close(scene: Scene) -> None:
        proxy_of(scene).half_close()

    async def silence(scene: Scene) -> None:
        proxy_of(scene).go_silent()
        await asyncio.sleep(LASTING + scene.rng.random() * 5)
        proxy_of(scene).speak_again()

    async def delay(scene: Scene) -> None:
        proxy_of(scene).delay(0.1 + scene.rng.random())
        await asyncio.sleep(LASTING)
        proxy_of(scene).delay(0)

    return {f"{what.__name__} {name}": what for what in (cut, half_close, silence, delay)}


def _database_proxy(scene: Scene) -> Proxy:
    assert scene.before_database is not None
    return scene.before_database


# ---- the database -----------------------------------------------------------------------------------------------------------


async def full_disk(scene: Scene) -> None:
    """No file of the server may grow any more."""
    _, hard = resource.prlimit(scene.server.pid, resource.RLIMIT_FSIZE)
    resource.prlimit(scene.server.pid, resource.RLIMIT_FSIZE, (0, hard))
    await asyncio.sleep(LASTING)
    resource.prlimit(scene.server.pid, resource.RLIMIT_FSIZE, (hard, hard))


async def database_away(scene: Scene) -> None:
    assert scene.postgresql is not None
    await asyncio.to_thread(scene.postgresql.close, scene.past)
    for child in scene.processes()[:1]:  # and a worker dies meanwhile
        os.kill(child, signal.SIGKILL)
    await asyncio.sleep(LASTING)
    await asyncio.to_thread(scene.postgresql.reopen, scene.past)


async def kill_database(scene: Scene) -> None:
    """A process of PostgreSQL is killed; PostgreSQL ends all others, and recovers as after a crash."""
    assert scene.postgresql is not None
    for process in scene.postgresql.processes(scene.past)[:1]:
        os.kill(process, signal.SIGKILL)


async def freeze_database(scene: Scene) -> None:
    assert scene.postgresql is not None
    await _freeze(scene.postgresql.processes(scene.past))


# ---- backups ----------------------------------------------------------------------------------------------------------------


async def back_up(scene: Scene) -> None:
    file = scene.folder / f"{len(scene.backups)}.backup.gz"
    await scene.admin("backup", file)
    scene.backups.append(file)


async def restore(scene: Scene) -> None:
    """Back to the last backup. What people were told is compared with what was stored until now; then they start over."""
    if not scene.backups:
        await back_up(scene)
    os.kill(scene.server.pid, signal.SIGKILL)
    await asyncio.to_thread(scene.server.wait)
    await asyncio.sleep(1)  # what was sent is heard
    scene.wrong += await asyncio.to_thread(findings, scene.past, scene.voyage.tables)
    await scene.admin("restore", scene.backups[-1], "--replace")
    for crew in scene.voyage.tables:
        log = log_of(scene.past, crew[0].id)
        if any(player.finished and player.number > len(log) for player in crew):
            for player in crew:  # who has gone home does not come back to play the end once more
                player.abandoned = True
        seated = {entry.seat for entry in log if entry.kind == "joined"}
        ats = [entry.at for entry in log]
        for player in crew:
            if player.seat is not None and player.seat not in seated:  # they came after the backup, and have no seat now
                player.forget()
                player.abandoned = True
            player.knows_too_much = [entry["at"] for entry in player.entries] != ats[: len(player.entries)]
    scene.server.launch()


COMMON: dict[str, Fault] = {
    "kill server": kill_server, "restart server": restart_server, "change version": change_version,
    "freeze server": freeze_server, "kill child": kill_child,
    "freeze child": freeze_child, "back up": back_up, "restore": restore,
    **_faults_of("people", lambda scene: scene.before_server),
}  # fmt: skip
ON_SQLITE: dict[str, Fault] = COMMON | {"full disk": full_disk}
ON_POSTGRESQL: dict[str, Fault] = COMMON | {
    "database away": database_away, "kill database": kill_database, "freeze database": freeze_database,
    **_faults_of("database", _database_proxy),
}  # fmt: skip
