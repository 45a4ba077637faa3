"""Servers and databases for the tests: shared ones that run for the whole session, and ones of a test's own."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.server.evidence import assert_no_troubles
from tests.server.harness import PostgreSQL, Server
from tests.server.people import Company

KINDS = ("sqlite", "postgresql")


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(scope="session")
def postgresql() -> Iterator[PostgreSQL]:
    """A real PostgreSQL, one for each process that runs tests."""
    server = PostgreSQL()
    yield server
    server.stop()


@pytest.fixture
def sqlite(tmp_path: Path) -> str:
    """A database in a file of its own."""
    return str(tmp_path / "tables.sqlite")


@pytest.fixture(params=KINDS)
def database(request: pytest.FixtureRequest) -> str:
    """An empty database of each kind, where what is stored matters."""
    if request.param == "sqlite":
        return str(request.getfixturevalue("sqlite"))
    return str(request.getfixturevalue("postgresql").new())


@pytest.fixture
def serve(tmp_path: Path) -> Iterator[Callable[..., Server]]:
    """Starts servers of the test's own: `serve(database, workers=1, **settings)`. They are gone when it is over."""
    started: list[Server] = []

    def start(database: str, workers: int = 1, **settings: Any) -> Server:
        started.append(Server(database, tmp_path, workers, **settings))
        return started[-1].start()

    yield start
    for server in started:
        server.kill()


@pytest.fixture(scope="session")
def _shared(tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest) -> Iterator[Callable[[str], Server]]:
    running: dict[str, Server] = {}

    def server(kind: str) -> Server:
        if kind not in running:
            folder = tmp_path_factory.mktemp(kind)
            address = str(folder / "tables.sqlite") if kind == "sqlite" else request.getfixturevalue("postgresql").new()
            running[kind] = Server(address, folder).start()
        return running[kind]

    yield server
    for each in running.values():
        each.stop()


@pytest.fixture
def server(_shared: Callable[[str], Server]) -> Server:
    """A server on SQLite, shared with other tests: look at your own tables only."""
    return _shared("sqlite")


@pytest.fixture(params=KINDS)
def each_server(request: pytest.FixtureRequest, _shared: Callable[[str], Server]) -> Server:
    """A shared server on each kind of database, where what is stored matters."""
    return _shared(request.param)


@pytest.fixture
async def company(server: Server) -> AsyncIterator[Company]:
    """People at tables of the shared server."""
    async with Company(server) as people:
        yield people


@pytest.fixture(scope="module")
def pg_server(postgresql: PostgreSQL, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server of our own, on PostgreSQL, which is pickier about text than SQLite is."""
    server = Server(postgresql.new(), tmp_path_factory.mktemp("pg_server"), review_seconds=1).start()
    yield server
    server.stop()
    assert_no_troubles(server)
