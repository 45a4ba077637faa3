"""A fork server: a process that has imported the program and forks a server for each request.

A fresh interpreter spends a second of computing time on its imports; most servers of tests would do little else.
A forked one is otherwise what `libertalia serve` is: with its own arguments, environment, session and output. Not for several
workers: they are forks of their parent, and what they import has to be imported there.
"""

from __future__ import annotations

import gc
import json
import os
import runpy
import select
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import IO, Any, Final

_IMPORTED: Final = (
    *("alembic.command", "libertalia.terminal.app", "libertalia.terminal.admin", "libertalia.server.run"),
    *("libertalia.server.app", "libertalia.server.web.edge.http_protocol", "libertalia.server.web.edge.ws_protocol"),
)
_WORK: Final = [sys.executable, "-c", "from tests.server.fork_server import work; work()"]


class Forked:
    """A process that the fork server has started. It is not our child, so another process reports its exit code."""

    def __init__(self, told: int) -> None:
        self._told = os.fdopen(told)
        self._code: int | None = None
        self.pid = int(self._told.readline())

    def poll(self) -> int | None:
        """The exit code, if it has ended."""
        return self._end(0)

    def wait(self, timeout: float | None = None) -> int:
        """The exit code, when it has ended."""
        code = self._end(timeout)
        if code is None:
            raise TimeoutError(f"Process {self.pid} has not ended within {timeout} s")
        return code

    def _end(self, timeout: float | None) -> int | None:
        if self._code is None and select.select([self._told], [], [], timeout)[0]:
            self._code = int(self._told.readline())
            self._told.close()
        return self._code


class ForkServer:
    """Forks servers for as long as this process lives."""

    def __init__(self, environ: Mapping[str, str]) -> None:
        self._orders, theirs = socket.socketpair()
        with theirs:
            self._process = subprocess.Popen(_WORK, env=dict(environ), stdin=theirs.fileno(), stdout=subprocess.DEVNULL)

    def launch(
        self,
        module: str | None,
        arguments: Sequence[str],
        environ: Mapping[str, str],
        output: IO[bytes],
        errors: IO[bytes],
        typed: str = "",
        folder: Path | None = None,
    ) -> Forked:
        """Run a module with these arguments, or the program itself, in a folder; `typed` is its standard input."""
        told, tell = os.pipe()
        with tempfile.TemporaryFile() as order, tempfile.TemporaryFile() as typing:
            given = {"module": module, "arguments": arguments, "environ": dict(environ), "folder": str(folder or os.getcwd())}
            for file, content in ((order, json.dumps(given)), (typing, typed)):
                file.write(content.encode())
                file.seek(0)
            files = (order, typing, output, errors)
            socket.send_fds(self._orders, [b"!"], [*(file.fileno() for file in files), tell])
        os.close(tell)
        return Forked(told)


def work() -> None:
    """Start what is asked for over the socket that is our standard input, until its other end is closed."""
    for module in _IMPORTED:
        import_module(module)
    gc.collect()
    gc.freeze()  # no copy looks through what all have in common, which would copy it
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody waits for those who tell
    with socket.socket(fileno=0) as orders:
        while (ordered := socket.recv_fds(orders, 1, 5))[0]:
            files = ordered[1]
            if os.fork() == 0:
                signal.signal(signal.SIGCHLD, signal.SIG_DFL)
                signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell ignores it for what it runs in the background
                _launch(*files)
                return
            for file in files:
                os.close(file)


def _launch(order: int, typing: int, output: int, errors: int, tell: int) -> None:
    """Fork one server, then report its process id and its exit code. In the forked process, run it."""
    with os.fdopen(order, "rb") as content:
        given = json.load(content)
    if (pid := os.fork()) == 0:
        os.close(tell)
        _run(given, typing, output, errors)
        return
    with suppress(BrokenPipeError):  # nobody wants to know
        os.write(tell, f"{pid}\n".encode())
        _, status = os.waitpid(pid, 0)
        os.write(tell, f"{os.waitstatus_to_exitcode(status)}\n".encode())
    os._exit(0)


def _run(given: dict[str, Any], typing: int, output: int, errors: int) -> None:
    os.setsid()
    os.chdir(given["folder"])
    os.environ.clear()
    os.environ.update(given["environ"])
    for file, target in ((typing, 0), (output, 1), (errors, 2)):
        os.dup2(file, target)
        os.close(file)
    sys.argv[1:] = given["arguments"]
    if given["module"]:
        runpy.run_module(given["module"], run_name="__main__", alter_sys=True)
    else:
        import_module("libertalia.terminal.app").main()
