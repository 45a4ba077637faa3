"""Whether it is worth waiting for a PostgreSQL that could not be opened.

If nobody answers, or PostgreSQL says that it is starting, stopping, full or closed, it will be there later. If it answers and
refuses (a wrong password, no such database), or if nobody knows its name, then waiting does not help.

The client library does not tell why a connection was refused, only a sentence in the language of the server. But it can trace
what is said on the connection, and there the refusal has a code. Where nothing can be traced, waiting is always worth it: the log
has the sentence.
"""

from __future__ import annotations

import os
import re
import select
import socket
import sys
import time
from typing import Final

import psycopg
from psycopg.conninfo import conninfo_to_dict
from psycopg.pq import ConnStatus, PGconn, PollingStatus
from psycopg.pq.abc import PGconn as Connecting

_PATIENCE: Final = 3.0
_TEMPORARY: Final = ("08", "40", "53", "55", "57")
"""The classes of PostgreSQL's codes for what passes: connection, rollback, resources, state, intervention."""
_REFUSED: Final = re.compile(rb'\tErrorResponse\t.*? C "(\w{5})"')


def worth_waiting(error: BaseException | None, address: str) -> bool:
    """Whether a database may be there later, after this error."""
    try:
        hosts = str(conninfo_to_dict(address).get("host") or "").split(",")
        for host in hosts:
            if host and not host.startswith("/"):
                socket.getaddrinfo(host, None)
    except psycopg.ProgrammingError:  # that is no address
        return False
    except socket.gaierror as unknown:
        return unknown.errno == socket.EAI_AGAIN
    code: str | None = getattr(error, "sqlstate", None) or _refusal(address)
    return code is None or code.startswith(_TEMPORARY)


def _refusal(address: str) -> str | None:
    """The code with which PostgreSQL refuses a connection; none if nobody answers, or if it lets us in."""
    if sys.platform != "linux":
        return None
    with open(os.memfd_create("trace"), "rb") as trace:
        connection = PGconn.connect_start(address.encode())
        if connection.status != ConnStatus.BAD:
            connection.trace(trace.fileno())
            _come_to_an_end(connection)
            connection.untrace()  # now all of it is written
        connection.finish()
        trace.seek(0)
        refusals = _REFUSED.findall(trace.read())
    return refusals[-1].decode() if refusals else None


def _come_to_an_end(connection: Connecting) -> None:
    """Connect, or fail, or give up."""
    end = time.monotonic() + _PATIENCE
    while (status := connection.connect_poll()) in (PollingStatus.READING, PollingStatus.WRITING):
        ready = select.poll()
        ready.register(connection.socket, select.POLLIN if status is PollingStatus.READING else select.POLLOUT)
        if not ready.poll(max(0.0, end - time.monotonic()) * 1000):
            return
