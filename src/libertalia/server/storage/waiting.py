"""Whether it is worth waiting for a PostgreSQL that could not be opened.

If nobody answers, or PostgreSQL says that it is starting, stopping, full or closed, it will be there later. If it answers and
refuses (a wrong password, no such database), or if nobody knows its name, then waiting does not help.

The client library does not tell why a connection was refused, only a sentence in the language of the server. So PostgreSQL is
asked once more, with the first message of its protocol, and its answer has a code.
"""

from __future__ import annotations

import socket
from typing import Final

import psycopg
from psycopg.conninfo import conninfo_to_dict

_PATIENCE: Final = 3.0
_PROTOCOL: Final = 3 << 16
_TEMPORARY: Final = ("08", "40", "53", "55", "57")
"""The classes of PostgreSQL's codes for what passes: connection, rollback, resources, state, intervention."""
_SOCKET_FOLDERS: Final = ("/var/run/postgresql", "/tmp")
"""Where PostgreSQL listens if no host is named: as Debian has it, and as PostgreSQL has it."""


def worth_waiting(error: BaseException | None, address: str) -> bool:
    """Whether a database may be there later, after this error."""
    code: str | None = getattr(error, "sqlstate", None)
    if code is not None:
        return code.startswith(_TEMPORARY)
    try:
        return _ask(conninfo_to_dict(address))
    except psycopg.ProgrammingError:  # that is no address
        return False
    except socket.gaierror as unknown:
        return unknown.errno == socket.EAI_AGAIN
    except OSError:
        return True


def _ask(given: dict[str, str | int | None]) -> bool:
    hosts, port = str(given.get("host") or "").split(","), int(str(given.get("port") or 5432).partition(",")[0])
    with _connected(hosts[0], port) as connection, connection.makefile("rb") as answers:
        user = str(given.get("user") or "")
        wanted = {"user": user, "database": str(given.get("dbname") or user)}
        text = b"".join(f"{name}\0{value}\0".encode() for name, value in wanted.items()) + b"\0"
        connection.sendall((len(text) + 8).to_bytes(4, "big") + _PROTOCOL.to_bytes(4, "big") + text)
        while kind := answers.read(1):
            body = answers.read(int.from_bytes(answers.read(4), "big") - 4)
            if kind == b"E":
                fields = {field[:1]: field[1:].decode("latin-1") for field in body.split(b"\0")}
                return fields.get(b"C", "").startswith(_TEMPORARY)
            if kind == b"R" and int.from_bytes(body[:4], "big") != 0:
                return False  # it asks for a password: so it works, and did not like ours, or what we wanted
            if kind == b"Z":
                break  # we are in
    return True


def _connected(host: str, port: int) -> socket.socket:
    is_socket = not host or host.startswith("/")
    if not is_socket or not hasattr(socket, "AF_UNIX"):
        return socket.create_connection((host or "localhost", port), _PATIENCE)
    connection = socket.socket(socket.AF_UNIX)
    connection.settimeout(_PATIENCE)
    for folder in (host,) if host else _SOCKET_FOLDERS:
        try:
            connection.connect(f"{folder}/.s.PGSQL.{port}")
        except OSError:
            continue
        return connection
    connection.close()
    raise ConnectionRefusedError(f"nobody listens at {host or _SOCKET_FOLDERS}")
