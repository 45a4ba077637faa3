"""Where faults happen: a server, its database, proxies between all parts, and the people who play there."""

from __future__ import annotations

import asyncio
import os
import random
import signal
import time
from collections.abc import AsyncIterator, Callable
from contextlib import ExitStack, asynccontextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from subprocess import SubprocessError, run

from psycopg.conninfo import conninfo_to_dict

from libertalia.rules.editions import KNOWN_RULES
from tests.faults.checker import Checker
from tests.faults.crowd import Voyage
from tests.faults.processes import Others, children_of
from tests.faults.proxy import Proxy, to_port, to_socket
from tests.server.harness import PATIENCE, PostgreSQL, Server, libertalia
from tests.server.other_version import OtherVersion

KINDS = ("sqlite", "postgresql")
REVIEW_SECONDS = 1


class WholePostgreSQL(PostgreSQL):
    """A PostgreSQL with all its processes."""

    def everything(self) -> list[int]:
        """The process that has started all the others, and these."""
        first = self._server.get_pid()
        assert first is not None
        return [first, *children_of(first)]

    def kill(self) -> None:
        """Kill all of it, and wait until nothing is left."""
        processes = self.everything()
        for process in processes:
            with suppress(ProcessLookupError):
                os.kill(process, signal.SIGKILL)
        while any(Path(f"/proc/{process}").exists() for process in processes):
            time.sleep(0.02)

    def limit_files(self, size: str) -> None:
        """Let no file grow beyond a size. Only their own user may do that to the processes."""
        for process in self.everything():
            run(["prlimit", "--pid", str(process), f"--fsize={size}:"], user=self._server.system_user, capture_output=True)

    def start_again(self) -> None:
        """Start it, as systemd would, if it does not run. On a busy machine that may take a further try."""
        for _ in range(5):
            with suppress(SubprocessError):
                return self._server.ensure_postgres_running()
        raise AssertionError("PostgreSQL does not start again")


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
    lasting: float
    """Seconds that most faults last."""
    before_database: Proxy | None = None
    postgresql: WholePostgreSQL | None = None
    voyage: Voyage = field(init=False)
    checker: Checker = field(init=False)
    wrong: list[str] = field(default_factory=list)
    backups: list[Path] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.checker = Checker(self.past)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.before_server.port}"

    @property
    def ws(self) -> str:
        return f"ws://127.0.0.1:{self.before_server.port}"

    def others(self) -> Others:
        """Whatever else uses this machine from now on."""
        return Others(*(self.postgresql.everything()[:1] if self.postgresql is not None else ()))

    async def one_of(self, processes: Callable[[Server], list[int]]) -> int:
        """A process of the server, as soon as there is one of that kind."""
        async with asyncio.timeout(PATIENCE):
            while not (found := await asyncio.to_thread(processes, self.server)):
                await asyncio.sleep(0.1)
        return self.rng.choice(found)

    async def admin(self, *arguments: object) -> None:
        for _ in range(20):
            done = await asyncio.to_thread(libertalia, "admin", *arguments, "--database", self.past)
            if "in use" not in done.stderr:  # PostgreSQL has not noticed yet that the server has ended
                break
            await asyncio.sleep(0.5)
        assert done.returncode == 0, done.stderr


@asynccontextmanager
async def scene_on(kind: str, folder: Path, seed: int, lasting: float) -> AsyncIterator[Scene]:
    """A server on a database of a kind, with proxies between all parts."""
    with ExitStack() as stack:
        if kind == "sqlite":
            past = address = str(folder / "tables.sqlite")
            before_database = postgresql = None
        else:
            postgresql = WholePostgreSQL()
            stack.callback(postgresql.stop)
            past = postgresql.new()
            before_database = stack.enter_context(_proxy_before_postgresql(past))
            given = conninfo_to_dict(past)
            address = f"postgresql://{given['user']}@127.0.0.1:{before_database.port}/{given['dbname']}"
        workers = 1 if kind == "sqlite" else 2
        server = Server(address, folder, workers=workers, review_seconds=REVIEW_SECONDS)
        stack.callback(server.kill)
        await asyncio.to_thread(server.start)
        before_server = stack.enter_context(Proxy(to_port(server.port)))
        other = OtherVersion(folder / "other", "99.0")
        other.deals_by(min(KNOWN_RULES), *KNOWN_RULES)
        yield Scene(folder, random.Random(seed), server, past, other.source, before_server, lasting, before_database, postgresql)


def _proxy_before_postgresql(database: str) -> Proxy:
    given = conninfo_to_dict(database)
    return Proxy(to_socket(f"{given['host']}/.s.PGSQL.{given.get('port') or 5432}"))
